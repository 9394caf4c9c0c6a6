"""The race as it stood after one message. Read tools see this and nothing else."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal, NamedTuple

from pitwall.events import Driver, RaceControl, Session, Weather
from pitwall.state.car import CarState, Lap, Passage, Tyre
from pitwall.state.moment import format_session_time

if TYPE_CHECKING:
    from pitwall.state.cache import StateCache

RunState = Literal["running", "in_pit", "stopped", "retired", "finished", "unknown"]
RUN_STATES: tuple[RunState, ...] = ("running", "in_pit", "stopped", "retired", "finished", "unknown")

SILENT_LAPS = 3
"""A car that completes no lap while the leader completes this many is taken to have stopped (derived)."""

_NO_CAR = CarState()


class Change(NamedTuple):
    """A new status: when it came, and the lap the first car was on then."""

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

    @property
    def track_statuses(self) -> Sequence[Change]:
        """Every track status so far."""
        told, marks = self._cache.track_status, self._cache.lap_marks
        changes = zip(told.messages, told.upto(self._message), strict=False)
        return [Change(status, self._cache.times[message], bisect_right(marks, message)) for message, status in changes]

    @property
    def weather(self) -> Weather | None:
        """The last weather."""
        return self._cache.weather.at(self._message)

    @property
    def race_control(self) -> Sequence[RaceControl]:
        """Messages of race control so far."""
        return self._cache.race_control.upto(self._message)

    @property
    def started(self) -> bool:
        """Whether the race has started."""
        return self._cache.started is not None and self._cache.started <= self._message

    @property
    def finished(self) -> bool:
        """Whether the winner has crossed the line."""
        return self._cache.flag is not None and self._cache.flag <= self._message

    @property
    def line_times(self) -> Sequence[float]:
        """Session time at which the first car completed lap N, by N; that of the start for 0."""
        return [self._cache.times[mark] for mark in self._cache.lap_marks[: self.lap + 1]] if self.started else []

    @property
    def utc(self) -> str | None:
        """The moment in UTC, to the second, where the feed has told the time."""
        offset = self._cache.utc_offset
        if offset is None:
            return None
        return datetime.fromtimestamp(offset + self.t, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def session_time(self) -> str:
        """`00:48:24.321`."""
        return format_session_time(self.t)

    @property
    def data_age_s(self) -> float:
        """Seconds since the feed last spoke."""
        return round(self.t - self._spoke_at, 3)

    @property
    def faults(self) -> Mapping[tuple[str, str], int]:
        """Lines the source could not read: how many, by (topic, reason)."""
        return self._cache.faults

    def car(self, number: str) -> CarState:
        """The feed's last word on a car; an empty one where it has said nothing."""
        return self.cars.get(number, _NO_CAR)

    def laps(self, number: str) -> Sequence[Lap]:
        """Laps the car has completed."""
        car = self._cache.cars.get(number)
        return car.laps[: bisect_right(car.laps, self._message, key=_message_of)] if car else ()

    def lap_times(self, number: str) -> Mapping[int, float]:
        """The feed's word on the car's lap times in seconds, by lap; not every lap has one."""
        laps, told = self.laps(number), {}
        for lap, following in zip_longest(laps, laps[1:]):
            # The time comes with the count of laps or soon after it, and before the half of the next lap.
            half = (
                self._message if following is None else bisect_right(self._cache.times, (lap.t + following.t) / 2) - 1
            )
            state = self._cache.cars[number].states.at(max(half, lap.message))
            if state is not None and state.last_lap_s is not None:
                told[lap.number] = state.last_lap_s
        return told

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

    def _spoke_of(self, number: str) -> int:
        states = self._cache.cars[number].states
        return states.messages[bisect_right(states.messages, self._message) - 1]

    def _has_finished(self, number: str) -> bool:
        flag = self._cache.flag
        laps = self.laps(number)
        return flag is not None and flag <= self._message and bool(laps) and laps[-1].message >= flag

    def _is_over(self) -> bool:
        return self.session_status in ("finalised", "ended")

    def _is_silent(self, number: str, state: CarState) -> bool:
        if not self.started:
            return False
        laps = self.laps(number)
        since = laps[-1].message if laps else self._cache.lap_marks[0]
        marks = self._cache.lap_marks
        return bisect_right(marks, self._message) - bisect_right(marks, since) >= SILENT_LAPS

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


def _message_of(lap: Lap) -> int:
    return lap.message
