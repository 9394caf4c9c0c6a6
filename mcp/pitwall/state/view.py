"""The race as it stood after one message. Read tools see this and nothing else."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from pitwall.events import Driver, Gaps, RaceControl, Session, Weather
from pitwall.results import Result
from pitwall.state.car import NO_GAPS, Car, CarState, Lap, Passage, Tyre
from pitwall.state.finding import kind_at
from pitwall.state.kinds import QUALIFYINGS, TIMED, SessionKind
from pitwall.state.moment import format_session_time
from pitwall.state.run_state import RunState, run_state
from pitwall.state.segments import NO_SEGMENTS, SEGMENTS, Segments
from pitwall.state.timeline import Timeline

if TYPE_CHECKING:
    from pitwall.state.cache import StateCache

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

    def __eq__(self, other: object) -> bool:
        """Views of one moment of one race are the same: what is derived from one holds for the other."""
        return isinstance(other, RaceView) and self._moment == other._moment

    def __hash__(self) -> int:
        return hash(self._moment)

    @property
    def _moment(self) -> tuple[int, int, float]:
        return id(self._cache), self._message, self.t

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
        """Laps that the first car has completed; 0 where every car counts its own (`timed`)."""
        return 0 if self.timed else max(bisect_right(self._cache.lap_marks, self._message) - 1, 0)

    @property
    def total_laps(self) -> int | None:
        """Laps the race has, as last announced."""
        return self._cache.total_laps.at(self._message)

    @property
    def time_left_s(self) -> float | None:
        """Seconds that the session's clock still has; None where the feed has told of no such clock."""
        told = self._cache.time_left.at(self._message)
        if told is None:
            return None
        return round(max(told.seconds - (self.t - told.t if told.running else 0.0), 0.0), 3)

    @property
    def session(self) -> Session | None:
        """Which session this is."""
        return self._cache.session.at(self._message)

    @cached_property
    def kind(self) -> SessionKind | None:
        """The kind of the session; None where the feed has not told it."""
        return kind_at(self._cache, self._message)

    @cached_property
    def timed(self) -> bool:
        """Whether the order is by best lap, as in qualifying and practice."""
        return self.kind in TIMED

    @cached_property
    def segments(self) -> Segments:
        """What the feed has said of the segments of a qualifying."""
        return self._cache.segments.at(self._message) or NO_SEGMENTS

    @property
    def segment(self) -> int | None:
        """The segment of a qualifying that is under way, or was last; None elsewhere, and before the first."""
        if self.kind not in QUALIFYINGS:
            return None
        begun = (number for number, message in self._cache.segment_starts.items() if message <= self._message)
        return max(self.segments.number, max(begun, default=0)) or None

    def segment_started_at(self, number: int) -> float | None:
        """Session time at which a segment of a qualifying was opened; None where it has not, or that is not told."""
        message = self._cache.segment_starts.get(number)
        return None if message is None or message > self._message else self._cache.times[message]

    @property
    def session_status(self) -> str | None:
        """inactive, started, aborted, finished, finalised or ended."""
        return self._cache.session_status.at(self._message)

    @property
    def track_status(self) -> str | None:
        """green, yellow, safety_car, red, vsc or vsc_ending."""
        return self._cache.track_status.at(self._message)

    @property
    def has_been_stopped(self) -> bool:
        """Whether a red flag has been shown so far, or the session been aborted."""
        cache, last = self._cache, self._message
        return "red" in cache.track_status.upto(last) or "aborted" in cache.session_status.upto(last)

    @cached_property
    def track_statuses(self) -> Sequence[Change]:
        """Every track status so far."""
        return self._changes(self._cache.track_status)

    @cached_property
    def session_statuses(self) -> Sequence[Change]:
        """Every session status so far."""
        return self._changes(self._cache.session_status)

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
        return told or bisect_right(self._cache.lap_marks, self._message) > 1

    @property
    def finished(self) -> bool:
        """Whether the winner has crossed the line; in a session without a winner, whether it is over."""
        return self.over if self.timed else self.flag is not None

    @property
    def over(self) -> bool:
        """Whether the feed says that the session is over: what was wanted of it, and all its segments, are done."""
        return self.session_status in ("finalised", "ended") or self._out_of_time

    @property
    def _out_of_time(self) -> bool:
        """Whether the last segment of a qualifying, or a practice, has had its flag."""
        segment = self.segment
        last = segment is None or (
            segment >= (len(self.segments.entries) or SEGMENTS) and self.segment_started_at(segment) is not None
        )
        return self.timed and last and self.session_status == "finished"

    @cached_property
    def flag(self) -> int | None:
        """The message in which the winner took the flag; None before it, and where nobody wins."""
        flag = self._cache.flag
        return None if self.timed or flag is None or flag > self._message else flag

    @property
    def started_at(self) -> float | None:
        """Session time of the start, None before it and where the feed has not told it."""
        started = self._cache.started
        return self._cache.times[started] if started is not None and started <= self._message else None

    @property
    def official(self) -> Sequence[Result]:
        """The official classification that somebody has given; empty before the session is over."""
        return self._cache.official if self.finished else ()

    @property
    def finished_at(self) -> float | None:
        """Session time at which the winner crossed the line, None before that and where nobody wins."""
        return None if self.flag is None else self._cache.times[self.flag]

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

    def gaps_after(self, number: str, message: int) -> Gaps:
        """The feed's word on a car's gaps as it stood after an earlier message."""
        car = self._cache.cars.get(number)
        return (car.gaps.at(min(message, self._message)) if car else None) or NO_GAPS

    def laps(self, number: str) -> Sequence[Lap]:
        """Laps the car has completed."""
        car = self._cache.cars.get(number)
        return car.laps[: self._laps_done(car)] if car else ()

    def last_lap(self, number: str) -> Lap | None:
        """The last lap the car has completed."""
        car = self._cache.cars.get(number)
        done = self._laps_done(car) if car else 0
        return car.laps[done - 1] if car and done else None

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

    def laps_led(self, since: int) -> int:
        """Laps that the first car has completed after a message."""
        marks = self._cache.lap_marks
        return bisect_right(marks, self._message) - bisect_right(marks, since)

    @property
    def start_message(self) -> int:
        """The message of the start."""
        return self._cache.lap_marks[0]

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
        return run_state(self, number)

    def _changes(self, timeline: Timeline[str]) -> Sequence[Change]:
        times, marks, flag = self._cache.times, self._cache.lap_marks, self.flag
        changes = []
        for message, status in zip(timeline.messages, timeline.upto(self._message), strict=False):
            over = flag is not None and flag <= message
            lap = bisect_right(marks, message) - over if self.started and not self.timed else 0
            changes.append(Change(status, times[message], lap))
        return changes

    def _spoke_of(self, number: str) -> int:
        states = self._cache.cars[number].states
        return states.messages[states.count(self._message) - 1]

    def _laps_done(self, car: Car) -> int:
        return bisect_right(car.laps, self._message, key=_message_of)

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
        flag = self.flag
        if flag is None:
            return len(self._cache.times)
        laps = self._cache.cars[number].laps
        index = bisect_right(laps, flag - 1, key=_message_of)
        return laps[index].message if index < len(laps) else len(self._cache.times)


_message_of = attrgetter("message")
