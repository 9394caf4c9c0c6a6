"""What is told of all cars many times a second: the last frames are kept, older ones are forgotten."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Mapping

FRAMES = 18_000
"""Five minutes at 60 Hz, 25 hours at one frame in five seconds. With 64 cars they take 11 MB."""


class Ring:
    """Frames with one number for each car, in the order of their messages; the last `size` are kept."""

    def __init__(self, size: int = FRAMES) -> None:
        self._size = size
        self._messages = array("q")
        self._frames: list[array[float]] = []
        self._oldest = 0
        self._now: dict[str, float] = {}

    def append(self, message: int, told: Mapping[str, float]) -> None:
        """Takes in a frame. A car that is not in it keeps its number; NaN takes the number away."""
        self._now.update(told)
        frame = array("d", self._now.values())
        if len(self._frames) < self._size:
            self._messages.append(message)
            self._frames.append(frame)
            return
        self._messages[self._oldest] = message
        self._frames[self._oldest] = frame
        self._oldest = (self._oldest + 1) % self._size

    def at(self, message: int) -> Mapping[str, float]:
        """The last frame up to and including `message`, by car; empty where it is not kept any more."""
        age = self._age(message)
        # Cars keep their column; those that came later have none in an early frame.
        frame = self._frames[self._slot(age - 1)] if age else ()
        return {car: number for car, number in zip(self._now, frame, strict=False) if number == number}

    def told_at(self, message: int) -> int | None:
        """The message that told the frame which `at` gives; None where there is none."""
        age = self._age(message)
        return self._messages[self._slot(age - 1)] if age else None

    def _age(self, message: int) -> int:
        """How many of the frames that are kept had been told by a message."""
        return bisect_right(range(len(self._frames)), message, key=lambda age: self._messages[self._slot(age)])

    def _slot(self, age: int) -> int:
        """Where a frame lies, counted from the oldest."""
        return (self._oldest + age) % len(self._frames)
