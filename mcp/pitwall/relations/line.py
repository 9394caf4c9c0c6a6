"""positions and gaps: where each car stood, and how far behind, each time it came round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pitwall.relations.laps import Run, driven, laps_of, last_lap_of
from pitwall.relations.shared_fields import CAR_FIELDS, WHEN_FIELDS, has_laps
from pitwall.relations.table import Chunk, Field, Row, in_chunks, regrown
from pitwall.state import RACES, RaceView

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
_WHEN = tuple(field.name for field in WHEN_FIELDS)
_OF_GAPS = tuple(field.name for field in _GAP[len(CAR_FIELDS) :])

_Make = Callable[[Sequence[Row], int, int | None], Row]


class _Made(NamedTuple):
    """The rows of a car, and the laps and the grid that they were made of."""

    runs: Sequence[Run]
    laps: tuple[Row, ...]
    grid: int | None
    rows: tuple[Row, ...]


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
    known: dict[str, _Made] = view.keeping.grown(make)
    before, grid = known.get(car), view.car(car).grid
    if before is None or before.runs is not runs or before.grid != grid:
        laps = tuple(row for run in runs for row in run.rows)
        kept = None if before is None or before.grid != grid else (before.laps, before.rows)
        rows = regrown(kept, laps, lambda index: make(laps, index, grid))
        before = known[car] = _Made(runs, laps, grid, rows)
    return before


def _position(laps: Sequence[Row], index: int, grid: int | None) -> Row:
    """What the lap before is compared with is of the same laps, so a row stays as long as all before it do."""
    row, known = laps[index], laps[index - 1]["position"] if index else grid
    now = row["position"]
    gained = known - now if isinstance(known, int) and isinstance(now, int) else None
    return {**{name: row[name] for name in _WHEN}, "position": now, "gained": gained, "grid": grid}


def _gap(laps: Sequence[Row], index: int, grid: int | None) -> Row:
    return {name: laps[index][name] for name in _OF_GAPS}


POSITIONS = in_chunks(
    "positions",
    "positions at the line",
    _POSITION,
    lambda view: _chunks(view, _position),
    has_laps,
    RACES,
    shared=CAR_FIELDS,
)
GAPS = in_chunks("gaps", "gaps at the line", _GAP, lambda view: _chunks(view, _gap), has_laps, RACES, shared=CAR_FIELDS)
