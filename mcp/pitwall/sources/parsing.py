"""What feeds tell as text or as loose JSON, as values: what cannot be one is None. Every source reads with these."""

from __future__ import annotations

import math
from datetime import UTC, datetime

_LARGEST = 1e11
"""Seconds since the epoch are the largest numbers that are told."""


def parse_text(text: str, longest: int = 80) -> str:
    """What can be shown of a text, on one line."""
    shown = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text).strip()
    return shown[:longest]


def parse_number(text: str | float | None) -> float | None:
    """A finite number, None for anything else."""
    if text is None:
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    return number if -1e6 < number < 1e6 else None


def parse_utc(text: str) -> float | None:
    """Seconds since the epoch of `2018-04-29T12:07:10`, with or without a fraction and Z."""
    try:
        moment = datetime.fromisoformat(text.rstrip("Z")[:26])
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC).timestamp() if 1970 <= moment.year < 2100 else None


def finite(value: object) -> float | None:
    """A finite number, None for anything else."""
    good = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if good and isinstance(value, (int, float)) and abs(value) < _LARGEST else None


def whole(value: object) -> int | None:
    """A whole number, None for anything else."""
    told = finite(value)
    return int(told) if told is not None and told == int(told) else None


def within(value: object, most: float) -> float | None:
    """A number from 0 to `most`; None where it is none, or none that can be."""
    told = finite(value)
    return told if told is not None and 0 <= told <= most else None
