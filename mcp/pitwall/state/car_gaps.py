"""The gaps of one car over time: a feed tells them by the second, and few are ever asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Struct

from pitwall.events import CarTiming, Gaps
from pitwall.unread import UnreadGaps, UnreadInterval

NO_GAPS = Gaps(0.0, "")


class _Partial(Struct, frozen=True, gc=False):
    """News of some of the gaps: the others are as they were before."""

    t: float
    news: CarTiming


class CarGaps:
    """Gaps in the order of the messages that brought them. What was taken in unread is read when it is asked for."""

    __slots__ = ("_car", "messages", "values")

    def __init__(self, car: str) -> None:
        self._car = car
        self.messages: list[int] = []
        self.values: list[Gaps | UnreadGaps | UnreadInterval | _Partial] = []

    def append(self, message: int, gaps: Gaps | UnreadGaps | UnreadInterval) -> None:
        """The gaps hold from this message on. A message names a car once, so none are of this message yet."""
        self.messages.append(message)
        self.values.append(gaps)

    def change(self, message: int, news: CarTiming, t: float) -> None:
        """Takes in news of some of the gaps."""
        before = self.values[-1] if self.values else NO_GAPS
        self.messages.append(message)
        self.values.append(self._merged(before, news, t) if isinstance(before, Gaps) else _Partial(t, news))

    def at(self, message: int) -> Gaps | None:
        """The gaps that held after that message, None where none had been told yet."""
        told = len(self.values)  # first of all: in another thread more may be told meanwhile
        if told and self.messages[told - 1] <= message:
            return self._read(told - 1)
        index = bisect_right(self.messages, message)
        return self._read(index - 1) if index else None

    def at_each(self, messages: Sequence[int]) -> list[Gaps | None]:
        """The gaps that held after each of some messages."""
        counts = [bisect_right(self.messages, message) for message in messages]
        return [self._read(count - 1) if count else None for count in counts]

    def count(self, message: int) -> int:
        """How many there were until that message, that message included."""
        return bisect_right(self.messages, message)

    def _read(self, index: int) -> Gaps:
        told = self.values[index]
        if not isinstance(told, Gaps):
            told = self.values[index] = told.read() if isinstance(told, UnreadGaps) else self._put_together(index)
        return told

    def _put_together(self, index: int) -> Gaps:
        """What has been told of some gaps alone, over what was told of the others last."""
        told = self._words(index)
        for before in range(index - 1, -1, -1):
            if UNSET not in told:
                break
            # Of intervals that were told in a row only the last one counts.
            if told[_INTERVAL] is UNSET or not isinstance(self.values[before], UnreadInterval):
                told = _over(self._words(before), told)
        return Gaps(self.values[index].t, self._car, *_over((None,) * 4, told))

    def _words(self, index: int) -> tuple[Any, ...]:
        """The gap in seconds and in laps and the interval in both, as one message tells them; UNSET: it does not."""
        told = self.values[index]
        said: CarTiming | Gaps
        if isinstance(told, UnreadInterval):
            said = told.read().cars[self._car]
        else:
            said = told.news if isinstance(told, _Partial) else self._read(index)
        return said.gap_s, said.gap_laps, said.interval_s, said.interval_laps

    def _merged(self, old: Gaps, news: CarTiming, t: float) -> Gaps:
        return Gaps(
            t,
            self._car,
            old.gap_s if news.gap_s is UNSET else news.gap_s,
            old.gap_laps if news.gap_laps is UNSET else news.gap_laps,
            old.interval_s if news.interval_s is UNSET else news.interval_s,
            old.interval_laps if news.interval_laps is UNSET else news.interval_laps,
        )


_INTERVAL = 2


def _over(old: tuple[Any, ...], news: tuple[Any, ...]) -> tuple[Any, ...]:
    gap_s, gap_laps, interval_s, interval_laps = news
    return (
        old[0] if gap_s is UNSET else gap_s,
        old[1] if gap_laps is UNSET else gap_laps,
        old[2] if interval_s is UNSET else interval_s,
        old[3] if interval_laps is UNSET else interval_laps,
    )
