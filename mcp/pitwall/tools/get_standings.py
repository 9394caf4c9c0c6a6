"""get_standings: the running order, or who holds one place."""

from __future__ import annotations

from pitwall.facts.best_laps import best_laps
from pitwall.facts.classification import road_order
from pitwall.facts.names import named, short_name
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked.get_standings import EXAMPLES
from pitwall.tools.rows import ROW, order_basis, row, worded
from pitwall.tools.timed_words import head, order_words, position_words
from pitwall.tools.tool import race_tool
from pitwall.tools.words import behind_text, fitting, out_words
from toolgate.contract import JsonObject, ToolSpec

_CARS = ("cars", "drivers", "runners")


def build_get_standings_tool(cache: StateCache) -> ToolSpec:
    """The running order: all of it, the first or last few, or one place."""
    return race_tool(
        cache,
        _handle,
        name="get_standings",
        description="The running order of the race: who leads, who holds a place, the top or bottom of the field, "
        "with gaps, laps and stops.",
        arguments={
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
                    *(
                        f"{{}} {what} at the {back}"
                        for what in _CARS
                        for back in ("back", "very back", "rear", "bottom")
                    ),
                    *(f"{{}} at the {back}" for back in ("back", "very back", "rear", "bottom", "tail")),
                    *(f"{{}} {back}" for back in ("last", "backmarkers", "tail enders")),
                ],
            },
            "place": s.integer("only the car in this place", low=1, high=s.MAX_CARS),
        },
        payload={
            "rows": s.rows(ROW, "in the feed's order"),
            "cars": s.integer("cars placed", high=s.MAX_CARS),
            "order_basis": s.text("what the order means", longest=200),
        },
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    if view.timed:
        return _timed(view, given)
    order = view.order[: s.MAX_CARS]
    place, last = given.get("place"), given.get("last_n")
    if place is not None:
        chosen = tuple(car for car in order if view.car(car).position == place)[:1]
        summary = _place_summary(view, place, chosen, len(order))
    elif last is not None:
        chosen = order[-last:]
        summary = _last_summary(view, chosen)
    else:
        chosen = order[: given.get("top_n", s.MAX_CARS)]
        summary = _order_summary(view, chosen)
    rows = [row(view, car) for car in chosen]
    return {"summary": summary, "rows": rows, "cars": len(order), "order_basis": order_basis(view)}


def _timed(view: RaceView, given: JsonObject) -> JsonObject:
    """In practice and qualifying: nobody leads and nobody wins, the best lap counts."""
    every = best_laps(view)[: s.MAX_CARS]
    place, last = given.get("place"), given.get("last_n")
    if place is not None:
        chosen = [best for best in every if best.position == place][:1]
        summary = position_words(view, place, chosen[0] if chosen else None)
    elif last is not None:
        chosen = list(every[-last:])
        summary = order_words(view, chosen, "At the back: ")
    else:
        chosen = list(every[: given.get("top_n", s.MAX_CARS)])
        summary = order_words(view, chosen, head(view))
    rows = [row(view, best.car) for best in chosen]
    return {"summary": summary, "rows": rows, "cars": len(every), "order_basis": order_basis(view)}


def _order_summary(view: RaceView, chosen: tuple[str, ...]) -> str:
    if not chosen:
        return "The feed has placed no car yet."
    start = "The order: "
    if view.finished:
        added = ", with announced penalties that the feed has added" if road_order(view) != view.order else ""
        start = f"As they crossed the line{added}: "
    return fitting(start, [worded(view, car) for car in chosen])


def _last_summary(view: RaceView, chosen: tuple[str, ...]) -> str:
    if not chosen:
        return "The feed has placed no car yet."
    out = [car for car in view.order if view.run_state(car)[0] in ("stopped", "retired")]
    still = [car for car in view.order if car not in out]
    if chosen[-1] in out and still:
        start = f"{short_name(view, still[-1])} is the last car still going, in P{view.car(still[-1]).position}; out: "
        return fitting(start, [short_name(view, car) for car in out])
    return fitting("At the back: ", [worded(view, car) for car in chosen])


def _place_summary(view: RaceView, place: int, chosen: tuple[str, ...], cars: int) -> str:
    if not chosen:
        return f"No car holds P{place}: the feed places {cars} cars."
    car = chosen[0]
    name = named(view, car)["name"] or short_name(view, car)
    doing, derived = view.run_state(car)
    if doing in ("stopped", "retired"):
        return f"P{place} is {name}, who {out_words(doing, derived)}."
    if doing == "finished":
        crossed = road_order(view).index(car) + 1
        if place == 1:
            return f"{name} won on the road." if crossed == 1 else f"{name} is first once penalties are added."
        if crossed != place:
            return f"{name} is P{place} with announced penalties; on the road it was P{crossed}."
    verb = "crossed the line in" if doing == "finished" else "is in"
    if place == 1:
        return f"{name} leads (P1)."
    gaps = view.gaps(car)
    gap = behind_text(gaps.gap_s, gaps.gap_laps)
    return f"{name} {verb} P{place}{f', {gap} behind the leader' if gap else ''}."
