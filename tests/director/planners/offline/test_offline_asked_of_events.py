"""Who did it and to whom; what was since an event, or as it stood then; who holds a position instead of a name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.director.planners.offline.test_offline_denied_and_halves import asked, conditions
from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]
_TRACK = ("how", "is", "track")


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("was hamilton overtaken on lap 40", {("passed_car", "is", "HAM"), ("lap", "is", 40)}),
        ("has hamilton been overtaken since lap 20", {("passed_car", "is", "HAM"), ("lap", "at_least", 20)}),
        ("overtakes of vettel since lap 20", {("driver", "is", "VET"), ("lap", "at_least", 20)}),
        ("overtakes on vettel since lap 20", {("passed_car", "is", "VET"), ("lap", "at_least", 20)}),
        ("who has made more overtakes vettel or hamilton", {("driver", "in", ("VET", "HAM"))}),
    ],
)
async def test_who_overtook_is_told_from_whom(ask_race: Ask, question: str, held: set[tuple[Any, ...]]) -> None:
    query = asked(await ask_race(question))
    where = [(one["field"], one["op"], one["value"]) for one in query["where"]]
    told = {(field, op, tuple(value) if isinstance(value, list) else value) for field, op, value in where}
    assert (query["from"], told) == ("overtakes", held | {_TRACK})


async def test_the_overtakes_of_a_team_are_those_of_its_cars(ask_race: Ask) -> None:
    query = asked(await ask_race("how many overtakes have ferrari made since lap 20"))
    assert {one["field"]: one["value"] for one in query["where"]}["driver"] == ["VET", "RAI"]
    assert query["aggregate"] == [{"op": "count", "as": "count"}]


@pytest.mark.parametrize(
    ("question", "field"),
    [("who has not overtaken anyone", "overtakes_made"), ("who has not been overtaken", "overtakes_suffered")],
)
async def test_who_has_no_overtake_is_asked_of_the_cars(ask_race: Ask, question: str, field: str) -> None:
    assert conditions(asked(await ask_race(question))) == {(field, "is", 0)}


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("who overtook vettel last", "get_overtakes", {"passed": "VET"}),
        ("when was vettel last overtaken", "get_overtakes", {"passed": "VET"}),
        ("whom did vettel overtake at the start", "get_overtakes", {"driver": "VET", "how": "start"}),
        ("how many lead changes since lap 30", "get_lead_changes", {"since_lap": 30}),
        ("how many leaders have there been", "get_lead_changes", {}),
        ("fastest lap of the leader", "get_fastest_laps", {"driver": "leader"}),
        ("last 5 laps of the leader", "get_lap_times", {"driver": "leader", "last_n": 5}),
        ("on which lap was the first retirement", "get_retirements", {"tell": "first"}),
        ("what happened on the last lap", "summarize_recent_events", {"laps": 1}),
        ("is hamilton within 5 seconds of vettel", "get_gap", {"driver": "HAM", "other": "VET"}),
        ("is hamilton on the lead lap", "get_gap", {"driver": "HAM", "to": "leader"}),
        ("was vettel cleared", "get_penalties", {"driver": "VET"}),
        ("is it a standing restart", "get_race_control", {"about": "start"}),
        ("who has been on ultrasofts the longest", "get_stints", {"compound": "ultrasoft", "order": "oldest"}),
    ],
)
async def test_a_tool_tells_it(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    (step,) = (await ask_race(question)).steps
    assert (step.name, step.arguments) == (tool, arguments)


@pytest.mark.parametrize(
    ("question", "tool", "argument"),
    [
        ("how many lead changes since the restart", "get_lead_changes", "since_lap"),
        ("how many lead changes in the first half", "get_lead_changes", "to_lap"),
        ("what has happened since the restart", "get_incidents", "since_lap"),
        ("who led at the restart", "get_standings", "at_time"),
        ("how has vettel done since the restart", "get_position_history", "since_lap"),
        ("how's the restart gone for vettel", "get_position_history", "since_lap"),
    ],
)
async def test_an_event_sets_the_span_or_the_moment(ask_race: Ask, question: str, tool: str, argument: str) -> None:
    found, step = (await ask_race(question)).steps
    assert found.name == "query_race"
    assert step.name == tool
    assert argument in step.arguments
    assert "on_lap" not in step.arguments


async def test_an_event_sets_the_moment_of_each_who_is_named(ask_race: Ask) -> None:
    _, *steps = (await ask_race("positions of vettel and hamilton before the safety car")).steps
    assert [(step.name, step.arguments["driver"]) for step in steps] == [("get_driver", "VET"), ("get_driver", "HAM")]
    assert all("at_lap" in step.arguments for step in steps)


async def test_who_leads_at_the_restart_is_yet_to_come(ask_race: Ask) -> None:
    (step,) = (await ask_race("who leads at the restart")).steps
    assert step.arguments == {"place": 1}


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("has p3 stopped", ("position_now", "is", 3)),
        ("has the leader stopped since lap 30", ("position_now", "is", 1)),
        ("who changed from supersofts to softs", ("compound_before", "is", "SUPERSOFT")),
    ],
)
async def test_stops_are_of_those_who_are_meant(ask_race: Ask, question: str, held: tuple[Any, ...]) -> None:
    query = asked(await ask_race(question))
    assert query["from"] == "stops"
    assert held in conditions(query)


async def test_who_stopped_with_one_stopped_on_his_lap(ask_race: Ask) -> None:
    plan = await ask_race("who pitted on the same lap as vettel")
    lap = {"$ref": "s1#/rows", "pick": "first", "get": "/lap"}
    assert asked(plan)["where"] == [
        {"field": "lap", "op": "is", "value": lap},
        {"field": "driver", "op": "is_not", "value": "VET"},
    ]


@pytest.mark.parametrize(("side", "down"), [("behind", False), ("ahead of", True)])
async def test_the_car_beside_one_is_the_next_that_way(ask_race: Ask, side: str, down: bool) -> None:
    query = asked(await ask_race(f"last lap time of the car {side} hamilton"))
    assert (query["order_by"], query["limit"]) == ([{"field": "position_now", "down": down}], 1)
    assert "last_lap_s" in query["select"]


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("who was fastest in sector 1 since lap 30", ("lap", "at_least", 30)),
        ("who was fastest in sector 1 in the top 5", ("position_now", "at_most", 5)),
    ],
)
async def test_sectors_are_ranked_of_what_narrows_them(ask_race: Ask, question: str, held: tuple[Any, ...]) -> None:
    query = asked(await ask_race(question))
    assert query["from"] == "sectors"
    assert {("sector", "is", 1), held} <= conditions(query)


async def test_pace_is_told_by_each_compound(ask_race: Ask) -> None:
    query = asked(await ask_race("average pace on each compound since lap 30"))
    assert query["group_by"] == ["compound"]
    assert ("lap", "at_least", 30) in conditions(query)


async def test_since_his_stop_is_of_the_first_of_two_who_are_compared(ask_race: Ask) -> None:
    found, query = (await ask_race("was hamilton faster than vettel since his last stop")).steps
    assert found.arguments["where"] == [{"field": "driver", "op": "is", "value": "HAM"}]
    assert {"field": "driver", "op": "in", "value": ["HAM", "VET"]} in query.arguments["where"]


async def test_seconds_of_penalties_are_added_up(ask_race: Ask) -> None:
    query = asked(await ask_race("how many seconds of penalties does magnussen have"))
    assert query["aggregate"][0] == {"op": "sum", "field": "penalty_s", "as": "total_penalty_s"}


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        (
            "how long has hamilton been behind vettel",
            "describe_gap",
            {"driver": "HAM", "other": "VET", "tell": "behind"},
        ),
        (
            "how many laps has hamilton been within 1 second of vettel",
            "describe_gap",
            {"driver": "HAM", "other": "VET", "within_s": 1},
        ),
        ("on which lap did sainz get into the points", "get_position_history", {"driver": "SAI", "moved": "in"}),
        (
            "on which lap did sainz drop out of the top 5",
            "get_position_history",
            {"driver": "SAI", "moved": "out", "top_n": 5},
        ),
        ("how long has hamilton been in P3", "get_position_history", {"driver": "HAM", "held": 3}),
        ("how long has the track been green", "get_track_status", {}),
    ],
)
async def test_how_long_it_has_been_is_told(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    (step,) = (await ask_race(question)).steps
    assert (step.name, step.arguments) == (tool, arguments)


@pytest.mark.parametrize(
    ("question", "relation", "held"),
    [
        ("who has no penalty", "drivers", ("penalties", "is", 0)),
        ("who is fastest on used softs", "laps", ("new", "is", False)),
    ],
)
async def test_a_field_of_its_own_tells_it(ask_race: Ask, question: str, relation: str, held: tuple[Any, ...]) -> None:
    query = asked(await ask_race(question))
    assert query["from"] == relation
    assert held in conditions(query)


async def test_who_has_used_two_compounds_has_used_both(ask_race: Ask) -> None:
    query = asked(await ask_race("who has used supersofts and softs"))
    assert query["having"] == [{"field": "compounds", "op": "at_least", "value": 2}]


async def test_an_in_lap_that_the_feed_does_not_tell_is_no_fastest_lap(ask_race: Ask) -> None:
    assert (await ask_race("who is on an in lap")).steps == ()
