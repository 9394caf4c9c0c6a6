"""telemetry and locations: one row for each car of each sample of the last minute."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pitwall.facts.track_line import TrackLine, track_line
from pitwall.relations.shared_fields import CAR_FIELDS, CarValues, car_values
from pitwall.relations.table import Chunk, Field, Relation, Values
from pitwall.sensed import CarTelemetry, TrackPoint
from pitwall.state import RaceView

LAST_S = 60.0
"""More is kept, but few questions are of more, and a row costs as much as one of a lap."""

_WHEN = Field("session_time_s", "number", "s", "session time")
_TELEMETRY = (
    *CAR_FIELDS,
    _WHEN,
    Field("speed_kmh", "number", "km/h", "speed"),
    Field("rpm", "integer", "1/min", "speed of the engine"),
    Field("gear", "integer", "", "gear; 0: neutral"),
    Field("throttle_pct", "number", "%", "throttle"),
    Field("brake_pct", "number", "%", "brake; some feeds tell only 0 and 100"),
    Field("drs", "flag", "", "the flap is open"),
)
_LOCATIONS = (
    *CAR_FIELDS,
    _WHEN,
    Field("x_m", "number", "m", "east of a point of the feed's own"),
    Field("y_m", "number", "m", "north of it"),
    Field("z_m", "number", "m", "above it"),
    Field("on_track", "flag", "", "on the track, as the feed tells"),
    Field("along_m", "number", "m", "from the line along the lap (derived)"),
)


class _Made(NamedTuple):
    """The rows of a sample, who they are of, and what else they were made of."""

    who: Mapping[str, CarValues]
    basis: Hashable
    rows: tuple[Values, ...]


def _sampled(
    view: RaceView, samples: Iterable[Any], basis: Hashable, make: Callable[[float, Any], Values], known: dict[str, Any]
) -> Iterator[Chunk]:
    """A chunk of each sample: as the race goes on most stay, and in the others the rows of cars about which all stays.

    `known`: what was made the last time, by the key of the chunk. What no sample of now needs is not kept.
    """
    who, kept, others = _who(view, known.get("", {})), dict[str, Any](), dict[int, set[str]]()
    for sample in samples:
        key = f"{sample.t} {len(kept)}" if str(sample.t) in kept else str(sample.t)
        before = known.get(key)
        if before is None or before.who is not who or before.basis != basis:
            if before is not None and before.basis == basis and before.who.keys() == who.keys():
                then = before.who
                if id(then) not in others:
                    others[id(then)] = {car for car in who if then[car] is not who[car]}
                rows = _with_others(before.rows, who, others[id(then)])
            else:
                rows = tuple((*who[car], *make(sample.t, told)) for car, told in sample.cars.items() if car in who)
            before = _Made(who, basis, rows)
        kept[key] = before
        yield Chunk(key, (), before.rows)
    known.clear()
    known.update({**kept, "": who})


def _with_others(rows: tuple[Values, ...], who: Mapping[str, CarValues], others: set[str]) -> tuple[Values, ...]:
    """The rows of a sample with what is new of the cars of which something else is told."""
    return tuple((*who[car], *row[len(CAR_FIELDS) :]) if (car := str(row[0])) in others else row for row in rows)


def _who(view: RaceView, before: Mapping[str, CarValues]) -> Mapping[str, CarValues]:
    """What all rows of each car share: the very same as before where that is so."""
    now = {car: car_values(view, car) for car in view.cars}
    if now == before:
        return before
    return {car: before[car] if before.get(car) == row else row for car, row in now.items()}


def _telemetry(view: RaceView) -> Iterator[Chunk]:
    samples = view.telemetry_between(view.t - LAST_S, view.t)
    return _sampled(view, samples, None, _of_sensors, view.keeping.grown(_telemetry))


def _of_sensors(t: float, told: CarTelemetry) -> Values:
    return t, told.speed_kmh, told.rpm, told.gear, told.throttle_pct, told.brake_pct, told.drs


def _locations(view: RaceView) -> Iterator[Chunk]:
    samples, line = view.locations_between(view.t - LAST_S, view.t), track_line(view)
    return _sampled(view, samples, line, lambda t, told: _at(line, t, told), view.keeping.grown(_locations))


def _at(line: TrackLine | None, t: float, told: TrackPoint) -> Values:
    along = line.along((told.x_m, told.y_m, told.z_m)) if line and told.on_track else None
    return t, told.x_m, told.y_m, told.z_m, told.on_track, None if along is None else round(along, 1)


TELEMETRY = Relation(
    "telemetry", "telemetry of the last minute", _TELEMETRY, _telemetry, lambda view: view.has_telemetry
)
LOCATIONS = Relation(
    "locations", "where cars were in the last minute", _LOCATIONS, _locations, lambda view: view.has_locations
)
