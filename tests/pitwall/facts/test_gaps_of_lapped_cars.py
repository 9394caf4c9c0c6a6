"""Between two cars that are as many laps down the feed tells no gap to the leader in seconds: the intervals tell it."""

from __future__ import annotations

import pytest

from pitwall.events import CarTiming, SessionStatus, Timing
from pitwall.facts.gaps import Gap, gap_between
from pitwall.state import StateCache

CARS = {
    "1": CarTiming(position=1, gap_s=0.0),
    "20": CarTiming(position=2, gap_laps=1, interval_laps=1),
    "3": CarTiming(position=3, gap_laps=1, interval_s=0.8),
    "22": CarTiming(position=4, gap_laps=1, interval_s=0.9),
    "2": CarTiming(position=5, gap_laps=2, interval_laps=1),
}


def gap(one: str, other: str, **changed: CarTiming) -> Gap:
    cars = {**CARS, **{name.removeprefix("car"): timing for name, timing in changed.items()}}
    found = gap_between(StateCache().load([SessionStatus(0, "started"), Timing(1, cars)]).view(), one, other)
    assert found is not None
    return found


def test_intervals_between_two_are_added() -> None:
    assert gap("22", "20") == Gap("20", "22", 1.7, None, "interval")
    assert gap("3", "22").seconds == 0.9


def test_a_lap_more_is_a_lap() -> None:
    assert gap("20", "2") == Gap("20", "2", None, 1, "leader_gaps")


@pytest.mark.parametrize(
    "between",
    [
        CarTiming(position=3, gap_laps=1),
        CarTiming(position=3, gap_laps=1, interval_s=-0.2),
        CarTiming(position=3, gap_laps=1, interval_s=0.8, in_pit=True),
        CarTiming(position=3, gap_laps=1, interval_s=0.8, stopped=True),
    ],
)
def test_where_one_of_them_is_not_told_there_is_no_gap(between: CarTiming) -> None:
    assert gap("20", "22", car3=between) == Gap("20", "22", None, None, None)
