"""stints: one row for each stint of a car, with its set of tyres."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.facts.tyres import runs
from pitwall.relations.common import CAR_FIELDS, car_values
from pitwall.relations.table import Field, Relation, Row
from pitwall.state import RaceView

FIELDS = (
    *CAR_FIELDS,
    Field("stint", "integer", "", "stint, from 1: in a race a stop ends it, elsewhere as the feed counts"),
    Field("compound", "text", "", "tyre compound"),
    Field("new", "flag", "", "the set was new when fitted"),
    Field("start_laps", "integer", "laps", "laps the set had done before"),
    Field("laps", "integer", "laps", "laps in this stint"),
    Field("tyre_laps", "integer", "laps", "age of the set, laps before included"),
    Field("from_lap", "integer", "", "first lap completed on it"),
    Field("to_lap", "integer", "", "last lap completed on it"),
    Field("going", "flag", "", "on the car now"),
)


def _build(view: RaceView) -> Iterator[Row]:
    for car in view.cars:
        if view.tyres(car):
            yield from _of_sets(view, car) if view.timed else _of_stops(view, car)


def _of_stops(view: RaceView, car: str) -> Iterator[Row]:
    """In a race a stop ends a stint, however the feed counts the sets."""
    who, mine = car_values(view, car), runs(view, car)
    for run in mine:
        tyre = run.tyre
        yield {
            **who,
            "stint": run.number,
            "compound": tyre.compound if tyre else None,
            "new": tyre.new if tyre else None,
            "start_laps": tyre.start_laps if tyre else None,
            "laps": run.laps,
            "tyre_laps": tyre.laps if tyre else None,
            "from_lap": run.from_lap,
            "to_lap": run.to_lap,
            "going": run is mine[-1],
        }


def _of_sets(view: RaceView, car: str) -> Iterator[Row]:
    """Elsewhere a stint is what the feed says of a set: cars come in and go out on the same one."""
    who, tyres = car_values(view, car), view.tyres(car)
    driven: dict[int, list[int]] = {}
    for lap in view.laps(car):
        driven.setdefault(len(view.tyres(car, lap.message)), []).append(lap.number)
    for number, tyre in enumerate(tyres, 1):
        laps = driven.get(number, [])
        told = None if tyre.laps is None else max(tyre.laps - (tyre.start_laps or 0), 0)
        yield {
            **who,
            "stint": number,
            "compound": tyre.compound,
            "new": tyre.new,
            "start_laps": tyre.start_laps,
            "laps": told,
            "tyre_laps": tyre.laps,
            "from_lap": min(laps, default=None),
            "to_lap": max(laps, default=None),
            "going": number == len(tyres),
        }


def _carried(view: RaceView) -> bool:
    return any(view.tyres(car) for car in view.cars)


STINTS = Relation("stints", "sets of tyres that cars have run", FIELDS, _build, _carried)
