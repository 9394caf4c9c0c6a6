"""Values of frames of `iracing.*`: what cannot be one is left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType

from pitwall.sensed import CarTelemetry, TyreWear
from pitwall.sources.iracing.values import TYRES, share_as_pct
from pitwall.sources.parsing import finite, whole
from toolgate.errors import LocalError

Fields = Mapping[str, Any]


class UnreadableFrame(LocalError):
    """A frame that is no object, or lacks what its subject needs."""


class StrangeFrame(UnreadableFrame):
    """A frame that is of another session or another time than those before it."""


def sensors_of(told: Fields) -> CarTelemetry:
    """Telemetry of the car in focus, from a speed in metres a second and pedals from 0 to 1."""
    speed, revs, gear = finite(told.get("Speed")), finite(told.get("RPM")), whole(told.get("Gear"))
    return CarTelemetry(
        speed_kmh=round(speed * 3.6, 1) if speed is not None and 0 <= speed < 150 else None,
        rpm=round(revs) if revs is not None and 0 <= revs <= 20_000 else None,
        gear=gear if gear is not None and -1 <= gear <= 9 else None,
        throttle_pct=share_as_pct(told.get("Throttle")),
        brake_pct=share_as_pct(told.get("Brake")),
    )


def measure(value: object, most: float) -> float | UnsetType:
    """A number from 0 to `most`, rounded to a tenth; UNSET for anything else."""
    told = finite(value)
    return round(told, 1) if told is not None and 0 <= told <= most else UNSET


def _told(value: float | UnsetType) -> float | None:
    return None if value is UNSET else value


def wear_of(told: object) -> tuple[TyreWear, ...] | UnsetType:
    """Tyre wear from `{"LF": {"L": 98, "M": 97, "R": 99}, ...}`; UNSET where there is none."""
    if not isinstance(told, dict):
        return UNSET
    found = []
    for tyre in TYRES:
        sides = told.get(tyre)
        if isinstance(sides, dict):
            found.append(TyreWear(tyre, *(_told(measure(sides.get(side), 100)) for side in "LMR")))
    return tuple(found) or UNSET


def rows_of(told: object) -> list[Fields]:
    """The rows of a table. UnreadableFrame where it is none."""
    if not isinstance(told, list):
        raise UnreadableFrame("no cars")
    return [row for row in told if isinstance(row, dict)]


def laps_of(value: object) -> dict[str, Any]:
    """A count of laps as the field `laps` of CarTiming; empty where the value is none."""
    laps = whole(value)
    return {"laps": laps} if laps is not None and 0 <= laps <= 2000 else {}


def lap_time_of(name: str, value: object) -> dict[str, Any]:
    """A lap time in seconds as the field `name` of CarTiming; empty where the value is none."""
    seconds = finite(value)
    return {name: round(seconds, 3)} if seconds is not None and 5 < seconds < 100_000 else {}


def gap_of(value: object) -> float | None:
    """A gap in seconds; None where it is none."""
    seconds = finite(value)
    return round(seconds, 3) if seconds is not None and 0 <= seconds < 100_000 else None


def positive(value: object) -> int | None:
    """A position; None where it is none."""
    number = whole(value)
    return number if number is not None and 0 < number < 1000 else None
