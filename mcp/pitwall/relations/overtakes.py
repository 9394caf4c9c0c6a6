"""overtakes: one row for each time that somebody came past somebody, from one lap to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from pitwall.events import Driver
from pitwall.facts.names import row_name
from pitwall.facts.passing import Pass, passes
from pitwall.relations.shared_fields import (
    CAR_FIELDS,
    WHEN_FIELDS,
    CarValues,
    car_values,
    has_laps,
    status_of_lap,
    when_values,
)
from pitwall.relations.table import Chunk, Field, Relation, Values, lap_now
from pitwall.state import RACES, RaceView

FIELDS = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("passed_car", "text", "", "car number of the one that was passed"),
    Field("passed", "text", "", "surname of the one that was passed"),
    Field("how", "text", "", "track, start (on lap 1), stop (the other was in the pit lane) or retirement"),
    Field("position", "integer", "", "position of the passing car after the lap"),
)


class _Made(NamedTuple):
    """The rows, and what they were made of."""

    told: Sequence[Pass]
    drivers: Mapping[str, Driver]
    who: Mapping[str, CarValues]
    rows: tuple[Values, ...]


def _chunks(view: RaceView) -> Iterator[Chunk]:
    """One, in order of laps: a row is another only where its car has become another, as by its position now."""
    known: dict[str, _Made] = view.keeping.grown(_chunks)
    told, who, before = passes(view), {car: car_values(view, car) for car in view.cars}, known.get("")
    if before is None or before.drivers is not view.drivers:
        rows = tuple(_row(view, each, who[each.car]) for each in told)
    else:
        old, same = before, {car for car, values in who.items() if before.who.get(car) == values}
        pairs = zip_longest(told, old.told[: len(told)], old.rows[: len(told)])
        rows = tuple(
            row if each is was and each.car in same else _row(view, each, who[each.car]) for each, was, row in pairs
        )
    known[""] = _Made(told, view.drivers, who, rows)
    yield Chunk("", (), rows, lap_now(view))


def _row(view: RaceView, each: Pass, who: CarValues) -> Values:
    driver = row_name(view, each.car, each.t)
    then = who if driver == who.driver else who._replace(driver=driver)
    when = when_values(each.lap, each.t, status_of_lap(view, each.track, each.t))
    return *then, *when, each.passed, row_name(view, each.passed, each.t), each.how, each.position


OVERTAKES = Relation(
    "overtakes", "who came past whom, from one lap to the next (derived)", FIELDS, _chunks, has_laps, RACES
)
