"""Lines of two asks and of an ask beside talk, made of single ones."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(Path(__file__).resolve().parents[1] / "tools"))
    joined_lines: Any = import_module("joined_lines").joined_lines
    Asked: Any = import_module("leaning_lines").Asked

WHERE = Asked("race", "where is {driver}?", "where is {driver}", "1")
STOPS = Asked("race", "how many stops has {driver} made", "how many stops has {driver} made", "1")
GAP = Asked("race", "gap {driver} {other} pls", "what is the gap between {driver} and {other}", "2")
LAPS = Asked("race", "laps to go", "how many laps are left", "2")
POLE = Asked("quali", "who has pole", "who is on pole", "3")
LEANS = Asked("race", "is that his best lap", "what is the best lap of {driver}", "3")
TALK = ("lovely stuff", "{driver} is on fire", "love it!", "hmm ok", "is this live?")


@pytest.fixture(scope="module")
def made() -> list[Any]:
    rng = random.Random(3)
    return [row for _ in range(60) for row in joined_lines([WHERE, STOPS, GAP, LAPS, POLE, LEANS], TALK, rng)]


def test_of_two_about_one_driver_the_second_says_he(made: list[Any]) -> None:
    both = [row for row in made if row.plain == "where is {driver} ; how many stops has {driver} made"]
    assert both
    assert any("how many stops has he made" in row.question for row in both)


def test_two_others_name_each_their_own(made: list[Any]) -> None:
    apart = [row for row in made if row.plain == "where is {driver} ; how many stops has {other} made"]
    assert apart
    assert all(row.question.count("{driver}") == row.question.count("{other}") == 1 for row in apart)


def test_what_leans_on_another_thing_is_second_to_none(made: list[Any]) -> None:
    assert not [row for row in made if " ; what is the best lap" in row.plain and "his best lap" in row.question]


def test_asks_of_one_kind_of_session_stand_together(made: list[Any]) -> None:
    assert not [row for row in made if "pole" in row.plain and " ; " in row.plain]


def test_talk_beside_an_ask_changes_nothing_of_what_it_means(made: list[Any]) -> None:
    beside = [row for row in made if " ; " not in row.plain]
    assert {row.plain for row in beside} == {row.plain for row in (WHERE, STOPS, GAP, LAPS, POLE, LEANS)}
    assert any(row.question.startswith("lovely stuff") for row in beside)
    assert any(row.question.startswith("{driver} is on fire") and "he" in row.question.split() for row in beside)
    assert not [row for row in made if "is this live" in row.question]


def test_the_same_chance_makes_the_same_lines() -> None:
    rows = [WHERE, STOPS, GAP, LAPS]
    assert list(joined_lines(rows, TALK, random.Random(1))) == list(joined_lines(rows, TALK, random.Random(1)))
