"""The kind of a session decides which tools are heard."""

from __future__ import annotations

import pytest

from director.language.session_kinds import is_meant_for, session_kind, without_this_session
from director.planners.offline import OfflinePlanner
from toolgate.contract import Context, JsonObject


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Race", "race"),
        ("Sprint", "sprint"),
        ("Qualifying", "qualifying"),
        ("Sprint Qualifying", "sprint_qualifying"),
        ("Sprint Shootout", "sprint_qualifying"),
        ("Practice 1", "practice"),
        ("", None),
        ("Drivers' parade", None),
    ],
)
def test_a_session_is_of_a_kind(name: str, kind: str | None) -> None:
    assert session_kind(name) == kind


def entry(name: str, question: str, kinds: list[str] | None) -> JsonObject:
    schema: JsonObject = {"type": "object", "properties": {}} | ({"x-session-kinds": kinds} if kinds else {})
    return {"name": name, "description": "The order.", "input_schema": schema, "examples": [[question, {}]]}


def test_a_tool_of_no_kind_is_for_all() -> None:
    assert is_meant_for(entry("a", "who leads", None), "practice")
    assert not is_meant_for(entry("a", "who leads", ["race"]), "practice")
    assert is_meant_for(entry("a", "who leads", ["race"]), None)


@pytest.mark.parametrize(("kind", "tool"), [("Race", "get_order"), ("Qualifying", "get_times"), ("", "get_order")])
async def test_the_session_chooses_the_tool(kind: str, tool: str) -> None:
    catalogue = [entry("get_order", "who is first", ["race"]), entry("get_times", "who is first", ["qualifying"])]
    (step,) = (await OfflinePlanner().plan("who is first?", catalogue, Context("Somewhere", {}, kind))).steps
    assert step.name == tool


@pytest.mark.parametrize(
    ("question", "session", "rest"),
    [
        ("who leads the sprint", "A Grand Prix, 2023, Sprint: lap 9 of 17 completed.", "who leads"),
        ("how many minutes left of fp1", "A Grand Prix, 2024, Practice 1: by best lap.", "how many minutes left"),
        (
            "how many minutes left of fp2",
            "A Grand Prix, 2024, Practice 1: by best lap.",
            "how many minutes left of fp2",
        ),
        ("is Hamilton ahead in this session", "A Grand Prix, 2024, Practice 1: by best lap.", "is Hamilton ahead"),
        ("who is second in q2", "A Grand Prix, 2024, Qualifying: Q2.", "who is second in q2"),
        ("who leads", "A Grand Prix, 2024, Race: lap 9 of 17 completed.", "who leads"),
        ("who leads in race", "A Grand Prix, 2024, Race: lap 9 of 17 completed.", "who leads"),
        ("how many stops in the next race", "A Grand Prix, 2024, Race.", "how many stops in the next race"),
        ("what did race control say", "A Grand Prix, 2024, Race.", "what did race control say"),
        ("who leads in this race overall", "A Grand Prix, 2024, Race.", "who leads overall"),
        ("who is the race leader", "A Grand Prix, 2024, Race.", "who is the race leader"),
    ],
)
def test_words_that_only_name_the_session_may_go(question: str, session: str, rest: str) -> None:
    assert without_this_session(question, session) == rest
