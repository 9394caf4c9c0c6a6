"""get_speed_traps: who is fastest where speeds are measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitwall.facts.names import named, short_name
from pitwall.facts.sectors import top_speeds
from pitwall.state import RaceView, StateCache
from pitwall.state.splits import TrapSpeed
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.drivers_asked import drivers_asked
from pitwall.tools.segment_argument import SEGMENT, segment_asked, span_words
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting, joined
from toolgate.contract import JsonObject, ToolSpec

_TRAPS = {
    "ST": "at the speed trap",
    "FL": "at the line",
    "I1": "at the end of sector 1",
    "I2": "at the end of sector 2",
}


def _at_the_end_of(sector: str) -> tuple[Example, ...]:
    trap, where = f"I{sector}", f"at the end of sector {sector}"
    all_cars = f"(top speed|highest speed|speed|speeds|who has the highest speed|who is fastest in speed) {where}"
    of_one = f"(top speed|speed) of {{driver}} {where} / {{driver}} (top speed|speed) {where}"
    of_two = f"(top speeds|speeds) of {{driver}} and {{other}} {where}"
    slowest = f"lowest top speed {where} / lowest speed {where}"
    return (
        *asked({"trap": trap}, all_cars),
        *asked({"trap": trap, "driver": "{driver}"}, of_one),
        *asked({"trap": trap, "driver": "{driver}", "other": "{other}"}, of_two),
        *asked({"trap": trap, "order": "slowest"}, slowest),
    )


_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        top speed / top speed of the day / who has the top speed / what is the top speed / highest top speed
        who is fastest on the straight / speed trap / who is fastest through the speed trap / speed trap figures
        fastest through the speed trap / highest speed / top speeds / who is quickest in a straight line
        fastest car on the straight / who has the highest top speed / speed traps / maximum speed
        who has the best straight line speed
        (who is fastest|who is quickest|top speed|highest speed|speeds) (on|down) the (main|long|longest) straight
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        top speed of {driver} / top speed {driver} (hit|reached|got|did|managed) (at the trap|in the trap|)
        what is the top speed of {driver} / {driver} top speed
        speed trap of {driver} / what was the highest speed of {driver} / what speed does {driver} reach
        speeds of {driver} / maximum speed of {driver}
        (top speed of {driver}|what speed does {driver} reach) (on|down) the main straight
        """,
    ),
    *asked({"driver": "{driver}"}, "where is {driver} in top speed / is {driver} losing top speed"),
    *asked(
        {"order": "slowest"},
        """
        who is (slowest|the slowest) in the speed trap / who has the lowest top speed / lowest top speed
        slowest through the speed trap / who is slowest on the straight / slowest car in the speed trap
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        who has the (higher|better) top speed {driver} or {other} / compare the top speeds of {driver} and {other}
        what is the difference in top speed between {driver} and {other} / top speeds of {driver} and {other}
        is {driver} faster on the straight than {other} / who is faster on the straight {driver} or {other}
        """,
    ),
    *asked({"top": "{n}"}, "top {n} in top speed / the {n} highest top speeds / the top {n} in the speed trap"),
    *asked(
        {"trap": "FL"},
        """
        top speed at the line / who is fastest at the finish line / fastest across the line in speed
        (top speed|highest speed|speed|speeds|what speed did they hit|what speed do they reach|who is fastest|
            who is quickest) (on|down) the (pit|home|start finish) straight
        """,
    ),
    *asked(
        {"trap": "FL", "driver": "{driver}"},
        """
        (top speed|speed) of {driver} (at the line|at the finish line|on the home straight|down the home straight)
        {driver} (top speed|speed) (at the line|at the finish line|on the home straight)
        what speed does {driver} reach on the (pit|home) straight
        """,
    ),
    *asked(
        {"trap": "FL", "driver": "{driver}", "other": "{other}"},
        """
        (top speeds|speeds) of {driver} and {other} at the line
        who has the higher speed at the line {driver} or {other}
        """,
    ),
    *asked(
        {"trap": "FL", "order": "slowest"},
        "lowest top speed at the line / who is slowest (at|across) the line in speed / lowest speed at the line",
    ),
    *(example for sector in ("1", "2") for example in _at_the_end_of(sector)),
)


def build_get_speed_traps_tool(cache: StateCache) -> ToolSpec:
    """Top speeds at each trap as the feed tells them, each with the lap it is of."""
    return race_tool(
        cache,
        _handle,
        name="get_speed_traps",
        description="Top speeds in km/h where they are measured: at the speed trap, at the line, at the ends of "
        "sectors; of all drivers or of one.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "other": s.driver_argument("a second driver"),
            "order": {
                **s.choice("fastest", "slowest", description="which end of the order the answer tells"),
                "default": "fastest",
            },
            "top": {
                **s.integer("tell so many at most", low=1, high=s.MAX_CARS),
                "x-phrases": ["top {}"],
            },
            "trap": {
                **s.choice(*_TRAPS, description="ST: speed trap, FL: the line, I1 and I2: ends of sectors"),
                "default": "ST",
            },
            "segment": SEGMENT,
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
    only = set(drivers_asked(view, given))
    trap, slowest = given.get("trap", "ST"), given.get("order") == "slowest"
    segment = segment_asked(view, given)
    every, within = {car: top_speeds(view, car, segment) for car in view.cars}, span_words(view, None, segment)
    order = sorted((car for car in every if trap in every[car]), key=lambda car: -every[car][trap].kmh)
    tops = {car: told for car, told in every.items() if not only or car in only}
    ranked = [car for car in order if car in tops]
    rest = [car for car in tops if tops[car] and trap not in tops[car]]
    speeds = [every[car][trap].kmh for car in order]
    said = [_speed(view, car, tops[car][trap], speeds if only else []) for car in ranked]
    nobody = f"The feed tells of no speed {_TRAPS[trap]}{' of ' if only else ''}"
    nobody += f"{joined([short_name(view, car) for car in sorted(only)])}{within}."
    higher = "" if only or slowest or "trap" in given else _higher(view, every, trap)
    start = f"{'Lowest top' if slowest else 'Top'} speed {_TRAPS[trap]}{within}: "
    return {
        "summary": fitting(start, (said[::-1] if slowest else said)[: given.get("top")], end=f"{higher}.")
        if said
        else nobody,
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


def _higher(view: RaceView, every: Mapping[str, Mapping[str, TrapSpeed]], trap: str) -> str:
    """`; higher at the line: Ricciardo 344 km/h`, where cars go faster at another trap than at this one."""
    if not any(every.values()):
        return ""
    best = max((told[trap].kmh for told in every.values() if trap in told), default=0.0)
    other, car = max(
        ((each, car) for car, told in every.items() for each in told), key=lambda at: every[at[1]][at[0]].kmh
    )
    kmh = every[car][other].kmh
    return f"; higher {_TRAPS[other]}: {short_name(view, car)} {kmh:g} km/h" if kmh > best else ""


def _speed(view: RaceView, car: str, top: TrapSpeed, speeds: Sequence[float]) -> str:
    """`Sainz 332 km/h (lap 18, P4 of 20)`; the position among all, the fastest first, where these are given."""
    joint = "joint " if speeds.count(top.kmh) > 1 else ""
    position = f", {joint}P{speeds.index(top.kmh) + 1} of {len(speeds)}" if speeds else ""
    return f"{short_name(view, car)} {top.kmh:g} km/h (lap {top.lap}{position})"
