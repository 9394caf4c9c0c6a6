"""Values as iRacing tells them, whether from its memory or over NATS."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pitwall.sources.parsing import finite, whole

TYRES = ("LF", "RF", "LR", "RR")
MOST_POINTS = 10_000
"""Incident points that a car can have."""
_FLAGS = ((0x10, "red"), (0x4000 | 0x8000, "safety_car"), (0x8 | 0x100, "yellow"))
"""The bits of a flag, the gravest first."""
_CAR_FLAGS = (
    (0x20000, "disqualified"), (0x10000, "black"), (0x100000, "repair"), (0x80000, "furled_black"), (0x20, "blue"),
)  # fmt: skip
_SURFACES = {-1: "not_in_world", 0: "off_track", 1: "pit_stall", 2: "pit_entry", 3: "on_track"}
_LENGTH = re.compile(r"([0-9.]+) *(km|mi)")
_METRES = {"km": 1000.0, "mi": 1609.344}
_HPA_OF_INCH = 33.8639


def track_status(bits: int) -> str:
    """The track status that the bits of the session's flags tell."""
    return next((name for mask, name in _FLAGS if bits & mask), "green")


def car_flags(bits: int) -> tuple[str, ...]:
    """What the bits of a car's flags show it, the gravest first."""
    return tuple(name for mask, name in _CAR_FLAGS if bits & mask)


def item_of(values: Mapping[str, Any], name: str, index: int) -> Any:
    """The item of a list with one for each car; None where the list or the item is missing."""
    told = values.get(name)
    return told[index] if isinstance(told, Sequence) and 0 <= index < len(told) else None


def surface_of(told: object) -> str | None:
    """What a car stands on, as iRacing numbers it; None for anything else."""
    number = whole(told)
    return None if number is None else _SURFACES.get(number)


def share_as_pct(told: object) -> float | None:
    """A share from 0 to 1 as whole per cent; None for anything else."""
    share = finite(told)
    return float(round(share * 100)) if share is not None and 0 <= share <= 1 else None


def metres_of(length: str) -> float | None:
    """The length of a track, `3.66 km`, in metres; None where it is none."""
    found = _LENGTH.match(length)
    try:
        return round(float(found[1]) * _METRES[found[2]], 1) if found else None
    except ValueError:
        return None


def hectopascals(pressure: float) -> float:
    """Pressure of the air: older builds tell inches of mercury, newer ones pascals."""
    return pressure * _HPA_OF_INCH if pressure < 50 else pressure / 100
