"""retirements: one row for each car that is out, on the lap that it did not complete."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.facts.periods import track_periods
from pitwall.relations.shared_fields import (
    CAR_FIELDS,
    WHEN_FIELDS,
    car_values,
    has_timing,
    statuses_over_time,
    when_values,
)
from pitwall.relations.table import Field, Row, of_rows
from pitwall.state import OUT_STATES, RACES, RaceView

_FIELDS = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("laps", "integer", "laps", "laps completed"),
    Field("state", "text", "", "stopped or retired"),
    Field("derived", "flag", "", "our conclusion, not the feed's own word"),
)

_JUST = 0.001


def _rows(view: RaceView) -> Iterator[Row]:
    """In the order in which they went out. The time is when the feed said so, else the car's last line.

    What the track was like is told of the time before any flag that was shown since that line: the car was its reason.
    """
    status_at = statuses_over_time(view)
    starts = [period.start for period in track_periods(view)]
    out: list[tuple[int, float, float, str]] = []
    for car in view.cars:
        if view.run_state(car)[0] in OUT_STATES:
            told, laps = view.out_since(car), view.laps(car)
            line = laps[-1].t if laps else view.started_at or 0.0
            out.append((view.car(car).laps or 0, line if told is None else told, line, car))
    for laps_done, t, line, car in sorted(out):
        state, derived = view.run_state(car)
        shown = next((start for start in starts if line < start <= t), None)
        status = status_at(t if shown is None else shown - _JUST)
        yield {
            **car_values(view, car)._asdict(),
            **when_values(laps_done + 1, t, status)._asdict(),
            "laps": laps_done,
            "state": state,
            "derived": derived,
        }


RETIREMENTS = of_rows("retirements", "every car that is out", _FIELDS, _rows, has_timing, RACES)
