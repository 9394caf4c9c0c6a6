"""Several filters at once, of which some are denied; halves of the race; who went out in a span of laps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]
_TOP_TEN, _NO_STOP = ("position_now", "at_most", 10), ("stops", "is", 0)
_BELOW_TEN = ("position_now", "more", 10)
HALF = {"from": "distance", "where": [], "select": ["half_distance_lap", "laps"]}


def asked(plan: Plan) -> JsonObject:
    assert plan.steps, plan.rationale
    return plan.steps[-1].arguments


def conditions(query: JsonObject, part: str = "where") -> set[tuple[Any, ...]]:
    held = [(one["field"], one["op"], one.get("value")) for one in query.get(part, ()) if one["op"] != "told"]
    return {one for one in held if one[0] != "state"}


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("anyone in the top six not on ultrasofts", {("position_now", "at_most", 6), ("compound", "is_not", "ULTRASOFT")}),
        ("which of the top ten are not on soft tyres", {_TOP_TEN, ("compound", "is_not", "SOFT")}),
        ("who hasn't stopped and isn't on ultrasofts", {_NO_STOP, ("compound", "is_not", "ULTRASOFT")}),
        ("who's on softs but not in the top ten", {("compound", "is", "SOFT"), _BELOW_TEN}),
        ("cars not in the top ten and not on softs", {_BELOW_TEN, ("compound", "is_not", "SOFT")}),
        ("who's neither on softs nor supersofts", {("compound", "is_not", "SOFT"), ("compound", "is_not", "SUPERSOFT")}),
        ("who has stopped twice but is in the top ten", {("stops", "is", 2), _TOP_TEN}),
        ("anyone other than the top two on ultrasofts", {("position_now", "more", 2), ("compound", "is", "ULTRASOFT")}),
        ("the order except the top three", {("position_now", "more", 3)}),
    ],
)  # fmt: skip
async def test_each_filter_holds_or_its_contrary_does(ask_race: Ask, question: str, held: set[tuple[Any, ...]]) -> None:
    query = asked(await ask_race(question))
    assert (query["from"], conditions(query)) == ("drivers", held)


@pytest.mark.parametrize(
    "question", ["who is in the top ten excluding the mercedes", "which non-mercedes cars are in the top ten"]
)
async def test_those_of_a_team_are_left_out(ask_race: Ask, question: str) -> None:
    where = asked(await ask_race(question))["where"]
    assert {"field": "driver", "op": "not_in", "value": ["HAM", "BOT"]} in where


async def test_a_name_joined_to_one_that_is_left_out_is_left_out(ask_race: Ask) -> None:
    where = asked(await ask_race("everyone in the top ten except ferrari and mercedes"))["where"]
    assert {"field": "driver", "op": "not_in", "value": ["VET", "RAI", "HAM", "BOT"]} in where
    assert "in" not in {one["op"] for one in where}


async def test_anybody_but_somebody(ask_race: Ask) -> None:
    query = asked(await ask_race("anybody but Ocon come in under the safety car"))
    assert query["from"] == "stops"
    assert {"field": "driver", "op": "not_in", "value": ["OCO"]} in query["where"]


async def test_who_is_in_the_top_ten_stays_so_where_it_is_denied_what_they_had(ask_race: Ask) -> None:
    query = asked(await ask_race("who is in the top ten without having used the ultrasoft"))
    assert (conditions(query), conditions(query, "without")) == ({_TOP_TEN}, {("compound", "is", "ULTRASOFT")})


async def test_who_has_not_stopped_in_a_span_is_of_stops(ask_race: Ask) -> None:
    query = asked(await ask_race("who apart from Bottas hasn't stopped under the safety car"))
    assert query["from"] == "laps"
    assert ("in_lap", "is", True) in conditions(query, "without")


@pytest.mark.parametrize(
    "question", ["which drivers have neither retired nor stopped twice", "who has neither stopped nor used softs"]
)
async def test_two_things_denied_of_which_one_cannot_be_are_silence(ask_race: Ask, question: str) -> None:
    assert not (await ask_race(question)).steps


@pytest.mark.parametrize(
    ("question", "relation", "op"),
    [
        ("who has retired since half distance", "retirements", "more"),
        ("who retired in the second half of the race", "retirements", "more"),
        ("how many stops since half distance", "stops", "more"),
        ("who has gained the most places in the second half", "laps", "at_least"),
        ("who stopped in the first half", "stops", "at_most"),
        ("who set the fastest lap in the first half", "laps", "at_most"),
        ("how many overtakes in the first half", "overtakes", "at_most"),
        ("average pace of Sainz in the second half", "laps", "at_least"),
    ],
)
async def test_a_half_of_the_race_is_found_by_a_query(ask_race: Ask, question: str, relation: str, op: str) -> None:
    plan = await ask_race(question)
    find, query = plan.steps
    assert (find.arguments, query.arguments["from"]) == (HALF, relation)
    held = [one for one in query.arguments["where"] if one["field"] == "lap"]
    assert [(one["op"], one["value"]["get"]) for one in held] == [(op, "/half_distance_lap")]


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        ("any retirements in the last ten laps", ("laps_ago", "less", 10)),
        ("anyone dropped out in the last twenty laps", ("laps_ago", "less", 20)),
        ("how many have retired in the last five laps", ("laps_ago", "less", 5)),
        ("who is out under this safety car", ("track_status", "latest", "safety_car")),
        ("who has retired under the safety car", ("track_status", "is", "safety_car")),
    ],
)
async def test_who_went_out_is_asked_of_a_span(ask_race: Ask, question: str, condition: tuple[Any, ...]) -> None:
    query = asked(await ask_race(question))
    assert (query["from"], conditions(query)) == ("retirements", {condition})


async def test_places_are_picked_up_as_they_are_gained(ask_race: Ask) -> None:
    query = asked(await ask_race("which of the top three has picked up places since lap 20"))
    assert conditions(query) == {("position_now", "at_most", 3), ("lap", "at_least", 20)}
    assert query["order_by"] == [{"field": "delta_position"}]
