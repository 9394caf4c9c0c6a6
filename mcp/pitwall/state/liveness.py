"""How a live feed goes on: what session time it is now, and whether the feed is heard."""

from __future__ import annotations

import time
from collections.abc import Callable


class Liveness:
    """Session time of a live feed: between two messages it goes on as the clock does; before the first there is no now.

    It never goes back: after a message that arrives late it stands still for a moment. `delay_s` holds now back by so
    many seconds, as a broadcast is late: messages since then are held, and not told.
    """

    def __init__(self, trouble: Callable[[], str], monotonic: Callable[[], float] = time.monotonic) -> None:
        self._trouble = trouble
        self._monotonic = monotonic
        self._heard: tuple[float, float] | None = None
        self._least = 0.0
        self.delay_s = 0.0

    def hear(self, t: float) -> None:
        """A message of session time `t`, in seconds, has come just now."""
        self._least = max(self.live() or t, t)
        self._heard = t, self._monotonic()

    def begin_anew(self) -> None:
        """Another session begins, with a session time of its own: what was heard of the one before says nothing."""
        self._heard, self._least = None, 0.0

    def now(self) -> float | None:
        """Session time now, in seconds; None before the first message."""
        live = self.live()
        return None if live is None else round(live - self.delay_s, 3)

    def live(self) -> float | None:
        """Session time now without the delay, in seconds; None before the first message."""
        if self._heard is None:
            return None
        t, at = self._heard
        return round(max(t + self._monotonic() - at, self._least), 3)

    @property
    def trouble(self) -> str:
        """What is wrong with the feed now; empty: it is heard."""
        return self._trouble()
