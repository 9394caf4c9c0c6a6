"""The strings of F1 timing as numbers."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

_LONGEST_S = 100_000
_SHORTEST_LAP_S = 20
"""No lap of any circuit takes less."""
_SHORTEST_SECTOR_S = 3
_FASTEST_KMH = 600
SectorSeconds = Annotated[float, Meta(gt=_SHORTEST_SECTOR_S, lt=_LONGEST_S)]
"""What a sector can take."""
TrapKmh = Annotated[float, Meta(gt=0, lt=_FASTEST_KMH)]
"""What a car can drive."""
TRAPS = ("I1", "I2", "FL", "ST")
"""Where speeds are measured: at the ends of the first two sectors, at the line, and on the fastest straight."""
_LEFT = re.compile(r"([0-9]{1,2}):([0-5][0-9]):([0-5][0-9])(?:\.[0-9]+)?")
_LAPS_BEHIND = re.compile(r"\+?\s*([0-9]{1,3})\s*L(?:APS?)?", re.IGNORECASE)


def parse_gap(text: str) -> tuple[float | None, int | None]:
    """`+42.432`, `+1:09.4` as seconds; `1L`, `1 L` as laps; the leader's `LAP 21` as 0 s; anything else as unknown."""
    if not text:
        return None, None
    try:
        seconds = float(text)
    except ValueError:
        return _parse_odd_gap(text)
    return (seconds if 0 <= seconds < _LONGEST_S else None), None


def _parse_odd_gap(text: str) -> tuple[float | None, int | None]:
    if text.startswith("LAP"):
        return 0.0, None
    behind = _LAPS_BEHIND.fullmatch(text)
    return (None, int(behind[1])) if behind else (_parse_minutes(text), None)


def parse_lap_time(text: str) -> float | None:
    """`1:46.329`, `59.9` as seconds; None for an empty or unreadable string, or one that no lap can take."""
    try:
        seconds = _parse_minutes(text) if ":" in text else float(text)
    except ValueError:
        return None
    return seconds if seconds is not None and _SHORTEST_LAP_S < seconds < _LONGEST_S else None


def parse_sector(text: str) -> float | None:
    """`34.514`, `1:02.3` as seconds; None for an empty or unreadable string, or one that no sector can take."""
    try:
        seconds: float | None = float(text)
    except ValueError:
        seconds = _parse_minutes(text)
    return seconds if seconds is not None and _SHORTEST_SECTOR_S < seconds < _LONGEST_S else None


def parse_speed(text: str) -> float | None:
    """`312` as km/h; None for anything that no car drives."""
    try:
        kmh = float(text)
    except ValueError:
        return None
    return kmh if 0 < kmh < _FASTEST_KMH else None


def parse_left(text: str) -> float | None:
    """`01:02:03` as seconds; None for anything else."""
    found = _LEFT.fullmatch(text)
    return None if found is None else int(found[1]) * 3600.0 + int(found[2]) * 60 + int(found[3])


def _parse_minutes(text: str) -> float | None:
    minutes, colon, rest = text.partition(":")
    try:
        seconds = round(int(minutes) * 60 + float(rest), 3) if colon else None
    except ValueError:
        return None
    return seconds if seconds is not None and 0 <= seconds < _LONGEST_S else None


def parse_position(value: str | int) -> int | None:
    """A position in the order, None for anything else."""
    try:
        number = int(value)
    except ValueError:
        return None
    return number if 0 < number < 1000 else None
