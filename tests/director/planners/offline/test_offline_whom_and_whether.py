"""Of whom it is asked, and whether of what is so or of what is not: neither is answered for the other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.director.planners.offline.test_offline_denied_and_halves import asked, conditions
from toolgate.contract import Plan

Ask = Callable[[str], Awaitable[Plan]]


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        ("how far off the lead are ferrari", [{"driver": "VET", "to": "leader"}, {"driver": "RAI", "to": "leader"}]),
        ("how far apart are the ferraris", [{"driver": "VET", "other": "RAI"}]),
    ],
)
async def test_each_driver_of_a_team_is_held_to_the_leader(
    ask_race: Ask, question: str, arguments: list[dict[str, str]]
) -> None:
    plan = await ask_race(question)
    assert [step.name for step in plan.steps] == ["get_gap"] * len(arguments)
    assert sorted(map(str, (dict(sorted(step.arguments.items())) for step in plan.steps))) == sorted(
        map(str, arguments)
    )


@pytest.mark.parametrize(
    "question",
    [
        "who pitted with vettel",
        "who came in for ultrasofts with vettel",
        "who came in for softs with vettel",
    ],
)
async def test_rows_that_do_not_tell_it_are_not_asked(ask_race: Ask, question: str) -> None:
    assert (await ask_race(question)).steps == ()


async def test_who_has_not_changed_to_tyres_had_no_stint_on_them(ask_race: Ask) -> None:
    query = asked(await ask_race("who has not swapped to ultrasofts"))
    assert (query["from"], conditions(query, "without")) == ("stints", {("compound", "is", "ULTRASOFT")})


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("who is on softs and on ultrasofts", "drivers"),
        ("cars on softs or ultrasofts", "drivers"),
        ("pace on softs and ultrasofts", "laps"),
    ],
)
async def test_who_is_on_tyres_is_not_how_fast_they_are(ask_race: Ask, question: str, relation: str) -> None:
    query = asked(await ask_race(question))
    assert query["from"] == relation
    assert ("aggregate" in query) == (relation == "laps")


async def test_rain_tyres_are_not_all_of_slicks_and_wets(ask_race: Ask) -> None:
    (held,) = (
        each["value"]
        for each in asked(await ask_race("cars on slicks and on wets"))["where"]
        if each["field"] == "compound"
    )
    assert {"SOFT", "WET"} <= set(held)


async def test_who_came_in_at_the_end_of_a_lap_stopped_on_it(ask_race: Ask) -> None:
    query = asked(await ask_race("who came in at the end of lap 1"))
    assert (query["from"], conditions(query)) == ("stops", {("lap", "is", 1)})


async def test_points_asks_for_points(ask_race: Ask) -> None:
    for question in ("points as it stands", "points"):
        (step,) = (await ask_race(question)).steps
        assert step.name == "get_race_points", question


async def test_who_has_been_lapped_is_asked_of_those_to_whom_it_was_done(ask_race: Ask) -> None:
    for question in ("have the ferraris been lapped", "is ericsson lapped", "who has been lapped"):
        (step,) = (await ask_race(question)).steps
        assert {"field": "laps_down", "op": "at_least", "value": 1} in step.arguments["where"]


async def test_whom_one_has_lapped_are_those_a_lap_behind_him(ask_race: Ask) -> None:
    for question in ("how many cars has vettel lapped", "who has vettel lapped", "has vettel lapped anyone"):
        (step,) = (await ask_race(question)).steps
        assert (step.name, step.arguments) == ("get_cars_between", {"driver": "VET", "lapped": True}), question
