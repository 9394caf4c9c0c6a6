"""get_standings: the running order, or who holds one position."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.best_laps import best_laps
from pitwall.facts.classification import road_order
from pitwall.facts.gaps import gap_between
from pitwall.facts.names import short_name
from pitwall.facts.points import last_paid, why_unpaid
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.rows import ROW, order_basis, row
from pitwall.tools.standings_questions import STANDINGS_QUESTIONS
from pitwall.tools.standings_words import (
    at_the_back,
    best_of_the_rest,
    last_summary,
    order_summary,
    position_summary,
    road_summary,
)
from pitwall.tools.timed_words import head, order_words, position_words
from pitwall.tools.tool import race_tool
from pitwall.tools.words import NO_PAID, behind_text, sentence
from toolgate.contract import JsonObject, ToolSpec

_CARS = ("cars", "drivers", "runners")
_POINTS = ("in", "last", "outside")


def build_get_standings_tool(cache: StateCache) -> ToolSpec:
    """The running order: all of it, the first or last few, or one position."""
    return race_tool(
        cache,
        _handle,
        name="get_standings",
        description="The running order of the race: who leads, who holds a position, the top or bottom of the field, "
        "with gaps, laps and stops.",
        arguments=_arguments(),
        payload={
            "rows": s.rows(ROW, "in the feed's order"),
            "cars": s.integer("cars with a position", high=s.MAX_CARS),
            "order_basis": s.text("what the order means", longest=200),
        },
        examples=STANDINGS_QUESTIONS,
    )


def _arguments() -> s.JsonSchema:
    return {
        "top_n": s.count_argument(
            "how many cars from the front",
            default=s.MAX_CARS,
            high=s.MAX_CARS,
            phrases=[
                *(f"{front} {{}}" for front in ("top", "first", "leading", "front")),
                *(f"first {{}} {what}" for what in ("cars", "drivers", "places", "positions")),
                *(f"{{}} {front}" for front in ("leaders", "front runners", "leading", "in front", "at the front")),
                *(f"{first} {to} {{}}" for first in ("p1", "1", "1st", "from 1") for to in ("to", "through")),
                *(f"{first} to p{{}}" for first in ("p1", "1", "from p1")),
                "p1 through p{}",
            ],
        ),
        "last_n": {
            **s.integer("only this many cars from the back", low=1, high=s.MAX_CARS),
            "x-phrases": [
                *(f"{back} {{}}" for back in ("last", "bottom", "back", "rear", "final", "hindmost", "rearmost")),
                *(f"last {{}} {what}" for what in ("cars", "drivers", "places", "positions", "runners")),
                *(f"{{}} {what} at the {back}" for what in _CARS for back in ("back", "very back", "rear", "bottom")),
                *(f"{{}} at the {back}" for back in ("back", "very back", "rear", "bottom", "tail")),
                *(f"{{}} {back}" for back in ("last", "backmarkers", "tail enders")),
            ],
        },
        "place": {
            **s.integer("only the car in this position", low=1, high=s.MAX_CARS),
            "x-phrases": [f"{last} the top {{}}" for last in ("rounds out", "completes", "rounding out")],
        },
        "road": s.flag("as they crossed the line, before penalties that the feed has added"),
        "rest": s.flag("only the best of the rest: the first car of a team that has none on the podium"),
        "points": s.choice(
            *_POINTS,
            description="only the cars in positions that give points in this session, the last of them, or the "
            "first outside them",
        ),
    }


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    if "points" in given:
        return _of_points(view, given["points"])
    if view.timed:
        return _timed(view, given)
    if given.get("rest"):
        return _told(view, *best_of_the_rest(view))
    if given.get("road") and view.finished:
        road = road_order(view)[: given.get("top_n", s.MAX_CARS)]
        return _told(view, road_summary(view, road), road)
    order = view.order[: s.MAX_CARS]
    position, last = given.get("place"), given.get("last_n")
    if position is not None:
        chosen = tuple(car for car in order if view.car(car).position == position)[:1]
        summary = position_summary(view, position, chosen, len(order))
    elif last is not None:
        chosen = at_the_back(view, last)
        summary = last_summary(view, chosen)
    else:
        chosen = order[: given.get("top_n", s.MAX_CARS)]
        summary = order_summary(view, chosen)
    return _told(view, summary, chosen)


def _told(view: RaceView, summary: str, chosen: Sequence[str]) -> JsonObject:
    rows, cars = [row(view, car) for car in chosen], min(len(view.order), s.MAX_CARS)
    return {"summary": summary, "rows": rows, "cars": cars, "order_basis": order_basis(view)}


def _of_points(view: RaceView, which: str) -> JsonObject:
    """Who holds the positions that give points in this session, the last of them, or the first outside."""
    last, order = last_paid(view), view.order[: s.MAX_CARS]
    if last is None:
        return {**_told(view, sentence(why_unpaid(view)), ()), "missing": [NO_PAID]}
    if which == "in":
        chosen = tuple(car for car in order if (view.car(car).position or s.MAX_CARS) <= last)
        return _told(view, order_summary(view, chosen, f"In the points, P1 to P{last}"), chosen)
    inside = which == "last"
    position, said = (last, "the last to give points") if inside else (last + 1, "the first outside the points")
    chosen = tuple(car for car in order if view.car(car).position == position)[:1]
    summary = position_summary(view, position, chosen, len(order))
    by = _behind_the_last(view, last) if chosen and not inside else ""
    return _told(view, f"{summary.removesuffix('.')}: {said}{by}." if chosen else summary, chosen)


def _behind_the_last(view: RaceView, last: int) -> str:
    """`, 7.728 s behind Stroll`: how far the first outside the points is from them; empty where no feed tells."""
    holder, outside = view.order[last - 1 : last + 1]
    gap = gap_between(view, holder, outside)
    behind = behind_text(gap.seconds, gap.laps) if gap is not None else None
    return f", {behind} behind {short_name(view, holder)}" if behind else ""


def _timed(view: RaceView, given: JsonObject) -> JsonObject:
    """In practice and qualifying: nobody leads and nobody wins, the best lap counts."""
    every = best_laps(view)[: s.MAX_CARS]
    position, last = given.get("place"), given.get("last_n")
    if position is not None:
        chosen = [best for best in every if best.position == position][:1]
        summary = position_words(view, position, chosen[0] if chosen else None)
    elif last is not None:
        chosen = list(every[-last:])
        summary = order_words(view, chosen, "At the back: ")
    else:
        chosen = list(every[: given.get("top_n", s.MAX_CARS)])
        summary = order_words(view, chosen, head(view))
    rows = [row(view, best.car) for best in chosen]
    return {"summary": summary, "rows": rows, "cars": len(every), "order_basis": order_basis(view)}
