"""FastF1's data frames as rows, and their cells as values; NaT and NaN are what nobody has told."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC
from typing import Any

from pitwall.sources.parsing import finite, parse_text

Row = Mapping[str, Any]
_LONGEST_S = 2 * 24 * 3600.0


def part(session: Any, name: str) -> Any:
    """A part of a session; None where it was not loaded, for which FastF1 raises an error of its own."""
    try:
        return getattr(session, name)
    except Exception:  # noqa: BLE001 - it is no AttributeError, and not to be had without the package
        return None


def rows(session: Any, name: str) -> list[Row]:
    """The rows of one of a session's frames; none where it was not loaded."""
    try:
        frame = part(session, name)
        return [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]
    except Exception:  # noqa: BLE001 - what pandas raises of a frame that is none
        return []


def seconds(value: Any) -> float | None:
    """A duration in seconds, to the millisecond."""
    try:
        told = float(value.total_seconds())
    except (AttributeError, ValueError, TypeError, OverflowError):
        return None
    return round(told, 3) if 0 <= told < _LONGEST_S else None


def utc(value: Any) -> float | None:
    """Seconds since the epoch of a moment, which FastF1 tells in UTC without saying so."""
    try:
        told = float(value.replace(tzinfo=UTC).timestamp())
    except (AttributeError, ValueError, TypeError, OverflowError):
        return None
    return told if told == told else None


def text(value: Any, longest: int = 80) -> str:
    """A text; empty for anything else."""
    return parse_text(value, longest) if isinstance(value, str) else ""


def lap_count(value: Any) -> int | None:
    """A whole number of up to four digits, which frames hold as a float."""
    told = finite(float(value)) if hasattr(value, "__float__") and not isinstance(value, bool) else None
    return int(told) if told is not None and told == int(told) and 0 <= told < 10_000 else None
