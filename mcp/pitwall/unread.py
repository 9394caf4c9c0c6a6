"""Messages that are taken in as they were heard, and read when somebody asks for what they say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol, runtime_checkable

from pitwall.events import CarSplits, Event, Gaps, Splits, Timing


class UnreadEvent(Event, frozen=True, gc=False):
    """A message as it came. Most of a feed are of a kind that few questions are about."""

    line: bytes

    def read(self) -> Event:
        """What it says."""
        raise NotImplementedError


class UnreadGaps(UnreadEvent, frozen=True, gc=False):
    """The gaps of one car and nothing else."""

    reader: Callable[[float, bytes], Gaps]
    """What reads the line."""
    number: bytes
    """The car's, as the line has it."""

    def read(self) -> Gaps:
        """What it says."""
        return self.reader(self.t, self.line)


class UnreadInterval(UnreadEvent, frozen=True, gc=False):
    """How far one car is behind the one ahead, and nothing else: its gap is as it was."""

    reader: Callable[[float, bytes], Timing]
    number: bytes
    """The car's, as the line has it."""

    def read(self) -> Timing:
        """What it says."""
        return self.reader(self.t, self.line)


class HeardSplits(defaultdict[str, tuple[list[tuple[int, int, float]], list[tuple[int, str, float]]]]):
    """Sector times and speeds by car, in the order of the messages that told them: message, sector or trap, value."""

    def __init__(self) -> None:
        super().__init__(lambda: ([], []))

    def hear(self, message: int, cars: Mapping[str, CarSplits]) -> None:
        """Adds what a message tells."""
        for car, news in cars.items():
            sectors, speeds = self[car]
            sectors += [(message, sector, seconds) for sector, seconds in news.sectors]
            speeds += [(message, trap, kmh) for trap, kmh in news.speeds]

    def cars(self) -> Mapping[str, CarSplits]:
        """What one message has told, as an event has it."""
        return {
            car: CarSplits(
                tuple([(sector, seconds) for _, sector, seconds in sectors]),
                tuple([(trap, kmh) for _, trap, kmh in speeds]),
            )
            for car, (sectors, speeds) in self.items()
            if sectors or speeds
        }


class UnreadSplits(UnreadEvent, frozen=True, gc=False):
    """Sector times and speeds and nothing else."""

    reader: Callable[[bytes, int, HeardSplits], None]
    """What adds what a line says to what has been heard, with the number of the message."""

    def read(self) -> Splits:
        """What it says."""
        heard = HeardSplits()
        self.reader(self.line, 0, heard)
        return Splits(self.t, heard.cars())


@runtime_checkable
class Unread(Protocol):
    """A source that can leave messages unread."""

    def unread(self) -> Iterator[Event]:
        """Its events, with an UnreadEvent for what need not be read yet."""


def unread(source: Iterable[Event]) -> Iterator[Event]:
    """The events of a source, unread where it can leave them so."""
    return source.unread() if isinstance(source, Unread) else iter(source)
