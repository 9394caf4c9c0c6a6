"""The state of the race, over time. A source's events go in; views of any moment come out."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable

from msgspec import UNSET

from pitwall.events import (
    Clock,
    Driver,
    Event,
    Fault,
    LapCount,
    RaceControl,
    Roster,
    Session,
    SessionStatus,
    Timing,
    TrackStatus,
    Tyres,
    Weather,
)
from pitwall.state.car import Car, Lap
from pitwall.state.moment import BadMoment, Moment, format_session_time, parse_moment
from pitwall.state.timeline import Timeline
from pitwall.state.view import RaceView

_FLAG_DELAY_S = 15.0
"""A feed says `finished` around the winner's crossing: at most this long after it, or else just before it."""
_NOT_RACING = frozenset({"inactive", "finalised", "ended"})


class StateCache:
    """Everything the feed has said, in order. It only grows; nothing in it is ever overwritten."""

    def __init__(self) -> None:
        self.times: list[float] = []
        """Session time of each message. A feed whose clock steps back does not turn the race back."""
        self.cars: dict[str, Car] = {}
        self.drivers: Timeline[dict[str, Driver]] = Timeline()
        self.session: Timeline[Session] = Timeline()
        self.session_status: Timeline[str] = Timeline()
        self.track_status: Timeline[str] = Timeline()
        self.total_laps: Timeline[int] = Timeline()
        self.race_control: Timeline[RaceControl] = Timeline()
        self.weather: Timeline[Weather] = Timeline()
        self.faults: dict[tuple[str, str], int] = {}
        self.lap_marks: list[int] = [0]
        """The message in which the first car completed lap N, by N."""
        self.lap_leaders: dict[int, Timeline[str]] = {}
        """The car that was first over the line at the end of a lap: a late message can correct an earlier one."""
        self.started: int | None = None
        """The message that started the race."""
        self.flag: int | None = None
        """The message in which the winner crossed the line."""
        self.utc_offset: float | None = None
        self._first_lines: dict[int, float] = {}
        self._flag_due = False
        self._racing = True
        self._clock_at = 0.0
        self._pinned: int | None = None
        self._handlers: dict[type[Event], Callable[..., None]] = {
            Timing: self._timing,
            Roster: self._roster,
            Tyres: self._tyres,
            Session: self._session,
            LapCount: self._lap_count,
            SessionStatus: self._session_status,
            TrackStatus: self._track_status,
            RaceControl: self._race_control,
            Weather: self._weather,
            Clock: self._clock,
        }

    def apply(self, event: Event) -> None:
        """Takes in one event. Its time is a message's time, except that of a Fault, which the feed did not say."""
        kind = type(event)
        if isinstance(event, Fault):
            self._fault(event)
            return
        t = event.t
        if t < self._clock_at:
            t = self._clock_at
        self._clock_at = t
        self.times.append(t)
        handler = self._handlers.get(kind)
        if handler is not None:
            handler(event, len(self.times) - 1)

    def load(self, events: Iterable[Event]) -> StateCache:
        """Takes in all events of a source that ends; returns itself."""
        for event in events:
            self.apply(event)
        return self

    def pin(self, at: str | Moment) -> None:
        """Sets now: no view can look past it. BadMoment where the race has no such moment."""
        self._pinned = None
        self._pinned = self._message_at(at)

    def view(self, at: str | Moment | None = None) -> RaceView:
        """The race as it stands now, or as it stood at `at`. BadMoment where that is not before now."""
        if at is None:
            return RaceView(self, self._last())
        moment = parse_moment(at) if isinstance(at, str) else at
        return RaceView(self, self._message_at(moment), moment.t)

    def _last(self) -> int:
        return len(self.times) - 1 if self._pinned is None else self._pinned

    def _message_at(self, at: str | Moment) -> int:
        moment = parse_moment(at) if isinstance(at, str) else at
        last = self._last()
        if moment.lap is not None:
            done = bisect_right(self.lap_marks, last) - 1
            if moment.lap > done:
                raise BadMoment(f"lap {moment.lap} is not completed yet: name a lap from 0 to {max(done, 0)}")
            return min(self.lap_marks[moment.lap], last)
        if moment.t is not None:
            end = self.times[last] if last >= 0 else 0.0
            if moment.t > end + 0.0005:
                asked, now = format_session_time(moment.t), format_session_time(end)
                raise BadMoment(f"{asked} is after the last message: name a session time up to {now}")
            return min(bisect_right(self.times, moment.t + 0.0005) - 1, last)
        return last

    def _timing(self, event: Timing, message: int) -> None:
        for number, news in event.cars.items():
            car = self.cars.get(number)
            if car is None:
                car = self.cars[number] = Car()
            if car.apply(news, message, event.t, racing=self._racing):
                if car.now.laps >= len(self.lap_marks):
                    self._first_across(car.now.laps, message)
                self._led(number, car.laps[-1], message)

    def _led(self, number: str, lap: Lap, message: int) -> None:
        if lap.line_t is not None and lap.line_t < self._first_lines.get(lap.number, math.inf):
            self._first_lines[lap.number] = lap.line_t
            self.lap_leaders.setdefault(lap.number, Timeline()).append(message, number)

    def _first_across(self, laps: int, message: int) -> None:
        self.lap_marks.extend([message] * (laps + 1 - len(self.lap_marks)))
        reached = bool(self.total_laps.values) and laps >= self.total_laps.values[-1]
        if self.flag is None and (reached or self._flag_due):
            self.flag = message

    def _fault(self, event: Fault) -> None:
        key = (event.topic, event.reason)
        self.faults[key] = self.faults.get(key, 0) + event.count

    def _roster(self, event: Roster, message: int) -> None:
        known = dict(self.drivers.values[-1]) if self.drivers.values else {}
        for driver in event.drivers:
            known[driver.car] = driver
        self.drivers.append(message, known)

    def _tyres(self, event: Tyres, message: int) -> None:
        for number, news in event.cars.items():
            self.cars.setdefault(number, Car()).apply_tyres(news, message)

    def _session(self, event: Session, message: int) -> None:
        self.session.append(message, event)

    def _lap_count(self, event: LapCount, message: int) -> None:
        if event.total is not UNSET:
            self.total_laps.append(message, event.total)

    def _session_status(self, event: SessionStatus, message: int) -> None:
        self.session_status.append(message, event.status)
        self._racing = event.status not in _NOT_RACING
        if event.status == "started" and self.started is None:
            self.started = message
            self.lap_marks[0] = message
        if event.status == "finished":
            self._flag_due = True
            just_now = event.t - self.times[self.lap_marks[-1]] <= _FLAG_DELAY_S
            if self.flag is None and len(self.lap_marks) > 1 and just_now:
                self.flag = self.lap_marks[-1]
        if event.status in ("finalised", "ended") and self.flag is None and len(self.lap_marks) > 1:
            self.flag = self.lap_marks[-1]

    def _track_status(self, event: TrackStatus, message: int) -> None:
        self.track_status.append(message, event.status)

    def _race_control(self, event: RaceControl, message: int) -> None:
        self.race_control.append(message, event)
        if event.utc is not None:
            self._set_clock(event.utc - event.t)

    def _weather(self, event: Weather, message: int) -> None:
        self.weather.append(message, event)

    def _clock(self, event: Clock, message: int) -> None:
        self._set_clock(event.utc - event.t)

    def _set_clock(self, offset: float) -> None:
        # A message is sent after the moment it names, so the largest offset seen is nearest to the truth.
        self.utc_offset = offset if self.utc_offset is None else max(self.utc_offset, offset)
