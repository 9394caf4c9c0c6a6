"""The line of the track and where along it cars are: derived, from the way of a car round its first whole lap."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import dist
from typing import NamedTuple

from pitwall.sensed import TrackPoint
from pitwall.state import RaceView
from pitwall.state.car import Lap
from pitwall.state.keeping import kept_for_moments

LONGEST_STEP_S = 2.0
"""A lap with a longer silence of its points does not tell the line."""
LEAST_POINTS = 40
OFF_LINE_M = 60.0
"""A car that many metres from the line is not on the track: in the garage, or on another road."""
_CELL_M = 100.0
"""The side of the squares in which a near point is looked for."""
_CLOSED_M = 150.0
"""A lap begins and ends so near to one point."""
_LONGEST_LAP_S = 1200.0
_NAME = "the line of the track"

Point = tuple[float, float, float]


class TrackLine(NamedTuple):
    """A closed line: its points in metres, how far each lies along the lap, and the length of the lap."""

    points: Sequence[Point]
    metres: Sequence[float]
    length_m: float
    cells: Mapping[tuple[int, int], Sequence[int]]
    """The indices of the points that lie in each square of the plane."""

    def along(self, point: Point) -> float | None:
        """How far along the lap the nearest part of the line is, in metres; None for what is off it."""
        corner = self._nearest(point)
        found = [self._onto(index % len(self.points), point) for index in (corner - 1, corner)]
        away, metres = min(found)
        return metres % self.length_m if away <= OFF_LINE_M else None

    def _nearest(self, point: Point) -> int:
        """The index of the nearest point: looked for round about first, as most points are near the line."""
        x, y = _cell(point)
        around = (self.cells.get((x + east, y + north), ()) for east in (-1, 0, 1) for north in (-1, 0, 1))
        near = min(((dist(self.points[index], point), index) for cell in around for index in cell), default=None)
        if near is not None and near[0] <= _CELL_M:
            return near[1]
        away_of = [dist(each, point) for each in self.points]
        return away_of.index(min(away_of))

    def _onto(self, index: int, point: Point) -> tuple[float, float]:
        """How far a point is from the piece of the line that begins there, and where along the lap that is."""
        start, end = self.points[index], self.points[(index + 1) % len(self.points)]
        way = [e - s for s, e in zip(start, end, strict=True)]
        square = sum(each * each for each in way)
        share = sum(each * (p - s) for each, s, p in zip(way, start, point, strict=True)) / square if square else 0.0
        share = min(max(share, 0.0), 1.0)
        nearest = [s + share * each for s, each in zip(start, way, strict=True)]
        return dist(nearest, point), self.metres[index] + share * square**0.5


def track_line(view: RaceView) -> TrackLine | None:
    """The track's line, from the first lap on which a car was followed all the way round; None before that."""
    if not view.has_locations:
        return None
    known: dict[str, tuple[int, TrackLine]] = view.keeping.grown(_NAME)
    if _NAME not in known:
        for car, before, lap in _laps(view):
            if (found := _line(view, car, before, lap)) is not None:
                known[_NAME] = lap.message, found
                break
        else:
            return None
    told, line = known[_NAME]
    return line if told <= view.moment[0] else None


@kept_for_moments(8)
def metres_along(view: RaceView) -> Mapping[str, float]:
    """How far along its lap each car is, in metres, of those on the track."""
    line, sample = track_line(view), view.locations
    if line is None or sample is None:
        return {}
    told = ((car, line.along(_point(point))) for car, point in sample.cars.items() if point.on_track)
    return {car: metres for car, metres in told if metres is not None}


def metres_ahead(view: RaceView, car: str, other: str) -> float | None:
    """How far another car is ahead on the road, in metres: at most half a lap, negative behind; None: not told."""
    along, line = metres_along(view), track_line(view)
    if line is None or car not in along or other not in along:
        return None
    half = line.length_m / 2
    return round((along[other] - along[car] + half) % line.length_m - half, 1)


def _laps(view: RaceView) -> Iterator[tuple[str, Lap, Lap]]:
    """Laps that began and ended at the line, the first that was completed first."""
    every = [(lap.message, car, before, lap) for car in view.cars for before, lap in pairwise(view.laps(car))]
    for _, car, before, lap in sorted(every, key=lambda one: (one[0], one[1])):
        in_lane = any(passage.lap in (before.number, lap.number) for passage in view.passages(car))
        if lap.number == before.number + 1 and not in_lane:
            yield car, before, lap


def _line(view: RaceView, car: str, before: Lap, lap: Lap) -> TrackLine | None:
    start, end = before.line_t, lap.line_t
    if start is None or end is None or not 0 < end - start < _LONGEST_LAP_S:
        return None
    told = [
        (sample.t, _point(point))
        for sample in view.locations_between(start, end)
        if (point := sample.cars.get(car)) is not None and point.on_track
    ]
    times = [start, *(t for t, _ in told), end]
    points = _without_repeats([point for _, point in told])
    if len(points) < LEAST_POINTS or max(later - t for t, later in pairwise(times)) > LONGEST_STEP_S:
        return None
    if dist(points[0], points[-1]) > _CLOSED_M:
        return None
    steps = [dist(a, b) for a, b in pairwise(points)]
    metres = [0.0, *accumulate(steps)]
    return TrackLine(points, metres, metres[-1] + dist(points[-1], points[0]), _cells(points))


def _cells(points: Sequence[Point]) -> Mapping[tuple[int, int], Sequence[int]]:
    found: dict[tuple[int, int], list[int]] = {}
    for index, point in enumerate(points):
        found.setdefault(_cell(point), []).append(index)
    return found


def _cell(point: Point) -> tuple[int, int]:
    return int(point[0] // _CELL_M), int(point[1] // _CELL_M)


def _without_repeats(points: Sequence[Point]) -> list[Point]:
    return [point for index, point in enumerate(points) if index == 0 or point != points[index - 1]]


def _point(point: TrackPoint) -> Point:
    return point.x_m, point.y_m, point.z_m


def outline(line: TrackLine, count: int) -> list[tuple[float, Point]]:
    """`count` points of the line at equal distances: metres along the lap, and the point."""
    found = []
    for step in range(count):
        at = line.length_m * step / count
        index = bisect_right(line.metres, at) - 1
        start, end = line.points[index], line.points[(index + 1) % len(line.points)]
        whole = dist(start, end)
        share = (at - line.metres[index]) / whole if whole else 0.0
        x, y, z = (a + share * (b - a) for a, b in zip(start, end, strict=True))
        found.append((at, (x, y, z)))
    return found
