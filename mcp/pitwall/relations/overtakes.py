"""overtakes: one row for each time that somebody came past somebody, from one lap to the next."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.facts.names import short_name
from pitwall.facts.passing import passes
from pitwall.relations.common import CAR_FIELDS, WHEN_FIELDS, car_values, has_laps, when_values
from pitwall.relations.table import Field, Relation, Row
from pitwall.state import RACES, RaceView

FIELDS = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("passed_car", "text", "", "car number of the one that was passed"),
    Field("passed", "text", "", "surname of the one that was passed"),
    Field("how", "text", "", "track, start (on lap 1), stop (the other was in the pit lane) or retirement"),
    Field("position", "integer", "", "position of the passing car after the lap"),
)


def _build(view: RaceView) -> Iterator[Row]:
    who = {car: car_values(view, car) for car in view.cars}
    for each in passes(view):
        yield {
            **who[each.car],
            "driver": short_name(view, each.car, each.t),
            **when_values(view, each.lap, each.t, each.track),
            "passed_car": each.passed,
            "passed": short_name(view, each.passed, each.t),
            "how": each.how,
            "position": each.position,
        }


OVERTAKES = Relation(
    "overtakes", "who came past whom, from one lap to the next (derived)", FIELDS, _build, has_laps, RACES
)
