"""get_driver: one driver's race in one answer."""

from __future__ import annotations

from pitwall.facts.best_laps import best_lap, best_laps, best_of, lap_of_best
from pitwall.facts.classification import road_order
from pitwall.facts.gaps import gap_between, neighbour
from pitwall.facts.heard_from import watched_from
from pitwall.facts.names import find_car, full_name, named, short_name
from pitwall.facts.passages import count_stops
from pitwall.facts.points import last_paid
from pitwall.facts.seen_to_stop import stands_at
from pitwall.facts.tyres import set_on
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.state.car import Tyre
from pitwall.tools import schemas as s
from pitwall.tools.case_rows import open_matters
from pitwall.tools.driver_questions import EXAMPLES
from pitwall.tools.rows import best_fields
from pitwall.tools.timed_words import driver_words
from pitwall.tools.tool import race_tool
from pitwall.tools.words import behind_text, count_text, fitting, lap_time_text, out_words
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject, ToolSpec

_NEIGHBOUR = s.record(
    {"driver": s.driver(), "gap_s": s.gap_s(), "gap_laps": s.laps_behind()}, "the next car in the order", nullable=True
)

_OF_BEST_LAPS: s.JsonSchema = {
    "behind_best_s": s.gap_s("in practice and qualifying: seconds behind the best, of the same segment"),
    "segment": s.integer("in qualifying: the segment that decides the position", high=9, nullable=True),
    "knocked_out": s.flag("in qualifying: the feed says so"),
    "at_risk": s.flag("in qualifying: outside those who would go on, as it stands"),
}


_TYRE = s.record(
    {
        "compound": s.text(longest=20, nullable=True),
        "laps": s.lap_number("laps the set has done", nullable=True),
        "new": {"type": ["boolean", "null"], "description": "whether the set was new when fitted"},
    },
    "the set on the car",
    nullable=True,
)


def build_get_driver_tool(cache: StateCache) -> ToolSpec:
    """Position, gaps, neighbours, laps, stops, tyres and state of one driver."""
    return race_tool(
        cache,
        _handle,
        name="get_driver",
        description="One driver's race: position, gap to the leader, who is ahead and behind, last and best lap, "
        "stops, tyres, and whether the car is running, in the pit lane, out or finished.",
        arguments={
            "driver": s.driver_argument("the driver"),
            "tell": s.tell_argument(
                "all",
                "laps",
                "last",
                "points",
                meaning="laps: how many the driver has done; last: whether he is last of those still going; "
                "points: whether he is where points are given",
                default="all",
            ),
            "top_n": s.integer("tell first whether the driver is among so many from the front", low=1, high=s.MAX_CARS),
        },
        required=["driver"],
        payload={
            "driver": s.driver(),
            "team": s.text(nullable=True),
            "place": s.position(),
            "gap_s": s.gap_s("seconds behind the leader"),
            "gap_laps": s.laps_behind(),
            "ahead": _NEIGHBOUR,
            "behind": _NEIGHBOUR,
            "laps": s.lap_number("laps completed"),
            "last_lap_s": s.lap_time(),
            "best_lap_s": s.lap_time(),
            "best_lap": s.lap_number("the lap of the best time", nullable=True),
            "stops": s.integer("pit stops completed", high=s.MAX_LAPS),
            "state": s.run_state(),
            "state_derived": s.flag("the state is our conclusion, not the feed's own word"),
            "grid": s.position("starting position, where the feed gives the grid"),
            "tyre": _TYRE,
        },
        optional={
            **_OF_BEST_LAPS,
            "stands": s.stands(),
            "stewards": s.text("what the stewards have still to decide of him, or he has still to serve", longest=160),
        },
        examples=EXAMPLES,
    )


def _laps_words(view: RaceView, car: str) -> str:
    """`Norris has done 11 laps; in the pits.`, and of a race that goes on how many are to go in it."""
    state = view.run_state(car)[0]
    now = (
        "" if view.over else {"in_pit": "; in the pits", "running": "", "stopped": "; stopped"}.get(state, f"; {state}")
    )
    left = view.total_laps - view.lap if view.total_laps and not (view.timed or view.over) else 0
    to_go = f"; {left} of the race to go" if left > 0 and state not in OUT_STATES else ""
    return f"{short_name(view, car)} has done {count_text(view.car(car).laps, 'lap')}{now}{to_go}."


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver")
    state, gaps, driver = view.car(car), view.gaps(car), view.drivers.get(car)
    run_state, derived = view.run_state(car)
    out = run_state in OUT_STATES
    tyre = set_on(view, car)
    best = best_of(view, car) if view.timed else None
    quick = best_lap(view, car)
    whether, matters = _whether(view, car, given), open_matters(view, car)
    room = SUMMARY_MAX_CHARS - len(whether)
    end = f"; {matters}." if matters else "."
    if best:
        said = _with_end(driver_words(view, best), end, room)
    else:
        said = _summary(view, car, run_state, derived, end, room)
    return {
        "summary": _laps_words(view, car) if given.get("tell") == "laps" else f"{whether}{said}"[:SUMMARY_MAX_CHARS],
        "driver": named(view, car),
        "team": (driver.team or None) if driver else None,
        "place": best.position if best else state.position,
        "gap_s": gaps.gap_s,
        "gap_laps": gaps.gap_laps,
        "ahead": None if out or view.timed else _neighbour(view, car, -1),
        "behind": None if out or view.timed else _neighbour(view, car, 1),
        "laps": state.laps,
        "last_lap_s": state.last_lap_s,
        "best_lap_s": quick,
        "best_lap": lap_of_best(view, car, quick),
        "stops": count_stops(view, car),
        "state": run_state,
        "state_derived": derived,
        "grid": state.grid,
        "tyre": _tyre(tyre) if tyre else None,
        **({name: told for name, told in best_fields(view, car).items() if name != "best_lap_s"} if best else {}),
        **({"stands": where} if (where := stands_at(view, car)) else {}),
        **({"stewards": matters} if matters else {}),
        "missing": [] if tyre else [f"the tyres of {short_name(view, car)}"],
    }


