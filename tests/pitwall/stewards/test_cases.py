"""A case is one thing with states, whatever race control says in between."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import RaceControl
from pitwall.state import StateCache
from pitwall.stewards import CLOSED, OPEN, Case, cases, deleted_laps

Recorded = Callable[[str], StateCache]


def told(*messages: str) -> list[Case]:
    return cases([RaceControl(float(t), text, lap=t) for t, text in enumerate(messages)])


def test_a_case_goes_from_noted_to_served() -> None:
    noted = "INCIDENT INVOLVING CARS 5 (BOR) AND 30 (LAW) NOTED - UNSAFE RELEASE"
    looked = "FIA STEWARDS: INCIDENT INVOLVING CARS 5 (BOR) AND 30 (LAW) UNDER INVESTIGATION - UNSAFE RELEASE"
    given_ = "FIA STEWARDS: 5 SECOND TIME PENALTY FOR CAR 5 (BOR) - UNSAFE RELEASE"
    served = "FIA STEWARDS: PENALTY SERVED - 5 SECOND TIME PENALTY FOR CAR 5 (BOR) - UNSAFE RELEASE"
    states = [told(*(noted, looked, given_, served)[: n + 1])[0].state for n in range(4)]
    assert states == ["noted", "under_investigation", "penalty", "served"]
    (case,) = told(noted, looked, given_, served)
    assert (case.cars, case.reason, case.opened_t, case.t) == (("5", "30"), "UNSAFE RELEASE", 0.0, 3.0)
    assert case.penalty is not None
    assert (case.penalty.car, case.penalty.kind, case.penalty.seconds, case.penalty.lap) == ("5", "time", 5, 2)


@pytest.mark.parametrize(
    ("end", "state"),
    [
        ("NO FURTHER ACTION - CAUSING A COLLISION", "no_further_action"),
        ("REVIEWED NO FURTHER INVESTIGATION - CAUSING A COLLISION", "no_further_action"),
        ("REVIEWED NO FURTHER INVESTIGATION", "no_further_action"),
        ("WILL BE INVESTIGATED AFTER THE RACE - CAUSING A COLLISION", "after_session"),
        ("UNDER INVESTIGATION - CAUSING A COLLISION", "under_investigation"),
    ],
)
def test_what_becomes_of_a_noted_incident(end: str, state: str) -> None:
    start = "TURN 1 INCIDENT INVOLVING CARS 18 (STR) AND 27 (HUL) NOTED - CAUSING A COLLISION"
    (case,) = told(start, f"FIA STEWARDS: TURN 1 INCIDENT INVOLVING CARS 18 (STR) AND 27 (HUL) {end}")
    assert (case.state, case.where, case.reason) == (state, "TURN 1", "CAUSING A COLLISION")
    assert case.is_open == (state in OPEN)
    assert case.is_open != (state in CLOSED)


def test_two_cases_of_one_car_are_two() -> None:
    found = told(
        "INCIDENT INVOLVING CAR 1 (VER) NOTED - FALSE START",
        "PIT LANE INCIDENT INVOLVING CARS 1 (VER) AND 12 (ANT) NOTED - UNSAFE RELEASE",
        "FIA STEWARDS: INCIDENT INVOLVING CAR 1 (VER) REVIEWED NO FURTHER INVESTIGATION - FALSE START",
        "FIA STEWARDS: 10 SECOND TIME PENALTY FOR CAR 1 (VER) - UNSAFE RELEASE",
    )
    assert [(case.reason, case.state) for case in found] == [
        ("FALSE START", "no_further_action"),
        ("UNSAFE RELEASE", "penalty"),
    ]


def test_a_correction_is_no_second_case() -> None:
    (case,) = told(
        "INCIDENT INVOLVING CAR 23 (ALB) NOTED - STARTING PROCEDURE INFRINGEMENT",
        "CORRECTION: INCIDENT INVOLVING CAR 23 (ALB) NOTED -SAFETY CAR PROCEDURE INFRINGEMENT",
        "FIA STEWARDS: INCIDENT INVOLVING CAR 23 (ALB) WILL BE INVESTIGATED AFTER THE SPRINT - "
        "SAFETY CAR PROCEDURE INFRINGEMENT",
    )
    assert (case.reason, case.state) == ("SAFETY CAR PROCEDURE INFRINGEMENT", "after_session")


@pytest.mark.parametrize(
    ("text", "kind", "seconds"),
    [
        ("DRIVE THROUGH PENALTY FOR CAR 9 (ERI) - SPEEDING", "drive_through", None),
        ("10 SECOND STOP/GO PENALTY FOR CAR 9 (ERI) - SPEEDING", "stop_go", 10),
        ("FIA STEWARDS: REPRIMAND FOR CAR 9 (ERI) - IMPEDING", "reprimand", None),
        ("20 SECOND TIME PENALTY FOR CAR 9 (ERI)", "time", 20),
    ],
)
def test_kinds_of_penalties(text: str, kind: str, seconds: int | None) -> None:
    (case,) = told(text)
    assert case.penalty is not None
    assert (case.penalty.kind, case.penalty.seconds, case.penalty.car) == (kind, seconds, "9")


def test_the_cases_of_a_real_race(recorded: Recorded) -> None:
    view = recorded("2025_australian_gp_converted").view()
    assert {(case.cars, case.state) for case in cases(view.race_control)} == {
        (("14",), "no_further_action"),
        (("22",), "no_further_action"),
        (("23",), "no_further_action"),
        (("44",), "no_further_action"),
        (("5", "30"), "served"),
        (("12",), "penalty"),
    }


@given(st.lists(st.text(max_size=120), max_size=5))
def test_any_text_can_be_read(texts: list[str]) -> None:
    messages = [RaceControl(0.0, f"{text} INCIDENT INVOLVING CARS {text}") for text in texts]
    assert len(cases(messages)) <= len(messages)
    assert deleted_laps(messages) == []


def test_laps_are_deleted_and_given_back() -> None:
    deleted = RaceControl(1.0, "CAR 81 (PIA) TIME 1:12.542 DELETED - TRACK LIMITS AT TURN 10 LAP 14 16:52:03")
    unnamed = RaceControl(2.0, "CAR 81 (PIA) LAP DELETED - TRACK LIMITS AT TURN 12 LAP 17 16:59:12")
    (first, second) = deleted_laps([deleted, unnamed])
    assert (first.car, first.time_s, first.lap, first.turn) == ("81", 72.542, 14, 10)
    assert (second.time_s, second.lap, second.turn) == (None, 17, 12)
    back = RaceControl(3.0, "CAR 81 (PIA) TIME 1:12.542 REINSTATED")
    assert deleted_laps([deleted, unnamed, back]) == [second]


@pytest.mark.parametrize(("car", "after_s", "lap"), [("4", 1, 4), ("4", 60, 4), ("4", 61, None), ("44", 1, None)])
def test_the_next_lap_is_the_one_after_the_one_just_deleted(car: str, after_s: int, lap: int | None) -> None:
    one = RaceControl(100.0, "CAR 4 (NOR) TIME 1:37.787 DELETED - TRACK LIMITS AT TURN 15 LAP 3 18:08:35")
    following = f"CAR {car} (NOR) TIME 1:37.450 DELETED - TRACK LIMITS AT TURN 15 (NEXT LAP)"
    assert deleted_laps([one, RaceControl(100.0 + after_s, following)])[-1].lap == lap


@pytest.mark.parametrize(
    ("text", "number", "seconds", "is_it"),
    [
        ("TIME 1:12.542 DELETED - TRACK LIMITS AT TURN 10 LAP 14 16:52:03", 14, 72.542, True),
        ("TIME 1:12.542 DELETED - TRACK LIMITS AT TURN 10 LAP 14 16:52:03", 15, 72.542, True),  # told a lap late
        ("TIME 1:12.542 DELETED - TRACK LIMITS AT TURN 10 LAP 14 16:52:03", 14, 72.543, False),
        ("LAP DELETED - TRACK LIMITS AT TURN 12 LAP 17 16:59:12", 17, 72.542, True),
        ("LAP DELETED - TRACK LIMITS AT TURN 12 LAP 17 16:59:12", 16, 72.542, False),
    ],
)
def test_a_deleted_lap_is_found_by_its_time_or_else_by_its_number(
    text: str, number: int, seconds: float, is_it: bool
) -> None:
    (gone,) = deleted_laps([RaceControl(1.0, f"CAR 81 (PIA) {text}")])
    assert gone.is_lap(number, seconds) is is_it
