"""Lap times reach their lap however the feed tells them, and the line is where the times put it."""

from __future__ import annotations

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import CarTiming, Event, SessionStatus, Timing
from pitwall.facts.laps import timed_laps
from pitwall.state import StateCache

START = 100.0


def told(t: float, seconds: float, lap: int, way: float | None) -> list[Event]:
    """The end of a lap at `t` and its time: in one message, or the time so many seconds later (or earlier)."""
    count = Timing(t, {"1": CarTiming(laps=lap, last_lap_s=seconds if way is None else None)})
    if way is None:
        return [Timing(t, {"1": CarTiming(laps=lap, last_lap_s=seconds)})]
    time = Timing(t + way, {"1": CarTiming(last_lap_s=seconds)})
    count = Timing(t, {"1": CarTiming(laps=lap)})
    return [count, time] if way >= 0 else [time, count]


laps = st.lists(
    st.tuples(st.integers(60_000, 200_000), st.sampled_from([None, 0.005, 0.9, 4.0, -0.2, -3.4])), min_size=1
)


@given(laps)
def test_each_time_is_its_own_laps_time(laps: list[tuple[int, float | None]]) -> None:
    times = [ms / 1000 for ms, _ in laps]
    ends = [START + total for total in accumulate(times)]
    events: list[Event] = [SessionStatus(START, "started")]
    for number, (seconds, end, (_, way)) in enumerate(zip(times, ends, laps, strict=True), start=1):
        events += told(end, seconds, number, way)
    view = StateCache().load(events).view()
    assert view.lap_times("1") == dict(enumerate(times, start=1))
    assert [lap.line_t for lap in view.laps("1")] == ends


def test_a_time_is_known_when_it_is_told_and_not_before() -> None:
    cache = StateCache().load([Timing(0, {"1": CarTiming(laps=0)}), *told(90.0, 80.0, 1, 0.5), Event(99.0)])
    assert cache.view("00:01:30").lap_times("1") == {}
    assert cache.view("00:01:31").lap_times("1") == {1: 80.0}


def test_a_correction_replaces_the_time_from_then_on() -> None:
    cache = StateCache().load([*told(90.0, 80.0, 1, None), Timing(95.0, {"1": CarTiming(last_lap_s=80.25)})])
    assert cache.view("00:01:31").lap_times("1") == {1: 80.0}
    assert cache.view().lap_times("1") == {1: 80.25}


def two_cars(late_s: float, seconds: float = 90.0) -> StateCache:
    """Car 1 leads by a second on every lap; its count of lap 2 comes late. Lap 2 of car 1 is told to take `seconds`."""
    events = [
        SessionStatus(0.0, "started"),
        Timing(90.0, {"1": CarTiming(laps=1, last_lap_s=90.0)}),
        Timing(91.0, {"2": CarTiming(laps=1, last_lap_s=91.0)}),
        Timing(181.0, {"2": CarTiming(laps=2, last_lap_s=90.0)}),
        Timing(180.0 + late_s, {"1": CarTiming(laps=2, last_lap_s=seconds)}),
        Timing(270.0, {"1": CarTiming(laps=3, last_lap_s=90.0)}),
        Timing(271.0, {"2": CarTiming(laps=3, last_lap_s=90.0)}),
    ]
    return StateCache().load(sorted(events, key=lambda event: event.t))


def test_a_late_count_is_put_where_the_lap_time_says() -> None:
    cache = two_cars(late_s=5.0)
    assert cache.view("00:03:02").lap_leaders == ["1", "2"]  # as far as was known then
    assert cache.view("00:03:05").lap_leaders == ["1", "1"]
    assert [lap.line_t for lap in cache.view().laps("1")] == [90.0, 180.0, 270.0]


def test_a_wrong_time_does_not_move_the_laps_after_it() -> None:
    line = [lap.line_t for lap in two_cars(late_s=1.5, seconds=20.0).view().laps("1")]
    assert line == [90.0, 110.0, 270.0]


def test_who_joins_late_claims_no_lap_it_did_not_see() -> None:
    events = [
        Timing(1000.0, {"7": CarTiming(laps=20, last_lap_s=90.0), "8": CarTiming(laps=20, last_lap_s=91.0)}),
        Timing(1050.0, {"8": CarTiming(laps=21, last_lap_s=90.0)}),
    ]
    view = StateCache().load(events).view()
    assert view.lap_leaders == [None] * 20 + ["8"]
    assert view.lap_times("7") == {20: 90.0}


def test_a_count_without_a_time_was_not_told_at_the_line() -> None:
    """The transponder of car 1 falls silent before the end of lap 2 and is heard again on lap 3."""
    events = [
        SessionStatus(0.0, "started"),
        *(Timing(t, {"1": CarTiming(laps=lap, last_lap_s=s)}) for t, lap, s in [(90.0, 1, 90.0), (200.0, 2, None)]),
        Timing(195.0, {"2": CarTiming(laps=1)}),
        Timing(270.0, {"1": CarTiming(laps=3, last_lap_s=None)}),
        Timing(360.0, {"1": CarTiming(laps=4, last_lap_s=90.0)}),
    ]
    view = StateCache().load(sorted(events, key=lambda event: event.t)).view()
    assert [lap.line_t for lap in view.laps("1")] == [90.0, None, None, 360.0]
    assert [(lap.number, lap.seconds, lap.source) for lap in timed_laps(view, "1")] == [
        (1, 90.0, "feed"),
        (2, None, None),
        (3, None, None),
        (4, 90.0, "feed"),
    ]
    assert view.lap_leaders == ["1", "1", "1", "1"]
