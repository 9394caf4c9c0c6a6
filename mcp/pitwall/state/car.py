"""One car over time: its timing after every message, the laps it completed, its passages through the pit lane."""

from __future__ import annotations

import math
from operator import attrgetter

from msgspec import UNSET, Struct
from msgspec.structs import replace

from pitwall.events import CarTiming, Gaps
from pitwall.events import Stint as StintNews
from pitwall.state.car_gaps import CarGaps
from pitwall.state.near import count_near
from pitwall.state.timeline import Timeline

_LEAST_OF_A_LAP = 0.75
"""Laps that nobody counted took at least this part of the car's quickest lap each."""
_LONGEST_NUMBER = 8
LATE_S = 1.0
"""A count of laps that comes this much after the line was late. Most come within a fifth of it."""


class CarState(Struct, frozen=True, gc=False):
    """The feed's last word on a car, but for its gaps. None: the feed has not said, or has taken it back."""

    position: int | None = None
    laps: int = 0
    last_lap_s: float | None = None
    best_lap_s: float | None = None
    best_lap: int | None = None
    in_pit: bool = False
    stopped: bool = False
    retired: bool = False
    pit_count: int | None = None
    grid: int | None = None


class Lap(Struct, frozen=True, gc=False):
    """A completed lap: the message that said so, and the car's position in the feed's order at that moment."""

    number: int
    message: int
    t: float
    position: int | None
    line_t: float | None = None
    """Session time at the line: that of the message, or before it where the time of the lap shows that the message
    came late. None where the feed did not tell the lap before, or told this one away from the line."""


class LapTime(Struct, frozen=True, gc=False):
    """The feed's word on how long a lap took. A later one for the same lap corrects it."""

    number: int
    seconds: float


class Passage(Struct, frozen=True, gc=False):
    """A passage through the pit lane, entered on lap `lap`. `t_out` is None while the car has not come out."""

    lap: int
    message_in: int
    t_in: float
    message_out: int | None = None
    t_out: float | None = None


class Tyre(Struct, frozen=True, gc=False):
    """One set of tyres of a car, counted from 0. `laps` include those the set had done before."""

    number: int
    compound: str | None = None
    new: bool | None = None
    laps: int | None = None
    start_laps: int | None = None
    kept: bool | None = None


def is_car_number(text: str) -> bool:
    """Whether a car can be called so."""
    return 0 < len(text) <= _LONGEST_NUMBER and text.isprintable() and text == text.strip()


