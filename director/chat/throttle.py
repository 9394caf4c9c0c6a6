"""Limits how often a warning of each kind is logged."""

from __future__ import annotations

from director.chat.clock import ChatClock


class Throttle:
    """Lets one message of each kind through in `every_s` seconds."""

    def __init__(self, clock: ChatClock, every_s: float = 60.0) -> None:
        self._clock = clock
        self._every = every_s
        self._last: dict[str, float] = {}

    def lets(self, kind: str) -> bool:
        """Whether this kind may be said now. Kinds are few: each is remembered."""
        now = self._clock.now()
        if kind in self._last and now - self._last[kind] < self._every:
            return False
        self._last[kind] = now
        return True
