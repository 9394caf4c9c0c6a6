"""passages: ways through the pit lane in the race; stops: those of them on which a car stopped."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from pitwall.facts.passages import judge_passages, passages_basis
from pitwall.relations.shared_fields import (
    CAR_FIELDS,
    WHEN_FIELDS,
    WhenValues,
    car_values,
    has_timing,
    statuses_basis,
    statuses_over_time,
    when_values,
)
from pitwall.relations.table import Chunk, Field, Relation, Values
from pitwall.state import RACES, RaceView
from pitwall.state.keeping import kept_of_cars

FIELDS = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("number", "integer", "", "which of the car's own, from 1"),
    Field("lane_s", "number", "s", "time in the lane"),
    Field("compound_before", "text", "", "compound it came in on"),
    Field("compound", "text", "", "compound it left on"),
    Field("tyres", "text", "", "changed, kept or unknown"),
    Field("position_before", "integer", "", "position as it came in"),
    Field("position_after", "integer", "", "position as it left the lane"),
)
_NUMBER = len(WhenValues._fields)
"""Where its number stands in a row."""
_KIND = Field("kind", "text", "", "stop, through, in_lane or retired")


def _passages(view: RaceView) -> Iterator[Chunk]:
    for car in view.cars:
        yield Chunk(car, car_values(view, car), _of_car(view, car), view.lap)


def _stops(view: RaceView) -> Iterator[Chunk]:
    for car in view.cars:
        yield Chunk(car, car_values(view, car), _stops_of_car(view, car), view.lap)


def _basis(view: RaceView, car: str) -> Hashable:
    return passages_basis(view, car), statuses_basis(view)


@kept_of_cars(_basis)
def _of_car(view: RaceView, car: str) -> tuple[Values, ...]:
    """The rows of a car, but for what changes without it."""
    return tuple(_rows(view, car))


@kept_of_cars(_basis)
def _stops_of_car(view: RaceView, car: str) -> tuple[Values, ...]:
    stops = [row for row in _of_car(view, car) if row[-1] == "stop"]
    return tuple((*row[:_NUMBER], number, *row[_NUMBER + 1 : -1]) for number, row in enumerate(stops, 1))


def _rows(view: RaceView, car: str) -> Iterator[Values]:
    judged, status_at = judge_passages(view, car), statuses_over_time(view)
    for number, item in enumerate(judged, 1):
        passage = item.passage
        until = judged[number].passage.message_in - 1 if number < len(judged) else None
        before, after = view.tyres(car, passage.message_in), view.tyres(car, until)
        out, left = passage.t_out, passage.message_out
        yield (
            *when_values(passage.lap, passage.t_in, status_at(passage.t_in)),
            number,
            item.lane_s,
            before[-1].compound if before else None,
            after[-1].compound if after and out is not None else None,
            item.tyres,
            view.car_after(car, passage.message_in).position,
            None if left is None else view.car_after(car, left).position,
            item.kind,
        )


PASSAGES = Relation(
    "passages",
    "ways through the pit lane in the race",
    (*FIELDS, _KIND),
    _passages,
    has_timing,
    RACES,
    shared=CAR_FIELDS,
)
STOPS = Relation("stops", "pit stops completed", FIELDS, _stops, has_timing, RACES, shared=CAR_FIELDS)
