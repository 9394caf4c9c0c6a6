"""segments: one row for each car with a time in a segment of a qualifying: its best lap and its position by it."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.facts.best_laps import segment_laps
from pitwall.relations.shared_fields import CAR_FIELDS, car_values
from pitwall.relations.table import Field, Row, of_rows
from pitwall.state import RaceView
from pitwall.state.kinds import QUALIFYINGS

_FIELDS = (
    *CAR_FIELDS,
    Field("segment", "integer", "", "segment of the qualifying, from 1"),
    Field("position", "integer", "", "position by the best laps of the segment"),
    Field("time_s", "number", "s", "best lap in the segment"),
    Field("behind_s", "number", "s", "behind the best lap of the segment"),
    Field("knocked_out", "flag", "", "left the qualifying in this segment"),
)


def _rows(view: RaceView) -> Iterator[Row]:
    for number in range(1, (view.segment or 0) + 1):
        for best in segment_laps(view, number):
            yield {
                **car_values(view, best.car)._asdict(),
                "segment": number,
                "position": best.position,
                "time_s": best.seconds,
                "behind_s": best.behind_s,
                "knocked_out": best.knocked_out,
            }


SEGMENTS = of_rows(
    "segments", "best laps in each segment", _FIELDS, _rows, lambda view: view.segment is not None, QUALIFYINGS
)
