"""get_nearby_cars: who is around a car on the road, whatever lap they are on: lapped traffic too."""

from __future__ import annotations

from pitwall.facts.around import Near, nearby, seen_at_line
from pitwall.facts.names import find_car, named, short_name
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting, laps_text
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_S = 5
_NEAREST_S = 0.1
"""Nearer than this is told as that."""
_RELATIONS = ("same lap", "a lap or more down", "a lap or more up")

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}"},
        """
        who is near {driver} on the road / who is physically near {driver} / which cars are near {driver} on track
        are there backmarkers ahead of {driver} / any backmarkers in front of {driver} / any lapped cars near {driver}
        any lapped cars in front of {driver} / is there lapped traffic ahead of {driver} / traffic ahead of {driver}
        what traffic is {driver} in / is {driver} about to lap anyone / who is {driver} about to lap
        (which cars|which car|who) (does|will|can) {driver} lap next / who is the next car to be lapped by {driver}
        is {driver} about to be lapped / who is about to lap {driver} / backmarkers near {driver}
        which cars are next to {driver} on the road / what cars surround {driver} on track / lapped traffic of {driver}
        how many metres to the car ahead of {driver} / who is on the road around {driver} / nearby cars of {driver}
        """,
    ),
    *asked({"driver": "{driver}", "within_s": "{n}"}, "cars within {n} seconds of {driver} on the road"),
    *asked({"driver": "leader"}, "is the leader in traffic / does the leader have backmarkers ahead"),
)


def build_get_nearby_cars_tool(cache: StateCache) -> ToolSpec:
    """Nearness on the road, not in the order: by metres where told, else by gaps, else by the last crossings."""
    return race_tool(
        cache,
        _handle,
        name="get_nearby_cars",
        kinds=RACES,
        description="The cars around a driver on the road, whatever their position: lapped cars ahead, cars about to "
        "lap it; in seconds, and in metres where the feed has them.",
        arguments={
            "driver": s.driver_argument("around whom"),
            "within_s": {
                **s.number("at most so many seconds away", low=0.1, high=60),
                "default": _DEFAULT_S,
                "x-phrases": ["within {} seconds", "within {} s"],
            },
        },
        required=["driver"],
        payload={
            "driver": s.driver(),
            "cars": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "ahead_s": s.gap_s("ahead on the road, as last at the line; negative: behind", nullable=False),
                        "ahead_m": s.number("metres ahead", low=-100_000, high=100_000, nullable=True),
                        "laps": s.integer("laps more; negative: it is lapped", low=-s.MAX_LAPS, high=s.MAX_LAPS),
                        "position": s.position(),
                        "is": s.choice(*_RELATIONS),
                    }
                ),
                "the furthest ahead first",
            ),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver")
    within = float(given.get("within_s", _DEFAULT_S))
    found = nearby(view, car, within)
    told = view.last_lap(car) is not None
    return {
        "summary": _summary(view, car, found, within),
        "driver": named(view, car),
        "cars": [
            {
                "driver": named(view, near.car),
                "ahead_s": near.ahead_s,
                "ahead_m": near.metres,
                "laps": near.laps,
                "position": view.car(near.car).position,
                "is": _RELATIONS[0 if not near.laps else 1 if near.laps < 0 else 2],
            }
            for near in found[: s.MAX_CARS]
        ],
        "missing": ["where cars are within a lap: times are those at the line"] if told else ["any lap of this car"],
    }


def _summary(view: RaceView, car: str, found: list[Near], within: float) -> str:
    name, state = short_name(view, car), view.run_state(car)[0]
    if state != "running":
        return f"{name} is not on the track: {state.replace('_', ' ')}."
    if view.last_lap(car) is None or (not found and not seen_at_line(view, car)):
        lap = "completed a lap" if view.last_lap(car) is None else "been seen to cross the line"
        return f"{name} has not {lap}: who is near on the road cannot be said yet."
    if not found:
        return f"Nobody within {within:g} s of {name} on the road, as last at the line."
    said = []
    for near in found:
        lapped = "" if not near.laps else f", {laps_text(abs(near.laps))} {'down' if near.laps < 0 else 'up'}"
        where = "ahead" if near.ahead_s >= 0 else "behind"
        metres = f", {abs(near.metres):.0f} m" if near.metres is not None else ""
        apart = f"{abs(near.ahead_s):.1f}" if abs(near.ahead_s) >= _NEAREST_S else f"under {_NEAREST_S}"
        said.append(f"{short_name(view, near.car)} {apart} s {where}{metres}{lapped}")
    return fitting(f"Around {name} on the road: ", said, "; ")
