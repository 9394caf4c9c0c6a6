"""The simulated race itself: always the same, believable, and its truth consistent."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitwall.events import Timing
from pitwall.sources.sim import SimConfig, SimRace, simulate
from pitwall.sources.sim.config import BOUNDS

configs = st.builds(SimConfig, seed=st.integers(0, 2**32 - 1), cars=st.integers(2, 30), laps=st.integers(1, 30))
some_races = settings(max_examples=25, deadline=None)


@pytest.fixture(scope="module")
def default_size() -> list[SimRace]:
    """Races of the default size over many seeds."""
    return [simulate(SimConfig(seed=seed)) for seed in range(60)]


@some_races
@given(config=configs)
def test_same_config_gives_the_same_events_each_time(config: SimConfig) -> None:
    race = simulate(config)
    events = list(race)
    assert list(race) == events
    assert list(simulate(config)) == events


def test_seeds_differ(default_size: list[SimRace]) -> None:
    assert len({tuple(race.truth.finish_order) for race in default_size}) == len(default_size)


@pytest.mark.parametrize("cars", BOUNDS["cars"])
@pytest.mark.parametrize("laps", [1, 2, 3, 120])
def test_smallest_and_largest_fields_finish(cars: int, laps: int) -> None:
    truth = simulate(SimConfig(seed=3, cars=cars, laps=laps)).truth
    assert set(truth.finish_order) | set(truth.retirements) == set(truth.grid)
    assert len(truth.finish_order) + len(truth.retirements) == cars


@some_races
@given(config=configs)
def test_a_race_ends_for_each_car_at_its_first_crossing_after_the_winner(config: SimConfig) -> None:
    truth = simulate(config).truth
    lines = {car: [t for lap in truth.crossings.values() for t, c in lap if c == car] for car in truth.grid}
    for car in truth.finish_order:
        assert lines[car][-1] >= truth.finish_t
        assert all(t < truth.finish_t for t in lines[car][:-1])
    for car in truth.retirements:
        assert len(lines[car]) == truth.retirements[car].lap - 1
    assert truth.finish_order[0] == truth.crossings[config.laps][0][1]


@some_races
@given(config=configs, seed=st.integers(0, 1000))
def test_truth_of_a_moment_agrees_with_itself(config: SimConfig, seed: int) -> None:
    race = simulate(config)
    truth, rng = race.truth, Random(seed)
    for _ in range(30):
        t = round(rng.uniform(125, truth.finish_t), 3)
        order = truth.positions_at(t)
        assert sorted(order) == sorted(truth.grid)
        laps = [truth.laps_at(t, car) for car in order]
        assert laps == sorted(laps, reverse=True)
        gaps = [truth.gap_at(t, car) for car in order]
        on_lead_lap = [gap.seconds for gap in gaps if gap.seconds is not None]
        assert on_lead_lap == sorted(on_lead_lap)
        assert [gap.laps or 0 for gap in gaps] == sorted(gap.laps or 0 for gap in gaps)
        intervals = [truth.interval_at(t, car) for car in order]
        assert intervals[0] == (None, None)
        assert all((interval.seconds or 0) >= 0 for interval in intervals)
        assert intervals[1] == gaps[1]


@some_races
@given(config=configs)
def test_the_order_at_the_end_is_the_finish_order(config: SimConfig) -> None:
    truth = simulate(config).truth
    finishers = set(truth.finish_order)
    last = max(t for lap in truth.crossings.values() for t, _ in lap)
    assert [car for car in truth.positions_at(last + 1) if car in finishers] == truth.finish_order


@some_races
@given(config=configs)
def test_laps_add_up_to_the_race(config: SimConfig) -> None:
    truth = simulate(config).truth
    crossed: dict[str, list[float]] = {car: [] for car in truth.grid}
    for crossings in truth.crossings.values():
        for t, car in crossings:
            crossed[car].append(t)
    starts = {times[0] - truth.lap_time(car, 1) for car, times in crossed.items() if times}
    assert max(starts) == pytest.approx(min(starts))
    for car, times in crossed.items():
        for lap, (before, after) in enumerate(pairwise(times), 2):
            assert truth.lap_time(car, lap) == pytest.approx(after - before)
        with pytest.raises(KeyError, match="did not complete"):
            truth.lap_time(car, len(times) + 1)


def test_most_races_see_the_safety_car(default_size: list[SimRace]) -> None:
    with_safety_car = sum(bool(race.truth.safety_car_periods) for race in default_size)
    assert with_safety_car > 0.75 * len(default_size)


def test_the_field_closes_up_behind_the_safety_car(default_size: list[SimRace]) -> None:
    """The car in the middle of the field is much nearer to the leader at the green flag than at the deployment."""
    before, after = [], []
    for race in default_size:
        for out, green in race.truth.safety_car_periods:
            cars = [race.truth.positions_at(t)[race.config.cars // 2] for t in (out, green)]
            gaps = [race.truth.gap_at(t, car).seconds for t, car in zip((out, green), cars, strict=True)]
            if None not in gaps:
                before.append(gaps[0] or 0.0)
                after.append(gaps[1] or 0.0)
    assert mean(after) < 0.7 * mean(before)


def test_races_have_what_there_is_to_ask_about(default_size: list[SimRace]) -> None:
    """Cars that retire on the track and in the pits, one stop and two, lapped cars, fights, and who wins."""
    truths = [race.truth for race in default_size]
    last_passages = [
        truth.pit_passages(car)[-1].t_out if truth.pit_passages(car) else 0.0
        for truth in truths
        for car in truth.retirements
    ]
    assert None in last_passages
    assert 0.0 in last_passages
    assert {1, 2} <= {len(truth.stints(car)) - 1 for truth in truths for car in truth.finish_order}
    assert any(truth.gap_at(truth.finish_t, car).laps for truth in truths for car in truth.finish_order)
    half_way = [truth.crossings[15][0][0] for truth in truths]
    fights = [
        sum(seconds is not None and seconds < 1 for seconds, _ in intervals)
        for intervals in (
            [truth.interval_at(t, car) for car in truth.positions_at(t)]
            for truth, t in zip(truths, half_way, strict=True)
        )
    ]
    assert mean(fights) > 3
    assert {truth.finish_order[0] == truth.grid[0] for truth in truths} == {True, False}


def test_some_feeds_call_a_stopped_car_retired_and_others_never_do(default_size: list[SimRace]) -> None:
    for race in default_size[:12]:
        retired = {
            car
            for event in race
            if isinstance(event, Timing)
            for car, told in event.cars.items()
            if told.retired is True
        }
        assert retired == (set(race.truth.retirements) if race.config.seed % 4 == 0 else set())
    assert any(race.truth.retirements for race in default_size[:12] if race.config.seed % 4 == 0)
