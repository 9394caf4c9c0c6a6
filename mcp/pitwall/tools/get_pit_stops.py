"""get_pit_stops: who stopped when, and who only drove through the pit lane."""

from __future__ import annotations

from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.passages import KINDS, TYRE_CHANGES, Judged, judge_passages
from pitwall.state import RACES, RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked.get_pit_stops import EXAMPLES
from pitwall.tools.tool import race_tool
from pitwall.tools.words import count_text, fitting, gap_text
from toolgate.contract import JsonObject, ToolSpec

_MAX_PASSAGES = 200
_NAMES_CHARS = 80
_RANKED = {
    "most": "Most stops: ",
    "fewest": "Fewest stops: ",
    "quickest": "Shortest stops in the lane: ",
    "slowest": "Longest stops in the lane: ",
    "first": "First to stop: ",
}
_COUNTED = ("most", "fewest")
_RANKED_ROWS = 5


def build_get_pit_stops_tool(cache: StateCache) -> ToolSpec:
    """Passages through the pit lane in the race, each told apart as a stop or a mere passage."""
    return race_tool(
        cache,
        _handle,
        name="get_pit_stops",
        kinds=RACES,
        description="Pit stops and passages through the pit lane: how often and on which lap each driver stopped, how "
        "long the lane took, who is in the pit lane now and who has not stopped yet.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "last": {
                **s.integer("only so many of the last passages, the latest first", low=1, high=_MAX_PASSAGES),
                "x-phrases": [f"last {{}} {what}" for what in ("stops", "pit stops", "passages")],
            },
            "order": s.choice(
                *_RANKED, description="rank the drivers by their stops: how many, how long in the lane, how early"
            ),
        },
        payload={
            "cars": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "stops": s.integer("stops completed", high=_MAX_PASSAGES),
                        "passages": s.rows(
                            s.record(
                                {
                                    "lap": s.lap_number("the lap on which the car entered the lane"),
                                    "entered": s.text("session time", longest=16),
                                    "left": s.text("session time; null: still in the lane", longest=16, nullable=True),
                                    "lane_s": s.number("seconds from entry to exit", high=1_000_000, nullable=True),
                                    "kind": s.choice(*KINDS, description="a stop, or only through the lane"),
                                    "tyres": s.choice(*TYRE_CHANGES, description="what the feed shows of the tyres"),
                                }
                            ),
                            "in order",
                            most=_MAX_PASSAGES,
                        ),
                    }
                ),
                "cars that entered the pit lane, most stops first; with `last`, the latest first; else as `order` says",
            ),
            "in_lane": s.rows(s.driver(), "in the pit lane now"),
            "not_stopped": s.rows(s.driver(), "still going without a stop"),
            "total_stops": s.integer(high=20_000),
        },
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    cars = [only] if only else list(dict.fromkeys((*view.order, *view.cars)))[: s.MAX_CARS]
    judged = {car: judge_passages(view, car) for car in cars}
    stops = {car: sum(item.kind == "stop" for item in judged[car]) for car in cars}
    order = None if only else given.get("order")
    entered = sorted((car for car in cars if judged[car]), key=lambda car: -stops[car])
    in_lane = [car for car in cars if any(item.kind == "in_lane" for item in judged[car])]
    waiting = {car for car in in_lane if judged[car][-1].red}
    going = [car for car in cars if view.run_state(car)[0] in ("running", "finished") or car in waiting]
    fresh = [car for car in going if not stops[car]]
    last = _last(judged, given["last"]) if "last" in given else None
    if last is not None:
        entered = list(dict.fromkeys(car for car, _ in last))
        summary = _latest(view, last)
    elif order is not None:
        ranked = _ranked(view, order, judged)
        entered = list(dict.fromkeys(car for car, _ in ranked))
        summary = _in_order(view, order, ranked)
    elif only:
        summary = _one(view, only, judged[only])
    else:
        summary = _all(view, stops, in_lane, fresh)
    return {
        "summary": summary if view.started else "The race has not started: no pit stop yet.",
        "cars": [_row(view, car, stops[car], _of(car, judged, last)) for car in entered],
        "in_lane": [named(view, car) for car in in_lane],
        "not_stopped": [named(view, car) for car in fresh],
        "total_stops": sum(stops.values()),
        "missing": ["how long cars stood still: the feed tells only when they entered and left the lane"],
    }


