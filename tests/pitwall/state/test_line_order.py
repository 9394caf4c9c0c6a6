"""The position of a car at the line is that of its crossing: the feed often tells it a moment too late."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import pytest

from pitwall.events import CarTiming, Event, SessionStatus, Timing
from pitwall.relations import table
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import RaceView, StateCache
from tests.rows import each_row

Recorded = Callable[[str], StateCache]


def across(t: float, car: str, lap: int, position: int, seconds: float | None = 90.0) -> Event:
    """A car ends a lap, where the feed has it in its order."""
    return Timing(t, {car: CarTiming(laps=lap, last_lap_s=seconds, position=position)})


def positions(view: RaceView, lap: int) -> dict[str, int | None]:
    return {car: done.position for car in sorted(view.cars) for done in view.laps(car) if done.number == lap}


FIRST = [SessionStatus(0.0, "started"), *(across(90.0 + n, str(n + 1), 1, n + 1) for n in range(3))]


def test_a_leader_who_comes_in_does_not_lead_where_another_crosses_first() -> None:
    cache = StateCache().load(
        [
            *FIRST,
            Timing(178.0, {"1": CarTiming(in_pit=True)}),
            across(181.0, "2", 2, 2),  # the feed has not yet put it before the car in the lane
            Timing(181.1, {"2": CarTiming(position=1), "1": CarTiming(position=2)}),
            across(182.0, "3", 2, 3),
            Timing(182.1, {"3": CarTiming(position=2), "1": CarTiming(position=3)}),
            across(195.0, "1", 2, 3, 105.0),
        ]
    )
    assert positions(cache.view(), 2) == {"1": 3, "2": 1, "3": 2}
    rows = [row for row in table(cache.view(), "laps").rows if row["lap"] == 2 and row["position"] == 1]
    assert [row["car"] for row in rows] == ["2"] == cache.view().lap_leaders[1:]


def test_a_lap_that_is_counted_late_is_put_where_it_was_and_moves_the_others() -> None:
    cache = StateCache().load(
        [
            *FIRST,
            across(180.0, "1", 2, 1),
            across(182.0, "3", 2, 2),
            across(195.0, "2", 2, 3),  # 90 s after its first: it was at the line at 181 s
            across(270.0, "1", 3, 1),
        ]
    )
    assert positions(cache.view("00:03:03"), 2) == {"1": 1, "3": 2}
    assert positions(cache.view(), 2) == {"1": 1, "2": 2, "3": 3}
    assert positions(cache.view("00:03:03"), 2) == {"1": 1, "3": 2}  # nothing of later has come into it
    told = {row["car"]: row["position"] for row in table(cache.view(), "laps").rows if row["lap"] == 2}
    assert told == {"1": 1, "2": 2, "3": 3}


def test_where_a_crossing_was_not_heard_the_feeds_own_word_stands() -> None:
    joined = [across(500.0, "2", 5, 2), across(501.0, "3", 5, 3), across(590.0, "2", 6, 2), across(591.0, "3", 6, 3)]
    assert positions(StateCache().load(joined).view(), 5) == {"2": 2, "3": 3}
    missed = [*FIRST, across(181.0, "2", 2, 2), across(182.0, "3", 2, 3), across(270.0, "1", 3, 1)]
    assert positions(StateCache().load(missed[:-1]).view(), 2) == {"2": 1, "3": 2}
    assert positions(StateCache().load(missed).view(), 2) == {"2": 2, "3": 3}
    assert positions(StateCache().load(missed).view("00:03:03"), 2) == {"2": 1, "3": 2}


def test_a_gap_at_the_line_is_not_one_of_before() -> None:
    """The feed goes on with the gaps of before it while a car is in the lane: 0 s for who has just led."""
    told = [
        *FIRST,
        Timing(179.0, {"2": CarTiming(gap_s=1.2, interval_s=1.2), "1": CarTiming(gap_s=0.0)}),
        across(181.0, "2", 2, 2),
        Timing(181.1, {"3": CarTiming(gap_s=1.04, interval_s=1.04)}),
        across(182.0, "3", 2, 3),
        across(195.0, "1", 2, 3, 105.0),
    ]
    rows = {row["car"]: row for row in table(StateCache().load(told).view(), "laps").rows if row["lap"] == 2}
    assert {car: (row["gap_s"], row["interval_s"]) for car, row in rows.items()} == {
        "1": (14.0, None),  # the feed has told no interval of it
        "2": (0.0, None),
        "3": (1.04, 1.04),  # its own word, where that fits
    }


@each_row("seed", range(4))
def test_positions_at_the_line_are_those_of_the_simulators_crossings(seed: int) -> None:
    race = simulate(SimConfig(seed=seed, cars=16, laps=18))
    told: dict[int, list[object]] = defaultdict(list)
    for row in sorted(table(StateCache().load(race).view(), "laps").rows, key=lambda row: row["position"] or 0):
        lap = int(str(row["lap"]))
        assert row["position"] == len(told[lap]) + 1
        told[lap].append(row["car"])
    assert told == {lap: [car for _, car in sorted(race.truth.crossings[lap])] for lap in told}


RACES = ["2018_azerbaijan_race", "2023_azerbaijan_sprint", "2025_australian_gp_converted", "2025_miami_sprint"]


@pytest.mark.parametrize("name", RACES)
def test_every_lap_of_a_recorded_race_has_each_position_once(recorded: Recorded, name: str) -> None:
    view, told = recorded(name).view(), defaultdict[object, list[object]](list)
    for row in sorted(table(view, "laps").rows, key=lambda row: row["position"] or 0):
        assert row["position"] == len(told[row["lap"]]) + 1, row
        told[row["lap"]].append(row["car"])
    assert [cars[0] for _, cars in sorted(told.items())] == list(view.lap_leaders)
