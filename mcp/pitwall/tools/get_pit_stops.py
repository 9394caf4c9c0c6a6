"""get_pit_stops: who stopped when, and who only drove through the pit lane."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pitwall.facts.heard_from import unseen_passages, watched_from
from pitwall.facts.names import find_car, named
from pitwall.facts.passages import Judged, count_stops, judge_passages
from pitwall.facts.passing import passes
from pitwall.state import OUT_STATES, RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.drivers_asked import same_driver
from pitwall.tools.passage_rows import MAX_PASSAGES, PASSAGE, most_of_each, passages_row
from pitwall.tools.pit_stop_asks import ASKS, PLAN, UNTOLD, around, asked_of, both
from pitwall.tools.pit_stop_questions import EXAMPLES
from pitwall.tools.pit_stop_words import (
    COUNTED,
    COUNTS,
    RANKED,
    counted,
    latest,
    most_in_lane,
    one_driver,
    pit_lane,
    ranking,
)
from pitwall.tools.tool import race_tool
from pitwall.tools.words import count_text, gap_text
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject, ToolSpec


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
                **s.integer(
                    "only so many of the last passages, the latest first, and the last stop", low=1, high=MAX_PASSAGES
                ),
                "x-phrases": [f"last {{}} {what}" for what in ("stops", "pit stops", "passages")],
            },
            "order": s.choice(
                *RANKED, description="rank the drivers by their stops: how many, how long in the lane, how early"
            ),
            "tell": s.tell_argument(
                *ASKS,
                *COUNTS,
                meaning="of one driver, or how many cars; how long a car stood still and when it will stop no feed "
                "tells",
            ),
            "other": {**s.driver_argument("with driver: whose stops his are held against"), "x-by-example": True},
        },
        payload={
            "cars": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "stops": s.integer("stops completed", high=MAX_PASSAGES),
                        "passages": s.rows(
                            PASSAGE,
                            "in order",
                            most=MAX_PASSAGES,
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
    stops = {car: count_stops(view, car) for car in cars}
    order = None if only else given.get("order")
    entered = sorted((car for car in cars if judged[car] or stops[car]), key=lambda car: -stops[car])
    in_lane = [car for car in cars if any(item.kind == "in_lane" for item in judged[car])]
    waiting = {car for car in in_lane if judged[car][-1].red}
    going = [car for car in cars if view.run_state(car)[0] in ("running", "finished") or car in waiting]
    fresh = [car for car in going if not stops[car]]
    last = _last(judged, given["last"]) if "last" in given else None
    ranked = _ranked(view, order, judged) if order is not None and last is None else []
    if last is not None or order is not None:
        entered = list(dict.fromkeys(car for car, _ in last or ranked))
    if last is not None:
        summary = latest(view, last)
    elif order is not None:
        summary = ranking(view, order, ranked, most_in_lane(stops, judged) if order == "most" else {})
    elif only:
        summary = _of_driver(view, only, judged[only], given)
    else:
        summary = _of_all(view, stops, in_lane, fresh, given.get("tell"))
    each = most_of_each(judged) if order is None else MAX_PASSAGES
    most = Counter(car for car, _ in last) if last is not None else dict.fromkeys(entered, each)
    unseen = any(unseen_passages(view, car) for car in cars)
    left_out = last is None and any(len(judged[car]) > each for car in entered)
    return {
        "summary": summary if view.started else "The race has not started: no pit stop yet.",
        "cars": [passages_row(view, car, stops[car], most[car]) for car in entered],
        "in_lane": [named(view, car) for car in in_lane],
        "not_stopped": [named(view, car) for car in fresh],
        "total_stops": sum(stops.values()),
        "missing": [
            *([f"passages before the last {each} of a car: name a driver for all of them"] if left_out else []),
            *([f"stops before lap {watched_from(view)} were counted and not seen"] if unseen else []),
            "how long cars stood still: the feed tells only when they entered and left the lane",
        ],
    }


def _of_driver(view: RaceView, car: str, judged: Sequence[Judged], given: JsonObject) -> str:
    if "other" not in given:
        return asked_of(view, car, judged, given.get("tell"), one_driver(view, car, judged))
    other = find_car(view, given["other"], path="/other")
    if other == car:
        raise same_driver(view, car)
    told = both(view, (car, other), (judged, judge_passages(view, other)), given.get("tell"))
    return f"{UNTOLD[PLAN]}{told}"[:SUMMARY_MAX_CHARS] if given.get("tell") == PLAN and not view.finished else told


def _of_all(view: RaceView, stops: dict[str, int], in_lane: list[str], fresh: list[str], tell: str | None) -> str:
    if tell in COUNTS:
        return counted(view, stops, in_lane, fresh, tell)
    whole = pit_lane(view, stops, in_lane, fresh)
    return f"{UNTOLD[PLAN]}{whole[:1].lower()}{whole[1:]}" if tell == PLAN and not view.finished else whole


def _ranked(view: RaceView, order: str, judged: dict[str, Sequence[Judged]]) -> list[tuple[str, str]]:
    """Cars with the words on what they are ranked by: a count of stops, or each stop by its time or its lap."""
    if order in COUNTED:
        made = {car: count_stops(view, car) for car in judged}
        going = [car for car in made if order == "most" or view.run_state(car)[0] not in OUT_STATES]
        sign = -1 if order == "most" else 1
        return [(car, f"{made[car]}") for car in sorted(going, key=lambda car: sign * made[car])]
    stops = {car: [item for item in items if item.kind == "stop"] for car, items in judged.items()}
    every = [(car, item) for car, items in stops.items() for item in items]
    if order == "last_first":
        firsts = sorted(
            ((car, items[0]) for car, items in stops.items() if items), key=lambda row: -row[1].passage.t_in
        )
        return [(car, f"lap {item.passage.lap}") for car, item in firsts]
    if order == "gained":
        return _gained(view)
    if order == "first":
        first = sorted(every, key=lambda found: found[1].passage.t_in)
        return [(car, f"lap {item.passage.lap}") for car, item in first]
    if order == "most_places":
        placed = [
            (*found, item, car) for car, item in every if (found := around(view, car, item)) and found[1] > found[0]
        ]
        placed.sort(key=lambda row: row[0] - row[1])
        return [
            (car, f"{after - before} (P{before} to P{after}, lap {item.passage.lap})")
            for before, after, item, car in placed
        ]
    if order in ("most_time", "least_time"):
        spent = [(sum(item.lane_s or 0.0 for item in items), car) for car, items in stops.items() if items]
        spent = [(lane, car) for lane, car in spent if all(item.lane_s is not None for item in stops[car])]
        spent.sort(reverse=order == "most_time")
        return [(car, f"{gap_text(lane)} ({count_text(len(stops[car]), 'stop')})") for lane, car in spent]
    timed = [(item.lane_s, item.passage.lap, car) for car, item in every if item.lane_s is not None]
    timed.sort(reverse=order == "slowest")
    return [(car, f"{gap_text(lane)} on lap {lap}") for lane, lap, car in timed]


def _gained(view: RaceView) -> list[tuple[str, str]]:
    """Cars by the positions that stops of others have gained them, less those that they have lost by their own."""
    made = Counter(one.car for one in passes(view) if one.how == "stop")
    lost = Counter(one.passed for one in passes(view) if one.how == "stop")
    net = {car: made[car] - lost[car] for car in {**made, **lost}}
    ranked = sorted(net, key=lambda car: (-net[car], view.car(car).position or s.MAX_CARS))
    return [(car, f"{net[car]:+d} ({made[car]} gained, {lost[car]} lost)") for car in ranked]


def _last(judged: dict[str, Sequence[Judged]], count: int) -> list[tuple[str, Judged]]:
    """The last passages of all cars, the latest first, and the last stop where none of them is one."""
    every = [(car, item) for car, items in judged.items() for item in items]
    latest_first = sorted(every, key=lambda found: -found[1].passage.t_in)
    stop = next((at for at, (_, item) in enumerate(latest_first) if item.kind == "stop"), 0)
    return [*latest_first[:count], *(latest_first[stop : stop + 1] if stop >= count else [])]
