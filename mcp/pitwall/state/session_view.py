"""The session as it stood after one message: its kind, laps, clock, statuses, weather, and what race control said."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from pitwall.championship import Standing
from pitwall.events import RaceControl, Session, Weather
from pitwall.results import Result
from pitwall.state.finding import kind_at
from pitwall.state.kinds import QUALIFYINGS, TIMED, SessionKind
from pitwall.state.message_view import MessageView
from pitwall.state.segments import NO_SEGMENTS, SEGMENTS, Segments
from pitwall.state.timeline import Timeline


class Change(NamedTuple):
    """A new status: when it came, and the lap the first car was on then (0 before the start)."""

    status: str
    t: float
    lap: int


class SessionView(MessageView):
    """What holds for the session as a whole. Laps are those of the first car."""

    @property
    def session(self) -> Session | None:
        """Which session this is."""
        return self._heard.session.at(self._message)

    @property
    def earlier(self) -> str | None:
        """The name of the session that the feed told of before, which is left out; None where there was none."""
        return self._heard.earlier

    @cached_property
    def kind(self) -> SessionKind | None:
        """The kind of the session; None where the feed has not told it."""
        return kind_at(self._heard, self._message)

    @cached_property
    def timed(self) -> bool:
        """Whether the order is by best lap, as in qualifying and practice."""
        return self.kind in TIMED

    @property
    def total_laps(self) -> int | None:
        """Laps the race has, as last announced."""
        return self._heard.progress.total_laps.at(self._message)

    @property
    def first_total_laps(self) -> int | None:
        """Laps the race had, as first announced."""
        return next(iter(self._heard.progress.total_laps.upto(self._message)), None)

    @property
    def lap(self) -> int:
        """Laps that the first car has completed; 0 where every car counts its own (`timed`)."""
        return 0 if self.timed else self._heard.progress.laps_at(self._message)

    @property
    def started(self) -> bool:
        """Whether the race has started."""
        told = self._heard.progress.started is not None and self._heard.progress.started <= self._message
        return told or self._heard.progress.laps_at(self._message) > 0

    @property
    def started_at(self) -> float | None:
        """Session time of the start, None before it and where the feed has not told it."""
        started = self._heard.progress.started
        return self._heard.times[started] if started is not None and started <= self._message else None

    @property
    def start_message(self) -> int:
        """The message of the start."""
        return self._heard.progress.lap_marks[0]

    @cached_property
    def line_times(self) -> Sequence[float]:
        """Session time at which the first car completed lap N, by N; that of the start for 0. Empty before it."""
        marks, times = self._heard.progress.lap_marks, self._heard.times
        count = self.lap + 1 if self.started else 0
        return self.keeping.of_moment(
            SessionView.line_times, (count, marks[0]), 4, lambda: [times[mark] for mark in marks[:count]]
        )

    @cached_property
    def lap_leaders(self) -> Sequence[str | None]:
        """The car that was first over the line at the end of each lap, lap 1 first; None where that is not told."""
        return self.leaders_from(1)

    def leaders_from(self, first: int) -> Sequence[str | None]:
        """As `lap_leaders`, of the laps from `first` on."""
        told, marks, last = self._heard.progress.lap_leaders, self._heard.progress.lap_marks, self.lap
        # Of laps whose ends were told in one message, as to who joins late, nobody has seen who led the earlier ones.
        seen = (lap in told and (lap == last or marks[lap] < marks[lap + 1]) for lap in range(first, last + 1))
        return [told[lap].at(self._message) if known else None for lap, known in enumerate(seen, first)]

    def laps_led(self, since: int) -> int:
        """How many laps the first car has been heard to complete since a message."""
        marks, unseen = self._heard.progress.lap_marks, self._heard.progress.unseen
        first, end = bisect_right(marks, since), bisect_right(marks, self._message)
        return end - first - sum(first <= lap < end for lap in unseen)

    @cached_property
    def flag(self) -> int | None:
        """The message in which the winner took the flag; None before it, and where nobody wins."""
        flag = self._heard.progress.flag
        return None if self.timed or flag is None or flag > self._message else flag

    @property
    def finished(self) -> bool:
        """Whether the winner has crossed the line; in a session without a winner, whether it is over."""
        return self.over if self.timed else self.flag is not None

    @property
    def finished_at(self) -> float | None:
        """Session time at which the winner crossed the line, None before that and where nobody wins."""
        return None if self.flag is None else self._heard.times[self.flag]

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

    @property
    def official(self) -> Sequence[Result]:
        """The official classification that somebody has given; empty before the session is over."""
        return self._heard.official if self.finished else ()

    @property
    def standings(self) -> Sequence[Standing]:
        """The championship before this race, the most points first; empty where nobody has given it."""
        return self._heard.standings

    @property
    def time_left_s(self) -> float | None:
        """Seconds that the session's clock still has; None where the feed has told of no such clock.

        A clock that ran out before a segment began is not that segment's.
        """
        told = self._heard.time_left.at(self._message)
        if told is None:
            return None
        left = round(max(told.seconds - (self.t - told.t if told.running else 0.0), 0.0), 3)
        begun = None if left or self.segment is None else self.segment_started_at(self.segment)
        return None if begun is not None and told.t < begun else left

    @cached_property
    def segments(self) -> Segments:
        """What the feed has said of the segments of a qualifying."""
        return self._heard.segments.at(self._message) or NO_SEGMENTS

    @property
    def segment(self) -> int | None:
        """The segment of a qualifying that is under way, or was last; None elsewhere, and before the first."""
        if self.kind not in QUALIFYINGS:
            return None
        begun = (number for number, message in self._heard.progress.segment_starts.items() if message <= self._message)
        return max(self.segments.number, max(begun, default=0)) or None

    def segment_started_at(self, number: int) -> float | None:
        """Session time at which a segment of a qualifying was opened; None where it has not, or that is not told."""
        message = self._heard.progress.segment_starts.get(number)
        return None if message is None or message > self._message else self._heard.times[message]

    @cached_property
    def segment_starts(self) -> Sequence[tuple[float, int]]:
        """Session times at which segments of a qualifying were opened, as far as they are told, with their numbers."""
        told = ((self.segment_started_at(number), number) for number in range(1, (self.segment or 0) + 1))
        return tuple((begun, number) for begun, number in told if begun is not None)

    def segment_at(self, t: float) -> int | None:
        """The segment that had been opened last by a session time: a lap ended after its flag is of it too."""
        begun = [number for start, number in self.segment_starts if start <= t]
        return begun[-1] if begun else None

    @property
    def session_status(self) -> str | None:
        """inactive, started, aborted, finished, finalised or ended."""
        return self._heard.session_status.at(self._message)

    @cached_property
    def session_statuses(self) -> Sequence[Change]:
        """Every session status so far."""
        return self._changes(self._heard.session_status)

    @property
    def track_status(self) -> str | None:
        """green, yellow, safety_car, red, vsc or vsc_ending."""
        return self._heard.track_status.at(self._message)

    @cached_property
    def track_statuses(self) -> Sequence[Change]:
        """Every track status so far."""
        return self._changes(self._heard.track_status)

    @property
    def has_been_stopped(self) -> bool:
        """Whether a red flag has been shown so far, or the session been aborted."""
        heard, last = self._heard, self._message
        return "red" in heard.track_status.upto(last) or "aborted" in heard.session_status.upto(last)

    @property
    def weather(self) -> Weather | None:
        """The last weather."""
        return self._heard.weather.at(self._message)

    @property
    def weathers(self) -> Sequence[Weather]:
        """All weather so far."""
        return self._heard.weather.upto(self._message)

    @property
    def race_control(self) -> Sequence[RaceControl]:
        """Messages of race control so far."""
        return self._heard.race_control.upto(self._message)

    def _changes(self, timeline: Timeline[str]) -> Sequence[Change]:
        times, marks, flag = self._heard.times, self._heard.progress.lap_marks, self.flag
        changes = []
        for message, status in zip(timeline.messages, timeline.upto(self._message), strict=False):
            over = flag is not None and flag <= message
            lap = bisect_right(marks, message) - over if self.started and not self.timed else 0
            changes.append(Change(status, times[message], lap))
        return changes
