"""How pit stops are worded: one driver, the latest, a ranking, the pit lane now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitwall.facts.heard_from import since_words, unseen_passages, watched_from
from pitwall.facts.names import crew_name, short_name
from pitwall.facts.passages import Judged
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.pit_stop_asks import moved
from pitwall.tools.words import capital, count_text, fitting, gap_text, joined, out_words
from toolgate.contract import SUMMARY_MAX_CHARS

_NAMES_CHARS = 80
RANKED = {
    "most": "Most stops: ",
    "fewest": "Fewest stops: ",
    "quickest": "Shortest stops in the lane: ",
    "slowest": "Longest stops in the lane: ",
    "first": "First to stop: ",
    "most_time": "Most time in the lane: ",
    "least_time": "Least time in the lane: ",
    "most_places": "Most places lost with a stop: ",
    "gained": "Places gained as others stopped, less those lost by own stops: ",
    "last_first": "Latest first stop: ",
}
COUNTED = ("most", "fewest")
COUNTS = ("stops", "stopped", "not_stopped")
"""What is counted of all cars."""
_RANKED_ROWS = 5
_MOST_IN_LANE = 4


def most_in_lane(stops: Mapping[str, int], judged: Mapping[str, Sequence[Judged]]) -> dict[str, int]:
    """The cars that have been in the lane most often, and how often, stops or not.

    None where they have stopped most as well, and where those are many: everybody was sent through.
    """
    visits = {
        car: stops[car] + sum(item.kind != "stop" and not item.red for item in items) for car, items in judged.items()
    }
    most = max(visits.values(), default=0)
    first = {car: most for car, times in visits.items() if times == most}
    stopped_most = {car for car in stops if stops[car] == max(stops.values())}
    return {} if len(first) > _MOST_IN_LANE or {*first} <= stopped_most else first


def ranking(view: RaceView, order: str, ranked: list[tuple[str, str]], in_lane: Mapping[str, int]) -> str:
    """Cars by their stops: `order` is a key of `RANKED`, `ranked` the cars, the first first, with what ranks each.

    `in_lane`: those that have been in the lane more often than by their stops.
    """
    if not ranked and order in ("most_places", "gained") and any(view.passages(car) for car in view.cars):
        return f"No car has {'lost' if order == 'most_places' else 'gained'} a place with a stop so far."
    if not ranked:
        return f"No pit stop{since_words(view) or ' yet'}."
    shown = ranked if order in COUNTED else ranked[:_RANKED_ROWS]
    said = [f"{short_name(view, car)} {worded}" for car, worded in shown]
    unseen = order not in COUNTED and any(unseen_passages(view, car) for car in view.cars)
    end = f"; only those{since_words(view)}" if unseen else ""
    if in_lane:
        names = joined([short_name(view, car) for car in in_lane])
        end = f"; in the lane most often, stops or not: {names} {next(iter(in_lane.values()))}"
    return fitting(RANKED[order], said, end=f"{end}.")


def latest(view: RaceView, last: list[tuple[str, Judged]]) -> str:
    """`Last in the pit lane: Sainz lap 35; Perez lap 34, only through the lane.`: latest first."""
    if not last:
        return "No car has been in the pit lane in the race."
    words = {"stop": "", "through": ", only through the lane", "in_lane": ", still in", "retired": ", to retire"}
    said = [
        f"{short_name(view, car)} lap {item.passage.lap}{', under the red flag' if item.red else words[item.kind]}"
        for car, item in last
    ]
    return fitting("Last in the pit lane: ", said, separator="; ")


def one_driver(view: RaceView, car: str, judged: Sequence[Judged]) -> str:
    """All of one car's passages through the pit lane, which `judged` has in order."""
    name = capital(crew_name(view, car))
    stops = [item for item in judged if item.kind == "stop"]
    through = sum(item.kind == "through" and not item.red for item in judged)
    waited = sum(item.kind == "through" and item.red for item in judged)
    where = [_stop(item, first=not number) for number, item in enumerate(stops)]
    tail = f", and drove through the lane {count_text(through, 'time')} behind the safety car" if through else ""
    if waited:
        tail += f", and waited in the lane {count_text(waited, 'time')} under the red flag"
    if judged and judged[-1].kind == "in_lane":
        tail += "; in the pit lane now"
    if judged and judged[-1].kind == "retired":
        tail += "; went in to retire"
    elif view.run_state(car)[0] in OUT_STATES:
        tail += f"; {out_words(*view.run_state(car)).removeprefix('is ')}"
    unseen = unseen_passages(view, car)
    said = f"{name} has made {count_text(len(stops) + unseen, 'stop')}"
    if unseen:
        tail = f"; {unseen} of them by the feed's count alone, before lap {watched_from(view)}{tail}"
    if not where:
        return f"{said}{'' if unseen else since_words(view)}{tail}."
    if len(stops) > 1 and all(item.lane_s is not None for item in stops):
        where[-1] += f", {gap_text(sum(item.lane_s or 0.0 for item in stops))} in all"
    through_lane = [words for item in stops if (words := moved(view, car, item))]
    whole = f"{said}: {', '.join(where)}{tail}; in and out: {', '.join(through_lane)}."
    # All stops are told before the places that they cost.
    return whole if through_lane and len(whole) <= SUMMARY_MAX_CHARS else fitting(f"{said}: ", where, end=f"{tail}.")