class Car:
    """All that is known of one car, over time."""

    __slots__ = (
        "_doubted",
        "_near",
        "_quickest",
        "_refuted",
        "gaps",
        "halts",
        "lap_messages",
        "lap_times",
        "laps",
        "now",
        "number",
        "passages",
        "states",
        "tyres",
    )

    def __init__(self, number: str) -> None:
        self.number = number
        self._doubted: int | None = None
        self._quickest = math.inf
        self._refuted = 0
        self._near = 0
        self.now = CarState()
        self.states: Timeline[CarState] = Timeline()
        self.gaps = CarGaps(number)
        self.laps: list[Lap] = []
        self.lap_messages: list[int] = []
        """The message of each lap: what was completed by a moment is looked up among them."""
        self.lap_times: Timeline[LapTime] = Timeline()
        self.passages: list[Passage] = []
        self.halts: list[int] = []
        """The messages from which on it stood still on the track."""
        self.tyres: Timeline[tuple[Tyre, ...]] = Timeline()

    def laps_by(self, message: int) -> int:
        """How many laps the car had completed after a message."""
        self._near = found = count_near(self.lap_messages, message, self._near)
        return found

    def move(self, gaps: Gaps, message: int) -> None:
        """Takes in a message that tells nothing but gaps."""
        self._heard_of(message)
        self.gaps.append(message, gaps)

    def _heard_of(self, message: int) -> None:
        if not self.states.values:
            self.states.append(message, self.now)

    def apply(self, news: CarTiming, message: int, t: float, *, racing: bool, most: int = 0, total: int = 0) -> bool:
        """Takes in one message; True when it completed a lap. Passages count only while `racing`.

        The car's first count of laps is believed up to `most`, or up to `total` where nothing was heard of the car
        before.
        """
        if news.laps is not UNSET and not self._believes(news.laps, t, most if self.states.values else total):
            news = replace(news, laps=UNSET)
        if not (news.gap_s is news.gap_laps is news.interval_s is news.interval_laps is UNSET):
            self._heard_of(message)
            self.gaps.change(message, news, t)
            if _is_gaps(news):
                return False
        old, new = self.now, _merged(self.now, news)
        # A first word that tells everything of the car found it in the lane: nobody saw it come in.
        found = new.in_pit and not self.states.values and news.stopped is not UNSET
        self.now = new
        self.states.append(message, new)
        if racing and new.in_pit and not old.in_pit and not found:
            self.passages.append(Passage(new.laps + 1, message, t))
        elif old.in_pit and not new.in_pit and self.passages and self.passages[-1].t_out is None:
            entered = self.passages[-1]
            self.passages[-1] = Passage(entered.lap, entered.message_in, entered.t_in, message, t)
        if racing and new.stopped and not (old.stopped or new.in_pit):
            self.halts.append(message)
        completed = news.laps is not UNSET and self._complete(news, message, t)
        if isinstance(news.last_lap_s, (int, float)):
            self._time_lap(news.last_lap_s, message, t)
        return completed

    def _complete(self, news: CarTiming, message: int, t: float) -> bool:
        # A count that steps back and comes again completes no lap twice.
        laps = self.now.laps
        if laps <= (self.laps[-1].number if self.laps else 0):
            return False
        seconds = news.last_lap_s if isinstance(news.last_lap_s, (int, float)) else None
        # A count that comes with the word that there is no time was not told at the line.
        line_t = None if news.last_lap_s is None and laps > 1 else self._line_t(laps, t, seconds)
        self.laps.append(Lap(laps, message, t, self.now.position, line_t))
        self.lap_messages.append(message)
        return True

    @property
    def doubts(self) -> int:
        """How many counts of laps were not taken, as those before and after contradict them."""
        return self._refuted + (self._doubted is not None)

    def _believes(self, laps: int, t: float, most: int) -> bool:
        """Whether a count of laps can be. One that cannot is believed when the next one goes on from it."""
        known = self.laps[-1].number if self.laps else None
        if known is None:
            possible = laps <= most
        else:
            possible = known <= laps <= known + max(1, (t - self.laps[-1].t) / (_LEAST_OF_A_LAP * self._quickest))
        confirmed = self._doubted is not None and laps == self._doubted + 1
        if possible or confirmed:
            self._refuted += self._doubted is not None and not confirmed
            self._doubted = None
            return True
        self._doubted = laps
        return False

    def apply_tyres(self, news: tuple[StintNews, ...], message: int) -> None:
        """Takes in news of sets of tyres. The feed corrects earlier sets as well as adding new ones."""
        before = self.tyres.values[-1] if self.tyres.values else ()
        if before and len(news) == 1 and news[0].number == before[-1].number:  # as most are
            self.tyres.append(message, (*before[:-1], _after(before[-1], news[0])))
            return
        sets = {tyre.number: tyre for tyre in before}
        for item in news:
            sets[item.number] = _after(sets.get(item.number) or Tyre(item.number), item)
        self.tyres.append(message, tuple(sorted(sets.values(), key=_number_of)))

    def _line_t(self, number: int, t: float, seconds: float | None) -> float | None:
        if number == 1:
            return t
        last = self.laps[-1] if self.laps else None
        if last is None or last.number != number - 1:
            return None
        late = seconds is not None and t - last.t - seconds > LATE_S
        # Two late counts in a row are none: then the time of the first was wrong.
        return last.t + seconds if late and seconds is not None and last.line_t in (None, last.t) else t

    def _time_lap(self, seconds: float, message: int, t: float) -> None:
        """A time comes with the count of laps, a moment after it, or some seconds before: it is the nearer line's."""
        self._quickest = min(self._quickest, seconds)
        number, since = (self.laps[-1].number, t - self.laps[-1].t) if self.laps else (0, seconds)
        self.lap_times.append(message, LapTime(number if since < seconds / 2 else number + 1, seconds))


_number_of = attrgetter("number")


def _after(old: Tyre, news: StintNews) -> Tyre:
    return Tyre(
        old.number,
        old.compound if news.compound is UNSET else news.compound,
        old.new if news.new is UNSET else news.new,
        old.laps if news.laps is UNSET else news.laps,
        old.start_laps if news.start_laps is UNSET else news.start_laps,
        old.kept if news.tyres_kept is UNSET else news.tyres_kept,
    )


def _is_gaps(news: CarTiming) -> bool:
    """Whether the news says nothing but gaps."""
    return (
        news.position is UNSET
        and news.laps is UNSET
        and news.last_lap_s is UNSET
        and news.in_pit is UNSET
        and news.best_lap_s is UNSET
        and news.best_lap is UNSET
        and news.stopped is UNSET
        and news.retired is UNSET
        and news.pit_count is UNSET
        and news.grid is UNSET
    )


def _merged(old: CarState, news: CarTiming) -> CarState:
    return CarState(
        old.position if news.position is UNSET else news.position,
        old.laps if news.laps is UNSET else news.laps,
        old.last_lap_s if news.last_lap_s is UNSET else news.last_lap_s,
        old.best_lap_s if news.best_lap_s is UNSET else news.best_lap_s,
        old.best_lap if news.best_lap is UNSET else news.best_lap,
        old.in_pit if news.in_pit is UNSET else news.in_pit,
        old.stopped if news.stopped is UNSET else news.stopped,
        old.retired if news.retired is UNSET else news.retired,
        old.pit_count if news.pit_count is UNSET else news.pit_count,
        old.grid if news.grid is UNSET else news.grid,
    )
