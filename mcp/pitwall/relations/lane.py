"""passages: ways through the pit lane in the race; stops: those of them on which a car stopped."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from pitwall.facts.passages import judge_passages, passages_basis
from pitwall.relations.shared_fields import (
    CAR_FIELDS,
    WHEN_FIELDS,
    car_values,
    has_timing,
    statuses_basis,
    statuses_over_time,
    when_values,
)
from pitwall.relations.table import Chunk, Field, Row, in_chunks
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
def _of_car(view: RaceView, car: str) -> tuple[Row, ...]:
    """The rows of a car, but for what changes without it."""
    return tuple(_rows(view, car))


@kept_of_cars(_basis)
def _stops_of_car(view: RaceView, car: str) -> tuple[Row, ...]:
    stops = [row for row in _of_car(view, car) if row["kind"] == "stop"]
    names = [field.name for field in FIELDS[len(CAR_FIELDS) :]]
    return tuple({**{name: row[name] for name in names}, "number": number} for number, row in enumerate(stops, 1))


def _rows(view: RaceView, car: str) -> Iterator[Row]:
    judged, status_at = judge_passages(view, car), statuses_over_time(view)
    for number, item in enumerate(judged, 1):
        passage = item.passage
        until = judged[number].passage.message_in - 1 if number < len(judged) else None
        before, after = view.tyres(car, passage.message_in), view.tyres(car, until)
        out, left = passage.t_out, passage.message_out
        yield {
            **when_values(passage.lap, passage.t_in, status_at(passage.t_in)),
            "number": number,
            "lane_s": item.lane_s,
            "compound_before": before[-1].compound if before else None,
            "compound": after[-1].compound if after and out is not None else None,
            "tyres": item.tyres,
            "position_before": view.car_after(car, passage.message_in).position,
            "position_after": None if left is None else view.car_after(car, left).position,
            "kind": item.kind,
        }


PASSAGES = in_chunks(
    "passages",
    "ways through the pit lane in the race",
    (*FIELDS, _KIND),
    _passages,
    has_timing,
    RACES,
    shared=CAR_FIELDS,
)
STOPS = in_chunks("stops", "pit stops completed", FIELDS, _stops, has_timing, RACES, shared=CAR_FIELDS)
