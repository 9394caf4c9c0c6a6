"""How passages through the pit lane are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitwall.facts.names import named
from pitwall.facts.passages import KINDS, TYRE_CHANGES, Judged, judge_passages, passages_basis
from pitwall.state import RaceView
from pitwall.state.keeping import kept_of_cars
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.pit_stop_asks import left_in, position_after, position_before
from toolgate.contract import JsonObject

MAX_PASSAGES = 200
_TOGETHER = 400
"""Passages of all cars in one answer: more would be cut, and with them whole cars."""

PASSAGE = s.record(
    {
        "lap": s.lap_number("the lap on which the car entered the lane"),
        "entered": s.text("session time", longest=16),
        "left": s.text("session time; null: still in the lane", longest=16, nullable=True),
        "lane_s": s.number("seconds from entry to exit", high=1_000_000, nullable=True),
        "kind": s.choice(*KINDS, description="a stop, or only through the lane"),
        "tyres": s.choice(*TYRE_CHANGES, description="what the feed shows of the tyres"),
    },
    optional={
        "position_before": s.position("as it came in; from a lap before where it had lost many by then"),
        "position_after": s.position("at the end of its lap out; until then as it left the lane"),
    },
)


def passages_row(view: RaceView, car: str, stops: int, most: int) -> JsonObject:
    """A car with its stops and its last `most` passages."""
    passages = _passages(view, car)
    return {
        "driver": named(view, car),
        "stops": stops,
        "passages": [dict(passage) for passage in passages[max(len(passages) - most, 0) :]],
    }


def most_of_each(judged: Mapping[str, Sequence[Judged]]) -> int:
    """How many passages of each car are shown, so that every car has room."""
    entered = [len(passages) for passages in judged.values() if passages]
    if sum(entered) <= _TOGETHER:
        return MAX_PASSAGES
    return max(_TOGETHER // len(entered), 1)


@kept_of_cars(passages_basis)
def _passages(view: RaceView, car: str) -> tuple[JsonObject, ...]:
    return tuple(
        {
            "lap": passage.lap,
            "entered": format_session_time(passage.t_in),
            "left": None if passage.t_out is None else format_session_time(passage.t_out),
            "lane_s": item.lane_s,
            "kind": item.kind,
            "tyres": item.tyres,
            "position_before": position_before(view, car, item),
            "position_after": position_after(view, car, item) or left_in(view, car, item),
        }
        for item in judge_passages(view, car)
        for passage in (item.passage,)
    )
