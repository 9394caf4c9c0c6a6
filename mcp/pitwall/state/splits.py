"""Sector times and trap speeds over time, each with the lap that it is of."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, NamedTuple

from msgspec import Struct

from pitwall.events import Splits
from pitwall.state.car import Car
from pitwall.state.near import count_near
from pitwall.unread import HeardSplits, UnreadSplits

AT_THE_LINE = "FL"
LAST_SECTOR = 3
_ENDING = (LAST_SECTOR, AT_THE_LINE)
_LATE_S = 10.0
"""What of these is told within so long of the line is of the lap that has ended there."""


class SectorTime(Struct, frozen=True, gc=False):
    """One sector of one lap. A later word on the same corrects it."""

    message: int
    lap: int
    sector: int
    seconds: float


class TrapSpeed(Struct, frozen=True, gc=False):
    """The speed at one trap on one lap, in km/h."""

    message: int
    lap: int
    trap: str
    kmh: float


class SplitColumns(NamedTuple):
    """Sector times or speeds column by column, as there are thousands of them: messages, laps, sectors or traps, and
    seconds or km/h.
    """

    messages: Sequence[int]
    laps: Sequence[int]
    parts: Sequence[Any]
    values: Sequence[float]

    def but_first(self, count: int) -> SplitColumns:
        """All of them but the first few."""
        return SplitColumns(self.messages[count:], self.laps[count:], self.parts[count:], self.values[count:])


class _Told:
    """Values in the order of the messages that told them; one message may tell several. A later one corrects."""

    __slots__ = ("_again", "_columns", "_last", "_near")

    def __init__(self) -> None:
        self._columns: tuple[list[Any], ...] = [], [], [], []
        self._near = 0
        self._last: dict[int | str, tuple[int, int]] = {}
        """The last lap of each sector or trap, and where its value stands."""
        self._again: list[tuple[int, int]] = []
        """Where a value is that corrects another, and where the first of these is."""

    def add(self, new: SplitColumns) -> None:
        """Takes in values. Laps do not go back: only one of the last lap can be corrected."""
        last = self._last
        for index, (part, lap) in enumerate(zip(new.parts, new.laps, strict=True), len(self._columns[0])):
            known = last.get(part)
            if known is not None and known[0] == lap:
                self._again.append((index, known[1]))
            else:
                last[part] = lap, index
        for column, added in zip(self._columns, new, strict=True):
            column.extend(added)

    def count(self, message: int) -> int:
        self._near = found = count_near(self._columns[0], message, self._near)
        return found

    def since(self, before: int, message: int) -> SplitColumns | None:
        """What was told after the first `before` values; None where a value of it corrects another."""
        count = self.count(message)
        again = bisect_left(self._again, (before, 0))
        corrects = again < len(self._again) and self._again[again][0] < count
        return None if before > count or corrects else SplitColumns(*[column[before:count] for column in self._columns])

    def changes(self, before: int, message: int) -> tuple[int, SplitColumns]:
        """How many of the last words that stood after `before` values stand after a message too, and what follows."""
        count, again = self.count(message), self._again
        low, high = min(before, count), max(before, count)
        start = bisect_left(again, (low, 0))
        corrected = [first for _, first in again[start : bisect_left(again, (high, 0))] if first < low]
        if corrected:
            first = min(corrected)
            kept = first - bisect_left(again, (first, 0))
            return kept, self.last_words(message).but_first(kept)
        new = self.since(before, message)
        # Each value that corrects another stands where that one does.
        return low - start, self.last_words(message).but_first(low - start) if new is None else new

    def last_words(self, message: int) -> SplitColumns:
        """The last word on each thing until a message, where the first one stood."""
        count = self.count(message)
        again = self._again[: bisect_left(self._again, (count, 0))]
        columns = [column[:count] for column in self._columns]
        for column in columns if again else ():
            for index, first in again:
                column[first] = column[index]
            for index, _ in reversed(again):
                del column[index]
        return SplitColumns(*columns)


class SplitTimes:
    """Sector times and speeds of all cars, kept as the feed told them and decoded when first asked for."""

    def __init__(self, times: Sequence[float], cars: Mapping[str, Car]) -> None:
        """`times` are the session times of messages, `cars` those whose laps tell which lap a sector is of."""
        self._times = times
        self._cars = cars
        self._heard: list[tuple[int, Splits | UnreadSplits]] = []
        self._sectors: defaultdict[str, _Told] = defaultdict(_Told)
        self._speeds: defaultdict[str, _Told] = defaultdict(_Told)
        self._lock = Lock()

    def hear(self, event: Splits | UnreadSplits, message: int) -> None:
        """Takes in one message."""
        self._heard.append((message, event))

    def told(self, car: str, message: int) -> tuple[int, int]:
        """How many sector times and how many speeds of the car had been told by a message."""
        self._read_on()
        return self._sectors[car].count(message), self._speeds[car].count(message)

    def sectors(self, car: str, message: int) -> SplitColumns:
        """The last word on each sector of each lap, as it stood after a message."""
        self._read_on()
        return self._sectors[car].last_words(message)

    def speeds(self, car: str, message: int) -> SplitColumns:
        """The last word on each trap of each lap, as it stood after a message."""
        self._read_on()
        return self._speeds[car].last_words(message)

    def sector_changes(self, car: str, before: int, message: int) -> tuple[int, SplitColumns]:
        """How many sectors stand after a message as they did after `before` had been told, and those that follow."""
        self._read_on()
        return self._sectors[car].changes(before, message)

    def speed_changes(self, car: str, before: int, message: int) -> tuple[int, SplitColumns]:
        """How many speeds stand after a message as they did after `before` had been told, and those that follow."""
        self._read_on()
        return self._speeds[car].changes(before, message)

    def sectors_since(self, car: str, count: int, message: int) -> SplitColumns | None:
        """The sectors told by a message after the first `count`; None where one of them corrects another."""
        self._read_on()
        return self._sectors[car].since(count, message)

    def speeds_since(self, car: str, count: int, message: int) -> SplitColumns | None:
        """The speeds told by a message after the first `count`; None where one of them corrects another."""
        self._read_on()
        return self._speeds[car].since(count, message)

    def _read_on(self) -> None:
        """Reads what has been heard since the last time, and lets it go."""
        if not self._heard:
            return
        with self._lock:
            new, heard = self._heard[:], HeardSplits()
            for message, event in new:
                if isinstance(event, UnreadSplits):
                    event.reader(event.line, message, heard)
                else:
                    heard.hear(message, event.cars)
            for car, (sectors, speeds) in heard.items():
                self._take(self._sectors[car], car, sectors)
                self._take(self._speeds[car], car, speeds)
            del self._heard[: len(new)]

    def _take(self, known: _Told, car: str, heard: Sequence[tuple[int, int | str, float]]) -> None:
        """Takes in what messages, in order, tell of a car."""
        if heard:
            messages, parts, values = zip(*heard, strict=True)
            known.add(SplitColumns(messages, self._laps_of(car, messages, parts), parts, values))

    def _laps_of(self, number: str, messages: Sequence[int], parts: Sequence[int | str]) -> list[int]:
        """The lap that each of some things is of, of which messages in order tell."""
        times, car, found = self._times, self._cars.get(number), list[int]()
        done, done_at, start = 0, -math.inf, 0
        for lap in (*(car.laps[max(car.laps_by(messages[0]) - 1, 0) :] if car else ()), None):
            end = len(messages) if lap is None else bisect_left(messages, lap.message, start)
            while start < end and times[messages[start]] - done_at < _LATE_S:
                found.append(done if parts[start] in _ENDING else done + 1)
                start += 1
            found += [done + 1] * (end - start)
            if lap is not None:
                done, done_at, start = lap.number, lap.t, end
        return found
