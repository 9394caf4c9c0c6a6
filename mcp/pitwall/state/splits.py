"""Sector times and trap speeds over time, each with the lap that it is of."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from threading import Lock
from typing import Generic, TypeVar

from msgspec import Struct

from pitwall.events import CarSplits, Splits
from pitwall.state.car import Car
from pitwall.state.near import count_near
from pitwall.unread import UnreadSplits

AT_THE_LINE = "FL"
LAST_SECTOR = 3
_LATE_S = 10.0
"""What is told within so long of the line is of the lap that has ended there."""


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


T = TypeVar("T", SectorTime, TrapSpeed)


class _Told(Generic[T]):
    """Values in the order of the messages that told them; one message may tell several. A later one corrects."""

    __slots__ = ("_again", "_last", "_near", "messages", "values")

    def __init__(self) -> None:
        self.messages: list[int] = []
        self._near = 0
        self.values: list[T] = []
        self._last: dict[Hashable, int] = {}
        """Where the value of the last lap stands, of each sector or trap."""
        self._again: list[tuple[int, int]] = []
        """Where a value is that corrects another, and where the first of these is."""

    def append(self, of: Hashable, value: T) -> None:
        """Takes in a value and what it is of. Laps do not go back: only one of the last lap can be corrected."""
        index, first = len(self.values), self._last.get(of)
        if first is not None and self.values[first].lap == value.lap:
            self._again.append((index, first))
        else:
            self._last[of] = index
        self.messages.append(value.message)
        self.values.append(value)

    def count(self, message: int) -> int:
        self._near = found = count_near(self.messages, message, self._near)
        return found

    def since(self, before: int, message: int) -> Sequence[T] | None:
        """What was told after the first `before` values; None where a value of it corrects another."""
        count = self.count(message)
        again = bisect_left(self._again, (before, 0))
        corrects = again < len(self._again) and self._again[again][0] < count
        return None if before > count or corrects else self.values[before:count]

    def last_words(self, message: int) -> tuple[T, ...]:
        """The last word on each thing until a message, where the first one stood."""
        count = self.count(message)
        told = self.values[:count]
        again = self._again[: bisect_left(self._again, (count, 0))]
        for index, first in again:
            told[first] = told[index]
        for index, _ in reversed(again):
            del told[index]
        return tuple(told)


class SplitTimes:
    """Sector times and speeds of all cars, kept as the feed told them and decoded when first asked for."""

    def __init__(self, times: Sequence[float], cars: Mapping[str, Car]) -> None:
        """`times` are the session times of messages, `cars` those whose laps tell which lap a sector is of."""
        self._times = times
        self._cars = cars
        self._heard: list[tuple[int, Splits | UnreadSplits]] = []
        self._sectors: defaultdict[str, _Told[SectorTime]] = defaultdict(_Told)
        self._speeds: defaultdict[str, _Told[TrapSpeed]] = defaultdict(_Told)
        self._lock = Lock()

    def hear(self, event: Splits | UnreadSplits, message: int) -> None:
        """Takes in one message."""
        self._heard.append((message, event))

    def told(self, car: str, message: int) -> tuple[int, int]:
        """How many sector times and how many speeds of the car had been told by a message."""
        self._read_on()
        return self._sectors[car].count(message), self._speeds[car].count(message)

    def sectors(self, car: str, message: int) -> tuple[SectorTime, ...]:
        """The last word on each sector of each lap, as it stood after a message."""
        self._read_on()
        return self._sectors[car].last_words(message)

    def speeds(self, car: str, message: int) -> tuple[TrapSpeed, ...]:
        """The last word on each trap of each lap, as it stood after a message."""
        self._read_on()
        return self._speeds[car].last_words(message)

    def sectors_since(self, car: str, count: int, message: int) -> Sequence[SectorTime] | None:
        """The sectors told by a message after the first `count`; None where one of them corrects another."""
        self._read_on()
        return self._sectors[car].since(count, message)

    def speeds_since(self, car: str, count: int, message: int) -> Sequence[TrapSpeed] | None:
        """The speeds told by a message after the first `count`; None where one of them corrects another."""
        self._read_on()
        return self._speeds[car].since(count, message)

    def _read_on(self) -> None:
        """Reads what has been heard since the last time, and lets it go."""
        with self._lock:
            new = self._heard[:]
            of_cars = defaultdict[str, list[tuple[int, CarSplits]]](list)
            for message, event in new:
                for number, news in event.cars.items():
                    of_cars[number].append((message, news))
            for number, told in of_cars.items():
                self._take(number, told)
            del self._heard[: len(new)]

    def _take(self, number: str, told: Sequence[tuple[int, CarSplits]]) -> None:
        """Takes in what messages, in order, tell of a car."""
        sectors, speeds = self._sectors[number], self._speeds[number]
        times, car = self._times, self._cars.get(number)
        coming = iter(car.laps[max(car.laps_by(told[0][0]) - 1, 0) :] if car else [])
        done, done_at, following = 0, -math.inf, next(coming, None)
        for message, news in told:
            while following is not None and following.message <= message:
                done, done_at, following = following.number, following.t, next(coming, None)
            ended = done if times[message] - done_at < _LATE_S else done + 1
            for sector, seconds in news.sectors:
                lap = ended if sector == LAST_SECTOR else done + 1
                sectors.append(sector, SectorTime(message, lap, sector, seconds))
            for trap, kmh in news.speeds:
                lap = ended if trap == AT_THE_LINE else done + 1
                speeds.append(trap, TrapSpeed(message, lap, trap, kmh))
