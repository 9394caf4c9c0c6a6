"""driver_card: all that is known of one driver on a card, for a graphic."""

from __future__ import annotations

from pitwall.facts.best_laps import best_of, position_of, quickest
from pitwall.facts.cases import cases_of
from pitwall.facts.gaps import neighbour
from pitwall.facts.heard_from import watched_from
from pitwall.facts.names import find_car, full_name, named
from pitwall.facts.pace import green_pace
from pitwall.facts.passages import count_stops
from pitwall.facts.seen_to_stop import stands_at
from pitwall.facts.served import unserved_s
from pitwall.facts.tyres import set_on
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.case_rows import case_words
from pitwall.tools.timed_words import segment_name, session_word
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import behind_text, count_text, lap_time_text, laps_text
from toolgate.contract import JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = asked(
    {"driver": "{driver}"},
    """
    driver card of {driver} / show the card of {driver} / {driver} card / driver card {driver} / card for {driver}
    profile of {driver} / {driver} profile / give me everything on {driver}
    all the numbers of {driver} / stats of {driver} / {driver} stats / statistics of {driver} / data on {driver}
    graphic of {driver} / all data of {driver} / fact sheet of {driver} / what do we know about {driver}
    """,
)


def build_driver_card_tool(cache: StateCache) -> ToolSpec:
    """One driver, in values that a graphic can show."""
    return race_tool(
        cache,
        _handle,
        name="driver_card",
        description="A card of one driver with every figure at once: position, gaps, neighbours, last and best lap, "
        "pace, tyres, stops, grid, positions gained, stewards' cases.",
        arguments={"driver": s.driver_argument("whose card")},
        required=["driver"],
        payload={
            "driver": s.driver(),
            "team": s.text(nullable=True),
            "class_name": s.text(longest=40, nullable=True),
            "state": s.run_state(),
            "position": s.position(),
            "grid": s.position("on the grid"),
            "gained": s.integer("positions since the start; negative: lost", low=-1000, high=1000, nullable=True),
            "laps": s.lap_number("completed"),
            "gap_s": s.gap_s("behind the leader"),
            "gap_laps": s.laps_behind(),
            "interval_s": s.gap_s("behind the car ahead"),
            "ahead": s.driver(nullable=True),
            "behind": s.driver(nullable=True),
            "last_lap_s": s.lap_time(),
            "best_lap_s": s.lap_time(),
            "pace_s": s.lap_time("median of the last green laps"),
            "compound": s.text(longest=20, nullable=True),
            "tyre_laps": s.lap_number("their age", nullable=True),
            "stops": s.integer(high=s.MAX_LAPS, nullable=True),
            "penalty_s": s.integer("announced and not served", high=10_000),
            "cases": s.rows(s.text(longest=160), "with the stewards, the latest last", most=10),
        },
        optional={"stands": s.stands()},
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver")
    state, gaps, driver, tyre = view.car(car), view.gaps(car), view.drivers.get(car), set_on(view, car)
    quick, pace = quickest(view, car), None if view.timed else green_pace(view, car)
    position = position_of(view, car)
    near = [neighbour(view, car, step) if position else None for step in (-1, 1)]
    gained = None if view.timed or state.grid is None or state.position is None else state.grid - state.position
    card: JsonObject = {
        "driver": named(view, car),
        "team": (driver.team[:80] or None) if driver else None,
        "class_name": (driver.class_name[:40] or None) if driver else None,
        "state": view.run_state(car)[0],
        "position": position,
        "grid": state.grid,
        "gained": gained,
        "laps": state.laps,
        "gap_s": gaps.gap_s,
        "gap_laps": gaps.gap_laps,
        "interval_s": gaps.interval_s,
        "ahead": named(view, near[0]) if near[0] else None,
        "behind": named(view, near[1]) if near[1] else None,
        "last_lap_s": state.last_lap_s,
        "best_lap_s": quick[0] if quick else None,
        "pace_s": pace.seconds if pace else None,
        "compound": tyre.compound if tyre else None,
        "tyre_laps": tyre.laps if tyre else None,
        "stops": None if view.timed else count_stops(view, car),
        "penalty_s": unserved_s(view).get(car, 0),
        "cases": [case_words(view, case)[:160] for case in cases_of(view, car)[-10:]],
    }
    untold = [word for word, name in _UNTOLD if card[name] is None and not (view.timed and name != "compound")]
    if where := stands_at(view, car):
        card["stands"] = where
    return {"summary": _summary(view, car, card), **card, "missing": untold}


_UNTOLD = (("the tyres on the car", "compound"), ("its position on the grid", "grid"), ("its position", "position"))


def _no_time(view: RaceView) -> str:
    return f"no time in {session_word(view)} yet" if view.segment else "no time yet"


def _best_words(view: RaceView, car: str, card: JsonObject) -> str:
    """`best lap 1:11.840 in Q3`: of a qualifying the lap that decides the position."""
    if card["best_lap_s"] is None:
        return ""
    best = best_of(view, car) if view.segment else None
    if best is None or best.seconds is None:
        return f"best lap {lap_time_text(card['best_lap_s'])}"
    return f"best lap {lap_time_text(best.seconds)} in {segment_name(view, best.segment)}"


def _summary(view: RaceView, car: str, card: JsonObject) -> str:
    where = f"P{card['position']}" if card["position"] else _no_time(view) if view.timed else "not placed"
    team = f" ({card['team']})" if card["team"] else ""
    parts = [f"{full_name(view, car)}{team}: {where}"]
    if card["state"] in (*OUT_STATES, "in_pit"):
        parts.append(card["state"].replace("_", " "))
    elif "stands" in card:
        parts.append(f"stopped {card['stands']} (race control)")
    gap = behind_text(card["gap_s"], card["gap_laps"])
    if gap and card["position"] != 1 and not view.timed and card["state"] not in OUT_STATES:
        parts.append(f"{gap} behind the leader")
    if best := _best_words(view, car, card):
        parts.append(best)
    if card["compound"]:
        parts.append(f"{card['compound'].lower()} tyres")
        if card["tyre_laps"] is not None:
            parts.append(f"{laps_text(card['tyre_laps'])} old")
    if card["stops"] or (card["stops"] == 0 and watched_from(view) is None):
        parts.append(count_text(card["stops"], "stop"))
    if card["gained"] is not None:
        parts.append(f"{card['gained']:+d} from P{card['grid']} on the grid" if card["gained"] else "as on the grid")
    text = ""
    for part in parts:
        text = f"{text}, {part}" if text and len(text) + len(part) < 197 else text or part
    return f"{text[:199]}."
