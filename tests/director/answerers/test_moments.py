"""What another moment was like is told with that moment, and an open race is said to be open."""

from __future__ import annotations

import pytest

from director.answerers.moments import is_open, moment_of
from director.answerers.template import template_answer
from toolgate.contract import Context, JsonObject, StepResult


def result(summary: str, arguments: JsonObject) -> StepResult:
    return StepResult("s1", "probe", arguments, "ok", 0.0, {"summary": summary})


@pytest.mark.parametrize(
    ("arguments", "summary", "told"),
    [
        ({"at_lap": 10}, "Vettel leads (P1).", "On lap 10: Vettel leads (P1)."),
        ({"at_time": "01:20:00"}, "Vettel leads (P1).", "At 01:20:00: Vettel leads (P1)."),
        ({"at_lap": 10}, "Lap 10/51 (41 to go): 1 Vettel.", "Lap 10/51 (41 to go): 1 Vettel."),
        ({"at_lap": 10}, "Vettel leads, last lap 1:46.329.", "On lap 10: Vettel leads, last lap 1:46.329."),
        ({"at_lap": 1}, "Vettel leads since lap 10.", "On lap 1: Vettel leads since lap 10."),
        ({"at_lap": 0}, "The grid.", "On lap 0: The grid."),
        ({}, "Vettel leads (P1).", "Vettel leads (P1)."),
        ({"at_lap": True, "at_time": 3}, "Vettel leads (P1).", "Vettel leads (P1)."),
    ],
)
def test_the_moment_is_told(arguments: JsonObject, summary: str, told: str) -> None:
    assert template_answer([result(summary, arguments)], 200) == told


def test_the_moment_counts_for_the_length() -> None:
    assert len(template_answer([result("Vettel leads by a long way", {"at_lap": 10})], 20)) <= 20


def test_each_step_tells_its_own_moment() -> None:
    told = template_answer([result("A leads.", {"at_lap": 3}), result("B leads.", {})], 200)
    assert told == "On lap 3: A leads. B leads."


def test_the_same_summary_of_two_moments_is_told_twice() -> None:
    told = template_answer([result("A leads.", {"at_lap": 3}), result("A leads.", {"at_lap": 4})], 200)
    assert told == "On lap 3: A leads. On lap 4: A leads."


@pytest.mark.parametrize(
    ("question", "session", "open_"),
    [
        ("who won?", "Azerbaijan Grand Prix, 2018, Race: lap 20 of 51 completed.", True),
        ("Final classification", "Race: lap 0 of 51 completed.", True),
        ("who won?", "Race: lap 51 of 51 completed.", False),
        ("who is winning?", "Race: lap 20 of 51 completed.", False),
        ("who leads?", "Race: lap 20 of 51 completed.", False),
        ("who won?", "6 Hours, 2025, Race: lap 60 completed.", True),
        ("who won?", "6 Hours, 2025, Race: lap 169 completed, over.", False),
        ("who won?", "6 Hours, 2025, Race: lap 0 completed.", False),
        ("who won?", "Practice 1", False),
        ("", "", False),
    ],
)
def test_an_outcome_is_open_while_laps_are_to_go(question: str, session: str, open_: bool) -> None:
    assert is_open(question, Context(session)) is open_


def test_nothing_is_told_of_a_summary_without_a_moment() -> None:
    assert moment_of(result("A leads.", {"driver": "A"})) == ""
