"""get_speed_traps: who is fastest where speeds are measured."""

from __future__ import annotations

from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.sectors import top_speeds
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting
from toolgate.contract import JsonObject, ToolSpec

_TRAPS = {
    "ST": "at the speed trap",
    "FL": "at the line",
    "I1": "at the end of sector 1",
    "I2": "at the end of sector 2",
}

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        top speed / top speed of the day / who has the top speed / what is the top speed / highest top speed
        who is fastest on the straight / speed trap / who is fastest through the speed trap / speed trap figures
        fastest through the speed trap / highest speed / top speeds / who is quickest in a straight line
        fastest car on the straight / who has the highest top speed / speed traps / maximum speed
        who has the best straight line speed
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        top speed of {driver} / top speed {driver} (hit|reached|got|did|managed) (at the trap|in the trap|)
        what is the top speed of {driver} / {driver} top speed
        speed trap of {driver} / what was the highest speed of {driver} / what speed does {driver} reach
        speeds of {driver} / maximum speed of {driver}
        """,
    ),
    *asked(
        {"trap": "FL"}, "top speed at the line / who is fastest at the finish line / fastest across the line in speed"
    ),
)


def build_get_speed_traps_tool(cache: StateCache) -> ToolSpec:
    """As the feed tells them, each with the lap it is of."""
    return race_tool(
        cache,
        _handle,
        name="get_speed_traps",
        description="Top speeds in km/h where they are measured: at the speed trap, at the line, at the ends of "
        "sectors; of all drivers or of one.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "trap": {
                **s.choice(*_TRAPS, description="ST: speed trap, FL: the line, I1 and I2: ends of sectors"),
                "default": "ST",
            },
        },
        payload={
            "trap": s.choice(*_TRAPS, description="that the order is of"),
            "rows": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "speed_kmh": s.number("the highest at this trap", high=600, nullable=True),
                        "lap": s.lap_number(nullable=True),
                        "traps": s.record(
                            {trap: s.number("km/h", high=600, nullable=True) for trap in _TRAPS}, "the highest at each"
                        ),
                    }
                ),
                "the fastest first",
            ),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    trap = given.get("trap", "ST")
    tops = {car: top_speeds(view, car) for car in view.cars if only in (None, car)}
    ranked = sorted((car for car in tops if trap in tops[car]), key=lambda car: -tops[car][trap].kmh)
    rest = [car for car in tops if tops[car] and trap not in tops[car]]
    said = [f"{short_name(view, car)} {tops[car][trap].kmh:g} km/h (lap {tops[car][trap].lap})" for car in ranked]
    nobody = f"The feed tells of no speed {_TRAPS[trap]}{f' of {short_name(view, only)}' if only else ''}."
    return {
        "summary": fitting(f"Top speed {_TRAPS[trap]}: ", said) if said else nobody,
        "trap": trap,
        "rows": [
            {
                "driver": named(view, car),
                "speed_kmh": tops[car][trap].kmh if trap in tops[car] else None,
                "lap": tops[car][trap].lap if trap in tops[car] else None,
                "traps": {each: tops[car][each].kmh if each in tops[car] else None for each in _TRAPS},
            }
            for car in [*ranked, *rest][: s.MAX_CARS]
        ],
        "missing": [] if any(tops.values()) else ["speeds: the feed has told of none"],
    }
