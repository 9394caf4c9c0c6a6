"""What cars' sensors tell, and where on the track they are: once a second, two samples in one message."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, pairwise
from math import cos, dist, pi, sin
from random import Random

from pitwall.events import CarSensors, Event, Locations
from pitwall.sensed import CarTelemetry, PointSample, TelemetrySample, TrackPoint
from pitwall.sources.sim.history import START_MS, History

MESSAGE_MS = 1000
SAMPLE_MS = 500
CORNERS = 720
"""Pieces that the line of the track is made of."""
_BENDS = (2, 3, 5)
_GRID_M = 8.0
_GEARS = 8
_TOP_KMH = 340.0


class Shape:
    """A closed line of the length of the track's lap, drawn anew for each race."""

    def __init__(self, length_m: float, rng: Random) -> None:
        bends = [(bend, rng.uniform(0.05, 0.16), rng.uniform(0, 2 * pi)) for bend in _BENDS]
        points = []
        for corner in range(CORNERS):
            angle = 2 * pi * corner / CORNERS
            far = 1 + sum(size * cos(bend * angle + turn) for bend, size, turn in bends)
            points.append((far * cos(angle), far * sin(angle), 0.01 * sin(angle)))
        self._points = [*points, points[0]]
        self._along = [0.0, *accumulate(dist(a, b) for a, b in pairwise(self._points))]
        self._scale = length_m / self._along[-1]
        self._length_m = length_m

    def at(self, metres: float, *, on_track: bool = True) -> TrackPoint:
        """The point so many metres along the lap."""
        along = metres % self._length_m / self._scale
        index = min(bisect_right(self._along, along), CORNERS) - 1
        start, end = self._points[index], self._points[index + 1]
        share = (along - self._along[index]) / (self._along[index + 1] - self._along[index])
        x, y, z = (round((a + share * (b - a)) * self._scale, 1) for a, b in zip(start, end, strict=True))
        return TrackPoint(x, y, z, on_track)


def sensors(history: History) -> Iterator[Event]:
    """Telemetry and points of every car that has not stopped for good, from the start to the last flag.

    Nothing unless the config asks for telemetry.
    """
    if not history.config.telemetry:
        return
    shape = Shape(history.circuit.length_m, Random(history.config.seed))  # noqa: S311 - chance in a game
    for ms in range(START_MS + MESSAGE_MS, history.end_ms + MESSAGE_MS, MESSAGE_MS):
        moments = range(ms - MESSAGE_MS + SAMPLE_MS, ms + 1, SAMPLE_MS)
        yield CarSensors(ms / 1000, [TelemetrySample(at / 1000, _telemetry(history, at)) for at in moments])
        yield Locations(ms / 1000, [PointSample(at / 1000, _points(history, shape, at)) for at in moments])


def _telemetry(history: History, ms: int) -> dict[str, CarTelemetry]:
    return {history.entries[car].car: _told(history, car, ms) for car in _moving(history, ms)}


def _points(history: History, shape: Shape, ms: int) -> dict[str, TrackPoint]:
    return {history.entries[car].car: shape.at(metres(history, car, ms)) for car in _moving(history, ms)}


def _moving(history: History, ms: int) -> list[int]:
    return [car for car, times in enumerate(history.times) if times[-1] > ms - SAMPLE_MS]


def metres(history: History, car: int, ms: int) -> float:
    """How far a car has come since the start; below 0 on the grid."""
    progress = history.progress(car, ms)
    return progress * (_GRID_M if progress < 0 else history.circuit.length_m / history.circuit.segments)


def _told(history: History, car: int, ms: int) -> CarTelemetry:
    before, now, after = (metres(history, car, at) for at in (ms - SAMPLE_MS, ms, ms + SAMPLE_MS))
    kmh = min(max(round((now - before) / SAMPLE_MS * 3600), 0), _TOP_KMH)
    gaining = after - now >= now - before
    gear = min(1 + int(kmh / _TOP_KMH * _GEARS), _GEARS) if kmh else 0
    segment = int(now / history.circuit.length_m * history.circuit.segments) % history.circuit.segments
    return CarTelemetry(
        speed_kmh=float(kmh),
        rpm=4000 + round(kmh / _TOP_KMH * 8000),
        gear=gear,
        throttle_pct=100.0 if gaining and kmh else 0.0,
        brake_pct=0.0 if gaining or not kmh else 100.0,
        drs=bool(kmh) and segment in history.circuit.zones,
    )
