"""Values as iRacing tells them, whether from its memory or over NATS."""

from __future__ import annotations

import math

_LARGEST = 1e11
"""Seconds since the epoch are the largest numbers that are told."""
_FLAGS = ((0x10, "red"), (0x4000 | 0x8000, "safety_car"), (0x8 | 0x100, "yellow"))
"""The bits of a flag, the gravest first."""


def finite(value: object) -> float | None:
    """A finite number, None for anything else."""
    good = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if good and isinstance(value, (int, float)) and abs(value) < _LARGEST else None


def whole(value: object) -> int | None:
    """A whole number, None for anything else."""
    told = finite(value)
    return int(told) if told is not None and told == int(told) else None


def track_status(bits: int) -> str:
    """The track status that the bits of the session's flags tell."""
    return next((name for mask, name in _FLAGS if bits & mask), "green")
