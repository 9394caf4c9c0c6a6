"""How far a session has come: the start, the laps of the first car, who led each, the winner's flag, the segments."""

from __future__ import annotations

import math
from bisect import bisect_right

from pitwall.state.car import Lap
from pitwall.state.timeline import Timeline

_FLAG_DELAY_S = 15.0
"""A feed says `finished` around the winner's crossing: at most this long after it, or else just before it."""
_NOT_RACING = frozenset({"inactive", "finalised", "ended"})


class Progress:
    """How far a session has come, as numbers of messages, which are counted from 0 through the whole feed."""

    __slots__ = (
        "_finished",
        "_first_lines",
        "_flag_due",
        "_runs",
        "_times",
        "flag",
        "lap_leaders",
        "lap_marks",
        "racing",
        "segment_starts",
        "started",
        "total_laps",
        "unseen",
    )

    def __init__(self, times: list[float]) -> None:
        self._times = times
        """Session time of each message, in seconds."""
        self.total_laps: Timeline[int | None] = Timeline()
        self.lap_marks: list[int] = [0]
        """The message in which the first car completed lap N, by N; that of the start for 0."""
        self.lap_leaders: dict[int, Timeline[str]] = {}
        """The car that was first over the line at the end of a lap: a late message can correct an earlier one."""
        self.unseen: set[int] = set()
        """Laps of which a feed told only afterwards that they had been completed: not by whom."""
        self.started: int | None = None
        """The message that started the race."""
        self.flag: int | None = None
        """The message in which the winner crossed the line."""
        self.segment_starts: dict[int, int] = {}
        """The message in which a segment of a qualifying was opened, by segment."""
        self.racing = False
        """Whether passages through the pit lane count: not until somebody says that the session has begun."""
        self._first_lines: dict[int, float] = {}
        self._flag_due = False
        self._runs = 0
        self._finished = True

    @property
    def laps(self) -> int:
        """Laps that the first car has completed."""
        return len(self.lap_marks) - 1

    def laps_at(self, message: int) -> int:
        """Laps that the first car had completed after a message."""
        return max(bisect_right(self.lap_marks, message) - 1, 0)

    def announce(self, total: int, message: int) -> None:
        """Takes in how many laps the race has; not a number that the race has passed."""
        if total >= max(self.laps, 1):
            self.total_laps.append(message, total)

    def lead(self, car: str, lap: Lap, *, first_of_car: bool) -> None:
        """Takes in a completed lap: the car led it if it crossed the line before all others told of so far."""
        if lap.number > self.laps:
            self._first_across(lap.number, lap.message)
        if lap.line_t is None and first_of_car:  # who joins late has not been seen to lead
            return
        line_t = lap.t if lap.line_t is None else lap.line_t  # not later than that
        if line_t < self._first_lines.get(lap.number, math.inf):
            self._first_lines[lap.number] = line_t
            self.lap_leaders.setdefault(lap.number, Timeline()).append(lap.message, car)

    def miss(self, lap: int, message: int) -> None:
        """Takes in that the first car had completed a lap by then, as a feed tells a client that joins late."""
        if self.started is not None and lap > self.laps:
            self.unseen.update(range(self.laps + 1, lap + 1))
            self.lap_marks.extend([message] * (lap - self.laps))

    def change(self, status: str, message: int, t: float, segment: int) -> None:
        """Takes in a session status, told at session time `t` in a `segment` of a qualifying (0: not told)."""
        self.racing = status not in _NOT_RACING
        if status == "started":
            self._begin(message, segment)
        if status == "finished":
            self._flag_due = self._finished = True
            just_now = t - self._times[self.lap_marks[-1]] <= _FLAG_DELAY_S
            if self.flag is None and self.laps and just_now:
                self.flag = self.lap_marks[-1]
        if status in ("finalised", "ended") and self.flag is None and self.laps:
            self.flag = self.lap_marks[-1]

    def _begin(self, message: int, segment: int) -> None:
        """The session starts, goes on after a stoppage, or opens its next segment."""
        if self.started is None and not self.laps:  # after laps of a race it goes on, though no start was told
            self.started = message
            self.lap_marks[0] = message
        if self._finished:
            self._runs += 1
            self.segment_starts.setdefault(segment or self._runs, message)
        self._finished = False

    def _first_across(self, laps: int, message: int) -> None:
        self.lap_marks.extend([message] * (laps + 1 - len(self.lap_marks)))
        if self.started is None and self.flag is None:
            self.racing = True  # laps are completed though no start was told
        total = self.total_laps.values[-1] if self.total_laps.values else None
        if total is not None and laps > total:
            # Nobody goes on after the flag: the distance was wrong, and with it a flag that it made fall.
            self.total_laps.append(message, None)
            total = self.flag = None
        reached = total is not None and laps >= total
        if self.flag is None and (reached or self._flag_due):
            self.flag = message
