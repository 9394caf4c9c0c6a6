"""Frames of several sessions on one server: they are never mixed, and no stray frame ends a session."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import Clock, Event, NewSession, Session, TrackStatus
from pitwall.sources.nats.frame_values import StrangeFrame
from pitwall.sources.nats.frames import SimFrames
from pitwall.sources.nats.sessions import APART_S, EventRuns, RunId
from pitwall.state import RaceView, StateCache
from tests.examples import examples

BEGAN = 1_700_000_000.0
Frame = tuple[str, dict[str, Any]]


def standings(t: float, laps: int, *, first: int = 3, **more: Any) -> Frame:
    cars = [{"car_idx": first, "pos": 1, "lap": laps}, {"car_idx": 7 - first, "pos": 2, "lap": laps}]
    return "standings", {"timestamp": BEGAN + t, "leader_car_idx": first, "cars": cars, **more}


def state_of(t: float, kind: str) -> Frame:
    return "session_state", {"timestamp": BEGAN + t, "session_type": kind, "green": True}


ROSTER: Frame = (
    "session",
    {"drivers": [{"CarIdx": 3, "UserName": "Ann Frost", "CarNumber": "11"}, {"CarIdx": 4, "UserName": "Bo Hill"}]},
)
FIRST = [ROSTER, state_of(0, "Practice"), *(standings(60.0 * lap, lap) for lap in range(1, 7))]


def heard(frames: list[Frame]) -> tuple[RaceView, int]:
    """The view at the end, and how many frames were left out as strange."""
    reader, cache, strange = SimFrames(), StateCache(), 0
    for subject, told in frames:
        try:
            events = reader.events(f"iracing.{subject}", json.dumps(told).encode())
        except StrangeFrame:
            strange += 1
            continue
        for event in events:
            cache.apply(event)
    return cache.view(), strange


def test_another_kind_of_session_is_the_next_one_with_the_same_cars() -> None:
    view, strange = heard([*FIRST, state_of(500, "Open Qualify"), standings(560, 1, first=4)])
    assert (view.earlier, view.kind, strange) == ("Practice", "qualifying", 0)
    assert view.t == 60.0
    assert view.drivers["11"].name == "Ann Frost"
    assert [lap.number for lap in view.laps("11")] == [1]


@pytest.mark.parametrize(
    ("again", "names_stay"),
    [
        ([standings(400, 0, first=4), standings(401, 0, first=4), standings(460, 1, first=4)], True),
        ([standings(400, 6, SessionNum=2), standings(401, 6, SessionNum=2)], True),
        ([standings(400, 6, SubSessionID=9), standings(401, 6, SubSessionID=9)], False),
        ([standings(APART_S + 400, 6, first=4), standings(APART_S + 401, 6, first=4)], False),
    ],
)
def test_two_frames_that_agree_on_another_session_begin_it(again: list[Frame], names_stay: bool) -> None:
    before = [(subject, {**told, "SessionNum": 1, "SubSessionID": 8}) for subject, told in FIRST]
    view, strange = heard([*before, *again])
    assert view.earlier == "Practice"
    assert strange == 1
    assert (view.drivers.get("11") is not None) is names_stay
    alone, _ = heard([*([ROSTER] if names_stay else []), *again])
    assert (view.order, view.t, {car: view.car(car) for car in view.order}) == (
        alone.order,
        alone.t,
        {car: alone.car(car) for car in alone.order},
    )


@pytest.mark.parametrize(("away_s", "begun"), [(APART_S, False), (APART_S + 0.001, True)])
def test_frames_of_one_session_are_so_far_apart_at_most(away_s: float, *, begun: bool) -> None:
    last = FIRST[-1][1]["timestamp"] - BEGAN
    view, strange = heard([*FIRST, standings(last + away_s, 6), standings(last + away_s, 6)])
    assert (strange == 1, view.earlier is not None) == (begun, begun)


STRAY = st.sampled_from(
    [
        standings(90, 0, first=4),
        standings(APART_S * 3, 6),
        standings(-APART_S * 3, 6),
        standings(90, 6, SubSessionID=77),
        standings(90, 6, SessionNum=5),
    ]
)


@examples(40)
@given(st.lists(st.tuples(st.integers(5, len(FIRST) - 1), STRAY), max_size=2, unique_by=lambda one: one[0]))
def test_stray_frames_end_no_session(strays: list[tuple[int, Frame]]) -> None:
    """One at a time, between frames of the session that is on."""
    frames = [(subject, {**told, "SessionNum": 1, "SubSessionID": 8}) for subject, told in FIRST]
    for at, stray in sorted(strays, key=lambda one: -one[0]):
        frames.insert(at, stray)
    (view, strange), (whole, _) = heard(frames), heard(FIRST)
    assert strange == len(strays)
    assert (view.order, view.t, view.earlier) == (whole.order, whole.t, None)
    assert {car: (view.car(car), view.laps(car)) for car in view.cars} == {
        car: (whole.car(car), whole.laps(car)) for car in whole.cars
    }


@pytest.mark.parametrize(
    "stray", [standings(90, 0, first=4), standings(APART_S * 3, 6), standings(90, 6, SessionNum=5)]
)
def test_a_stray_frame_that_comes_again_later_ends_no_session(stray: Frame) -> None:
    own = [(subject, {**told, "SessionNum": 1}) for subject, told in FIRST]
    view, strange = heard([*own[:5], stray, own[5], stray, *own[6:]])
    assert (strange, view.earlier, view.lap) == (2, None, heard(FIRST)[0].lap)


A, A_AGAIN, B = RunId("a", "1"), RunId("a", "2"), RunId("b", "3")


def judged(*told: tuple[RunId | None, Event]) -> list[str]:
    runs = EventRuns()
    return [runs.judge(run, event) for run, event in told]


def test_a_publisher_that_comes_back_goes_on_with_the_race() -> None:
    assert judged((A, Event(0.0)), (A, Event(50.0)), (A_AGAIN, Event(50.0)), (A_AGAIN, Event(51.0))) == ["same"] * 4


def test_a_race_that_is_published_again_begins_anew() -> None:
    assert judged((A, Event(0.0)), (A, Event(50.0)), (A_AGAIN, Clock(0.0, 5.0)), (A_AGAIN, Event(51.0))) == [
        "same",
        "same",
        "another",
        "same",
    ]


def test_of_two_races_that_are_published_at_once_the_later_one_is_heard() -> None:
    told = [(A, Event(0.0)), (B, Event(0.0)), (A, Event(1.0)), (B, TrackStatus(1.0, "red")), (A, Event(2.0))]
    assert judged(*told) == ["same", "another", "strange", "same", "strange"]


def test_events_without_a_run_are_told_apart_by_their_session() -> None:
    race, sprint = Session(0.0, meeting="Monza", name="Race"), Session(0.0, meeting="Monza", name="Sprint")
    assert judged((None, race), (None, Event(5.0)), (None, race), (None, sprint)) == ["same"] * 3 + ["another"]


def test_a_session_that_begins_within_a_run_is_not_begun_twice() -> None:
    race, sprint = Session(0.0, meeting="Monza", name="Race"), Session(0.0, meeting="Monza", name="Sprint")
    assert judged((A, race), (A, Event(900.0)), (A, NewSession(0.0, "Monza, Race")), (A, sprint)) == ["same"] * 4
