"""Questions that no single tool states: each word has its use in a query, or the planner is silent and names it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from director.references import find_references
from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]


def told(conditions: list[JsonObject]) -> set[tuple[Any, ...]]:
    return {(one["field"], one.get("op", "is"), str(one.get("value"))) for one in conditions if one["op"] != "told"}


def query(plan: Plan) -> JsonObject:
    assert plan.steps, plan.rationale
    assert plan.steps[-1].name == "query_race", plan
    return plan.steps[-1].arguments


@pytest.mark.parametrize(
    ("question", "relation", "holds", "rest"),
    [
        ("which of the top three has the oldest tyres", "drivers", {("position_now", "at_most", "3")},
         {"order_by": [{"field": "tyre_laps", "down": True}]}),
        ("tyres of the top three", "drivers", {("position_now", "at_most", "3")},
         {"select": ["driver", "tyre_laps", "compound"]}),
        ("tyre age of the top five", "drivers", {("position_now", "at_most", "5")}, {}),
        ("how old are the tyres of the top three", "drivers", {("position_now", "at_most", "3")},
         {"select": ["driver", "tyre_laps", "compound"]}),
        ("last lap times of the top three", "drivers", {("position_now", "at_most", "3")},
         {"select": ["driver", "last_lap_s"]}),
        ("how many cars are on the lead lap", "drivers", {("laps_down", "is", "0")}, {"select": ["driver"]}),
        ("who is still on the lead lap", "drivers", {("laps_down", "is", "0")}, {"select": ["driver"]}),
        ("who has not been lapped yet", "drivers", {("laps_down", "is", "0")}, {"select": ["driver"]}),
        ("tyres of the best lap of Hamilton", "laps", {("driver", "is", "HAM"), ("deleted", "is", "False")},
         {"order_by": [{"field": "time_s"}]}),
        ("who has the biggest penalty", "penalties", {("penalised", "is", "True")},
         {"order_by": [{"field": "penalty_s", "down": True}]}),
        ("who is on rain tyres", "drivers", {("compound", "in", "['INTERMEDIATE', 'WET']")}, {}),
        ("average pace of Mercedes and Ferrari", "laps",
         {("accurate", "is", "True"), ("driver", "in", "['HAM', 'BOT', 'VET', 'RAI']")}, {"group_by": ["driver"]}),
        ("who was fastest between lap 20 and 30", "laps", {("lap", "at_least", "20"), ("lap", "at_most", "30")},
         {"group_by": ["driver"], "order_by": [{"field": "time_s"}]}),
        ("average lap time of Hamilton on softs", "laps",
         {("compound", "is", "SOFT"), ("driver", "is", "HAM"), ("accurate", "is", "True")}, {}),
        ("how many drivers are on ultrasofts", "drivers", {("compound", "is", "ULTRASOFT")}, {"select": ["driver"]}),
        ("who pitted in the last ten laps", "stops", {("laps_ago", "less", "10")}, {}),
        ("how many pit stops have been made and by whom", "stops", set(), {"select": ["driver", "lap"]}),
        ("who of the top 6 qualifiers has stopped twice", "drivers",
         {("grid", "at_most", "6"), ("stops", "is", "2")}, {}),
        ("who boxed on lap 22", "stops", {("lap", "is", "22")}, {}),
        ("how many cars have stopped more than once", "drivers", {("stops", "more", "1")}, {}),
        ("who is not on the supersoft", "drivers", {("compound", "is_not", "SUPERSOFT")}, {}),
        ("how long was Leclerc's second stint", "stints", {("stint", "is", "2"), ("driver", "is", "LEC")}, {}),
        ("number of different leaders", "laps", {("position", "is", "1")}, {"group_by": ["driver"]}),
        ("how many times did Perez overtake Sainz", "overtakes",
         {("driver", "is", "PER"), ("passed_car", "is", "SAI"), ("how", "is", "track")}, {}),
        ("passes by Stroll and Alonso", "overtakes", {("driver", "in", "['STR', 'ALO']"), ("how", "is", "track")}, {}),
        ("overtakes of Stroll, Alonso and Ocon", "overtakes",
         {("driver", "in", "['STR', 'ALO', 'OCO']"), ("how", "is", "track")}, {}),
        ("which team has made the most stops", "stops", set(), {"group_by": ["team"]}),
        ("who took used ultrasofts", "stints", {("compound", "is", "ULTRASOFT"), ("new", "is", "False")}, {}),
        ("who has led more than five laps", "laps", {("position", "is", "1")},
         {"having": [{"field": "count", "op": "more", "value": 5}]}),
    ],
)  # fmt: skip
async def test_a_question_becomes_a_query(
    ask_race: Ask, question: str, relation: str, holds: set[tuple[Any, ...]], rest: JsonObject
) -> None:
    asked = query(await ask_race(question))
    assert asked["from"] == relation
    assert holds <= told(asked["where"])
    assert rest.items() <= asked.items()


async def test_who_has_not_is_who_has_no_such_row(ask_race: Ask) -> None:
    asked = query(await ask_race("who didn't pit under the safety car"))
    assert told(asked["without"]) == {("in_lap", "is", "True"), ("track_status", "latest", "safety_car")}
    assert ("track_status", "latest", "safety_car") in told(asked["where"])  # of those who drove behind it at all


async def test_is_everyone_asks_who_is_not(ask_race: Ask) -> None:
    assert ("compound", "is_not", "SOFT") in told(query(await ask_race("is everyone on softs"))["where"])
    assert ("compound", "is", "SOFT") in told(query(await ask_race("everyone on softs in the top ten"))["where"])


async def test_whether_it_holds_of_all_asks_of_whom_it_does_not(ask_race: Ask) -> None:
    for question in (
        "is everyone on the lead lap",
        "are they all still on the lead lap",
        "are all cars on the same lap",
    ):
        assert ("laps_down", "at_least", "1") in told(query(await ask_race(question))["where"])
    (step,) = (await ask_race("have all cars used two compounds")).steps
    assert (step.name, step.arguments) == ("get_stints", {"used": "one"})


async def test_an_event_sets_a_span(ask_race: Ask) -> None:
    plan = await ask_race("who gained the most places since the safety car")
    assert [step.name for step in plan.steps] == ["query_race", "query_race"]
    ((_, reference),) = find_references(plan.steps[1].arguments)
    assert reference == {"$ref": "s1#/rows", "pick": "first", "get": "/since_lap"}


async def test_who_started_on_others_is_asked_of_the_one_first_stint_of_each(ask_race: Ask) -> None:
    wordings = "anyone not on mediums at the start", "who didn't start on mediums", "did everyone start on mediums"
    for question in wordings:
        asked = query(await ask_race(question))
        assert told(asked["where"]) == {("stint", "is", "1"), ("compound", "is_not", "MEDIUM")}
        assert not asked.get("without")


async def test_who_did_not_stop_is_asked_of_the_latest_safety_car(ask_race: Ask) -> None:
    for question in ("who did not pit under the safety car", "cars that have not pitted under the last safety car"):
        (step,) = (await ask_race(question)).steps
        assert ("track_status", "latest", "safety_car") in told(step.arguments["where"])
        assert ("track_status", "latest", "safety_car") in told(step.arguments["without"])


async def test_a_numbered_safety_car_is_meant_whether_it_is_over_or_not(ask_race: Ask) -> None:
    (step,) = (await ask_race("who pitted under the second safety car")).steps
    assert step.arguments["where"] == [
        {"field": "track_status", "op": "in", "value": ["safety_car"]},
        {"field": "status_number", "op": "is", "value": 2},
    ]


async def test_an_event_sets_the_moment_of_another_tool(ask_race: Ask) -> None:
    plan = await ask_race("who was third when the second safety car came out")
    assert [(step.name, step.arguments.get("place")) for step in plan.steps] == [
        ("query_race", None),
        ("get_standings", 3),
    ]
    assert plan.steps[1].arguments["at_time"] == {"$ref": "s1#/rows/1/began"}


async def test_his_stop_is_that_of_the_one_who_is_named(ask_race: Ask) -> None:
    plan = await ask_race("average pace of Vettel since his stop")
    assert plan.steps[0].arguments["where"] == [{"field": "driver", "op": "is", "value": "VET"}]
    assert await ask_race("average pace since his stop") == Plan(rationale="'his' is not something the tools know")


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("did Vettel stop on every lap", ""),
        ("which of the top three has the oldest helmets", "helmets"),
        ("who pitted under the bridge", ""),
        ("average lap time of Hamilton on softs in the rain", ""),
        ("who has the oldest tyres except in the rain", ""),
        ("who gained the most places on lap 12 because of the stops", ""),
        ("how many drivers will be on softs", ""),
    ],
)
async def test_a_part_without_a_use_means_silence(ask_race: Ask, question: str, word: str) -> None:
    plan = await ask_race(question)
    assert plan.steps == (), plan
    assert word in plan.rationale


async def test_the_most_and_the_fewest_are_two_questions(ask_race: Ask) -> None:
    plan = await ask_race("who did the most laps and then who did the fewest laps")
    assert [step.arguments["order_by"][0].get("down", False) for step in plan.steps] == [True, False]


async def test_a_tool_that_is_added_brings_its_own_words(planner: Any, context: Any) -> None:
    """Nothing of what can be queried is known beforehand: a table of sandwiches is read as well."""
    reading = {
        "topics": [
            {"name": "boxes", "relation": "sandwiches", "alone": True, "each_car": True},
            {"name": "weight", "relation": "sandwiches", "value": "grams", "said": ["sandwich", "weight"],
             "up": ["heaviest"], "down": ["lightest"]},
        ],
        "narrows": [{"said": ["with {filling}"], "ways": [{"where": [["filling", "is", "{filling}"]]}]}],
        "by": {"shop": []}, "names": {}, "fields": {"sandwiches": ["shop", "grams", "filling"]},
        "words": {"filling": {"cheese": "CHEESE"}},
    }  # fmt: skip
    entry = {
        "name": "ask_kitchen", "description": "lunch", "server": "kitchen",
        "input_schema": {"type": "object", "properties": {}, "x-reading": reading},
    }  # fmt: skip
    plan = await type(planner)().plan("which is the heaviest sandwich with cheese", [entry], context)
    (step,) = plan.steps
    assert (step.name, step.server) == ("ask_kitchen", "kitchen")
    assert step.arguments["where"] == [{"field": "filling", "op": "is", "value": "CHEESE"}]
    assert step.arguments["order_by"] == [{"field": "grams", "down": True}]


async def test_this_safety_car_is_the_latest_one_and_the_safety_car_is_any(ask_race: Ask) -> None:
    of_this, of_any = (
        await ask_race("who pitted under this safety car"),
        await ask_race("who pitted under the safety car"),
    )
    held = [{(one["field"], one["op"]) for one in query(plan)["where"]} for plan in (of_this, of_any)]
    assert held == [{("track_status", "latest")}, {("track_status", "is")}]
    assert [step.arguments["from"] for step in of_any.steps] == ["stops"]


async def test_a_position_is_a_car_and_no_ordinal_of_a_list(ask_race: Ask) -> None:
    plan = await ask_race("has P3 pitted")
    assert all(step.arguments.get("order_by") is None for step in plan.steps), plan


async def test_two_are_compared_by_a_tool_and_more_by_their_averages(ask_race: Ask) -> None:
    two, three = (
        await ask_race("race pace of Hamilton and Vettel"),
        await ask_race("race pace of Hamilton, Vettel and Perez"),
    )
    assert [step.name for step in two.steps] == ["get_lap_times"]
    assert query(three)["group_by"] == ["driver"]


async def test_not_of_several_tyres_is_of_none_of_them(ask_race: Ask) -> None:
    plan = await ask_race("who is not on slicks")
    compounds = [one for one in plan.steps[-1].arguments["where"] if one["field"] == "compound"]
    assert [one["op"] for one in compounds] == ["not_in"]
    both = (await ask_race("who is not on mediums or hards")).steps[-1].arguments["where"]
    assert [(one["op"], one.get("value")) for one in both if one["field"] == "compound"] == [
        ("not_in", ["MEDIUM", "HARD", "UNKNOWN"]), ("told", None),
    ]  # fmt: skip


async def test_a_stop_of_a_lap_is_ranked_among_those_of_that_lap(ask_race: Ask) -> None:
    query = (await ask_race("quickest stop on lap 34")).steps[-1]
    assert query.name == "query_race"
    assert {"field": "lap", "op": "is", "value": 34} in query.arguments["where"]


async def test_the_best_of_a_team_is_the_one_that_is_highest(ask_race: Ask) -> None:
    query = (await ask_race("best Ferrari")).steps[-1]
    assert (query.name, query.arguments["order_by"]) == ("query_race", [{"field": "position_now"}])


async def test_tyres_for_the_restart_are_those_of_now(ask_race: Ask) -> None:
    plan = await ask_race("who is on softs for the restart")
    assert len(plan.steps) == 1
    assert "at_time" not in plan.steps[0].arguments
