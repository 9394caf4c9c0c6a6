"""Samples that are told several times a second: the messages of the last hours are kept, older ones are forgotten."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from pitwall.sensed import PointSample, TelemetrySample

MESSAGES = 12_000
"""Three hours at one message a second."""
FRESH_S = 10.0
"""What a car's sensors told so long before a moment says nothing of that moment."""
_SLACK = 1000

S = TypeVar("S", TelemetrySample, PointSample)
S_co = TypeVar("S_co", covariant=True)


class Sampled(Protocol[S_co]):
    """An event that holds samples."""

    @property
    def t(self) -> float:
        """Session time of the last of them."""

    @property
    def samples(self) -> Sequence[S_co]:
        """In order of time."""


class Samples(Generic[S]):
    """Messages of samples in their order: at least the last `size` of them."""

    def __init__(self, size: int = MESSAGES) -> None:
        self._size = size
        self._messages: list[int] = []
        self._events: list[Sampled[S]] = []

    def append(self, message: int, event: Sampled[S], /) -> None:
        """Takes in a message."""
        self._messages.append(message)
        self._events.append(event)
        if len(self._messages) > self._size + _SLACK:
            del self._messages[: -self._size], self._events[: -self._size]

    def told_by(self, message: int) -> bool:
        """Whether any sample had been told by `message`, as far as they are kept."""
        return bool(self._messages) and self._messages[0] <= message

    def last(self, message: int) -> S | None:
        """The last sample up to and including `message`; None where there is none."""
        index = bisect_right(self._messages, message) - 1
        samples = self._events[index].samples if index >= 0 else ()
        return samples[-1] if samples else None

    def between(self, start: float, end: float, message: int) -> Iterator[S]:
        """Samples from one session time to another, none of them told after a message."""
        events = self._events[: bisect_right(self._messages, message)]
        # A message's samples are later than the message before it: to begin one message earlier is enough.
        for event in events[max(bisect_right(events, start, key=_time_of) - 1, 0) :]:
            found = event.samples
            if found and found[0].t > end:
                return
            yield from (sample for sample in found if start <= sample.t <= end)


def _time_of(event: Sampled[object]) -> float:
    return event.t
