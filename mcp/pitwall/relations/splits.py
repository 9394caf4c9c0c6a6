"""sectors: one row for each sector of each lap; speeds: one row for each speed trap of each lap."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pitwall.relations.shared_fields import (
    CAR_FIELDS,
    SEGMENT_FIELD,
    WHEN_FIELDS,
    car_values,
    statuses_basis,
    statuses_of,
    to_ms,
)
from pitwall.relations.table import Chunk, Field, Relation, Value, Values
from pitwall.state import RaceView
from pitwall.state.keeping import unchanged
from pitwall.state.segments import segment_code
from pitwall.state.splits import SectorTime, TrapSpeed

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


_Told = SectorTime | TrapSpeed


class _Made(NamedTuple):
    """The rows of a car, and what they were made of."""

    told_so_often: tuple[int, int]
    basis: Hashable
    told: Sequence[_Told]
    rows: tuple[Values, ...]


_Columns = Callable[[Sequence[Any]], tuple[Iterable[Value], Iterable[Value]]]
"""Where on the lap each was told, and what."""


def _chunks(view: RaceView, told: Callable[[str], Sequence[_Told]], columns: _Columns) -> Iterator[Chunk]:
    """The rows of each car of which something has been told: they stay until more is."""
    known: dict[str, _Made] = view.keeping.grown(columns)
    basis = statuses_basis(view), view.segment_starts
    for car in view.cars:
        count = view.splits_told(car)
        if count == (0, 0):
            continue
        before = known.get(car)
        if before is None or before.told_so_often != count or before.basis != basis:
            now = told(car)
            same = 0 if before is None or before.basis != basis else unchanged(before.told, now)
            kept = before.rows[:same] if before else ()
            before = known[car] = _Made(count, basis, now, (*kept, *_rows(view, now[same:], columns)))
        last = view.last_lap(car)
        yield Chunk(car, car_values(view, car), before.rows, last.number if last else 0)


def _rows(view: RaceView, told: Sequence[_Told], columns: _Columns) -> Iterator[Values]:
    """Made column by column, since there are thousands of them."""
    times = view.times_of([each.message for each in told])
    segments = [segment_code(view.segment_at(t)) for t in times] if view.segment_starts else [None] * len(times)
    statuses = statuses_of(view, times)
    return zip([each.lap for each in told], to_ms(times), *statuses, *columns(told), segments, strict=True)


def _sectors(told: Sequence[SectorTime]) -> tuple[list[int], list[float]]:
    return [each.sector for each in told], [each.seconds for each in told]


def _speeds(told: Sequence[TrapSpeed]) -> tuple[list[str], list[float]]:
    return [each.trap for each in told], [each.kmh for each in told]


SECTORS = Relation(
    "sectors",
    "times of sectors",
    _SECTOR,
    lambda view: _chunks(view, view.sectors, _sectors),
    lambda view: any(view.splits_told(car)[0] for car in view.cars),
    shared=CAR_FIELDS,
)
SPEEDS = Relation(
    "speeds",
    "speeds at traps",
    _SPEED,
    lambda view: _chunks(view, view.speeds, _speeds),
    lambda view: any(view.splits_told(car)[1] for car in view.cars),
    shared=CAR_FIELDS,
)
