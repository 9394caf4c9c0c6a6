"""sectors: one row for each sector of each lap; speeds: one row for each speed trap of each lap."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.relations.common import CAR_FIELDS, WHEN_FIELDS, car_values, laps_since, statuses_over_time, when_values
from pitwall.relations.table import Field, Relation, Row
from pitwall.state import RaceView

_SECTOR = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("sector", "integer", "", "sector, 1 to 3"),
    Field("time_s", "number", "s", "sector time"),
)
_SPEED = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("trap", "text", "", "I1 and I2: ends of sectors, FL: the line, ST: the speed trap"),
    Field("speed_kmh", "number", "km/h", "speed"),
)


def _sectors(view: RaceView) -> Iterator[Row]:
    status_at = statuses_over_time(view)
    for car in view.cars:
        told = view.sectors(car)
        who = car_values(view, car) if told else {}
        for each in told:
            when = when_values(view, each.lap, view.time_of(each.message), status_at(view.time_of(each.message)))
            yield {
                **who,
                **when,
                "laps_ago": laps_since(view, car, each.lap),
                "sector": each.sector,
                "time_s": each.seconds,
            }


def _speeds(view: RaceView) -> Iterator[Row]:
    status_at = statuses_over_time(view)
    for car in view.cars:
        told = view.speeds(car)
        who = car_values(view, car) if told else {}
        for each in told:
            when = when_values(view, each.lap, view.time_of(each.message), status_at(view.time_of(each.message)))
            yield {**who, **when, "laps_ago": laps_since(view, car, each.lap), "trap": each.trap, "speed_kmh": each.kmh}


SECTORS = Relation(
    "sectors", "times of sectors", _SECTOR, _sectors, lambda view: any(view.sectors(car) for car in view.cars)
)
SPEEDS = Relation("speeds", "speeds at traps", _SPEED, _speeds, lambda view: any(view.speeds(car) for car in view.cars))
