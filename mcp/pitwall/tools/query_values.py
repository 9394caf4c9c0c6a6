"""A value of a relation as a sentence tells it: with its unit, a position as a position, a change with its sign."""

from __future__ import annotations

from typing import Any

from pitwall.relations import Field
from pitwall.tools.words import lap_time_text, laps_text

POSITIONS = (
    "position", "position_now", "road_position", "official_position", "best_position", "worst_position", "grid"
)  # fmt: skip
_UNITS = {"s": " s", "C": " °C", "%": " %", "m/s": " m/s", "km/h": " km/h", "1/min": " rpm", "m": " m"}
_LAP_TIMES = ("time_s", "last_lap_s", "best_lap_s")
_CODES = ("state", "status", "track_status")
_MINUTE_S = 60


def value_words(field: Field, value: Any) -> str:
    """`1:45.149`, `34.5 s`, `P4`, `not told`."""
    if value is None:
        return "not told"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value.replace("_", " ") if field.name in _CODES else value
    if field.of.startswith("delta of "):
        return f"{'+' if value > 0 else ''}{_plain(field, value)}"
    if field.unit == "s" and field.name.endswith(_LAP_TIMES) and value >= _MINUTE_S:
        return lap_time_text(float(value))
    if field.name in POSITIONS and isinstance(value, int):
        return f"P{value}"
    return _plain(field, value)


def _plain(field: Field, value: float) -> str:
    if field.unit == "laps" and isinstance(value, int):
        return laps_text(value)
    text = f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return f"{text} laps" if field.unit == "laps" else f"{text}{_UNITS.get(field.unit, '')}"
