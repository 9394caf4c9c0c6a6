"""get_driver: one driver's race in one answer."""

from __future__ import annotations

from pitwall.state import RaceView, StateCache
from pitwall.state.car import Tyre
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.gaps import gap_between, neighbour
from pitwall.tools.names import find_car, named, short_name
from pitwall.tools.passages import count_stops
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import behind_text, count_text, fitting, lap_time_text
from toolgate.contract import JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = asked(
    {"driver": "{driver}"},
    """
    where is {driver} / {driver} / how is {driver} doing / what position is {driver} in / {driver} position
    pos of {driver} / which place is {driver} running in / position of {driver} / place of {driver}
    which spot is {driver} in / {driver} place / what place does {driver} hold / how high up is {driver}
    whereabouts is {driver} on track / where did {driver} finish / where is {driver} running
    where does {driver} stand / how is the race of {driver} going / how is {driver} getting on
    what is {driver} up to / what is {driver} doing / what is going on with {driver}
    what happened to {driver} / has something happened to {driver} / status of {driver} / {driver} update
    info on {driver} / details about {driver} / report on {driver} / everything about {driver}
    news of {driver} / how is it looking for {driver} / is {driver} still running
    is {driver} still in the race / is {driver} out of the race / has {driver} retired / is {driver} out
    has {driver} dropped out / did {driver} crash / did {driver} finish / has {driver} stopped on track
    did {driver} break down / is {driver} alive or done / is {driver} okay
    does {driver} have a problem or damage or a puncture / why is {driver} slow / why is {driver} so far down
    is {driver} struggling / who is ahead of {driver} / who is behind {driver} / who is {driver} behind
    who is {driver} ahead of / who is in front of {driver} / who is right behind {driver}
    who is directly in front of {driver} / who is chasing {driver} / who is {driver} chasing
    who follows {driver} / who does {driver} follow / who is {driver} fighting with
    who is attacking {driver} / which drivers are around {driver} / who surrounds {driver}
    between whom is {driver} running / who are the neighbours of {driver} / who is close to {driver}
    who is {driver} stuck behind / what was {driver}'s last lap / last lap time of {driver}
    {driver} latest lap / last laptime of {driver} / {driver} last lap / how many laps has {driver} done
    what lap is {driver} on / how many laps has {driver} completed / is {driver} a lap down
    has {driver} parked it / has {driver} parked the car / is {driver} still going
    is {driver} still circulating / did {driver} make it to the end / did {driver} survive / is {driver} gone
    did {driver} spin / did {driver} hit the wall / has {driver} gone off the track / dnf {driver}
    did {driver} abandon the race / is {driver} limping home / is {driver} nursing damage
    mechanical trouble for {driver} / how did it end for {driver} / how did {driver} get on
    what became of {driver} / where has {driver} gone / where is {driver} at / how goes it for {driver}
    what about the race of {driver} / what about {driver} in the race / {driver} race so far
    previous lap of {driver} / most recent lap of {driver} / {driver} lap time / what lap did {driver} get to
    lap count of {driver} / is {driver} lapped / who runs ahead of {driver} / who runs behind {driver}
    who sits behind {driver} / is {driver} in the lead / is {driver} leading / is {driver} winning
    did {driver} win / is {driver} in the points / is {driver} on the podium / is {driver} last
    what is {driver} running on / how fast is {driver} / how is {driver}'s race
    how quick is {driver} lapping
    """,
)

_NEIGHBOUR = s.record(
    {"driver": s.driver(), "gap_s": s.gap_s(), "gap_laps": s.laps_behind()}, "the next car in the order", nullable=True
)


def build_get_driver_tool(cache: StateCache) -> ToolSpec:
    """Place, gaps, neighbours, laps, stops, tyres and state of one driver."""
    return race_tool(
        cache,
        _handle,
        name="get_driver",
        description="One driver's race: place, gap to the leader, who is ahead and behind, last and best lap, stops, "
        "tyres, and whether the car is running, in the pit lane, out or finished.",
        arguments={"driver": s.driver_argument("the driver")},
        required=["driver"],
        payload={
            "driver": s.driver(),
            "team": s.text(nullable=True),
            "place": s.place(),
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
            "grid": s.place("starting place, where the feed gives the grid"),
            "tyre": s.record(
                {
                    "compound": s.text(longest=20, nullable=True),
                    "laps": s.lap_number("laps the set has done", nullable=True),
                    "new": {"type": ["boolean", "null"], "description": "whether the set was new when fitted"},
                },
                "the set on the car",
                nullable=True,
            ),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver")
    state, driver = view.car(car), view.drivers.get(car)
    run_state, derived = view.run_state(car)
    out = run_state in ("stopped", "retired")
    tyres = view.tyres(car)
    return {
        "summary": _summary(view, car, run_state),
        "driver": named(view, car),
        "team": (driver.team or None) if driver else None,
        "place": state.position,
        "gap_s": state.gap_s,
        "gap_laps": state.gap_laps,
        "ahead": None if out else _neighbour(view, car, -1),
        "behind": None if out else _neighbour(view, car, 1),
        "laps": state.laps,
        "last_lap_s": state.last_lap_s,
        "best_lap_s": state.best_lap_s,
        "best_lap": state.best_lap,
        "stops": count_stops(view, car),
        "state": run_state,
        "state_derived": derived,
        "grid": state.grid,
        "tyre": _tyre(tyres[-1]) if tyres else None,
        "missing": [] if tyres else [f"the tyres of {short_name(view, car)}"],
    }


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


def _summary(view: RaceView, car: str, run_state: str) -> str:
    state = view.car(car)
    name = view.drivers[car].name if car in view.drivers and view.drivers[car].name else short_name(view, car)
    if run_state == "unknown":
        return f"{name}: the feed has not timed this car."
    if run_state in ("stopped", "retired"):
        return f"{name} is out: {run_state} after {count_text(state.laps, 'lap')} completed."
    parts = [_place_text(view, car, run_state), *_gap_texts(view, car)]
    if state.last_lap_s is not None:
        parts.append(f"last lap {lap_time_text(state.last_lap_s)}")
    parts.append(count_text(count_stops(view, car), "stop"))
    return fitting(f"{name} ", parts)


def _place_text(view: RaceView, car: str, run_state: str) -> str:
    place = view.car(car).position
    shown = f"P{place}" if place else "not placed by the feed"
    if run_state == "finished":
        return f"crossed the line in {shown}"
    return f"is {shown}, in the pit lane" if run_state == "in_pit" else f"is {shown}"


def _gap_texts(view: RaceView, car: str) -> list[str]:
    texts = []
    state = view.car(car)
    to_leader = behind_text(state.gap_s, state.gap_laps)
    ahead, behind = neighbour(view, car, -1), neighbour(view, car, 1)
    if to_leader and car != view.leader and ahead != view.leader:
        texts.append(f"{to_leader} behind the leader")
    for other, word in ((ahead, "behind"), (behind, "ahead of")):
        gap = gap_between(view, car, other) if other else None
        distance = behind_text(gap.seconds, gap.laps) if gap else None
        if other and distance:
            texts.append(f"{distance} {word} {short_name(view, other)}")
    return texts
