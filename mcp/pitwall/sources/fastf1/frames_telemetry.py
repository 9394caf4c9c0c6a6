"""Telemetry and points of FastF1, a frame a car: what all cars tell in one second is one message."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from pitwall.events import CarSensors, Event, Locations
from pitwall.sensed import CarTelemetry, PointSample, TelemetrySample, TrackPoint
from pitwall.sources.fastf1.frames import seconds, text
from pitwall.sources.parsing import finite, whole, within

_OPEN, _SHUT = (10, 12, 14), (0, 1, 2, 3, 8)
_Seconds = Mapping[int, Mapping[float, Mapping[str, Mapping[str, Any]]]]


def telemetry(session: Any) -> Iterator[Event]:
    """Telemetry from `session.car_data`: one event for each second."""
    for second in _by_second(session, "car_data").values():
        samples = [TelemetrySample(t, {car: _told(row) for car, row in second[t].items()}) for t in sorted(second)]
        yield CarSensors(samples[-1].t, samples)


def locations(session: Any) -> Iterator[Event]:
    """Points in metres from `session.pos_data`, which has tenths of a metre: one event for each second."""
    for second in _by_second(session, "pos_data").values():
        samples = [PointSample(t, dict(_points(second[t]))) for t in sorted(second)]
        yield Locations(samples[-1].t, samples)


def _by_second(session: Any, name: str) -> _Seconds:
    found: defaultdict[int, defaultdict[float, dict[str, Mapping[str, Any]]]] = defaultdict(lambda: defaultdict(dict))
    try:
        frames = dict(getattr(session, name))
    except Exception:  # noqa: BLE001 - FastF1 raises its own where a part was not loaded
        return {}
    for car, frame in frames.items():
        for row in frame.to_dict("records"):
            t = seconds(row.get("SessionTime"))
            if t is not None:
                found[int(t)][t][str(car)] = row
    return found


def _told(row: Mapping[str, Any]) -> CarTelemetry:
    drs, brake = finite(row.get("DRS")), row.get("Brake")
    return CarTelemetry(
        speed_kmh=within(row.get("Speed"), 500),
        rpm=whole(within(row.get("RPM"), 20_000)),
        gear=whole(within(row.get("nGear"), 9)),
        throttle_pct=within(row.get("Throttle"), 100),
        brake_pct=100.0 * bool(brake) if isinstance(brake, bool) else within(brake, 100),
        drs=True if drs in _OPEN else False if drs in _SHUT else None,
    )


def _points(rows: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, TrackPoint]]:
    for car, row in rows.items():
        x, y, z = (finite(row.get(axis)) for axis in "XYZ")
        if x is not None and y is not None and (x or y or z):
            on_track = text(row.get("Status")) in ("OnTrack", "")
            yield car, TrackPoint(round(x / 10, 1), round(y / 10, 1), round((z or 0.0) / 10, 1), on_track)
