"""When a server that keeps failing may be started again: at once, after longer and longer pauses, then not at all."""

from __future__ import annotations

import time
from collections.abc import Callable

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 4.0
FAILURES_THAT_OPEN = 5
OPEN_S = 30.0
"""How long nobody tries after so many failures in a row."""


class Restarts:
    """Counts failures in a row. A call that has come through ends the row."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures = 0
        self._until = 0.0

    def failed(self) -> None:
        """Counts a failed start or an end by itself. After the first one the next start need not wait."""
        self._failures += 1
        if self._failures >= FAILURES_THAT_OPEN:
            pause = OPEN_S
        elif self._failures > 1:
            pause = min(FIRST_PAUSE_S * 2 ** (self._failures - 2), LONGEST_PAUSE_S)
        else:
            pause = 0.0
        self._until = self._clock() + pause

    def worked(self) -> None:
        """Ends the row of failures, once the server has answered."""
        self._failures = 0
        self._until = 0.0

    @property
    def pause_s(self) -> float:
        """Seconds to wait before the next start."""
        return max(0.0, self._until - self._clock())

    @property
    def is_open(self) -> bool:
        """Whether calls are refused instead of waiting."""
        return self._failures >= FAILURES_THAT_OPEN and self.pause_s > 0
