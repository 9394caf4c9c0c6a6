"""How much of what narrows a question: tyre ages, places, seconds; cars around one who is named; what they started on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.director.planners.offline.test_offline_denied_and_halves import asked, conditions
from toolgate.contract import Plan

Ask = Callable[[str], Awaitable[Plan]]
_POINTS = ("position_now", "at_most", "points")


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("who has tyres older than 10 laps", {("tyre_laps", "more", 10)}),
        ("who has tyres younger than 10 laps", {("tyre_laps", "less", 10)}),
        ("who in the points has tyres at least 10 laps old", {_POINTS, ("tyre_laps", "at_least", 10)}),
        ("who has gained more than 3 places", {("gained", "more", 3)}),
        ("who has lost at least 2 places", {("gained", "at_most", -2)}),
        ("who is more than 10 seconds behind the car ahead", {("interval_s", "more", 10), ("position_now", "more", 1)}),
        ("who in the points has made one stop", {_POINTS, ("stops", "is", 1)}),
        ("who in the points has still only pitted twice", {_POINTS, ("stops", "is", 2)}),
        (
            "who started on supersofts and is on ultrasofts",
            {("start_compound", "is", "SUPERSOFT"), ("compound", "is", "ULTRASOFT")},
        ),
    ],
)
async def test_cars_are_held_against_how_much(ask_race: Ask, question: str, held: set[tuple[Any, ...]]) -> None:
    query = asked(await ask_race(question))
    assert (query["from"], conditions(query)) == ("drivers", held)


async def test_who_is_a_lap_down_is_further_behind_the_leader_than_any_seconds(ask_race: Ask) -> None:
    query = asked(await ask_race("how many cars are more than 30 seconds behind the leader"))
    assert [(one["field"], one["op"], one["value"]) for one in query["any_of"]] == [
        ("gap_s", "more", 30),
        ("laps_down", "at_least", 1),
    ]


@pytest.mark.parametrize(
    ("question", "relation", "held"),
    [
        ("which pit stops took more than 30 seconds", "stops", ("lane_s", "more", 30)),
        ("who got a penalty of more than 5 seconds", "penalties", ("penalty_s", "more", 5)),
    ],
)
async def test_seconds_are_of_what_they_are_said_of(
    ask_race: Ask, question: str, relation: str, held: tuple[Any, ...]
) -> None:
    query = asked(await ask_race(question))
    assert (query["from"], held in conditions(query)) == (relation, True)


@pytest.mark.parametrize(
    ("question", "op"),
    [
        ("who ahead of hamilton has not stopped", "less"),
        ("who behind hamilton is on softs", "more"),
        ("how many cars are ahead of hamilton", "less"),
    ],
)
async def test_cars_around_one_are_told_by_where_he_stands(ask_race: Ask, question: str, op: str) -> None:
    plan = await ask_race(question)
    place = {"$ref": "s1#/rows", "pick": "first", "get": "/position_now"}
    assert plan.steps[0].arguments["where"] == [{"field": "driver", "op": "is", "value": "HAM"}]
    assert {"field": "position_now", "op": op, "value": place} in asked(plan)["where"]


async def test_cars_between_two_are_told_by_where_both_stand(ask_race: Ask) -> None:
    plan = await ask_race("who between vettel and perez has not stopped")
    assert plan.steps[0].arguments["where"] == [{"field": "driver", "op": "in", "value": ["VET", "PER"]}]
    told = {(one["op"], one["value"]["$ref"]) for one in asked(plan)["where"] if one["field"] == "position_now"}
    assert told == {("more", "s1#/rows/0/position_now"), ("less", "s1#/rows/1/position_now")}


async def test_where_he_stood_is_found_at_the_moment_that_is_asked_about(ask_race: Ask) -> None:
    found, query = (await ask_race("who ahead of hamilton was on softs on lap 20")).steps
    assert found.arguments["at_lap"] == query.arguments["at_lap"] == 20


@pytest.mark.parametrize(
    ("question", "order", "held"),
    [
        ("best placed car that started on softs", ("position_now", False), ("start_compound", "is", "SOFT")),
        ("last placed car that has not stopped", ("position_now", True), ("stops", "is", 0)),
        ("who is the last car on softs", ("position_now", True), ("compound", "is", "SOFT")),
        ("who in the points is closest to the car ahead", ("interval_s", False), _POINTS),
        (
            "who has gained the most places of those who started outside the top 10",
            ("gained", True),
            ("grid", "more", 10),
        ),
        ("who in the top 10 has gained the most places", ("gained", True), ("position_now", "at_most", 10)),
    ],
)
async def test_some_of_the_cars_are_ranked(
    ask_race: Ask, question: str, order: tuple[str, bool], held: tuple[Any, ...]
) -> None:
    query = asked(await ask_race(question))
    (by,) = query["order_by"]
    assert (query["from"], (by["field"], by.get("down", False))) == ("drivers", order)
    assert held in conditions(query)


async def test_places_of_two_are_counted_from_the_grid(ask_race: Ask) -> None:
    for question, down in (("who has gained more places", True), ("who has lost more places", False)):
        query = asked(await ask_race(f"{question} Hamilton or Leclerc"))
        assert query["from"] == "drivers"
        assert query["order_by"] == [{"field": "gained", **({"down": True} if down else {})}]
        assert {"field": "driver", "op": "in", "value": ["HAM", "LEC"]} in query["where"]


async def test_places_since_a_lap_are_not_counted_from_the_grid(ask_race: Ask) -> None:
    for span in ("since lap 5", "after lap 5", "in the last 5 laps"):
        assert asked(await ask_race(f"who has gained more places {span} Hamilton or Leclerc"))["from"] == "laps"


async def test_the_biggest_gap_to_the_car_behind_is_of_the_one_ahead(ask_race: Ask) -> None:
    query = asked(await ask_race("who has the biggest gap to the car behind"))
    assert query["order_by"] == [{"field": "clear_s", "down": True}]


async def test_the_pace_of_those_who_have_not_stopped_leaves_out_who_has_come_in(ask_race: Ask) -> None:
    query = asked(await ask_race("who has the best average pace of the cars that have not stopped"))
    assert (query["from"], conditions(query, "without")) == ("laps", {("in_lap", "is", True)})


@pytest.mark.parametrize(
    ("question", "stint", "limit"),
    [("who has the longest second stint", {2}, 3), ("longest first stint in the points", {1}, 3)],
)
async def test_an_ordinal_after_the_rank_is_of_the_stint(
    ask_race: Ask, question: str, stint: set[int], limit: int
) -> None:
    query = asked(await ask_race(question))
    assert {value for field, _, value in conditions(query) if field == "stint"} == stint
    assert query["limit"] == limit


@pytest.mark.parametrize(
    ("question", "number", "limit"),
    [
        ("who had the slowest second stop", {2}, 3),
        ("whose first pit stop was the shortest", {1}, 3),
        ("who had the third fastest stop", set[int](), 3),
    ],
)
async def test_an_ordinal_after_the_rank_or_before_a_stop_is_of_the_stop(
    ask_race: Ask, question: str, number: set[int], limit: int
) -> None:
    query = asked(await ask_race(question))
    assert query["from"] == "stops"
    assert {value for field, _, value in conditions(query) if field == "number"} == number
    assert query["limit"] == limit


async def test_a_round_of_stops_is_of_the_last_laps(ask_race: Ask) -> None:
    query = asked(await ask_race("longest pit stop of the latest round of stops"))
    assert query["from"] == "stops"
    assert ("laps_ago", "less", 5) in conditions(query)


async def test_an_ordinal_before_the_rank_is_of_all_stints(ask_race: Ask) -> None:
    query = asked(await ask_race("who has the second longest stint in the points"))
    assert not any(field == "stint" for field, *_ in conditions(query))


async def test_how_many_of_the_first_have_stopped_counts_cars(ask_race: Ask) -> None:
    query = asked(await ask_race("how many of the top 10 have stopped"))
    assert query["group_by"] == ["driver"]


@pytest.mark.parametrize(
    ("question", "having"),
    [
        ("which teams have one car in the points", ("count", "is", 1)),
        ("which teams have no car in the top 10", ("best_position", "more", 10)),
        ("which teams have both cars still running", ("count", "at_least", 2)),
    ],
)
async def test_teams_are_told_by_their_cars(ask_race: Ask, question: str, having: tuple[Any, ...]) -> None:
    query = asked(await ask_race(question))
    assert [(one["field"], one["op"], one["value"]) for one in query["having"]] == [having]


async def test_teams_that_have_lost_a_car_need_not_have_lost_both(ask_race: Ask) -> None:
    query = asked(await ask_race("which teams have lost a car"))
    assert conditions(query) == set()  # but for the state of the cars, which are out
    assert query["where"][0]["op"] == "in"
    assert "having" not in query


@pytest.mark.parametrize(
    ("question", "going"),
    [
        ("who is the fastest car outside the points", True),
        ("who has the best average pace over the last 5 laps", True),
        ("average pace of Vettel over the last 5 laps", False),
        ("who has led the most laps in the last 20 laps", False),
    ],
)
async def test_times_of_cars_that_are_out_are_not_ranked_with_those_of_now(
    ask_race: Ask, question: str, *, going: bool
) -> None:
    query = asked(await ask_race(question))
    assert query["from"] == "laps"
    assert any(one["field"] == "state" for one in query["where"]) is going
