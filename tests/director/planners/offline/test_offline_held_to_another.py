"""What is held to somebody who is named, or counted over teams and all cars: what is planned for it, word for word."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from director.planners.offline import OfflinePlanner
from director.race.assembly import catalogue
from pitwall.context import group_of_class
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[..., Awaitable[Plan]]


@pytest.fixture(scope="module")
def ask(literal: OfflinePlanner, drivers: list[JsonObject]) -> Ask:
    classes: list[JsonObject] = [{"name": name, **group_of_class(name)} for name in ("GTP", "LMP2", "GTD")]
    tools = catalogue(build_tools(StateCache()))

    async def ask(question: str, kind: str = "Race") -> Plan:
        return await literal.plan(question, tools, Context("A session.", {"driver": drivers, "class": classes}, kind))

    return ask


def held(plan: Plan) -> tuple[str, dict[str, Any]]:
    """The relation that the last step asks, and what must hold; a value of an earlier step is its field."""
    assert {step.name for step in plan.steps} == {"query_race"}, plan.rationale or plan
    asked = plan.steps[-1].arguments
    conditions = {
        f"{one['field']} {one['op']}": one["value"]["get"] if isinstance(one["value"], dict) else one["value"]
        for one in asked["where"]
        if one["op"] != "told" and one["field"] not in ("state", "how")
    }
    return str(asked["from"]), conditions


@pytest.mark.parametrize(
    ("question", "relation", "conditions"),
    [
        ("who in the top 10 has fresher tyres than Hamilton", "drivers",
         {"position_now at_most": 10, "tyre_laps less": "/tyre_laps", "driver is_not": "HAM"}),
        ("who was faster than Hamilton on the last lap", "drivers",
         {"last_lap_s less": "/last_lap_s", "driver is_not": "HAM"}),
        ("who has stopped the same number of times as Hamilton", "drivers",
         {"stops is": "/stops", "driver is_not": "HAM"}),
        ("who ahead of Hamilton has a penalty", "penalties",
         {"penalised is": True, "position_now less": "/position_now"}),
        ("where is the driver who started on pole", "drivers", {"grid is": 1}),
        ("where is the driver who started in P3", "drivers", {"grid is": 3}),
        ("who is on the third row", "drivers", {"grid in": [5, 6]}),
        ("who started on the fourth row", "drivers", {"grid in": [7, 8]}),
        ("how many laps has Hamilton been second", "laps", {"position is": 2, "driver is": "HAM"}),
        ("lap times of Hamilton not under the safety car", "laps",
         {"deleted is": False, "track_status is_not": "safety_car", "driver is": "HAM"}),
        ("how many places did Sainz gain from lap 10 to lap 20", "laps",
         {"lap at_least": 10, "lap at_most": 20, "driver is": "SAI"}),
        ("how many GTD cars has the leader lapped", "drivers", {"class_name is": "GTD", "laps_down at_least": 1}),
        ("did Hamilton and Sainz pit under the same safety car", "stops",
         {"track_status is": "safety_car", "driver in": ["HAM", "SAI"]}),
        ("who pitted first in GTD", "stops", {"class_name is": "GTD"}),
        ("best average pace in GTD over the last 5 laps", "laps",
         {"class_name is": "GTD", "laps_ago less": 5, "accurate is": True}),
        ("who below the top 6 had a faster last lap than Sainz", "drivers",
         {"position_now more": 6, "last_lap_s less": "/last_lap_s", "driver is_not": "SAI"}),
        ("who has gained more places than Sainz", "drivers", {"gained more": "/gained", "driver is_not": "SAI"}),
        ("which cars on hards have overtaken more cars than Sainz", "drivers",
         {"compound is": "HARD", "overtakes_made more": "/overtakes_made", "driver is_not": "SAI"}),
        ("has anyone had more penalties than Sainz", "drivers",
         {"penalties more": "/penalties", "driver is_not": "SAI"}),
        ("how many drivers outside the top 6 have set a faster lap than Sainz since lap 12", "laps",
         {"position_now more": 6, "lap at_least": 12, "deleted is": False}),
        ("which cars in the top 8 were slower than Sainz from lap 5 to lap 9", "laps",
         {"position_now at_most": 8, "lap at_least": 5, "lap at_most": 9, "accurate is": True, "deleted is": False}),
    ],
)  # fmt: skip
async def test_what_must_hold(ask: Ask, question: str, relation: str, conditions: dict[str, Any]) -> None:
    assert held(await ask(question)) == (relation, conditions)


@pytest.mark.parametrize(
    ("question", "relation", "having"),
    [
        ("who has overtaken Ricciardo twice", "overtakes", [{"field": "count", "op": "at_least", "value": 2}]),
        ("who has done at least 20 laps on softs", "stints", [{"field": "total_laps", "op": "at_least", "value": 20}]),
        ("who was penalised twice", "penalties", [{"field": "count", "op": "at_least", "value": 2}]),
        ("who has done more than 10 laps on softs", "stints", [{"field": "total_laps", "op": "more", "value": 10}]),
    ],
)
async def test_how_often(ask: Ask, question: str, relation: str, having: list[JsonObject]) -> None:
    plan = await ask(question)
    assert held(plan)[0] == relation
    assert plan.steps[-1].arguments["having"] == having


@pytest.mark.parametrize(
    ("question", "kind", "found", "having"),
    [
        ("who has set a faster lap than Sainz since lap 12", "race",
         {"driver is": "SAI", "lap at_least": 12, "deleted is": False},
         {"field": "time_s", "op": "less", "value": "/time_s"}),
        ("who in the top 6 has a slower best lap than Sainz", "race", {"driver is": "SAI", "deleted is": False},
         {"field": "time_s", "op": "more", "value": "/time_s"}),
        ("who has beaten the fastest lap of Sainz on softs", "race",
         {"driver is": "SAI", "compound is": "SOFT", "deleted is": False},
         {"field": "time_s", "op": "less", "value": "/time_s"}),
        ("who has set a faster lap than Sainz on anything but softs", "race", {"driver is": "SAI", "deleted is": False},
         {"field": "time_s", "op": "less", "value": "/time_s"}),
        ("who was faster than Sainz over the last 8 laps on hards", "race",
         {"driver is": "SAI", "laps_ago less": 8, "compound is": "HARD", "accurate is": True},
         {"field": "average_time_s", "op": "less", "value": "/average_time_s"}),
        ("who was faster than Sainz in Q2", "qualifying", {"driver is": "SAI", "segment is": 2, "deleted is": False},
         {"field": "time_s", "op": "less", "value": "/time_s"}),
    ],
)  # fmt: skip
async def test_laps_are_held_to_those_of_another_on_the_same_laps(
    ask: Ask, question: str, kind: str, found: dict[str, Any], having: JsonObject
) -> None:
    plan = await ask(question, kind)
    asked = plan.steps[-1].arguments
    assert held(Plan(plan.steps[-2:-1])) == ("laps", found)
    assert asked["group_by"] == ["driver"]
    assert [{**one, "value": one["value"]["get"]} for one in asked["having"]] == [having]


@pytest.mark.parametrize(
    ("question", "found", "field"),
    [
        ("who has set a faster lap than P4 since lap 12", {"position_now is": 4, "lap at_least": 12}, "time_s"),
        ("which cars on hards have set a slower lap than the leader", {"position_now is": 1, "compound is": "HARD"},
         "time_s"),
        ("who was quicker than the leader over the last 8 laps", {"position_now is": 1, "laps_ago less": 8},
         "average_time_s"),
        ("who has a higher top speed than P4", {"position_now is": 4, "trap is": "ST"}, "speed_kmh"),
        ("how many cars in the top 9 have a lower top speed than Sainz", {"driver is": "SAI", "trap is": "ST"},
         "speed_kmh"),
    ],
)  # fmt: skip
async def test_they_are_held_to_whoever_stands_in_a_position(
    ask: Ask, question: str, found: dict[str, Any], field: str
) -> None:
    plan = await ask(question)
    conditions = held(Plan(plan.steps[-2:-1]))[1]
    assert {**found, **conditions} == conditions
    assert [one["field"] for one in plan.steps[-1].arguments["having"]] == [field]


async def test_stops_are_held_to_those_of_the_leader(ask: Ask) -> None:
    relation, conditions = held(await ask("which cars have made fewer stops than the leader"))
    assert (relation, conditions) == ("drivers", {"stops less": "/stops", "driver is_not": "/driver"})


@pytest.mark.parametrize(
    "question", ["fastest lap of each driver on hards", "how many overtakes has each car in the top 9 made"]
)
async def test_each_is_told_by_himself(ask: Ask, question: str) -> None:
    asked = (await ask(question)).steps[-1].arguments
    assert asked["group_by"] == ["driver"]
    assert asked.get("limit", 20) == 20


async def test_nobody_is_held_to_himself(ask: Ask) -> None:
    relation, conditions = held(await ask("who has gained more places than the leader"))
    assert (relation, conditions) == ("drivers", {"gained more": "/gained", "driver is_not": "/driver"})


async def test_of_one_who_is_named_it_is_told_what_he_has(ask: Ask) -> None:
    plan = await ask("has Ricciardo set a faster lap than Sainz since lap 12")
    assert [held(Plan((step,)))[1]["driver is"] for step in plan.steps] == ["SAI", "RIC"]
    assert "having" not in plan.steps[-1].arguments


async def test_top_speeds_of_each_are_told_of_all(ask: Ask) -> None:
    plan = await ask("top speed of each car in the top 9")
    assert held(plan) == ("speeds", {"trap is": "ST", "position_now at_most": 9})
    assert plan.steps[-1].arguments["limit"] >= 9


async def test_who_is_faster_of_those_who_race_needs_laps(ask: Ask) -> None:
    """Nobody asks for an average of all laps by "is faster"."""
    assert not (await ask("who in the top 6 is faster than Sainz")).steps


@pytest.mark.parametrize(
    ("question", "having"),
    [
        ("who has stopped twice since the restart", {"field": "count", "op": "is", "value": 2}),
        ("who pitted more than once in the last 15 laps", {"field": "count", "op": "more", "value": 1}),
        ("who has stopped at least twice under the safety car", {"field": "count", "op": "at_least", "value": 2}),
    ],
)
async def test_stops_of_a_span_are_counted(ask: Ask, question: str, having: JsonObject) -> None:
    plan = await ask(question)
    assert held(plan)[0] == "stops"
    assert plan.steps[-1].arguments["having"] == [having]


async def test_how_cars_stand_is_of_no_span(ask: Ask) -> None:
    for step in (await ask("who is on softs since the restart")).steps:
        assert "since_lap" not in step.arguments


@pytest.mark.parametrize(
    ("question", "by", "first"),
    [
        ("best average pace in GTD over the last 5 laps", "driver", [{"field": "average_time_s"}]),
        ("who has the best average stop time", "driver", [{"field": "average_lane_s"}]),
        ("which team has the slowest average stop", "team", [{"field": "average_lane_s", "down": True}]),
        ("which teams have led", "team", [{"field": "count", "down": True}]),
        ("which team has done the fewest laps", "team", [{"field": "total_laps"}]),
        ("who has been passed twice", "passed", None),
        ("which team has overtaken Ricciardo twice", "team", None),
        ("penalties by team", "team", [{"field": "count", "down": True}]),
    ],
)
async def test_who_is_first_of_all(ask: Ask, question: str, by: str, first: list[JsonObject] | None) -> None:
    asked = (await ask(question)).steps[-1].arguments
    assert (asked["group_by"], asked.get("order_by")) == ([by], first)


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("gap from first to P3 in GTD", "get_class_standings", {"class_name": "GTD", "place": 1, "behind_place": 3}),
        ("is second catching first in GTD", "get_gap", {"driver": "P2 in GTD", "other": "P1 in GTD"}),
        ("gap between the leader and second in GTD", "get_gap", {"driver": "P1 in GTD", "other": "P2 in GTD"}),
        ("how has the gap between first and second in GTD changed", "get_gap",
         {"driver": "P1 in GTD", "other": "P2 in GTD"}),
        ("how many laps was Ricciardo ahead of Vettel", "describe_gap",
         {"driver": "VET", "other": "RIC", "tell": "behind"}),
        ("how much has the lead grown since lap 20", "describe_gap", {"driver": "P1", "other": "P2", "since_lap": 20}),
        ("how long was the second safety car", "get_track_status", {"kind": "safety_car", "tell": "second"}),
        ("overtakes between Ricciardo and Vettel", "get_overtakes", {"driver": "RIC", "passed": "VET", "how": "any"}),
        ("has Hamilton had a free stop under the safety car", "get_pit_stops", {"driver": "HAM", "tell": "places"}),
        ("where was Sainz after his first stop", "get_pit_stops", {"driver": "SAI", "tell": "places"}),
        ("how far from pole is the ideal lap of Hamilton", "get_sector_times", {"driver": "HAM", "ideal": True}),
        ("how many cars have fresher tyres than Hamilton", "get_stints", {"driver": "HAM", "than": "newer"}),
        ("is Hamilton on the same tyres as the car ahead", "get_stints", {"driver": "HAM", "neighbours": True}),
        ("has Ricciardo been slower than the car behind over the last 6 laps", "get_gap",
         {"driver": "RIC", "to": "behind", "laps": 6}),
        ("gap of Ricciardo to his teammate", "get_teammate", {"driver": "RIC"}),
        ("gap of each car to its teammate", "get_teammate", {}),
        ("how far is every driver from his team mate", "get_teammate", {}),
        ("who was shown the most blue flags", "get_race_control", {"flag": "blue"}),
        ("black and white flags by driver", "get_race_control", {"flag": "black_and_white"}),
        ("drive time of Hamilton", "get_roster", {"driver": "HAM", "tell": "laps_by_driver"}),
        ("driver changes in the last 10 laps", "get_roster", {"tell": "changes", "last_n": 10}),
        ("driver changes in GTD since lap 20", "get_roster",
         {"tell": "changes", "class_name": "GTD", "since_lap": 20}),
    ],
)  # fmt: skip
async def test_a_tool_tells_it(ask: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    assert [(step.name, step.arguments) for step in (await ask(question)).steps] == [(tool, arguments)]


@pytest.mark.parametrize(
    ("event", "op", "status"),
    [("safety car", "is", "safety_car"), ("full course yellow", "in", ["safety_car", "vsc"])],
)
async def test_a_gap_as_the_track_was_neutralised(ask: Ask, event: str, op: str, status: str | list[str]) -> None:
    found, gap = (await ask(f"gap between Hamilton and Vettel when the {event} came out")).steps
    assert (found.arguments["from"], gap.name) == ("statuses", "get_gap")
    assert found.arguments["where"] == [{"field": "status", "op": op, "value": status}]
    assert gap.arguments["at_time"]["get"] == "/began"


async def test_his_stop_is_that_of_the_first_of_two(ask: Ask) -> None:
    found, gap = (await ask("gap between Hamilton and Vettel before his stop")).steps
    assert found.arguments["where"] == [{"field": "driver", "op": "is", "value": "HAM"}]
    assert (gap.name, gap.arguments["driver"], gap.arguments["other"]) == ("get_gap", "HAM", "VET")


async def test_who_was_ahead_before_his_stop(ask: Ask) -> None:
    plan = await ask("who was ahead of Hamilton before his stop")
    assert plan.steps[0].arguments["where"] == [{"field": "driver", "op": "is", "value": "HAM"}]
    assert held(plan) == ("drivers", {"position_now less": "/position_now"})


async def test_who_in_a_class_is_near_its_leader(ask: Ask) -> None:
    relation, conditions = held(await ask("who in GTD is within 5 seconds of the leader"))
    assert relation == "drivers"
    assert conditions.items() >= {"class_name is": "GTD", "class_gap_s at_most": 5, "class_laps_down is": 0}.items()


async def test_two_under_investigation_are_asked_for_each_by_himself(ask: Ask) -> None:
    plan = await ask("are Hamilton and Vettel both under investigation")
    assert [step.name for step in plan.steps] == ["get_race_control"] * 2
    assert [step.arguments for step in plan.steps] == [
        {"about": "investigation", "driver": it} for it in ("HAM", "VET")
    ]


async def test_an_order_of_cars_is_no_moment(ask: Ask) -> None:
    for step in (await ask("how many cars ahead of Sainz have a penalty")).steps:
        assert "served" not in str(step.arguments)


async def test_a_qualifying_has_segments_and_no_grid(ask: Ask) -> None:
    assert held(await ask("who was third in q2", "Qualifying")) == ("segments", {"position is": 3, "segment is": 2})
    for step in (await ask("who is on the third row", "Qualifying")).steps:
        assert "grid" not in str(step.arguments)
