"""sectors: one row for each sector of each lap; speeds: one row for each speed trap of each lap."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from pitwall.relations.shared_fields import (
    CAR_FIELDS,
    SEGMENT_FIELD,
    WHEN_FIELDS,
    car_values,
    statuses_basis,
    statuses_over_time,
    when_values,
)
from pitwall.relations.table import Chunk, Field, Row, Value, in_chunks
from pitwall.state import RaceView
from pitwall.state.keeping import kept_in_view, unchanged
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
    rows: tuple[Row, ...]


def _chunks(
    view: RaceView, told: Callable[[str], Sequence[_Told]], make: Callable[[Any, dict[str, Value]], Row]
) -> Iterator[Chunk]:
    """The rows of each car of which something has been told: they stay until more is."""
    known: dict[str, _Made] = view.keeping.grown(make)
    basis, when = (statuses_basis(view), view.segment_starts), _when(view)
    for car in view.cars:
        count = view.splits_told(car)
        if count == (0, 0):
            continue
        before = known.get(car)
        if before is None or before.told_so_often != count or before.basis != basis:
            now = told(car)
            same = 0 if before is None or before.basis != basis else unchanged(before.told, now)
            rows = before.rows[:same] if before else ()
            new = [make(each, {**when(each.message), "lap": each.lap}) for each in now[same:]]
            before = known[car] = _Made(count, basis, now, (*rows, *new))
        last = view.last_lap(car)
        yield Chunk(car, car_values(view, car), before.rows, last.number if last else 0)


@kept_in_view
def _when(view: RaceView) -> Callable[[int], Row]:
    """The values of WHEN_FIELDS but for the lap, and the segment, by message: one often tells several values."""
    of_messages, status_at = dict[int, Row](), statuses_over_time(view)

    def when(message: int) -> Row:
        found = of_messages.get(message)
        if found is None:
            t = view.time_of(message)
            segment = segment_code(view.segment_at(t)) if view.segment_starts else None
            found = of_messages[message] = {**when_values(None, t, status_at(t)), "segment": segment}
        return found

    return when


def _sector(told: SectorTime, row: dict[str, Value]) -> Row:
    row["sector"], row["time_s"] = told.sector, told.seconds
    return row


def _speed(told: TrapSpeed, row: dict[str, Value]) -> Row:
    row["trap"], row["speed_kmh"] = told.trap, told.kmh
    return row


SECTORS = in_chunks(
    "sectors",
    "times of sectors",
    _SECTOR,
    lambda view: _chunks(view, view.sectors, _sector),
    lambda view: any(view.splits_told(car)[0] for car in view.cars),
    shared=CAR_FIELDS,
)
SPEEDS = in_chunks(
    "speeds",
    "speeds at traps",
    _SPEED,
    lambda view: _chunks(view, view.speeds, _speed),
    lambda view: any(view.splits_told(car)[1] for car in view.cars),
    shared=CAR_FIELDS,
)
