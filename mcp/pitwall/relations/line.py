"""positions and gaps: where each car stood, and how far behind, each time it came round."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.relations.common import CAR_FIELDS, WHEN_FIELDS, has_laps
from pitwall.relations.laps import LAPS
from pitwall.relations.table import Field, Relation, Row, table_of
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


def _positions(view: RaceView) -> Iterator[Row]:
    before: dict[str, int | None] = {}
    for row in table_of(view, LAPS).rows:
        car, position = str(row["car"]), row["position"]
        grid = view.car(car).grid
        known = before.get(car, grid)
        now = position if isinstance(position, int) else None
        gained = None if known is None or now is None else known - now
        before[car] = now
        yield {**{field.name: row[field.name] for field in _SHARED}, "position": now, "gained": gained, "grid": grid}


def _gaps(view: RaceView) -> Iterator[Row]:
    names = [field.name for field in _GAP]
    for row in table_of(view, LAPS).rows:
        yield {name: row[name] for name in names}


POSITIONS = Relation("positions", "positions at the line", _POSITION, _positions, has_laps, RACES)
GAPS = Relation("gaps", "gaps at the line", _GAP, _gaps, has_laps, RACES)