def _whether(view: RaceView, car: str, given: JsonObject) -> str:
    """What comes before the rest: `Yes: ` or `No: ` where it is asked whether he is last, `In the points`, `Not in the
    top 10` where it is asked whether he is among so many, or out of them.
    """
    best = best_of(view, car) if view.timed else None
    position, out = best.position if best else view.car(car).position, view.run_state(car)[0] in OUT_STATES
    if given.get("tell") == "points" and (paid := last_paid(view)):
        laps = view.laps(car)
        if out and laps and (laps[-1].position or paid + 1) <= paid:
            return f"In the points (the first {paid}) until then: "
        within = position is not None and position <= paid and not out
        return f"{'In' if within else 'Not in'} the points (the first {paid}): "
    if position is None or not ("top_n" in given or given.get("tell") == "last"):
        return ""
    if "top_n" in given:
        within = position <= given["top_n"] and not out
        return f"{'In' if within else 'Not in'} the top {given['top_n']}: "
    behind = [other for other in view.order if view.run_state(other)[0] not in OUT_STATES]
    last = max((view.car(other).position or 0 for other in behind), default=0)
    return "Yes: " if position == (len(best_laps(view)) if best else last) and not out else "No: "


def _tyre(tyre: Tyre) -> JsonObject:
    return {"compound": tyre.compound, "laps": tyre.laps, "new": tyre.new}


def _neighbour(view: RaceView, car: str, step: int) -> JsonObject | None:
    other = neighbour(view, car, step)
    if other is None:
        return None
    gap = gap_between(view, car, other)
    return {
        "driver": named(view, other),
        "gap_s": gap.seconds if gap else None,
        "gap_laps": gap.laps if gap else None,
    }


def _with_end(said: str, end: str, room: int) -> str:
    """The sentence with an end in place of its full stop, where there is room for it."""
    longer = f"{said.removesuffix('.')}{end}"
    return longer if len(longer) <= room else said


def _summary(view: RaceView, car: str, run_state: str, derived: bool, end: str, room: int) -> str:
    """The sentence of one driver in a race; `end` is its full stop, with what else there is to tell."""
    state = view.car(car)
    name = full_name(view, car)
    if run_state == "unknown":
        return f"{name}: the feed has not timed this car."
    if run_state in OUT_STATES:
        laps = view.laps(car)
        last = f", P{laps[-1].position} at the end of the last" if laps and laps[-1].position else ""
        laps_done = count_text(state.laps, "lap")
        return _with_end(f"{name} {out_words(run_state, derived)} after {laps_done} completed{last}.", end, room)
    parts = [_place_text(view, car, run_state), *_gap_texts(view, car)]
    if state.last_lap_s is not None:
        parts.append(f"last lap {lap_time_text(state.last_lap_s)}")
    if state.laps:
        parts.append(f"{count_text(state.laps, 'lap')} done")
    stops = count_stops(view, car)
    if stops or watched_from(view) is None:
        parts.append(count_text(stops, "stop"))
    while end != "." and len(parts) > 1 and len(f"{name} {', '.join(parts)}{end}") > room:
        parts.pop()  # what the stewards have open says more than the last lap
    return fitting(f"{name} ", parts, end=end)


def _place_text(view: RaceView, car: str, run_state: str) -> str:
    place = view.car(car).position
    shown = f"P{place}" if place else "not placed by the feed"
    if run_state == "finished":
        order = road_order(view)
        if car not in order:
            return f"has finished, {shown}"
        crossed = order.index(car) + 1
        if crossed == place:
            return f"crossed the line in {shown}"
        return f"is {shown} with announced penalties (P{crossed} on the road)"
    if run_state == "in_pit":
        return f"is {shown}, in the pit lane"
    where = stands_at(view, car)
    return f"stopped {where} (race control), is {shown}" if where else f"is {shown}"


def _gap_texts(view: RaceView, car: str) -> list[str]:
    texts = []
    gaps = view.gaps(car)
    to_leader = behind_text(gaps.gap_s, gaps.gap_laps)
    ahead, behind = neighbour(view, car, -1), neighbour(view, car, 1)
    if to_leader and car != view.leader and ahead != view.leader:
        texts.append(f"{to_leader} behind the leader")
    for other, word in ((ahead, "behind"), (behind, "ahead of")):
        gap = gap_between(view, car, other) if other else None
        distance = behind_text(gap.seconds, gap.laps) if gap else None
        if other and distance:
            texts.append(f"{distance} {word} {short_name(view, other)}")
    return texts
