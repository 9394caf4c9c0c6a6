"""Plain questions of a race: who did what to whom, who started or stopped before whom, which stop is meant."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from director.planners.offline import OfflinePlanner
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]


@pytest.fixture
def ask_plainly(literal: OfflinePlanner, race_catalogue: list[JsonObject], context: Context) -> Ask:
    """Plans a question as it is written, by examples and grammar alone."""

    async def ask(question: str) -> Plan:
        return await literal.plan(question, race_catalogue, context)

    return ask


def held(step: JsonObject) -> list[tuple[Any, ...]]:
    return [tuple(one.values()) for one in step["where"]]


async def test_one_of_three_in_a_team_has_no_team_mate_who_could_be_meant(
    literal: OfflinePlanner, race_catalogue: list[JsonObject]
) -> None:
    cars = [{"code": code, "name": name, "team": "Mercedes"} for code, name in (
        ("HAM", "Lewis Hamilton"), ("BOT", "Valtteri Bottas"), ("RUS", "George Russell"))]  # fmt: skip
    for drivers, told in ((cars[:2], [{"driver": "BOT"}]), (cars, [])):
        context = Context("A race.", {"driver": drivers, "team": [{"name": "Mercedes"}]}, "Race")
        plan = await literal.plan("what tyres is Hamilton's teammate on", race_catalogue, context)
        assert [step.arguments for step in plan.steps if "driver" in step.arguments] == told


@pytest.mark.parametrize(
    ("question", "relation", "condition"),
    [
        ("who overtook Hamilton and Vettel", "overtakes", ("passed_car", "in", ["HAM", "VET"])),
        ("whom did Hamilton and Vettel overtake", "overtakes", ("driver", "in", ["HAM", "VET"])),
        ("who started ahead Hamilton or Vettel", "drivers", ("driver", "in", ["HAM", "VET"])),
        ("whose stop was faster Hamilton or Vettel", "stops", ("driver", "in", ["HAM", "VET"])),
        ("what tyres did Hamilton take at his second stop", "stops", ("number", "is", 2)),
        ("second stop of Hamilton", "stops", ("number", "is", 2)),
        ("who was the first to stop twice", "stops", ("number", "is", 2)),
        ("how many cars are in their second stint", "stints", ("going", "is", True)),
        ("average lap time of Hamilton in the first stint", "laps", ("stint", "is", 1)),
        ("how many laps did Hamilton do in the second stint", "laps", ("stint", "is", 2)),
        ("how many cars have changed to softs", "stints", ("stint", "more", 1)),
        ("how many laps have been done on softs", "laps", ("compound", "is", "SOFT")),
        ("what tyres are P3 and P9 on", "drivers", ("position_now", "in", [3, 9])),
        ("has Hamilton ever been in the top 3", "laps", ("position", "at_most", 3)),
        ("who had the faster out lap Hamilton or Vettel", "laps", ("out_lap", "is", True)),
        ("who had the fastest in lap", "laps", ("in_lap", "is", True)),
        ("where did P3 start", "drivers", ("position_now", "is", 3)),
        ("grid position of P3", "drivers", ("position_now", "is", 3)),
        ("who has been in the points all race", "laps", ("position", "told")),
        ("starting tyres", "stints", ("stint", "is", 1)),
        ("how many laps do softs last", "stints", ("going", "is", False)),
        ("how long do soft tyres last", "stints", ("going", "is", False)),
    ],
)
async def test_a_query_holds_what_is_asked(
    ask_plainly: Ask, question: str, relation: str, condition: tuple[Any, ...]
) -> None:
    plan = await ask_plainly(question)
    asked = [(step.name, step.arguments["from"]) for step in plan.steps]
    assert asked == [("query_race", relation)], plan.rationale
    assert condition in held(plan.steps[0].arguments)


@pytest.mark.parametrize(
    ("question", "found_in", "field", "op"),
    [
        ("who started ahead of Vettel", "drivers", "grid", "less"),
        ("who started behind Vettel", "drivers", "grid", "more"),
        ("did Hamilton start ahead of Vettel", "drivers", "grid", "less"),
        ("who stopped before Vettel", "stops", "session_time_s", "less"),
        ("who has pitted since Vettel", "stops", "session_time_s", "more"),
        ("who has made fewer stops than Vettel", "drivers", "stops", "less"),
        ("who has made more stops than Vettel", "drivers", "stops", "more"),
    ],
)
async def test_others_are_held_against_what_is_found_of_the_one_who_is_named(
    ask_plainly: Ask, question: str, found_in: str, field: str, op: str
) -> None:
    plan = await ask_plainly(question)
    assert [step.name for step in plan.steps] == ["query_race", "query_race"], plan.rationale
    first, then = (step.arguments for step in plan.steps)
    assert first["from"] == found_in
    assert ("driver", "is", "VET") in held(first)
    assert [(name, how) for name, how, value in held(then) if isinstance(value, dict)] == [(field, op)]
    assert [value["get"] for _, _, value in held(then) if isinstance(value, dict)] == [f"/{field}"]


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("order after the stops", "get_net_order", {}),
        ("which cars have to stop", "get_net_order", {"owing": True}),
        ("who must still stop", "get_net_order", {"owing": True}),
        ("does the leader have a free stop", "predict_pit_window", {"driver": "leader", "free": True}),
        ("did Vettel pit before Hamilton", "get_pit_stops", {"driver": "VET", "other": "HAM", "tell": "last"}),
        ("who is closest to Vettel", "get_driver", {"driver": "VET"}),
        ("is Vettel slow", "get_pace", {"driver": "VET"}),
        ("is Vettel faster than anyone", "get_pace", {"driver": "VET"}),
        ("is Vettel slower than he was", "get_pace", {"driver": "VET", "tell": "trend"}),
        ("what tyres is Hamilton's teammate on", "get_stints", {"driver": "BOT"}),
        ("has Hamilton's team mate stopped", "get_pit_stops", {"driver": "BOT"}),
        ("last lap of Hamilton's teammate", "get_lap_times", {"driver": "BOT", "last_n": 1}),
        ("what tyres did Hamilton have before his last stop", "get_pit_stops", {"driver": "HAM", "tell": "tyres"}),
    ],
)
async def test_a_tool_tells_it(ask_plainly: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    plan = await ask_plainly(question)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)], plan.rationale


@pytest.mark.parametrize(
    "question", ["how many laps can Hamilton go on softs", "has neither Hamilton nor Vettel stopped"]
)
async def test_what_rows_do_not_tell_is_met_with_silence(ask_plainly: Ask, question: str) -> None:
    assert (await ask_plainly(question)).steps == ()
