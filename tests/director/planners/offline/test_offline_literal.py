"""Tools of other servers, which show no example question: called where the question holds every argument."""

from __future__ import annotations

import pytest

from director.planners.offline import OfflinePlanner
from toolgate.contract import Context, JsonObject, Plan

ZONE = "IANA timezone name (e.g., 'America/New_York', 'Europe/London')."


def tool(name: str, description: str, properties: JsonObject, *, tier: str = "READ_ONLY") -> JsonObject:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    entry = {"name": name, "description": description, "input_schema": schema, "server": "time", "tier": tier}
    return {**entry, "examples": []}


NOW = tool(
    "get_current_time", "Get current time in a specific timezone", {"timezone": {"type": "string", "description": ZONE}}
)
CONVERT = tool(
    "convert_time",
    "Convert time between timezones",
    {
        "source_timezone": {"type": "string", "description": f"Source {ZONE}"},
        "time": {"type": "string", "description": "Time to convert in 24-hour format (HH:MM)"},
        "target_timezone": {"type": "string", "description": f"Target {ZONE}"},
    },
)
BETWEEN = tool(
    "between",
    "Hours between two timezones",
    {"one": {"type": "string", "description": ZONE}, "other": {"type": "string", "description": ZONE}},
)
TOOLS = [NOW, CONVERT]


async def planned(question: str, *tools: JsonObject) -> Plan:
    return await OfflinePlanner().plan(question, tools or TOOLS, Context())


async def test_an_argument_that_stands_in_the_question_is_taken() -> None:
    (step,) = (await planned("what time is it in Asia/Tokyo?")).steps
    assert (step.name, step.arguments, step.server) == ("get_current_time", {"timezone": "Asia/Tokyo"}, "time")


async def test_an_argument_that_does_not_is_named_with_its_form() -> None:
    plan = await planned("what time is it in Tokyo?")
    assert not plan.steps
    assert plan.rationale == "get_current_time needs timezone, written like America/New_York"


@pytest.mark.parametrize(
    "question",
    [
        "convert the time 16:30 from Europe/London to Asia/Tokyo",
        "convert the time 16:30 to Asia/Tokyo from Europe/London",
    ],
)
async def test_from_and_to_say_which_of_two_is_which(question: str) -> None:
    (step,) = (await planned(question)).steps
    assert step.arguments == {"source_timezone": "Europe/London", "time": "16:30", "target_timezone": "Asia/Tokyo"}


async def test_which_of_two_is_which_is_never_guessed() -> None:
    assert not (await planned("hours between Europe/London and Asia/Tokyo", BETWEEN)).steps


@pytest.mark.parametrize(
    "question",
    [
        "what time is it in Asia/Tokyo and who is the president there?",
        "what time did the race end in Asia/Tokyo?",
        "Asia/Tokyo",
        "is it raining in Asia/Tokyo?",
        "what time is it in and/or?",
    ],
)
async def test_a_word_that_the_tool_does_not_say_is_silence(question: str) -> None:
    assert not (await planned(question)).steps


async def test_a_tool_that_changes_something_is_never_called() -> None:
    assert not (await planned("what time is it in Asia/Tokyo?", {**NOW, "tier": "STATEFUL"})).steps


async def test_the_tools_with_examples_come_first() -> None:
    own: JsonObject = {
        "name": "get_clock",
        "description": "The time of the session.",
        "input_schema": {"type": "object", "properties": {}},
        "examples": [["what time is it", {}]],
        "server": "pitwall",
    }
    (step,) = (await planned("what time is it?", own, *TOOLS)).steps
    assert step.name == "get_clock"
