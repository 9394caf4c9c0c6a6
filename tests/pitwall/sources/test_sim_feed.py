"""The feed of a simulated race, folded message by message, against the truth that the race itself keeps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import (
    CarTiming,
    Clock,
    Distances,
    Event,
    LapCount,
    RaceControl,
    Roster,
    Session,
    SessionStatus,
    Stint,
    Timing,
    TrackStatus,
    Tyres,
    Weather,
)
from tests.pitwall.sources.simulated_races import ToldRace, races, some_races


class Fold:
    """What a reader of the feed knows: the last word on every field of every car."""

    def __init__(self) -> None:
        self.cars: defaultdict[str, dict[str, Any]] = defaultdict(dict)

    def apply(self, event: Event) -> None:
        if isinstance(event, Timing):
            for car, told in event.cars.items():
                self.cars[car] |= said(told)

    def order(self) -> list[str]:
        return sorted(self.cars, key=lambda car: self.cars[car]["position"])


def said(told: CarTiming | Stint) -> dict[str, Any]:
    """The fields that a message mentions."""
    values = msgspec.structs.asdict(told)
    return {name: value for name, value in values.items() if value is not msgspec.UNSET}


def triples(rows: list[tuple[float, str]]) -> Iterator[tuple[tuple[float, str], ...]]:
    """Each row with the two that follow it."""
    return zip(rows, rows[1:], rows[2:], strict=False)


def timings(race: ToldRace) -> list[tuple[float, str, dict[str, Any]]]:
    """(t, car, what is said of it) in order."""
    return [
        (event.t, car, said(told)) for event in race if isinstance(event, Timing) for car, told in event.cars.items()
    ]


@some_races
@given(race=races)
def test_time_never_goes_back(race: ToldRace) -> None:
    assert all(before.t <= after.t for before, after in pairwise(race))


@some_races
@given(race=races)
def test_laps_cross_the_line_as_in_truth_and_go_up_by_one_where_nothing_was_missed(race: ToldRace) -> None:
    truth = race.truth
    crossings: defaultdict[int, list[tuple[float, str]]] = defaultdict(list)
    laps: dict[str, int] = {}
    for t, car, told in timings(race):
        if "laps" not in told:
            continue
        before, now = laps.get(car, -1), told["laps"]
        laps[car] = now
        assert now > before
        assert now == 0 or now == truth.laps_at(t, car)
        returned = t in [back for _, back in truth.silences(car)]
        assert returned or now == before + 1
        if now and (t, car) in truth.crossings[now]:
            crossings[now].append((t, car))
            begun = 120.0 if now == 1 else next(t0 for t0, other in truth.crossings[now - 1] if other == car)
            assert told["last_lap_s"] == (truth.lap_time(car, now) if truth.heard(begun, car) else None)
        elif now:
            assert (returned, told["last_lap_s"]) == (True, None)
    heard = {lap: [row for row in rows if truth.heard(*row)] for lap, rows in truth.crossings.items()}
    assert crossings == {lap: rows for lap, rows in heard.items() if rows}
    assert laps == {car: truth.laps_at(float("inf"), car) for car in truth.grid}


@some_races
@given(race=races)
def test_best_laps_and_the_fastest_of_all(race: ToldRace) -> None:
    best: dict[str, tuple[float, int]] = {}
    for _, car, told in timings(race):
        if "best_lap" in told:
            assert told["best_lap_s"] < best.get(car, (float("inf"), 0))[0]
            assert told["best_lap_s"] == told["last_lap_s"]
            best[car] = told["best_lap_s"], told["best_lap"]
    fastest = race.truth.fastest_lap
    assert fastest is not None
    if any(race.truth.silences(car) for car in race.truth.grid):
        assert fastest.seconds <= min(seconds for seconds, _ in best.values())
        return
    assert best[fastest.car] == (fastest.seconds, fastest.lap)
    assert fastest.seconds == min(seconds for seconds, _ in best.values())


@some_races
@given(race=races)
def test_pit_lane_edges_are_the_passages(race: ToldRace) -> None:
    passages: defaultdict[str, list[list[float | None]]] = defaultdict(list)
    laps: dict[str, int] = {}
    for t, car, told in timings(race):
        laps[car] = told.get("laps", laps.get(car, 0))
        if told.get("in_pit"):
            passages[car].append([laps[car] + 1, t, None])
            assert told["pit_count"] == len(passages[car])
        elif "in_pit" in told and laps[car]:
            assert passages[car][-1][-1] is None
            passages[car][-1][-1] = t
    assert {car: [tuple(p) for p in passages[car]] for car in race.truth.grid} == {
        car: race.truth.pit_passages(car) for car in race.truth.grid
    }


@some_races
@given(race=races)
def test_stopped_cars_are_the_retirements_and_say_no_more(race: ToldRace) -> None:
    stopped = {car: t for t, car, told in timings(race) if told.get("stopped")}
    assert set(stopped) == set(race.truth.retirements)
    for t, car, told in timings(race):
        if car in stopped and t > race.truth.retirements[car].t:
            assert told.keys() <= {"position", "stopped", "retired"}
    for car, retired in race.truth.retirements.items():
        assert retired.t < stopped[car] < retired.t + 60
        assert race.truth.laps_at(stopped[car], car) == retired.lap - 1


@some_races
@given(race=races)
def test_positions_are_distinct_after_every_message_and_true(race: ToldRace) -> None:
    fold = Fold()
    for event in race:
        fold.apply(event)
        if isinstance(event, Timing) and any("position" in said(told) for told in event.cars.values()):
            positions = [told["position"] for told in fold.cars.values()]
            assert sorted(positions) == list(range(1, race.config.cars + 1))
            if all(race.truth.heard(event.t, car) for car in race.truth.grid):
                assert fold.order()[0] == race.truth.positions_at(event.t)[0]
    assert fold.order() == race.truth.positions_at(event.t)


@some_races
@given(race=races, seed=st.integers(0, 1000))
def test_positions_of_the_cars_that_are_heard_are_true_at_any_moment(race: ToldRace, seed: int) -> None:
    truth = race.truth
    events = list(race)
    moments = sorted(Random(seed).choices(range(2_000, int(events[-1].t * 1000)), k=60), reverse=True)
    moments += sorted((round(t0 * 1000) + 1 for car in truth.grid for t0, _ in truth.silences(car)), reverse=True)
    moments.sort(reverse=True)
    fold = Fold()
    for event in events:
        while moments and event.t * 1000 > moments[-1] + 0.5:
            t = moments.pop() / 1000
            heard = [car for car in truth.grid if truth.heard(t, car)]
            assert [c for c in fold.order() if c in heard] == [c for c in truth.positions_at(t) if c in heard]
        fold.apply(event)
    assert not moments


@some_races
@given(race=races)
def test_gaps_and_intervals_are_true_when_told(race: ToldRace) -> None:
    """Where a silent car has part in one, timing cannot know better."""
    truth = race.truth
    told_gaps = [row for row in timings(race) if "gap_s" in row[2]]
    for t, car, told in told_gaps[::7]:
        assert truth.heard(t, car)
        order = truth.positions_at(t)
        if truth.heard(t, order[0]):
            assert (told["gap_s"], told["gap_laps"]) == truth.gap_at(t, car)
        if all(truth.heard(t, other) for other in order):
            assert (told["interval_s"], told["interval_laps"]) == truth.interval_at(t, car)


@some_races
@given(race=races)
def test_gaps_at_the_line_are_differences_of_crossings(race: ToldRace) -> None:
    """The same gaps by another way: from the crossings alone."""
    crossed = {(car, lap): t for lap, row in race.truth.crossings.items() for t, car in row}
    for t, car, told in timings(race):
        if crossed.get((car, told.get("laps", 0))) != t:
            continue
        leader = race.truth.positions_at(t)[0]
        if told["gap_s"] and race.truth.heard(t, leader):
            assert told["gap_s"] == round(t - crossed[leader, told["laps"]], 3)
            assert (leader, told["laps"] + 1) not in crossed or crossed[leader, told["laps"] + 1] > t


@some_races
@given(race=races)
def test_every_running_car_is_heard_of_often(race: ToldRace) -> None:
    heard: defaultdict[str, list[float]] = defaultdict(list)
    for t, car, told in timings(race):
        if "interval_s" in told and "position" not in told:
            heard[car].append(t)
    waits = sorted(after - before for times in heard.values() for before, after in pairwise(times))
    assert 2 < waits[len(waits) // 2] < 8


@some_races
@given(race=races)
def test_in_a_silence_no_timing_of_the_car_is_told_but_where_the_others_leave_it(race: ToldRace) -> None:
    for t, car, told in timings(race):
        assert race.truth.heard(t, car) or told.keys() == {"position"}


@some_races
@given(race=races)
def test_distances_are_told_together_and_say_the_order(race: ToldRace) -> None:
    covered_so_far: dict[str, float] = {}
    samples = 0
    for event in race:
        if isinstance(event, Distances):
            covered_so_far |= event.metres
            order = [car for car in race.truth.positions_at(event.t) if _told_of(race, event.t, car)]
            covered = {car: covered_so_far[car] for car in order}
            assert covered == {car: round(race.truth.distance_at(event.t, car), 1) for car in covered}
            assert list(covered.values()) == sorted(covered.values(), reverse=True)
            samples += 1
    assert samples > len(race.truth.crossings) * 10


def _told_of(race: ToldRace, t: float, car: str) -> bool:
    return not any(t0 <= t < t1 for t0, t1 in race.truth.silences(car))


@some_races
@given(race=races)
def test_tyres_told_are_the_stints(race: ToldRace) -> None:
    told: defaultdict[str, dict[int, dict[str, Any]]] = defaultdict(lambda: defaultdict(dict))
    for event in race:
        if isinstance(event, Tyres):
            for car, news in event.cars.items():
                for new in news:
                    told[car][new.number] |= said(new)
                    if new.number and new.compound is not msgspec.UNSET:
                        left_pits = race.truth.pit_passages(car)[new.number - 1].t_out
                        assert left_pits is not None
                        assert left_pits < event.t < left_pits + 10
    for car in race.truth.grid:
        for stint, seen in zip(race.truth.stints(car), told[car].values(), strict=True):
            assert (seen["number"], seen["compound"], seen["new"], seen["start_laps"]) == stint[:4]
            assert seen["laps"] == stint.start_laps + stint.last_lap - stint.first_lap + 1


@some_races
@given(race=races)
def test_session_and_track_tell_their_story_in_order(race: ToldRace) -> None:
    events = list(race)
    assert [event.status for event in events if isinstance(event, SessionStatus)] == [
        *("inactive", "started", *["aborted", "started"] * len(race.truth.red_flags), "finished", "finalised", "ended")
    ]
    finished = next(e.t for e in events if isinstance(e, SessionStatus) and e.status == "finished")
    assert finished == race.truth.finish_t == race.truth.crossings[max(race.truth.crossings)][0][0]
    statuses = [(event.t, event.status) for event in events if isinstance(event, TrackStatus)]
    assert all(before[1] != after[1] for before, after in pairwise(statuses))
    assert race.truth.safety_car_periods == [
        (t, clear) for (t, status), (clear, _) in pairwise(statuses) if status == "safety_car"
    ]
    vsc = [(t, ending, clear) for (t, status), (ending, _), (clear, _) in triples(statuses) if status == "vsc"]
    assert race.truth.vsc_periods == vsc
    red = [(t, resumed) for (t, status), (resumed, _) in pairwise(statuses) if status == "red"]
    assert race.truth.red_flags == red
    told = [(e.t, e.status) for e in events if isinstance(e, SessionStatus) and 120 < e.t < finished]
    assert told == [told for stopped, resumed in red for told in ((stopped, "aborted"), (resumed, "started"))]
    assert all(race.truth.track_status_at(t) == status for t, status in statuses)


@some_races
@given(race=races)
def test_the_lap_count_is_that_of_the_first_car_heard(race: ToldRace) -> None:
    """Of messages of one moment, the lap count may come before the timing."""
    truth = race.truth
    laps = dict.fromkeys(truth.grid, 0)
    current, before = 1, 0.0
    for event in race:
        if event.t > before:
            assert current == min(max(laps.values()) + 1, len(truth.crossings))
        before = event.t
        if isinstance(event, LapCount):
            assert event.total in (msgspec.UNSET, len(truth.crossings))
            assert event.current is not msgspec.UNSET
            assert event.current >= current
            current = event.current
        elif isinstance(event, Timing):
            laps |= {car: told.laps for car, told in event.cars.items() if told.laps is not msgspec.UNSET}


@some_races
@given(race=races)
def test_race_control_says_what_is_true(race: ToldRace) -> None:
    """Safety cars, blue flags and penalties by the words alone."""
    truth = race.truth
    said = [(event.t, event.message, event.car) for event in race if isinstance(event, RaceControl)]

    def when(words: str) -> list[float]:
        return [t for t, message, _ in said if message == words]

    assert when("RED FLAG") == [t0 for t0, _ in truth.red_flags]
    assert when("GREEN LIGHT - PIT EXIT OPEN") == [120.0, *(t1 for _, t1 in truth.red_flags)]
    assert when("SAFETY CAR DEPLOYED") == [t0 for t0, _ in truth.safety_car_periods]
    assert when("VSC DEPLOYED") == [t0 for t0, _, _ in truth.vsc_periods]
    assert when("VSC ENDING") == [ending for _, ending, _ in truth.vsc_periods]
    blue = [(t, car) for t, message, car in said if "BLUE FLAG" in message]
    assert blue == [(t, car) for t, car, _ in truth.blue_flags]
    for t, car, other in truth.blue_flags:
        assert truth.positions_at(t)[0] == other
        behind = (truth.distance_at(t, other) - truth.distance_at(t, car)) / lap_length(race)
        assert behind > 0.9
        assert behind % 1 > 0.9
    given_s = [(t, car, message) for t, message, car in said if "SECOND TIME PENALTY" in message]
    assert [(t, car) for t, car, _ in given_s] == [(p.t, p.car) for p in truth.penalties]
    for (t, _, message), penalty in zip(given_s, truth.penalties, strict=True):
        assert t > truth.finish_t
        assert f"STEWARDS: {penalty.seconds} SECOND TIME PENALTY FOR CAR {penalty.car} (" in message
        assert len([car for _, noted, car in said if car == penalty.car and penalty.reason in noted]) == 3


def lap_length(race: ToldRace) -> float:
    length = next(event.lap_length_m for event in race if isinstance(event, Session))
    assert length is not None
    return length


@some_races
@given(race=races)
def test_weather_tells_the_rain(race: ToldRace) -> None:
    weather = [event for event in race if isinstance(event, Weather)]
    assert [event.rain for event in weather] == [race.truth.raining_at(event.t) for event in weather]
    assert race.config.rain or not any(event.rain for event in weather)
    assert race.config.rain or race.truth.wetness_at(weather[-1].t) == 0.0


@some_races
@given(race=races)
def test_values_are_in_range(race: ToldRace) -> None:
    events = list(race)
    epoch = next(event.utc - event.t for event in events if isinstance(event, Clock))
    roster = next(event for event in events if isinstance(event, Roster))
    session = next(event for event in events if isinstance(event, Session))
    assert {driver.car: driver.class_name for driver in roster.drivers} == {
        car: race.truth.class_of(car) for car in race.truth.grid
    }
    assert session.lap_length_m is not None
    assert session.lap_length_m > 3000
    for event in events:
        if isinstance(event, RaceControl):
            assert event.utc is not None
            assert event.utc <= epoch + event.t < event.utc + 1
            assert event.lap in race.truth.crossings
        elif isinstance(event, Weather):
            assert msgspec.convert(msgspec.to_builtins(event), Weather) == event
            assert event.humidity_pct is not None
            assert 0 <= event.humidity_pct <= 100
        elif isinstance(event, Clock):
            assert event.utc == pytest.approx(epoch + event.t)
    for _, _, told in timings(race):
        assert (told.get("gap_s") or 0) >= 0
        assert (told.get("interval_s") or 0) >= 0
        assert told.get("gap_laps") is None or (told["gap_laps"] >= 1 and told["gap_s"] is None)
