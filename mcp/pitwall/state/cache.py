"""The state of the race, over time. A source's events go in; views of any moment come out."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable
from threading import Lock

from pitwall.championship import Standing
from pitwall.events import Event, NewSession
from pitwall.results import Result
from pitwall.state.car import Car
from pitwall.state.finding import SAME_TIME_S, message_at, session_time
from pitwall.state.heard_session import HeardSession
from pitwall.state.liveness import Liveness
from pitwall.state.moment import END, Moment, parse_moment
from pitwall.state.progress import Progress
from pitwall.state.view import RaceView
from pitwall.state.world_clock import WorldClock
from pitwall.unread import unread


class StateCache:
    """What the feed has said of the current session. When another begins, the cache begins anew: two are never mixed.

    A view keeps showing the session that it was made of.
    """

    def __init__(self) -> None:
        self.heard = HeardSession()
        self.begun = 1
        """How many sessions the feed has begun to tell of, this one with them."""
        self._pinned: int | None = None
        self._pinned_t: float | None = None
        """The session time of now that was named, which can be later than the last message before it."""
        self._kept: RaceView | None = None
        """The last view of now of a recording, until something changes."""
        self._lock = Lock()

    @property
    def times(self) -> list[float]:
        """Session time of each message."""
        return self.heard.times

    @property
    def cars(self) -> dict[str, Car]:
        """All that is known of each car, by number."""
        return self.heard.cars

    @property
    def progress(self) -> Progress:
        """How far the session has come."""
        return self.heard.progress

    @property
    def clock(self) -> WorldClock:
        """Session time in UTC."""
        return self.heard.clock

    @property
    def liveness(self) -> Liveness | None:
        """Where the race is happening: without a moment, a view is of now. None: a recording."""
        return self.heard.liveness

    @liveness.setter
    def liveness(self, liveness: Liveness | None) -> None:
        self.heard.liveness = liveness

    @property
    def official(self) -> tuple[Result, ...]:
        """The official classification, where somebody has given one: the feed has none."""
        return self.heard.official

    @official.setter
    def official(self, results: tuple[Result, ...]) -> None:
        self.heard.official = results
        self._kept = None

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The championship before this race, where somebody has given it."""
        return self.heard.standings

    @standings.setter
    def standings(self, standings: tuple[Standing, ...]) -> None:
        self.heard.standings = standings
        self._kept = None

    def apply(self, event: Event) -> None:
        """Takes in one event; views may be made in other threads meanwhile."""
        with self._lock:
            self._take(event)

    def _take(self, event: Event) -> None:
        self._kept = None
        if type(event) is NewSession:
            self._begin_anew(event)
        self.heard.take(event)

    def _begin_anew(self, event: NewSession) -> None:
        """The session before is left, with what others have given of it."""
        liveness = self.heard.liveness
        if liveness is not None:
            liveness.begin_anew()
        self.heard = HeardSession(liveness, event.before)
        self.begun += 1
        self._pinned = self._pinned_t = None

    def load(self, events: Iterable[Event], until: str | Moment | None = None) -> StateCache:
        """Takes in all events of a source that ends; returns itself. No view may be made while it runs.

        `until`: nothing after that moment will be asked for, so reading may end there. BadMoment where it is no moment.
        """
        self._kept = None
        moment = parse_moment(until) if isinstance(until, str) else until or END
        if moment.lap or moment.t is not None:
            self._load_until(unread(events), moment.lap, math.inf if moment.t is None else moment.t + SAME_TIME_S)
            return self
        rest = unread(events)
        while (new := self.heard.take_all(rest)) is not None:
            self._take(new)
        return self

    def _load_until(self, events: Iterable[Event], lap: int | None, t: float) -> None:
        for event in events:
            self._take(event)
            # The first message after a time shows that the time is one of the session's.
            if event.t > t or (lap and self.progress.laps >= lap and self.heard.counts_laps()):
                return

    def pin(self, at: str | Moment) -> None:
        """Sets now: no view looks past it; with `end` a live race goes on. BadMoment where there is no such moment."""
        self._pinned = self._pinned_t = self._kept = None
        moment = parse_moment(at) if isinstance(at, str) else at
        if self.liveness is None or moment != END:
            self._pinned = self._message_at(moment)
            self._pinned_t = session_time(self.heard, moment)

    def view(self, at: str | Moment | None = None) -> RaceView:
        """The race as it stands now, or as it stood at `at`. BadMoment where that is not before now."""
        with self._lock:
            if at is None:
                return self._view_of_now()
            moment = parse_moment(at) if isinstance(at, str) else at
            return RaceView(self.heard, self._message_at(moment), session_time(self.heard, moment))

    def _view_of_now(self) -> RaceView:
        """Of a recording one view for all who ask of the same message: each finds what others have worked out."""
        last = self._last()
        if self.liveness is not None:
            return RaceView(self.heard, last, self._now())
        kept = self._kept
        if kept is None or kept.messages != last + 1:
            kept = self._kept = RaceView(self.heard, last, self._now())
        return kept

    def _now(self) -> float | None:
        if self._pinned is not None:
            return self._pinned_t
        return None if self.liveness is None else self.liveness.now()

    def _last(self) -> int:
        if self._pinned is not None:
            return self._pinned
        if self.liveness is None or not self.liveness.delay_s or (now := self.liveness.now()) is None:
            return len(self.times) - 1
        return bisect_right(self.times, now) - 1

    def _message_at(self, moment: Moment) -> int:
        return message_at(self.heard, moment, self._last(), self._pinned_t)
