"""The segments of a qualifying: which one it is, each car's best lap in each, and who has been knocked out."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, Struct

from pitwall import events


class Segments(Struct, frozen=True):
    """All that the feed has said of them. Segments are counted from 1."""

    number: int = 0
    """0: none has been opened yet."""
    entries: tuple[int, ...] = ()
    """How many cars take part in each."""
    bests: Mapping[str, Mapping[int, float | None]] = {}
    """Each car's best lap in a segment, in seconds, by segment; None where it has none that counts."""
    knocked_out: frozenset[str] = frozenset()

    def after(self, news: events.SegmentUpdate) -> Segments:
        """What is known after one more message."""
        bests, out = dict(self.bests), set(self.knocked_out)
        for car, told in news.cars.items():
            bests[car] = {**bests.get(car, {}), **dict(told.bests)}
            if told.knocked_out is not UNSET:
                (out.add if told.knocked_out else out.discard)(car)
        return Segments(
            self.number if news.number is UNSET else news.number,
            self.entries if news.entries is UNSET else news.entries,
            bests,
            frozenset(out),
        )

    def through(self, number: int) -> int | None:
        """How many cars go on from a segment to the next: None after the last, and where the feed has not said."""
        return self.entries[number] if 0 < number < len(self.entries) and self.entries[number] else None

    def left_in(self, position: int) -> int | None:
        """The segment in which a car that ends in this position is knocked out; None where it goes all the way."""
        return next((n for n in range(1, len(self.entries)) if 0 < self.entries[n] < position), None)

    def best(self, car: str, number: int) -> float | None:
        """A car's best lap in a segment, in seconds."""
        return self.bests.get(car, {}).get(number)


SEGMENT_NUMBERS = {f"{name}{number}": number for name in ("q", "sq") for number in (1, 2, 3)}
"""The numbers of segments by their names."""


def segment_code(number: int | None) -> str | None:
    """`q2`, as moments name it."""
    return None if number is None else f"q{number}"


NO_SEGMENTS = Segments()
SEGMENTS = 3
"""Of a qualifying, where the feed does not say how many."""
