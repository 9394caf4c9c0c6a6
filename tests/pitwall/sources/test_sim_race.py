"""The simulated race itself: always the same, believable, and its truth consistent."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise, product
from random import Random
from statistics import mean, median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import Timing
from pitwall.sources.sim import SimConfig, SimRace, Truth, simulate
from pitwall.sources.sim.config import BOUNDS
from pitwall.sources.sim.tyres import INTERMEDIATE, MEDIUM, SLICKS, WET, best_for
from tests.examples import MORE
from tests.pitwall.sources.simulated_races import configs, some_races, told


@pytest.fixture(scope="module")
def default_size() -> list[SimRace]:
    """Races of the default size over many seeds."""
    return [simulate(SimConfig(seed=seed)) for seed in range(60)]


@some_races
@given(config=configs)
def test_same_config_gives_the_same_events_each_time(config: SimConfig) -> None:
    race = simulate(config)
    assert list(race) == list(told(config))
    assert list(race) == list(told(config))


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
    truth = told(config).truth
    lines = {car: [t for lap in truth.crossings.values() for t, c in lap if c == car] for car in truth.grid}
    for car in truth.finish_order:
        assert lines[car][-1] >= truth.finish_t
        assert all(t < truth.finish_t for t in lines[car][:-1])
    for car in truth.retirements:
        assert len(lines[car]) == truth.retirements[car].lap - 1
    assert truth.finish_order[0] == truth.crossings[max(truth.crossings)][0][1]


@some_races
@given(config=configs, seed=st.integers(0, 1000))
def test_truth_of_a_moment_agrees_with_itself(config: SimConfig, seed: int) -> None:
    truth, rng = told(config).truth, Random(seed)
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
    truth = told(config).truth
    finishers = set(truth.finish_order)
    last = max(t for lap in truth.crossings.values() for t, _ in lap)
    assert [car for car in truth.positions_at(last + 1) if car in finishers] == truth.finish_order


@some_races
@given(config=configs)
def test_laps_add_up_to_the_race(config: SimConfig) -> None:
    truth = told(config).truth
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


def test_most_races_see_the_safety_car_and_many_the_virtual_one(default_size: list[SimRace]) -> None:
    with_safety_car = sum(bool(race.truth.safety_car_periods) for race in default_size)
    assert with_safety_car > 0.6 * len(default_size)
    assert sum(bool(race.truth.vsc_periods) for race in default_size) > 0.2 * len(default_size)


def test_everybody_slows_and_nobody_passes_under_the_virtual_safety_car(default_size: list[SimRace]) -> None:
    """Once all cars have begun a segment under it, the order on the track stays; cars in the pits are no part of it."""
    slowed = []
    for race in default_size:
        truth = race.truth
        for t0, _, t2 in truth.vsc_periods:
            begin, end = t0 + 10, t2
            steady = [car for car in truth.grid if not _interrupted(truth, car, begin, end)]
            before, after = ([c for c in truth.positions_at(t) if c in steady] for t in (begin, end))
            assert before == after
            speeds = [(truth.distance_at(end, c) - truth.distance_at(begin, c)) / (end - begin) for c in steady]
            usual = [(truth.distance_at(begin, c) - truth.distance_at(begin - 40, c)) / 40 for c in steady]
            slowed.append(mean(speeds) / mean(usual))
    assert len(slowed) > 10
    assert max(slowed) < 0.9
    assert 0.65 < mean(slowed) < 0.8


def _interrupted(truth: Truth, car: str, begin: float, end: float) -> bool:
    """In the pits, out, or standing across the track after a spin, which costs metres that a passage does not explain."""
    if car in truth.retirements or any(p.t_in < end and (p.t_out or end) > begin - 60 for p in truth.pit_passages(car)):
        return True
    marks = [truth.distance_at(begin + 5 * step, car) for step in range(int((end - begin) / 5))]
    return any(later - earlier < 90 for earlier, later in pairwise(marks))


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


@pytest.fixture(scope="module")
def stopped() -> list[SimRace]:
    sizes: list[dict[str, Any]] = [{}, {"cars": 2, "laps": 12}, {"cars": 30, "hours": 1, "classes": 4, "rain": 1}]
    return [simulate(SimConfig(seed=seed, red=1, **size)) for seed in range(8 * MORE) for size in sizes]


def test_the_switch_stops_the_race_and_nothing_else_does(stopped: list[SimRace], default_size: list[SimRace]) -> None:
    assert all(race.truth.red_flags for race in stopped)
    assert not any(race.truth.red_flags for race in default_size)
    assert not simulate(SimConfig(laps=2, red=1)).truth.red_flags  # too short to go on
    day = simulate(SimConfig(cars=4, hours=24, red=1)).truth
    assert len(day.red_flags) > 2
    assert max(day.red_flags)[1] < day.finish_t


def test_a_stopped_race_waits_in_the_pit_lane_and_goes_on_behind_the_safety_car(stopped: list[SimRace]) -> None:
    """In the order of the red flag but for who was in the pits or spun, and nobody a lap nearer to the leader or further."""
    for truth in (race.truth for race in stopped):
        for red, resumed in truth.red_flags:
            going = [car for car in truth.grid if car not in truth.retirements or truth.retirements[car].t > resumed]
            waiting = {car: [p for p in truth.pit_passages(car) if red <= p.t_in < resumed][-1] for car in going}
            leader = truth.positions_at(resumed)[0]
            assert waiting[leader].t_in == min(p.t_in for p in waiting.values() if p.t_out and p.t_out > resumed)
            assert {truth.laps_at(resumed, leader)} == {waiting[leader].lap}
            left = {car: p.t_out or 0.0 for car, p in waiting.items()}
            assert min(left.values()) > resumed
            assert not any(p in truth.stops(car) for car, p in waiting.items())
            assert sorted(left, key=left.__getitem__) == sorted(
                waiting, key={car: p.t_in for car, p in waiting.items()}.__getitem__
            )
            _, green = next(span for span in truth.safety_car_periods if span[0] == resumed)
            assert left[leader] < green
            gaps = [truth.gap_at(t, car) for t in (red, green) for car in going]
            laps = [gap.laps or 0 for gap in gaps]
            assert all(abs(a - b) <= 1 for a, b in zip(laps[: len(going)], laps[len(going) :], strict=True))


def test_everybody_has_a_fresh_set_after_the_red_flag_and_no_stop_for_it(stopped: list[SimRace]) -> None:
    for truth in (race.truth for race in stopped):
        for car in truth.finish_order:
            assert len(truth.stints(car)) - 1 == len(truth.pit_passages(car)) > len(truth.stops(car))


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
    for race in default_size[:8]:
        retired = {
            car
            for event in race
            if isinstance(event, Timing)
            for car, told in event.cars.items()
            if told.retired is True
        }
        assert retired == (set(race.truth.retirements) if race.config.seed % 4 == 0 else set())
    assert any(race.truth.retirements for race in default_size[:8] if race.config.seed % 4 == 0)


def test_the_best_tyre_changes_as_the_track_gets_wet_and_back() -> None:
    best = [best_for(wetness / 100) for wetness in range(101)]
    assert [kind for kind, _ in groupby(best)] == [MEDIUM, INTERMEDIATE, WET]
    for before, after in ((MEDIUM, INTERMEDIATE), (INTERMEDIATE, WET)):
        crossover = best.index(after) / 100
        assert abs(before.surface(crossover) - after.surface(crossover)) < 0.004
        assert before.surface(crossover + 0.1) > after.surface(crossover + 0.1)


@pytest.fixture(scope="module")
def rainy() -> list[Truth]:
    return [simulate(SimConfig(seed=seed, rain=1)).truth for seed in range(12 * MORE)]


def test_rain_brings_rain_tyres_and_the_dry_brings_slicks_back(rainy: list[Truth]) -> None:
    slicks = {compound.name for compound in SLICKS}
    came_back = 0
    for truth in rainy:
        half_wet = [t for t in range(120, int(truth.finish_t) - 400) if truth.wetness_at(t) > 0.45]
        for car in truth.finish_order:
            stints = truth.stints(car)
            kinds = [stint.compound not in slicks for stint in stints]
            came_back += [kind for kind, _ in groupby(kinds)][-2:] == [True, False]
            if len(half_wet) > 400:
                assert True in kinds
            for stint, passage in zip(stints[1:], truth.pit_passages(car), strict=True):
                assert stint.compound in slicks or truth.wetness_at(passage.t_in) > 0.15
    assert came_back > 100
    assert {stint.compound for truth in rainy for car in truth.grid for stint in truth.stints(car)} >= {
        "INTERMEDIATE",
        "WET",
    }


def test_laps_in_the_wet_are_slower(rainy: list[Truth]) -> None:
    for truth in rainy:
        winner = truth.finish_order[0]
        laps = [
            (truth.wetness_at(t), truth.lap_time(winner, lap))
            for lap, row in truth.crossings.items()
            for t, car in row
            if car == winner and lap > 1 and truth.track_status_at(t) == "green"
        ]
        soaked, dry = ([s for wet, s in laps if low <= wet <= high] for low, high in ((0.5, 1.0), (0.0, 0.02)))
        if soaked and dry:
            assert median(soaked) > 1.05 * median(dry)


def test_fresh_tyres_gain_on_worn_ones_from_the_out_lap_on(default_size: list[SimRace]) -> None:
    """Of two neighbours the one that stops first is ahead by more, or behind by less, when both have stopped."""
    gained = [gain for race in default_size for gain in _undercuts(race.truth)]
    assert len(gained) > 15
    assert median(gained) > 0


def _undercuts(truth: Truth) -> Iterator[float]:
    """Seconds that a car gained by stopping one or two laps before the car close ahead, in green running."""
    line = {(car, lap): t for lap, row in truth.crossings.items() for t, car in row}
    stops = {car: [passage.lap for passage in truth.pit_passages(car)] for car in truth.finish_order}
    busy = [(t0, t1) for t0, t1 in truth.safety_car_periods] + [(t0, t2) for t0, _, t2 in truth.vsc_periods]
    for one, ahead in product(stops, stops):
        for first, second in product(stops[one], stops[ahead]):
            before, after = first - 1, second + 1
            if second - first not in (1, 2) or {(one, before), (ahead, before), (one, after), (ahead, after)} - set(
                line
            ):
                continue
            close = line[one, before] - line[ahead, before]
            quiet = all(t1 < line[ahead, before] or t0 > line[one, after] for t0, t1 in busy)
            others = [lap for lap in stops[one] + stops[ahead] if before <= lap <= after]
            if 0 < close < 2 and quiet and len(others) == 2:
                yield close - (line[one, after] - line[ahead, after])


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_classes_have_their_own_pace_and_order(classes: int) -> None:
    truth = simulate(SimConfig(seed=5, cars=24, laps=20, classes=classes)).truth
    order = truth.positions_at(truth.finish_t)
    ranked = truth.class_positions_at(truth.finish_t)
    assert len(ranked) == classes
    assert {len(cars) for cars in ranked.values()} == {24 // classes}
    for name, cars in ranked.items():
        assert cars == [car for car in order if truth.class_of(car) == name]
    best = [
        min(truth.lap_time(car, lap) for car in cars for lap in range(1, truth.laps_at(9e9, car) + 1))
        for cars in (ranked[name] for name in dict.fromkeys(truth.class_of(car) for car in truth.grid))
    ]
    assert best == sorted(best)
    assert truth.blue_flags


def test_a_race_by_time_ends_with_the_lap_on_which_it_runs_out() -> None:
    truth = simulate(SimConfig(seed=4, cars=12, hours=2, classes=2)).truth
    laps = max(truth.crossings)
    limit = 120 + 2 * 3600
    assert truth.crossings[laps - 1][0][0] < limit <= truth.finish_t
    assert set(truth.finish_order) | set(truth.retirements) == set(truth.grid)


@some_races
@given(seed=st.integers(0, 2**32 - 1), cars=st.integers(2, 30))
def test_penalties_make_the_classification_of_the_order_on_the_road(seed: int, cars: int) -> None:
    truth = simulate(SimConfig(seed=seed, cars=cars, laps=6, penalties=1)).truth
    added = {penalty.car: penalty.seconds for penalty in truth.penalties}
    assert 1 <= len(truth.penalties) == len(added) <= 4
    last = {car: t for lap in truth.crossings for t, car in truth.crossings[lap]}
    laps = {car: truth.laps_at(last[car], car) for car in truth.finish_order}
    expected = sorted(truth.finish_order, key=lambda car: (-laps[car], round(last[car] + added.get(car, 0), 3)))
    assert truth.classification == expected


def test_penalties_often_change_who_is_where(default_size: list[SimRace]) -> None:
    truths = [simulate(SimConfig(seed=seed, penalties=1)).truth for seed in range(10)]
    assert sum(truth.classification != truth.finish_order for truth in truths) > 7
    assert all(race.truth.classification == race.truth.finish_order for race in default_size[:10])


def test_a_race_with_dropouts_has_silences_and_the_same_race_behind_them() -> None:
    for seed in range(8):
        plain, struck = (simulate(SimConfig(seed=seed, dropouts=dropouts)).truth for dropouts in (0, 1))
        assert struck.crossings == plain.crossings
        assert not any(plain.silences(car) for car in plain.grid)
        assert any(struck.silences(car) for car in struck.grid)