def _stop(item: Judged, *, first: bool) -> str:
    """`lap 14 (24.6 s in the lane)`; what the time is of is said once."""
    time = "" if item.lane_s is None else f" ({gap_text(item.lane_s)}{' in the lane' if first else ''})"
    return f"lap {item.passage.lap}{time}"


def pit_lane(view: RaceView, stops: dict[str, int], in_lane: list[str], fresh: list[str]) -> str:
    """Who is in the pit lane now, how many stops there were, and who has made none.

    `stops`: of each car, how many. `in_lane`: cars in the lane now. `fresh`: cars still going, or at the end those that
    finished, without a stop.
    """
    names = [short_name(view, car) for car in in_lane]
    now = fitting("In the pit lane: ", names, limit=_NAMES_CHARS) if names else "Nobody is in the pit lane."
    total = sum(stops.values())
    if view.finished:
        now = "The race is over."
    if not total and not in_lane and not view.order:
        return "The feed has placed no car yet, and told of no pit stop."
    if not total:
        return f"{now} Nobody made a pit stop." if view.finished else f"{now} No pit stop{since_words(view) or ' yet'}."
    said = f"{now} {count_text(total, 'pit stop')}{'' if view.finished else ' so far'}"
    if not fresh:
        return f"{said}; {'every car that finished stopped' if view.finished else 'every car still going has stopped'}."
    stopped = [car for car, number in stops.items() if number]
    if len(stopped) > len(fresh):
        return fitting(f"{said}; not stopped: ", [short_name(view, car) for car in fresh])
    times = [f"{short_name(view, car)}{f' {stops[car]} times' if stops[car] > 1 else ''}" for car in stopped]
    cars = f"{len(fresh)} cars" if len(fresh) > 1 else "car"
    has = "have" if len(fresh) > 1 else "has"
    rest = f"{cars} that finished did" if view.finished else f"{cars} still going {has}"
    return fitting(f"{said}: ", times, end=f"; the other {rest} not {'stop' if view.finished else 'stopped'}.")


def counted(view: RaceView, stops: dict[str, int], in_lane: list[str], fresh: list[str], tell: str) -> str:
    """What is asked of all, first: `42 pit stops so far, by 20 cars.`, `8 cars have stopped: …`, `Every car …`.

    `tell` is one of `COUNTS`; the cars are those of `pit_lane`.
    """
    whole = pit_lane(view, stops, in_lane, fresh)
    total = sum(stops.values())
    if not total or not view.order:
        return whole
    made = [car for car, number in stops.items() if number]
    some = [short_name(view, car) for car in (fresh if tell == "not_stopped" else made)]
    if tell == "stops":
        left = f"; {count_text(len(fresh), 'car')} still going without one" if fresh and not view.finished else ""
        far = "" if view.finished else " so far"
        return f"{count_text(total, 'pit stop')}{far}, by {count_text(len(made), 'car')}{left}."
    if tell == "not_stopped" and not some:
        return f"Every car {'that finished' if view.finished else 'still going'} has stopped."
    has = "has" if len(some) == 1 else "have"
    return fitting(f"{count_text(len(some), 'car')} {has}{' not' if tell == 'not_stopped' else ''} stopped: ", some)
