"""positions and gaps: where each car stood, and how far behind, each time it came round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from pitwall.relations.laps import LAPS, Run, driven, laps_of, last_lap_of
from pitwall.relations.shared_fields import CAR_FIELDS, WHEN_FIELDS, WhenValues, has_laps
from pitwall.relations.table import Chunk, Field, Relation, Value, Values
from pitwall.state import RACES, RaceView
from pitwall.state.keeping import unchanged

_SHARED = (*CAR_FIELDS, *WHEN_FIELDS)
_POSITION = (
    *_SHARED,
    Field("position", "integer", "", "position at the line"),
    Field("gained", "integer", "", "positions gained on this lap; negative: lost"),
    Field("grid", "integer", "", "starting position"),
)
_GAP = (
    *_SHARED,
    Field("position", "integer", "", "position at the line"),
    Field("gap_s", "number", "s", "behind the leader at the line"),
    Field("interval_s", "number", "s", "behind the car ahead at the line"),
)
_Make = Callable[[Sequence[Values], int, int | None], Iterable[Values]]
"""Rows of the laps of a car, from the one of an index on; the number is its position on the grid."""


class _Made(NamedTuple):
    """The rows of a car, and the laps and the grid that they were made of."""

    runs: Sequence[Run]
    laps: tuple[Values, ...]
    grid: int | None
    rows: tuple[Values, ...]


def _chunks(view: RaceView, make: _Make) -> Iterator[Chunk]:
    """Made of the laps of each car, anew only where those are others."""
    for car, runs in laps_of(view).items():
        last, done = last_lap_of(view, car), 0
        rows = _made(view, car, runs, make).rows
        for run, (key, shared) in zip(runs, driven(view, car, runs), strict=True):
            mine = rows if len(runs) == 1 else rows[done : done + len(run.rows)]
            yield Chunk(key, shared, mine, last)
            done += len(run.rows)


def _made(view: RaceView, car: str, runs: Sequence[Run], make: _Make) -> _Made:
    """A row stays as long as its lap and all before it do."""
    known: dict[str, _Made] = view.keeping.grown(make)
    before, grid = known.get(car), view.car(car).grid
    if before is None or before.runs is not runs or before.grid != grid:
        laps = tuple(chain.from_iterable(run.rows for run in runs))
        same = 0 if before is None or before.grid != grid else unchanged(before.laps, laps)
        kept = before.rows[:same] if before else ()
        before = known[car] = _Made(runs, laps, grid, (*kept, *make(laps, same, grid)))
    return before


_OF_LAPS = [field.name for field in LAPS.own]
_WHEN_AND_POSITION = itemgetter(*range(len(WhenValues._fields)), _OF_LAPS.index("position"))
_OF_GAPS = itemgetter(*(_OF_LAPS.index(field.name) for field in _GAP[len(CAR_FIELDS) :] if field.name in _OF_LAPS))


def _positions(laps: Sequence[Values], since: int, grid: int | None) -> Iterator[Values]:
    before: Value = _WHEN_AND_POSITION(laps[since - 1])[-1] if since else grid
    for row in map(_WHEN_AND_POSITION, laps[since:]):
        now = row[-1]
        yield *row, before - now if isinstance(before, int) and isinstance(now, int) else None, grid
        before = now


def _gaps(laps: Sequence[Values], since: int, grid: int | None) -> Iterator[Values]:
    return map(_OF_GAPS, laps[since:])


POSITIONS = Relation(
    "positions",
    "positions at the line",
    _POSITION,
    lambda view: _chunks(view, _positions),
    has_laps,
    RACES,
    shared=CAR_FIELDS,
)
GAPS = Relation("gaps", "gaps at the line", _GAP, lambda view: _chunks(view, _gaps), has_laps, RACES, shared=CAR_FIELDS)
