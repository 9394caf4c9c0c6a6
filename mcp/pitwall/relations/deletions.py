"""deletions: one row for each lap time that race control has deleted and not given back."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.facts.race_control import said_that
from pitwall.relations.shared_fields import CAR_FIELDS, WHEN_FIELDS, car_values, leader_lap, statuses_over_time
from pitwall.relations.shared_fields import when_values as when
from pitwall.relations.table import Field, Row, of_rows
from pitwall.state import RaceView
from pitwall.stewards import deleted_laps, of_deleted

FIELDS = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("time_s", "number", "s", "the lap time that does not count"),
    Field("segment", "integer", "", "segment of a qualifying in which race control said so"),
    Field("turn", "integer", "", "turn at which the track was left, where race control names it"),
    Field("message", "text", "", "race control's words"),
)


def _rows(view: RaceView) -> Iterator[Row]:
    status_at = statuses_over_time(view)
    for gone in deleted_laps(said_that(view, of_deleted)):
        lap = gone.lap if gone.lap is not None else (None if view.timed else leader_lap(view, gone.t))
        yield {
            **car_values(view, gone.car)._asdict(),
            **when(lap, gone.t, status_at(gone.t))._asdict(),
            "time_s": gone.time_s,
            "segment": view.segment_at(gone.t),
            "turn": gone.turn,
            "message": gone.message,
        }


DELETIONS = of_rows(
    "deletions", "lap times that race control deleted", FIELDS, _rows, lambda view: bool(view.race_control)
)
