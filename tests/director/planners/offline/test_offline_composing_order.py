"""Questions of positions held, the grid, teams and earlier laps: each becomes a query or a tool at that moment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from director.references import find_references
from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]


def held(plan: Plan) -> set[tuple[Any, ...]]:
    assert plan.steps, plan.rationale
    assert plan.steps[-1].name == "query_race", plan
    where = plan.steps[-1].arguments["where"]
    return {(one["field"], one["op"], str(one.get("value"))) for one in where if one["op"] != "told"}


@pytest.mark.parametrize(
    ("question", "relation", "holds"),
    [
        ("how many laps has Perez been in P3", "laps", {("position", "is", "3"), ("driver", "is", "PER")}),
        ("how many laps has Perez been in the top five", "laps", {("position", "at_most", "5")}),
        ("how many laps has Perez been in the points", "laps", {("position", "at_most", "points")}),
        ("what was the worst position of Perez", "laps", {("driver", "is", "PER")}),
        ("how many times has Perez been overtaken", "overtakes", {("passed_car", "is", "PER")}),
        ("best placed car that started outside the top ten", "drivers", {("grid", "more", "10")}),
        ("which cars that started in the top 5 are in the points", "drivers",
         {("grid", "at_most", "5"), ("position_now", "at_most", "points")}),
        ("who is in P3 to P6", "drivers", {("position_now", "at_least", "3"), ("position_now", "at_most", "6")}),
        ("what was the biggest lead", "laps", {("position", "is", "2")}),
        ("what is the biggest gap in the top ten", "drivers",
         {("position_now", "at_most", "10"), ("position_now", "more", "1")}),
        ("who started in P4", "drivers", {("grid", "is", "4")}),
        ("who in the top 5 is below the grid position", "drivers",
         {("gained", "less", "0"), ("position_now", "at_most", "5")}),
        ("who is the best placed driver not in a Ferrari", "drivers", {("driver", "not_in", "['VET', 'RAI']")}),
        ("how many cars are within 20 seconds of the leader", "drivers",
         {("gap_s", "at_most", "20"), ("laps_down", "is", "0")}),
        ("which cars are more than 2 laps down", "drivers", {("laps_down", "more", "2")}),
        ("how many places has Gasly gained over the last 5 laps", "laps", {("laps_ago", "less", "5")}),
        ("has Perez been in the top three", "laps", {("position", "at_most", "3"), ("driver", "is", "PER")}),
        ("what came of the safety car infringements", "penalties", {("reason", "contains", "SAFETY CAR")}),
        ("did Perez and Sainz stop on lap 22", "stops", {("lap", "is", "22"), ("driver", "in", "['PER', 'SAI']")}),
        ("are both Ferraris lapped", "drivers", {("laps_down", "at_least", "1"), ("driver", "in", "['VET', 'RAI']")}),
        (
            "are both Perez and Sainz on softs",
            "drivers",
            {("compound", "is", "SOFT"), ("driver", "in", "['PER', 'SAI']")},
        ),
    ],
)  # fmt: skip
async def test_where_cars_stood_is_a_query(
    ask_race: Ask, question: str, relation: str, holds: set[tuple[Any, ...]]
) -> None:
    plan = await ask_race(question)
    assert holds <= held(plan)
    assert plan.steps[-1].arguments["from"] == relation


@pytest.mark.parametrize(
    ("question", "value", "holds"),
    [
        ("positions of the cars on mediums", "position_now", {("compound", "is", "MEDIUM")}),
        ("where are the cars that have stopped once", "position_now", {("stops", "is", "1")}),
        ("gaps to the leader of the cars on mediums", "gap_s",
         {("compound", "is", "MEDIUM"), ("position_now", "more", "1")}),
        ("gap to the car ahead for P4 to P7", "interval_s",
         {("position_now", "at_least", "4"), ("position_now", "at_most", "7")}),
        ("gaps to the car behind of the top 8", "clear_s", {("position_now", "at_most", "8")}),
        ("number of stops of the cars on mediums", "stops", {("compound", "is", "MEDIUM")}),
        ("last laps of the cars on mediums", "last_lap_s", {("compound", "is", "MEDIUM")}),
    ],
)  # fmt: skip
async def test_a_value_of_each_of_some_cars_is_told_of_all_of_them(
    ask_race: Ask, question: str, value: str, holds: set[tuple[Any, ...]]
) -> None:
    plan = await ask_race(question)
    asked = plan.steps[-1].arguments
    assert holds <= held(plan)
    assert (asked["from"], asked["select"][:2], asked.get("limit")) == ("drivers", ["driver", value], None)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("tyres of the cars that did not pit under the safety car", ["tyre_laps", "compound"]),
        ("positions of those who have not stopped in the last 9 laps", ["position_now"]),
        ("who has not stopped in the last 9 laps", []),
    ],
)
async def test_a_value_is_told_of_those_who_did_not(ask_race: Ask, question: str, values: list[str]) -> None:
    asked = (await ask_race(question)).steps[-1].arguments
    assert (asked["from"], asked["without"][0]["field"]) == ("laps", "in_lap")
    assert [one["as"] for one in asked.get("aggregate", ())] == values


@pytest.mark.parametrize("question", ["who of the top 7 on lap 9 has gained places since lap 9",
                                      "which of the top 7 on lap 9 have lost positions since lap 12"])  # fmt: skip
async def test_those_in_the_top_on_a_lap_are_not_those_of_now(ask_race: Ask, question: str) -> None:
    plan = await ask_race(question)
    asked = plan.steps[-1].arguments
    assert "position_now" not in {field for field, *_ in held(plan)}
    assert asked["without"] == [
        {"field": "lap", "op": "is", "value": 9},
        {"field": "position", "op": "more", "value": 7},
    ]


async def test_a_value_of_no_cars_in_particular_is_not_asked_of_all(ask_race: Ask) -> None:
    assert not (await ask_race("gap to the car behind on lap 9")).steps


async def test_a_value_is_told_of_those_who_did(ask_race: Ask) -> None:
    asked = (await ask_race("positions of the cars that stopped in the last 9 laps")).steps[-1].arguments
    assert (asked["from"], asked["select"]) == ("stops", ["driver", "lap", "compound", "position_now"])


@pytest.mark.parametrize(
    "question",
    ["on which laps did everyone pit", "when did each driver stop", "on which laps did the top 9 pit"],
)
async def test_all_stops_are_told_in_the_order_of_time(ask_race: Ask, question: str) -> None:
    asked = (await ask_race(question)).steps[-1].arguments
    assert (asked["from"], asked["order_by"]) == ("stops", [{"field": "session_time_s"}])
    assert "limit" not in asked


@pytest.mark.parametrize(
    ("question", "relation", "most"),
    [
        ("who were the first four to pit", "stops", 4),
        ("who were the first three to stop for softs", "stops", 3),
        ("first two overtakes", "overtakes", 2),
    ],
)
async def test_the_first_few_of_a_kind_are_no_laps(ask_race: Ask, question: str, relation: str, most: int) -> None:
    asked = (await ask_race(question)).steps[-1].arguments
    assert (asked["from"], asked["limit"]) == (relation, most)
    assert asked["order_by"] == [{"field": "session_time_s"}]
    assert {one["field"] for one in asked["where"]} <= {"compound", "how"}


@pytest.mark.parametrize(
    ("question", "column", "op", "value"),
    [
        ("which teams have both cars in the points", "count", "at_least", 2),
        ("which teams have both cars in the top 5", "count", "at_least", 2),
        ("which teams have a car in the top 5", "count", "at_least", 1),
        ("which teams have no car in the points", "best_position", "more", "points"),
    ],
)
async def test_teams_are_told_by_their_cars(
    ask_race: Ask, question: str, column: str, op: str, value: int | str
) -> None:
    asked = (await ask_race(question)).steps[-1].arguments
    assert asked["group_by"] == ["team"]
    assert asked["having"] == [{"field": column, "op": op, "value": value}]


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("who is in the points", "get_standings", {"points": "in"}),
        ("who has the last point", "get_standings", {"points": "last"}),
        ("who is just outside the points", "get_standings", {"points": "outside"}),
        ("how far off the points is Gasly", "get_gap", {"driver": "GAS", "other": "points-position"}),
        ("gap from Gasly to the points", "get_gap", {"driver": "GAS", "other": "points-position"}),
        ("who is fighting for the points", "get_current_battle", {"for_points": True}),
        ("is there a battle for the points", "get_current_battle", {"for_points": True}),
        ("who rounds out the top ten", "get_standings", {"place": 10}),
        ("who completes the top 5", "get_standings", {"place": 5}),
    ],
)
async def test_which_positions_give_points_is_left_to_the_session(
    ask_race: Ask, question: str, tool: str, arguments: JsonObject
) -> None:
    (step,) = (await ask_race(question)).steps
    assert (step.name, step.arguments) == (tool, arguments)


async def test_teams_in_the_top_are_teams(ask_race: Ask) -> None:
    asked = (await ask_race("which teams are in the top 5")).steps[-1].arguments
    assert (asked["from"], asked["group_by"]) == ("drivers", ["team"])


async def test_who_was_overtaken_is_not_who_overtook(ask_race: Ask) -> None:
    assert (await ask_race("who has been overtaken the most")).steps[-1].arguments["group_by"] == ["passed"]
    assert (await ask_race("who has overtaken the most")).steps[-1].arguments["group_by"] == ["driver"]


@pytest.mark.parametrize(
    ("question", "tool", "own", "found"),
    [
        ("who led 10 laps ago", "get_standings", {"place": 1}, "laps"),
        ("where was Perez a lap ago", "get_driver", {"driver": "PER"}, "laps"),
        (
            "what was the gap between Bottas and Hamilton 5 laps ago",
            "get_gap",
            {"driver": "BOT", "other": "HAM"},
            "laps",
        ),
        ("who led at half distance", "get_standings", {"place": 1}, "distance"),
        ("where was Perez at half distance", "get_driver", {"driver": "PER"}, "distance"),
    ],
)
async def test_an_earlier_lap_is_found_and_asked_for(
    ask_race: Ask, question: str, tool: str, own: JsonObject, found: str
) -> None:
    find, then = (await ask_race(question)).steps
    assert (find.name, find.arguments["from"]) == ("query_race", found)
    assert then.name == tool
    assert own.items() <= then.arguments.items()
    assert list(find_references(then.arguments))


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("who is between Ocon and Perez", "get_cars_between", {"driver": "OCO", "other": "PER"}),
        ("who is in the train behind Perez", "get_trains", {"driver": "PER"}),
        ("who is in the lead pack", "get_trains", {"driver": "leader"}),
        ("who is the net leader", "get_net_order", {}),
        ("what is the net gap between Ocon and Perez", "get_net_order", {"driver": "OCO", "other": "PER"}),
        ("has Perez been overtaken", "get_overtakes", {"passed": "PER"}),
        ("which team gets the most points", "get_race_points", {"tell": "teams"}),
        ("what was the biggest gap between Ocon and Perez", "describe_gap",
         {"driver": "OCO", "other": "PER", "laps": 100}),
    ],
)  # fmt: skip
async def test_what_a_tool_tells_is_asked_of_it(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    (step,) = (await ask_race(question)).steps
    assert (step.name, step.arguments) == (tool, arguments)
