"""Timing of small races written by hand."""

from __future__ import annotations

from array import array

from msgspec import UNSET

from pitwall.events import CarTiming, Driver, Timing
from pitwall.sources.sim.config import SimConfig
from pitwall.sources.sim.history import History, Silence
from pitwall.sources.sim.timing import TimingFeed
from pitwall.sources.sim.tracks import Track

CIRCUIT = Track(
    name="By hand",
    length_m=1000.0,
    lap_ms=20_000.0,
    pit_loss_ms=0.0,
    shares=(0.5, 0.5),
    zones=frozenset(),
)


def history_of(times: dict[str, list[int]], passes: list[tuple[int, str, str]], laps: int) -> History:
    """A race of cars in the order of the grid, from when they reached each node and who passed whom when."""
    cars = list(times)
    config = SimConfig(cars=len(cars), laps=laps)
    history = History(config, CIRCUIT, [Driver(car) for car in cars], epoch=0)
    history.grid += range(len(cars))
    history.times = [array("i", row) for row in times.values()]
    history.reached += bytes(
        car for _, car in sorted((ms, car) for car, row in enumerate(times.values()) for ms in row)
    )
    history.passes += [(ms, cars.index(car), cars.index(passed)) for ms, car, passed in passes]
    return history


def timing(history: History) -> list[Timing]:
    return [event for event in TimingFeed(history) if isinstance(event, Timing)]


def test_passes_at_one_moment_are_one_message_with_the_order_after_them_all() -> None:
    """Three cars are level half way to the next node, where the last becomes the first."""
    times = {"1": [1000, 11_400], "2": [1200, 11_200], "3": [1400, 11_000]}
    passes = [(6200, "2", "1"), (6200, "3", "1"), (6200, "3", "2")]
    messages = [event for event in timing(history_of(times, passes, laps=1)) if event.t == 6.2]
    assert len(messages) == 1
    assert {car: told.position for car, told in messages[0].cars.items()} == {"3": 1, "2": UNSET, "1": 3}
    assert {told.gap_s for told in messages[0].cars.values()} == {0.0}


def test_a_car_passed_where_it_stands_has_a_new_position_and_no_new_gap() -> None:
    times = {"1": [1000, 11_000], "2": [2000, 12_000, 22_000]}
    messages = timing(history_of(times, [(12_000, "2", "1")], laps=1))
    swap = next(event for event in messages if "1" in event.cars and event.t == 12.0)
    assert swap.cars["1"] == CarTiming(position=2)
    assert swap.cars["2"] == CarTiming(1, gap_s=0.0, gap_laps=None, interval_s=None, interval_laps=None)


def test_a_lapped_car_is_laps_behind_and_told_in_seconds_before() -> None:
    times = {"1": [1000, 11_000, 21_000, 31_000, 41_000], "2": [2000, 30_000, 62_000]}
    gaps = {event.t: event.cars["2"] for event in timing(history_of(times, [], laps=2)) if "2" in event.cars}
    assert [(told.gap_s, told.gap_laps) for told in gaps.values()] == [(1.0, None), (19.0, None), (None, 1)]
    assert [(told.interval_s, told.interval_laps) for told in gaps.values()] == [(1.0, None), (19.0, None), (None, 1)]


def test_a_silent_car_is_passed_where_it_was_heard_and_comes_back_with_its_laps() -> None:
    """Car 1 leads all the way, and is not heard from its first node to its fourth."""
    times = {"1": [1000, 11_000, 21_000, 31_000, 41_000, 51_000], "2": [2000, 13_000, 24_000, 35_000, 46_000, 57_000]}
    history = history_of(times, [], laps=3)
    history.silences[0].append(Silence(last=1, back=4, from_ms=11_000, back_ms=41_000))
    messages = [(event.t, car, told) for event in timing(history) for car, told in event.cars.items()]
    assert [(t, told) for t, car, told in messages if car == "1" and 11 < t < 41] == [(13.0, CarTiming(position=2))]
    places = [(t, car, told.position) for t, car, told in messages if told.position is not UNSET]
    assert places == [(13.0, "2", 1), (13.0, "1", 2), (41.0, "1", 1), (41.0, "2", 2)]
    laps = [(t, car, told.laps) for t, car, told in messages if told.laps is not UNSET]
    assert laps == [(24.0, "2", 1), (41.0, "1", 2), (46.0, "2", 2)]
    assert [told.last_lap_s for t, car, told in messages if (t, car) == (41.0, "1")] == [UNSET, None]
