"""positions and gaps: where each car stood, and how far behind, each time it came round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pitwall.relations.common import CAR_FIELDS, WHEN_FIELDS, has_laps
from pitwall.relations.laps import LAPS
from pitwall.relations.table import Chunk, Field, Row, in_chunks
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


def _chunks(view: RaceView, made: Callable[[Sequence[Row], int | None], Iterator[Row]]) -> Iterator[Chunk]:
    """Made of the laps of each car, anew only where those are others."""
    known: dict[str, tuple[object, tuple[Row, ...]]] = view.keeping.grown(made)
    for car, laps in LAPS.chunks(view) if LAPS.chunks else ():
        grid, before = view.car(car).grid, known.get(car)
        if before is None or before[0] != (laps, grid):
            before = known[car] = (laps, grid), tuple(made(laps, grid))
        yield Chunk(car, before[1])


def _positions(laps: Sequence[Row], grid: int | None) -> Iterator[Row]:
    known = grid
    for row in laps:
        position = row["position"]
        now = position if isinstance(position, int) else None
        gained = None if known is None or now is None else known - now
        known = now
        yield {**{field.name: row[field.name] for field in _SHARED}, "position": now, "gained": gained, "grid": grid}


def _gaps(laps: Sequence[Row], grid: int | None) -> Iterator[Row]:
    names = [field.name for field in _GAP]
    for row in laps:
        yield {name: row[name] for name in names}


POSITIONS = in_chunks(
    "positions", "positions at the line", _POSITION, lambda view: _chunks(view, _positions), has_laps, RACES
)
GAPS = in_chunks("gaps", "gaps at the line", _GAP, lambda view: _chunks(view, _gaps), has_laps, RACES)
