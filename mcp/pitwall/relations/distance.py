"""distance: one row: how far the race goes, how far it has come, and the lap that ends its first half."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.relations.table import Field, Row, of_rows
from pitwall.state import RACES, RaceView

_FIELDS = (
    Field("laps", "integer", "laps", "laps that the first car has completed"),
    Field("laps_to_go", "integer", "laps", "laps to the end, at the first car"),
    Field("total_laps", "integer", "laps", "laps the race has"),
    Field("half_distance_lap", "integer", "", "the lap that ends the first half"),
)


def _distance(view: RaceView) -> Iterator[Row]:
    total = view.total_laps
    if total:
        yield {
            "laps": view.lap,
            "laps_to_go": max(total - view.lap, 0),
            "total_laps": total,
            "half_distance_lap": (total + 1) // 2,
        }


DISTANCE = of_rows(
    "distance", "how far the race goes", _FIELDS, _distance, lambda view: view.total_laps is not None, RACES
)
