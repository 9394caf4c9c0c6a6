"""sectors: one row for each sector of each lap; speeds: one row for each speed trap of each lap."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import NamedTuple

from pitwall.relations.shared_fields import (
    CAR_FIELDS,
    SEGMENT_FIELD,
    WHEN_FIELDS,
    car_values,
    statuses_basis,
    statuses_of,
    to_ms,
)
from pitwall.relations.table import Chunk, Field, Relation, Values
from pitwall.state import RaceView
from pitwall.state.segments import segment_code
from pitwall.state.splits import SplitColumns

_SECTOR = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("sector", "integer", "", "sector, 1 to 3"),
    Field("time_s", "number", "s", "sector time"),
    SEGMENT_FIELD,
)
_SPEED = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("trap", "text", "", "I1 and I2: ends of sectors, FL: the line, ST: the speed trap"),
    Field("speed_kmh", "number", "km/h", "speed"),
    SEGMENT_FIELD,
)


class _Made(NamedTuple):
    """The rows of a car, and what they were made of: how often something had been told of it, and the statuses."""

    told: int
    basis: Hashable
    rows: tuple[Values, ...]


_Changes = Callable[[RaceView, str, int], tuple[int, SplitColumns]]


def _chunks(view: RaceView, changes: _Changes, kind: int) -> Iterator[Chunk]:
    """The rows of each car of which something has been told: they stay until more is. `kind`: 0 sectors, 1 speeds."""
    known: dict[str, _Made] = view.keeping.grown(changes)
    basis = statuses_basis(view), view.segment_starts
    for car in view.cars:
        count = view.splits_told(car)
        if count == (0, 0):
            continue
        made = known.get(car)
        if made is None or made.basis != basis:
            made = _Made(0, basis, ())
        if made.told != count[kind]:
            same, rest = changes(view, car, made.told)
            made = _Made(count[kind], basis, (*made.rows[:same], *_rows(view, rest)))
        known[car] = made
        last = view.last_lap(car)
        yield Chunk(car, car_values(view, car), made.rows, last.number if last else 0)


def _rows(view: RaceView, told: SplitColumns) -> Iterator[Values]:
    """Made column by column, since there are thousands of them."""
    times = view.times_of(told.messages)
    segments = [segment_code(view.segment_at(t)) for t in times] if view.segment_starts else [None] * len(times)
    return zip(told.laps, to_ms(times), *statuses_of(view, times), told.parts, told.values, segments, strict=True)


SECTORS = Relation(
    "sectors",
    "times of sectors",
    _SECTOR,
    lambda view: _chunks(view, RaceView.sector_changes, 0),
    lambda view: any(view.splits_told(car)[0] for car in view.cars),
    shared=CAR_FIELDS,
)
SPEEDS = Relation(
    "speeds",
    "speeds at traps",
    _SPEED,
    lambda view: _chunks(view, RaceView.speed_changes, 1),
    lambda view: any(view.splits_told(car)[1] for car in view.cars),
    shared=CAR_FIELDS,
)
