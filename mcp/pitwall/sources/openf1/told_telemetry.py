"""car_data and location of OpenF1: the rows of one second are one message."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from pitwall.events import CarSensors, Event, Locations
from pitwall.sensed import CarTelemetry, PointSample, TelemetrySample, TrackPoint
from pitwall.sources.parsing import finite, whole, within

Row = Mapping[str, Any]
Tables = Mapping[str, list[Row]]
Clock = Callable[[object], float | None]
_OPEN, _SHUT = (10, 12, 14), (0, 1, 2, 3, 8)


def telemetry(tables: Tables, clock: Clock) -> Iterator[Event]:
    """Speed, engine, gear, pedals and DRS from `car_data`."""
    for samples in _seconds(tables.get("car_data", ()), clock):
        told = [TelemetrySample(t, {car: _told(row) for car, row in rows}) for t, rows in samples]
        yield CarSensors(told[-1].t, told)


def locations(tables: Tables, clock: Clock) -> Iterator[Event]:
    """Points in metres from `location`, which has tenths of a metre."""
    for samples in _seconds(tables.get("location", ()), clock):
        told = [PointSample(t, dict(_points(rows))) for t, rows in samples]
        yield Locations(told[-1].t, told)


_Samples = list[tuple[float, list[tuple[str, Row]]]]


def _seconds(rows: Sequence[Row], clock: Clock) -> Iterator[_Samples]:
    timed = [
        (t, str(car), row)
        for row in rows
        if (t := clock(row.get("date"))) is not None and (car := whole(row.get("driver_number"))) is not None
    ]
    timed.sort(key=itemgetter(0))
    for _, second in groupby(timed, key=lambda one: int(one[0])):
        yield [(t, [(car, row) for _, car, row in same]) for t, same in groupby(second, key=itemgetter(0))]


def _told(row: Row) -> CarTelemetry:
    drs = whole(row.get("drs"))
    return CarTelemetry(
        speed_kmh=within(row.get("speed"), 500),
        rpm=whole(within(row.get("rpm"), 20_000)),
        gear=whole(within(row.get("n_gear"), 9)),
        throttle_pct=within(row.get("throttle"), 100),
        brake_pct=within(row.get("brake"), 100),
        drs=True if drs in _OPEN else False if drs in _SHUT else None,
    )


def _points(rows: Sequence[tuple[str, Row]]) -> Iterator[tuple[str, TrackPoint]]:
    for car, row in rows:
        x, y, z = (finite(row.get(axis)) for axis in "xyz")
        if x is not None and y is not None and (x or y or z):
            yield car, TrackPoint(round(x / 10, 1), round(y / 10, 1), round((z or 0.0) / 10, 1))
