"""get_pit_stops: who stopped when, and who only drove through the pit lane."""

from __future__ import annotations

from pitwall.state import RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.names import find_car, named, short_name
from pitwall.tools.passages import KINDS, TYRE_CHANGES, Judged, judge_passages
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, fitting, gap_text
from toolgate.contract import JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}"},
        """
        how many stops has {driver} made / how many times has {driver} pitted
        how many pit stops did {driver} make / number of pit stops of {driver}
        how often has {driver} stopped / {driver} pit stops / {driver} stops / has {driver} stopped yet
        has {driver} pitted / has {driver} been in the pits / has {driver} been in
        has {driver} been in for tyres / has {driver} made a stop / did {driver} stop
        when did {driver} pit / when did {driver} stop / on which lap did {driver} pit
        what lap did {driver} come in / pit lap of {driver} / {driver} box lap
        how many laps ago did {driver} pit / how long ago did {driver} stop
        how many visits to the pits has {driver} made / how many times did {driver} visit the pits
        how many trips to the pits for {driver} / how long was {driver} stationary in the pits
        how long was {driver} in the pit box / when did {driver} dive into the pits
        did {driver} duck into the pits / was {driver} called in / did {driver} swap tyres
        did {driver} get fresh rubber / is {driver} on a one stopper / is {driver} in for service
        did {driver} undercut anyone / how was the stop of {driver} / when is the stop of {driver}
        {driver} in lap / {driver} stint / how long is the stint of {driver} / {driver} pit
        when was {driver} in the pits / when was the last stop of {driver} / is {driver} in the pits
        is {driver} pitting / is {driver} in the pit lane / did {driver} box / did {driver} come in
        did {driver} visit the pit lane / did {driver} change tyres / when did {driver} get new tyres
        when did {driver} switch tyres / pit stop history of {driver} / how long was the stop of {driver}
        how long did {driver} spend in the pit lane / pit lane time of {driver}
        how much time did {driver} lose in the pits / lane time of {driver}
        how quick was the stop of {driver} / does {driver} still have to stop / has {driver} not stopped yet
        strategy of {driver} / was {driver} serviced / did {driver} have a drive through
        """,
    ),
    *asked(
        {},
        """
        show me all pit stops / list of pit stops / pit stops / pit stop summary / latest pit stops
        pit times / all stops so far / who is in the pits / who is in the pit lane / is anyone in the pits
        is anyone pitting / who is pitting now / who has pitted / who has stopped / who has made a pit stop
        who has boxed / has anyone boxed / who pitted this lap / who has been through the pits
        who came into the pits most recently / who was last to pit / who pitted first
        who came in for new tyres / who changed tyres / who has fresh tyres / who is on fresh rubber
        who has not stopped yet / who has not pitted / who has not been in / who has not come in
        who still has to stop / which drivers have yet to make a stop / who stayed out
        who is still on the first set of tyres / did both cars stop already / who has pitted more than once
        who has made two stops / who has done one stop / anybody yet to make a stop / pit lane
        who is being serviced / who dived into the pits / who has committed to the pits / who ducked in
        which cars are in the pit lane / who is still out on worn tyres / who went long / who stopped early
        who did the undercut / anyone stopping / pit window / pit activity / pit log
        have both drivers of the team stopped / who visited the pits / who has made the most stops
        who has stopped twice / who is on a one stop strategy / how often has everyone stopped
        number of stops per driver / how many stops has everyone made / how many pit stops have there been
        how many have pitted / fastest pit stop / longest pit stop / slowest stop
        quickest stop through the pit lane / shortest time in the pit lane / who lost most time in the pits
        which strategies are they on / when did they pit / who had a drive through
        """,
    ),
)

_MAX_PASSAGES = 200
_NAMES_CHARS = 80


def build_get_pit_stops_tool(cache: StateCache) -> ToolSpec:
    """Passages through the pit lane in the race, each told apart as a stop or a mere passage."""
    return race_tool(
        cache,
        _handle,
        name="get_pit_stops",
        description="Pit stops and passages through the pit lane: how often and on which lap each driver stopped, how "
        "long the lane took, who is in the pit lane now and who has not stopped yet.",
        arguments={"driver": s.driver_argument("only this driver")},
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
                "cars that entered the pit lane, most stops first",
            ),
            "in_lane": s.rows(s.driver(), "in the pit lane now"),
            "not_stopped": s.rows(s.driver(), "still going without a stop"),
            "total_stops": s.integer(high=20_000),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    cars = [only] if only else list(dict.fromkeys((*view.order, *view.cars)))[: s.MAX_CARS]
    judged = {car: judge_passages(view, car) for car in cars}
    stops = {car: sum(item.kind == "stop" for item in judged[car]) for car in cars}
    entered = sorted((car for car in cars if judged[car]), key=lambda car: -stops[car])
    in_lane = [car for car in cars if any(item.kind == "in_lane" for item in judged[car])]
    going = [car for car in cars if view.run_state(car)[0] in ("running", "finished")]
    fresh = [car for car in going if not stops[car]]
    return {
        "summary": _one(view, only, judged[only]) if only else _all(view, stops, in_lane, fresh),
        "cars": [_row(view, car, stops[car], judged[car]) for car in entered],
        "in_lane": [named(view, car) for car in in_lane],
        "not_stopped": [named(view, car) for car in fresh],
        "total_stops": sum(stops.values()),
        "missing": ["how long cars stood still: the feed tells only when they entered and left the lane"],
    }


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
        for passage, kind, tyres in judged[:_MAX_PASSAGES]
    ]
    return {"driver": named(view, car), "stops": stops, "passages": passages}


def _one(view: RaceView, car: str, judged: list[Judged]) -> str:
    name = short_name(view, car)
    stops = [item for item in judged if item.kind == "stop"]
    through = sum(item.kind == "through" for item in judged)
    where = [
        f"lap {item.passage.lap} ({gap_text(item.passage.t_out - item.passage.t_in)} in the lane)"
        for item in stops
        if item.passage.t_out is not None
    ]
    tail = f", and drove through the lane {count_text(through, 'time')} behind the safety car" if through else ""
    if judged and judged[-1].kind == "in_lane":
        tail += "; in the pit lane now"
    if judged and judged[-1].kind == "retired":
        tail += "; went in to retire"
    said = f"{name} has made {count_text(len(stops), 'stop')}"
    return fitting(f"{said}: ", where, end=f"{tail}.") if where else f"{said}{tail}."


def _all(view: RaceView, stops: dict[str, int], in_lane: list[str], fresh: list[str]) -> str:
    if not view.started:
        return "The race has not started: no pit stop yet."
    names = [short_name(view, car) for car in in_lane]
    now = fitting("In the pit lane: ", names, limit=_NAMES_CHARS) if names else "Nobody is in the pit lane."
    total = sum(stops.values())
    if view.finished:
        now = "The race is over."
    if not total:
        return f"{now} No pit stop yet."
    said = f"{now} {count_text(total, 'pit stop')} so far; not stopped: "
    if fresh:
        return fitting(said, [short_name(view, car) for car in fresh])
    return f"{now} {count_text(total, 'pit stop')} so far; every car still going has stopped."
