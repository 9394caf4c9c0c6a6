"""The moment that counts as now while a loaded race is played at its own pace, or faster."""

from __future__ import annotations

_SPEEDS = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)


class Playhead:
    """The moment that counts as now in a race that is loaded whole: `t`, seconds of session time.

    It reads no clock: it moves by the time it is told has passed, unless it is paused, and never past `last`.
    """

    def __init__(self, t: float, last: float, speed: float) -> None:
        self.t = min(t, last)
        self.last = last
        self.speed = speed
        self.paused = False

    @property
    def at_end(self) -> bool:
        """Whether nothing is left to play."""
        return self.t >= self.last

    def advance(self, elapsed_s: float) -> None:
        """Moves on by so much real time, at the speed it has."""
        if not self.paused:
            self.jump(self.t + elapsed_s * self.speed)

    def jump(self, t: float) -> None:
        """Goes to a session time, or to the end where that is past it."""
        self.t = min(t, self.last)

    def extend(self, last: float) -> None:
        """Takes the new end of a race that goes on. A playhead at the old end follows, unless it is paused."""
        follows = self.at_end and not self.paused
        self.last = max(last, self.last)
        if follows:
            self.t = self.last

    def faster(self) -> None:
        """The next speed up, up to 1000 times."""
        self.speed = next((speed for speed in _SPEEDS if speed > self.speed), self.speed)

    def slower(self) -> None:
        """The next speed down, down to a quarter."""
        self.speed = next((speed for speed in reversed(_SPEEDS) if speed < self.speed), self.speed)
