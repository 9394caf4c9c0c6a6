"""The time of day of a session: what the feed's own clocks say of it, where they agree."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort

_AGREE_S = 60.0
"""Offsets of one clock differ by less: by the delay of messages."""


class WorldClock:
    """UTC minus session time in seconds, as each message that names both has it."""

    __slots__ = ("_offsets",)

    def __init__(self) -> None:
        self._offsets: list[float] = []

    def hear(self, utc: float, t: float) -> None:
        """Takes in a message of session time `t` that names a time of day, in seconds since 1970."""
        insort(self._offsets, utc - t)

    @property
    def offset(self) -> float | None:
        """UTC at session time 0, None where the feed has not told it or contradicts itself."""
        told = self._offsets
        if not told:
            return None
        middle = told[(len(told) - 1) // 2]
        first, end = bisect_left(told, middle - _AGREE_S), bisect_right(told, middle + _AGREE_S)
        # A message is sent after the moment it names, so the largest offset is nearest to the truth.
        return told[end - 1] if 2 * (end - first) > len(told) else None
