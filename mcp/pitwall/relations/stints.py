"""stints: one row for each stint of a car, with its set of tyres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitwall.facts.passages import passages_basis
from pitwall.facts.tyres import runs
from pitwall.relations.shared_fields import CAR_FIELDS, car_values
from pitwall.relations.table import Chunk, Field, Relation, Values
from pitwall.state import RaceView
from pitwall.state.car import Tyre
from pitwall.state.keeping import kept_of_cars

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
    Field("again", "flag", "", "the car has run the compound before, and another in between"),
)


def _chunks(view: RaceView) -> Iterator[Chunk]:
    for car in view.cars:
        if view.tyres_told(car):
            yield Chunk(car, car_values(view, car), _of_car(view, car))


@kept_of_cars(lambda view, car: (passages_basis(view, car), view.timed))
def _of_car(view: RaceView, car: str) -> tuple[Values, ...]:
    if not view.tyres(car):
        return ()
    return tuple(_of_sets(view, car) if view.timed else _of_stops(view, car))


def _of_stops(view: RaceView, car: str) -> Iterator[Values]:
    """In a race a stop ends a stint, however the feed counts the sets."""
    mine = runs(view, car)
    for run in mine:
        compound, new, start_laps, tyre_laps = _told_of(run.tyre)
        again = compound is not None and _is_back_on(
            compound, [one.tyre.compound for one in mine[: run.number - 1] if one.tyre]
        )
        yield (
            run.number,
            compound,
            new,
            start_laps,
            run.laps,
            tyre_laps,
            run.from_lap,
            run.to_lap,
            run is mine[-1],
            again,
        )


def _of_sets(view: RaceView, car: str) -> Iterator[Values]:
    """Elsewhere a stint is what the feed says of a set: cars come in and go out on the same one."""
    tyres = view.tyres(car)
    driven: dict[int, list[int]] = {}
    for lap in view.laps(car):
        driven.setdefault(len(view.tyres(car, lap.message)), []).append(lap.number)
    for number, tyre in enumerate(tyres, 1):
        laps = driven.get(number, [])
        told = None if tyre.laps is None else max(tyre.laps - (tyre.start_laps or 0), 0)
        compound, new, start_laps, tyre_laps = _told_of(tyre)
        first, last, going = min(laps, default=None), max(laps, default=None), number == len(tyres)
        again = compound is not None and _is_back_on(compound, [one.compound for one in tyres[: number - 1]])
        yield number, compound, new, start_laps, told, tyre_laps, first, last, going, again


def _is_back_on(compound: str, before: Sequence[str | None]) -> bool:
    """Whether it was on the car in an earlier stint, and not in the last of them."""
    return compound in before and before[-1] != compound


def _told_of(tyre: Tyre | None) -> tuple[str | None, bool | None, int | None, int | None]:
    """Its compound, whether it was new, laps it had done before, and laps in all."""
    return (tyre.compound, tyre.new, tyre.start_laps, tyre.laps) if tyre else (None, None, None, None)


def _carried(view: RaceView) -> bool:
    return any(view.tyres(car) for car in view.cars)


STINTS = Relation("stints", "sets of tyres that cars have run", FIELDS, _chunks, _carried, shared=CAR_FIELDS)
