"""The table of weather that is published beside the laps of an IMSA race: one row a minute, in American units."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator

from pitwall.events import Weather
from pitwall.sources.parsing import parse_number

_HOUR_S = 3600.0
_NEAR_S = 600.0
"""The first row comes within so long of the start, or the hour of the track cannot be told."""
_HPA_OF_INCH = 33.8639
_MOST_INCHES = 40.0
"""A pressure in hectopascals is far above."""


def read_weather(text: str, started_local_s: float, faults: Counter[str]) -> tuple[float | None, list[Weather]]:
    """UTC of session time 0, seconds since the epoch, and the weather in session time.

    Rows are in UTC, laps in the track's local time, so whole hours lie between them. Where they do not, no row is taken
    and all count as faults.
    """
    rows = list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"), newline="")))
    times = [_epoch_seconds(row.get("TIME_UTC_SECONDS")) for row in rows]
    first = next((time for time in times if time is not None), None)
    if first is None:
        return None, []
    ahead = first % (24 * _HOUR_S) - started_local_s
    hours = round(ahead / _HOUR_S)
    if abs(ahead - hours * _HOUR_S) > _NEAR_S:
        faults["rows of weather at an unknown hour"] += len(rows)
        return None, []
    began = first - (ahead - hours * _HOUR_S)
    return began, list(_told(rows, times, began))


def _told(rows: list[dict[str, str]], times: list[float | None], began: float) -> Iterator[Weather]:
    for row, time in zip(rows, times, strict=True):
        if time is None or time < began:
            continue
        pressure = parse_number(row.get("PRESSURE"))
        inches = pressure is not None and pressure < _MOST_INCHES
        rain = parse_number(row.get("RAIN"))
        yield Weather(
            round(time - began, 3),
            air_c=_celsius(parse_number(row.get("AIR_TEMP")), fahrenheit=inches),
            track_c=_celsius(parse_number(row.get("TRACK_TEMP")), fahrenheit=inches),
            humidity_pct=parse_number(row.get("HUMIDITY")),
            wind_deg=parse_number(row.get("WIND_DIRECTION")),
            pressure_hpa=round(pressure * _HPA_OF_INCH, 1) if pressure is not None and inches else pressure,
            rain=None if rain is None else rain > 0,
        )


def _epoch_seconds(text: str | None) -> float | None:
    """Seconds since the epoch."""
    return float(text) if text and text.isascii() and text.isdigit() and len(text) <= 11 else None


def _celsius(degrees: float | None, *, fahrenheit: bool) -> float | None:
    return round((degrees - 32) / 1.8, 1) if degrees is not None and fahrenheit else degrees