def _ranked(view: RaceView, order: str, judged: dict[str, list[Judged]]) -> list[tuple[str, str]]:
    """Cars with the words on what they are ranked by: a count of stops, or each stop by its time or its lap."""
    stops = {car: [item.passage for item in items if item.kind == "stop"] for car, items in judged.items()}
    if order in _COUNTED:
        going = [car for car in stops if order == "most" or view.run_state(car)[0] not in ("stopped", "retired")]
        sign = -1 if order == "most" else 1
        return [(car, f"{len(stops[car])}") for car in sorted(going, key=lambda car: sign * len(stops[car]))]
    every = [(car, passage) for car, passages in stops.items() for passage in passages]
    if order == "first":
        return [(car, f"lap {p.lap}") for car, p in sorted(every, key=lambda found: found[1].t_in)]
    timed = [(p.t_out - p.t_in, p.lap, car) for car, p in every if p.t_out is not None]
    timed.sort(reverse=order == "slowest")
    return [(car, f"{gap_text(lane)} on lap {lap}") for lane, lap, car in timed]


def _in_order(view: RaceView, order: str, ranked: list[tuple[str, str]]) -> str:
    if not ranked:
        return "No pit stop yet."
    shown = ranked if order in _COUNTED else ranked[:_RANKED_ROWS]
    said = [f"{short_name(view, car)} {worded}" for car, worded in shown]
    return fitting(_RANKED[order], said)


def _last(judged: dict[str, list[Judged]], count: int) -> list[tuple[str, Judged]]:
    """The last passages of all cars, the latest first."""
    every = [(car, item) for car, items in judged.items() for item in items]
    return sorted(every, key=lambda found: -found[1].passage.t_in)[:count]


def _of(car: str, judged: dict[str, list[Judged]], last: list[tuple[str, Judged]] | None) -> list[Judged]:
    return judged[car] if last is None else [item for who, item in reversed(last) if who == car]


def _row(view: RaceView, car: str, stops: int, judged: list[Judged]) -> JsonObject:
    passages = [
        {
            "lap": passage.lap,
            "entered": format_session_time(passage.t_in),
            "left": None if passage.t_out is None else format_session_time(passage.t_out),
            "lane_s": None if passage.t_out is None else round(passage.t_out - passage.t_in, 3),
            "kind": kind,
            "tyres": tyres,
        }
        for passage, kind, tyres, _ in judged[:_MAX_PASSAGES]
    ]
    return {"driver": named(view, car), "stops": stops, "passages": passages}


def _latest(view: RaceView, last: list[tuple[str, Judged]]) -> str:
    if not last:
        return "No car has been in the pit lane in the race."
    words = {"stop": "", "through": ", only through the lane", "in_lane": ", still in", "retired": ", to retire"}
    said = [
        f"{short_name(view, car)} lap {item.passage.lap}{', under the red flag' if item.red else words[item.kind]}"
        for car, item in last
    ]
    return fitting("Last in the pit lane: ", said, separator="; ")


def _one(view: RaceView, car: str, judged: list[Judged]) -> str:
    name = short_name(view, car)
    stops = [item for item in judged if item.kind == "stop"]
    through = sum(item.kind == "through" and not item.red for item in judged)
    waited = sum(item.kind == "through" and item.red for item in judged)
    where = [
        f"lap {item.passage.lap} ({gap_text(item.passage.t_out - item.passage.t_in)} in the lane)"
        for item in stops
        if item.passage.t_out is not None
    ]
    tail = f", and drove through the lane {count_text(through, 'time')} behind the safety car" if through else ""
    if waited:
        tail += f", and waited in the lane {count_text(waited, 'time')} under the red flag"
    if judged and judged[-1].kind == "in_lane":
        tail += "; in the pit lane now"
    if judged and judged[-1].kind == "retired":
        tail += "; went in to retire"
    said = f"{name} has made {count_text(len(stops), 'stop')}"
    return fitting(f"{said}: ", where, end=f"{tail}.") if where else f"{said}{tail}."


def _all(view: RaceView, stops: dict[str, int], in_lane: list[str], fresh: list[str]) -> str:
    names = [short_name(view, car) for car in in_lane]
    now = fitting("In the pit lane: ", names, limit=_NAMES_CHARS) if names else "Nobody is in the pit lane."
    total = sum(stops.values())
    if view.finished:
        now = "The race is over."
    if not total and not in_lane and not view.order:
        return "The feed has placed no car yet, and told of no pit stop."
    if not total:
        return f"{now} Nobody made a pit stop." if view.finished else f"{now} No pit stop yet."
    said = f"{now} {count_text(total, 'pit stop')} so far; not stopped: "
    if fresh:
        return fitting(said, [short_name(view, car) for car in fresh])
    return f"{now} {count_text(total, 'pit stop')} so far; every car still going has stopped."
