"""How passages through the pit lane are told."""

from __future__ import annotations

from pitwall.facts.names import named
from pitwall.facts.passages import KINDS, TYRE_CHANGES, Judged, judge_passages, passages_basis
from pitwall.state import RaceView
from pitwall.state.keeping import kept_of_cars
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from toolgate.contract import JsonObject

MAX_PASSAGES = 200

PASSAGE = s.record(
    {
        "lap": s.lap_number("the lap on which the car entered the lane"),
        "entered": s.text("session time", longest=16),
        "left": s.text("session time; null: still in the lane", longest=16, nullable=True),
        "lane_s": s.number("seconds from entry to exit", high=1_000_000, nullable=True),
        "kind": s.choice(*KINDS, description="a stop, or only through the lane"),
        "tyres": s.choice(*TYRE_CHANGES, description="what the feed shows of the tyres"),
    }
)


def passages_row(view: RaceView, car: str, stops: int, last: list[tuple[str, Judged]] | None) -> JsonObject:
    """A car with its passages: all of them, or those among the last of all cars."""
    passages = _passages(view, car)
    if last is not None:
        count = sum(who == car for who, _ in last)
        passages = passages[len(passages) - count :]
    return {
        "driver": named(view, car),
        "stops": stops,
        "passages": [dict(passage) for passage in passages[:MAX_PASSAGES]],
    }


@kept_of_cars(passages_basis)
def _passages(view: RaceView, car: str) -> tuple[JsonObject, ...]:
    return tuple(
        {
            "lap": passage.lap,
            "entered": format_session_time(passage.t_in),
            "left": None if passage.t_out is None else format_session_time(passage.t_out),
            "lane_s": lane_s,
            "kind": kind,
            "tyres": tyres,
        }
        for passage, kind, tyres, _, lane_s in judge_passages(view, car)
    )
