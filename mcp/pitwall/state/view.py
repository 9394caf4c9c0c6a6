"""The race as it stood after one message. Read tools see this and nothing else."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

from pitwall.events import Driver, Gaps, RaceControl, Session, Weather
from pitwall.state.car import NO_GAPS, Car, CarState, Lap, Passage, Tyre
from pitwall.state.moment import format_session_time
from pitwall.state.timeline import Timeline

if TYPE_CHECKING:
    from pitwall.state.cache import StateCache

RunState = Literal["running", "in_pit", "stopped", "retired", "finished", "unknown"]
RUN_STATES: tuple[RunState, ...] = ("running", "in_pit", "stopped", "retired", "finished", "unknown")

SILENT_LAPS = 3
"""A car that completes no lap in the time of so many of the leader and so many of its own has stopped (derived)."""

_LATELY = 10

_NO_CAR = CarState()


class Change(NamedTuple):
    """A new status: when it came, and the lap the first car was on then (0 before the start)."""

    status: str
    t: float
    lap: int


class RaceView:
    """Immutable. `t` is its session time in seconds; `cars` hold the feed's own last word on each car."""

    def __init__(self, cache: StateCache, message: int, t: float | None = None) -> None:
        self._cache = cache
        self._message = message
        self._spoke_at = cache.times[message] if message >= 0 else 0.0
        self.t = self._spoke_at if t is None else t
        self.cars: Mapping[str, CarState] = {
            number: state for number, car in cache.cars.items() if (state := car.states.at(message)) is not None
        }

    @cached_property
    def drivers(self) -> Mapping[str, Driver]:
        """The roster, by car."""
        return self._cache.drivers.at(self._message) or {}

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Cars in the feed's order. Where it has two cars on one place for a moment, the one it named last is ahead."""
        placed = [(state.position, number) for number, state in self.cars.items() if state.position is not None]
        placed.sort(key=lambda item: (item[0], -self._spoke_of(item[1])))
        return tuple(number for _, number in placed)

    @cached_property
    def distances(self) -> Mapping[str, float]:
        """Metres each car has covered since the start, where the feed tells that and it is not long ago."""
        return self._cache.distances.at(self._message)

    @property
    def leader(self) -> str | None:
        """The car in first place."""
        return self.order[0] if self.order else None

    @property
    def lap(self) -> int:
        """Laps that the first car has completed."""
        return max(bisect_right(self._cache.lap_marks, self._message) - 1, 0)

    @property
    def total_laps(self) -> int | None:
        """Laps the race has, as last announced."""
        return self._cache.total_laps.at(self._message)

    @property
    def time_left_s(self) -> float | None:
        """Seconds that a race by time still has; None where the feed has told of no such clock."""
        told = self._cache.time_left.at(self._message)
        return None if told is None else round(max(told.seconds - (self.t - told.t), 0.0), 3)

    @property
    def session(self) -> Session | None:
        """Which session this is."""
        return self._cache.session.at(self._message)

    @property
    def session_status(self) -> str | None:
        """inactive, started, aborted, finished, finalised or ended."""
        return self._cache.session_status.at(self._message)

    @property
    def track_status(self) -> str | None:
        """green, yellow, safety_car, red, vsc or vsc_ending."""
        return self._cache.track_status.at(self._message)

    def has_been(self, track_status: str) -> bool:
        """Whether the track has had that status so far."""
        return track_status in self._cache.track_status.upto(self._message)

    @cached_property
    def track_statuses(self) -> Sequence[Change]:
        """Every track status so far."""
        return self._changes(self._cache.track_status)

    @property
    def weather(self) -> Weather | None:
        """The last weather."""
        return self._cache.weather.at(self._message)

    @property
    def weathers(self) -> Sequence[Weather]:
        """All weather so far."""
        return self._cache.weather.upto(self._message)

    @property
    def race_control(self) -> Sequence[RaceControl]:
        """Messages of race control so far."""
        return self._cache.race_control.upto(self._message)

    @property
    def started(self) -> bool:
        """Whether the race has started."""
        told = self._cache.started is not None and self._cache.started <= self._message
        return told or self.lap > 0

    @property
    def finished(self) -> bool:
        """Whether the winner has crossed the line."""
        return self._cache.flag is not None and self._cache.flag <= self._message

    @property
    def started_at(self) -> float | None:
        """Session time of the start, None before it and where the feed has not told it."""
        started = self._cache.started
        return self._cache.times[started] if started is not None and started <= self._message else None

    @property
    def finished_at(self) -> float | None:
        """Session time at which the winner crossed the line, None before that."""
        flag = self._cache.flag
        return self._cache.times[flag] if flag is not None and self.finished else None

    @cached_property
    def line_times(self) -> Sequence[float]:
        """Session time at which the first car completed lap N, by N; that of the start for 0. Empty before it."""
        marks = self._cache.lap_marks[: self.lap + 1] if self.started else ()
        return [self._cache.times[mark] for mark in marks]

    @property
    def lap_leaders(self) -> Sequence[str | None]:
        """The car that was first over the line at the end of each lap, lap 1 first; None where that is not told."""
        told = self._cache.lap_leaders
        return [told[lap].at(self._message) if lap in told else None for lap in range(1, self.lap + 1)]

    @property
    def utc(self) -> str | None:
        """The moment in UTC, to the second, where the feed has told the time."""
        return self.utc_at(self.t)

    def utc_at(self, t: float) -> str | None:
        """A session time in UTC, to the second, where the feed has told the time."""
        offset = self._cache.utc_offset
        if offset is None:
            return None
        return datetime.fromtimestamp(offset + t, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def session_time(self) -> str:
        """`00:48:24.321`."""
        return format_session_time(self.t)

    @property
    def data_age_s(self) -> float:
        """Seconds since the feed last spoke."""
        return round(self.t - self._spoke_at, 3)

    @property
    def messages(self) -> int:
        """Messages so far."""
        return self._message + 1

    @property
    def first_message_at(self) -> float | None:
        """Session time of the first message."""
        return self._cache.times[0] if self._message >= 0 else None

    @property
    def last_message_at(self) -> float | None:
        """Session time of the last message."""
        return self._spoke_at if self._message >= 0 else None

    def held(self) -> Mapping[str, int]:
        """How much is kept of what the feed has said so far, by kind."""
        cache, last = self._cache, self._message
        cars = cache.cars.values()
        return {
            "car_states": sum(car.states.count(last) + car.gaps.count(last) for car in cars),
            "laps": sum(self._laps_done(car) for car in cars),
            "lap_times": sum(car.lap_times.count(last) for car in cars),
            "tyres": sum(car.tyres.count(last) for car in cars),
            "race_control": cache.race_control.count(last),
            "track_status": cache.track_status.count(last),
            "weather": cache.weather.count(last),
        }

    @property
    def faults(self) -> Mapping[tuple[str, str], int]:
        """What could not be read or had to be doubted: how many lines or values, by (topic, reason)."""
        faults = self._cache.faults.copy()  # in one step, whatever another thread adds
        if doubts := sum(car.doubts for car in list(self._cache.cars.values())):
            faults["timing", "impossible counts of laps"] = doubts
        return faults

    def car(self, number: str) -> CarState:
        """The feed's last word on a car; an empty one where it has said nothing."""
        return self.cars.get(number, _NO_CAR)

    def gaps(self, number: str) -> Gaps:
        """The feed's last word on how far a car is behind the leader and behind the car ahead."""
        car = self._cache.cars.get(number)
        return (car.gaps.at(self._message) if car else None) or NO_GAPS

    def laps(self, number: str) -> Sequence[Lap]:
        """Laps the car has completed."""
        car = self._cache.cars.get(number)
        return car.laps[: self._laps_done(car)] if car else ()

    def lap_times(self, number: str) -> Mapping[int, float]:
        """The feed's last word on the car's lap times in seconds, by lap; not every lap has one."""
        car = self._cache.cars.get(number)
        return {told.number: told.seconds for told in car.lap_times.upto(self._message)} if car else {}

    def out_since(self, number: str) -> float | None:
        """Session time at which the feed first said what it says now: that the car is out. None where it does not."""
        states = self._cache.cars[number].states
        since = None
        for index in range(states.count(self._message) - 1, -1, -1):
            if not (states.values[index].stopped or states.values[index].retired):
                break
            since = self._cache.times[states.messages[index]]
        return since

    def passages(self, number: str) -> Sequence[Passage]:
        """Passages through the pit lane in the race: not those before the start, nor after the car's flag."""
        car = self._cache.cars.get(number)
        return tuple(self._seen_passages(number, car.passages)) if car else ()

    def tyres(self, number: str, message: int | None = None) -> Sequence[Tyre]:
        """Sets of tyres the car has used, as the feed had them after an earlier message or has them now."""
        car = self._cache.cars.get(number)
        last = self._message if message is None else min(message, self._message)
        return (car.tyres.at(last) or ()) if car else ()

    def back_to(self, message: int) -> RaceView:
        """The race as it stood after an earlier message."""
        return RaceView(self._cache, min(message, self._message))

    def at_lap(self, number: int) -> RaceView | None:
        """The race as it stood when the first car completed that lap; None where it has not."""
        return RaceView(self._cache, self._cache.lap_marks[number]) if 0 <= number <= self.lap else None

    def first_states(self) -> Mapping[str, CarState]:
        """The first word of each car that the feed placed before the start."""
        start = self._cache.lap_marks[0]
        found = {}
        for number, car in self._cache.cars.items():
            placed = zip(car.states.messages, car.states.values, strict=True)
            first = next((state for message, state in placed if message <= start and state.position is not None), None)
            if first is not None:
                found[number] = first
        return found

    def run_state(self, number: str) -> tuple[RunState, bool]:
        """What the car is doing, and whether that is derived rather than the feed's own word."""
        if number not in self.cars:
            return "unknown", False
        state = self.cars[number]
        if self._has_finished(number):
            return "finished", True
        if state.retired:
            return "retired", False
        if state.stopped:
            return "stopped", False
        if (self.finished and self._is_over()) or self._is_silent(number, state):
            return "stopped", True
        return ("in_pit", False) if state.in_pit else ("running", False)

    def _changes(self, timeline: Timeline[str]) -> Sequence[Change]:
        times, marks, flag = self._cache.times, self._cache.lap_marks, self._cache.flag
        changes = []
        for message, status in zip(timeline.messages, timeline.upto(self._message), strict=False):
            over = flag is not None and flag <= message
            lap = bisect_right(marks, message) - over if self.started else 0
            changes.append(Change(status, times[message], lap))
        return changes

    def _spoke_of(self, number: str) -> int:
        states = self._cache.cars[number].states
        return states.messages[states.count(self._message) - 1]

    def _laps_done(self, car: Car) -> int:
        return bisect_right(car.laps, self._message, key=_message_of)

    def _last_lap(self, number: str) -> Lap | None:
        car = self._cache.cars[number]
        done = self._laps_done(car)
        return car.laps[done - 1] if done else None

    def _has_finished(self, number: str) -> bool:
        flag = self._cache.flag
        last = self._last_lap(number)
        return flag is not None and flag <= self._message and last is not None and last.message >= flag

    def _is_over(self) -> bool:
        return self.session_status in ("finalised", "ended")

    def _is_silent(self, number: str, state: CarState) -> bool:
        if not self.started:
            return False
        last = self._last_lap(number)
        since = last.message if last else self._cache.lap_marks[0]
        marks = self._cache.lap_marks
        if bisect_right(marks, self._message) - bisect_right(marks, since) < SILENT_LAPS:
            return False
        # A car of a slower class has had less than so many laps of its own.
        return last is None or self.t - last.t >= SILENT_LAPS * self._lap_s(self.laps(number))

    def _lap_s(self, laps: Sequence[Lap]) -> float:
        """About how long a lap takes a car: its last one, unless that was twice as long as others of late."""
        ends = [(0, self.started_at or 0.0), *((lap.number, lap.t) for lap in laps)][-_LATELY - 1 :]
        took = [(t - begun) / (number - before) for (before, begun), (number, t) in pairwise(ends)]
        return min(took[-1], 2 * min(took))

    def _seen_passages(self, number: str, passages: Sequence[Passage]) -> Iterator[Passage]:
        over = self._flag_of(number)
        for passage in passages:
            if passage.message_in > self._message or passage.message_in > over:
                return
            if passage.message_out is not None and passage.message_out > self._message:
                yield Passage(passage.lap, passage.message_in, passage.t_in)
            else:
                yield passage

    def _flag_of(self, number: str) -> int:
        """The message in which the car took the flag; past every message where it has not."""
        flag = self._cache.flag
        if flag is None:
            return len(self._cache.times)
        laps = self._cache.cars[number].laps
        index = bisect_right(laps, flag - 1, key=_message_of)
        return laps[index].message if index < len(laps) else len(self._cache.times)


_message_of = attrgetter("message")
