"""Pauses between attempts that grow."""

from __future__ import annotations

from random import Random


class Backoff:
    """Pauses between attempts to connect, in seconds: doubled each time up to the longest, with jitter."""

    def __init__(self, first_s: float = 1.0, longest_s: float = 30.0, random: Random | None = None) -> None:
        self._first_s = first_s
        self._longest_s = longest_s
        self._random = random or Random()  # noqa: S311 - it spreads attempts, it guards nothing
        self._attempts = 0

    def next_s(self) -> float:
        """The pause before the next attempt: a random part, from half to all, of the doubled one."""
        whole = min(self._first_s * 2.0 ** min(self._attempts, 30), self._longest_s)
        self._attempts += 1
        return whole * self._random.uniform(0.5, 1.0)

    def reset(self) -> None:
        """Begins again at the first pause, once a connection holds."""
        self._attempts = 0
