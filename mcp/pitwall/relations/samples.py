"""telemetry and locations: one row for each car of each sample of the last minute."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.facts.track_line import track_line
from pitwall.relations.shared_fields import CAR_FIELDS, car_values
from pitwall.relations.table import Field, Relation, Row
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


def _telemetry(view: RaceView) -> Iterator[Row]:
    who = {car: car_values(view, car) for car in view.cars}
    for sample in view.telemetry_between(view.t - LAST_S, view.t):
        for car, told in sample.cars.items():
            if car in who:
                yield {
                    **who[car],
                    "session_time_s": sample.t,
                    "speed_kmh": told.speed_kmh,
                    "rpm": told.rpm,
                    "gear": told.gear,
                    "throttle_pct": told.throttle_pct,
                    "brake_pct": told.brake_pct,
                    "drs": told.drs,
                }


def _locations(view: RaceView) -> Iterator[Row]:
    who = {car: car_values(view, car) for car in view.cars}
    line = track_line(view)
    for sample in view.locations_between(view.t - LAST_S, view.t):
        for car, told in sample.cars.items():
            if car in who:
                along = line.along((told.x_m, told.y_m, told.z_m)) if line and told.on_track else None
                yield {
                    **who[car],
                    "session_time_s": sample.t,
                    "x_m": told.x_m,
                    "y_m": told.y_m,
                    "z_m": told.z_m,
                    "on_track": told.on_track,
                    "along_m": None if along is None else round(along, 1),
                }


TELEMETRY = Relation(
    "telemetry", "telemetry of the last minute", _TELEMETRY, _telemetry, lambda view: view.has_telemetry
)
LOCATIONS = Relation(
    "locations", "where cars were in the last minute", _LOCATIONS, _locations, lambda view: view.has_locations
)
