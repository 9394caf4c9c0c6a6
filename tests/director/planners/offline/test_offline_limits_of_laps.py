"""Limits that are said as lap times, as numbers of stops and as places; what may be, and other seasons, are no rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from director.planners.offline.composing.lexicon import Lexicon, SaidPhrase
from director.planners.offline.composing.spotting import longest_phrase
from director.planners.offline.question_items import CLOCK, Item
from tests.director.planners.offline.test_offline_denied_and_halves import asked, conditions
from toolgate.contract import Plan

Ask = Callable[[str], Awaitable[Plan]]
HEARD = Lexicon(phrases={"{lap_time}": {"": [SaidPhrase(("{lap_time}",), ())]}})
"""A lap time alone is a phrase."""


@pytest.mark.parametrize(
    ("question", "relation", "held"),
    [
        ("did vettel get below 1:48", "drivers", {("best_lap_s", "less", 108.0), ("driver", "is", "VET")}),
        ("who has done a lap under 1:46", "drivers", {("best_lap_s", "less", 106.0)}),
        ("how many cars have lapped under 1:47", "drivers", {("best_lap_s", "less", 107.0)}),
        ("who did not get under 1:46", "drivers", {("best_lap_s", "at_least", 106.0)}),
        ("did any car make two stops or more", "drivers", {("stops", "at_least", 2)}),
        ("who has made two or more stops", "drivers", {("stops", "at_least", 2)}),
        ("who has made fewer than two stops", "drivers", {("stops", "less", 2)}),
        ("cars with at most one stop", "drivers", {("stops", "at_most", 1)}),
        ("places 6 to 10", "drivers", {("position_now", "at_least", 6), ("position_now", "at_most", 10)}),
        ("positions 11 to 15", "drivers", {("position_now", "at_least", 11), ("position_now", "at_most", 15)}),
    ],
)
async def test_a_limit_narrows(ask_race: Ask, question: str, relation: str, held: set[tuple[Any, ...]]) -> None:
    query = asked(await ask_race(question))
    assert (query["from"], conditions(query)) == (relation, held)


async def test_laps_within_a_time_are_counted(ask_race: Ask) -> None:
    query = asked(await ask_race("how many laps under 1:47 has vettel done"))
    assert query["from"] == "laps"
    assert {("time_s", "less", 107.0), ("driver", "is", "VET")} <= conditions(query)
    assert query["aggregate"] == [{"op": "count", "as": "count"}]


async def test_who_did_not_start_on_a_compound_is_of_first_stints(ask_race: Ask) -> None:
    query = asked(await ask_race("has anyone not started on softs"))
    assert query["from"] == "stints"
    assert conditions(query) >= {("stint", "is", 1), ("compound", "is_not", "SOFT")}


@pytest.mark.parametrize(
    "question",
    [
        "who can win the race on softs", "who's your driver of the day", "fp1 last year who was quickest",
        "who led here two years ago",
    ],
)  # fmt: skip
async def test_what_may_be_and_other_seasons_are_no_rows(ask_race: Ask, question: str) -> None:
    assert (await ask_race(question)).steps == ()


async def test_what_was_is_no_prediction(ask_race: Ask) -> None:
    steps = (await ask_race("after hamilton's pitstop was he still ahead of bottas")).steps
    assert "predict_pit_window" not in [step.name for step in steps]
    foretold = (await ask_race("would hamilton come out ahead of bottas if he stops now")).steps
    assert [step.name for step in foretold] == ["predict_pit_window"]


async def test_no_gain_is_asked_of_laps_in_one_place(ask_race: Ask) -> None:
    plan = await ask_race("vettel in p2, has he gained")
    assert [step.name for step in plan.steps] != ["query_race"]


async def test_mercy_is_no_mercedes(ask_race: Ask) -> None:
    plan = await ask_race("who was slowest overall, no mercy")
    assert not any("not_in" in str(step.arguments.get("where")) and "HAM" in str(step.arguments) for step in plan.steps)


async def test_of_two_compounds_no_pace_is_told_where_none_is_asked(ask_race: Ask) -> None:
    state = (await ask_race("are they on softs or supersofts")).steps
    assert "avg" not in str([step.arguments for step in state])
    assert "avg" in str([step.arguments for step in (await ask_race("which is faster, softs or supersofts")).steps])


@pytest.mark.parametrize(("text", "seconds"), [("20:59", 1259.0), ("21:00", None), ("1:02:03", None)])
def test_a_time_of_day_is_no_lap_time(text: str, seconds: float | None) -> None:
    item = Item(text, "", {CLOCK: text}, firm=True)
    assert longest_phrase([item], 0, HEARD)[1].get("lap_time") == seconds
