"""compare_drivers: two drivers side by side: pace, gap, tyres, stops, and the same stint by stint."""

from __future__ import annotations

from itertools import groupby

from pitwall.facts.best_laps import common_segment, position_of, quickest
from pitwall.facts.counted_segments import counted_segments
from pitwall.facts.gaps import gap_between
from pitwall.facts.laps import TimedLap, average, timed_laps
from pitwall.facts.names import named, short_name
from pitwall.facts.pace import PACE_LAPS, green_pace
from pitwall.facts.passages import count_stops
from pitwall.facts.tyres import set_on
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.drivers_asked import different_drivers
from pitwall.tools.timed_words import segment_name
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import gap_text, lap_time_text, laps_text, sentence
from toolgate.contract import JsonObject, ToolSpec

_MOST_STINTS = 60

_EXAMPLES: tuple[Example, ...] = asked(
    {"driver": "{driver}", "other": "{other}"},
    """
    compare {driver} with {other} / compare {driver} to {other} / {driver} versus {other}
    head to head between {driver} and {other}
    how does {driver} compare to {other} / how do {driver} and {other} compare
    how does {driver} stack up against {other} / put {driver} and {other} side by side
    comparison of {driver} and {other} / {driver} compared to {other} / {driver} compared with {other}
    compare the races of {driver} and {other} / compare the stints of {driver} and {other}
    compare the strategies of {driver} and {other} / compare the tyres of {driver} and {other}
    where are {driver} and {other}
    who has the better race {driver} or {other} / who is doing better {driver} or {other}
    """,
)

_STINT = s.record(
    {
        "from_lap": s.lap_number(),
        "to_lap": s.lap_number(),
        "compound": s.text(longest=20, nullable=True),
        "clean_laps": s.integer(high=s.MAX_LAPS),
        "average_s": s.lap_time("mean of the clean laps"),
    }
)
_SIDE = s.record(
    {
        "driver": s.driver(),
        "position": s.position(),
        "state": s.run_state(),
        "laps": s.lap_number("completed"),
        "best_lap_s": s.lap_time(),
        "pace_s": s.lap_time(f"median of the last {PACE_LAPS} green laps at most"),
        "stops": s.integer("null: no stops are counted in this kind of session", high=s.MAX_LAPS, nullable=True),
        "compound": s.text("on the car", longest=20, nullable=True),
        "tyre_laps": s.lap_number("their age", nullable=True),
        "stints": s.rows(_STINT, "between passages through the pit lane", most=_MOST_STINTS),
    }
)


def build_compare_drivers_tool(cache: StateCache) -> ToolSpec:
    """Two drivers' values side by side, and the differences where both have one."""
    return race_tool(
        cache,
        _handle,
        name="compare_drivers",
        description="Two drivers compared in everything at once: position, gap, pace, best lap, tyres, stops, and "
        "their average laps stint by stint.",
        arguments={"driver": s.driver_argument("one driver"), "other": s.driver_argument("the other")},
        required=["driver", "other"],
        payload={
            "sides": s.rows(_SIDE, "as asked for", most=2),
            "ahead": s.driver("who is ahead in the order", nullable=True),
            "gap_s": s.gap_s("between them"),
            "gap_laps": s.laps_behind(),
            "pace_difference_s": s.gap_s("a lap that the second is slower; negative: faster"),
            "best_difference_s": s.gap_s("by which the second's best lap is slower; negative: faster"),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    cars = different_drivers(view, given)
    sides = [_side(view, car, other) for car, other in zip(cars, reversed(cars), strict=True)]
    gap = None if view.timed else gap_between(view, *cars)
    order = [car for car in view.order if car in cars and position_of(view, car) is not None]
    answer: JsonObject = {
        "sides": sides,
        "ahead": named(view, order[0]) if len(order) == 2 else None,
        "gap_s": gap.seconds if gap else None,
        "gap_laps": gap.laps if gap else None,
        "pace_difference_s": _difference(sides, "pace_s"),
        "best_difference_s": _difference(sides, "best_lap_s"),
        "missing": [
            f"{what} of {short_name(view, car)}"[:200]
            for car, side in zip(cars, sides, strict=True)
            for what, name in (("the tyres", "compound"), ("a green lap", "pace_s"))
            if side[name] is None and not (view.timed and name == "pace_s")
        ],
    }
    return {"summary": _summary(view, cars, order, answer), **answer}


def _side(view: RaceView, car: str, other: str) -> JsonObject:
    state, tyre, quick = view.car(car), set_on(view, car), _best(view, car, other)
    pace = None if view.timed else green_pace(view, car)
    return {
        "driver": named(view, car),
        "position": position_of(view, car),
        "state": view.run_state(car)[0],
        "laps": state.laps,
        "best_lap_s": quick,
        "pace_s": pace.seconds if pace else None,
        "stops": None if view.timed else count_stops(view, car),
        "compound": tyre.compound if tyre else None,
        "tyre_laps": tyre.laps if tyre else None,
        "stints": _stints(view, car)[-_MOST_STINTS:],
    }


def _best(view: RaceView, car: str, other: str) -> float | None:
    """Of a qualifying the best of the last segment in which both have a time: only that compares the two."""
    segment = common_segment(view, car, other)
    if segment is not None:
        return counted_segments(view).best(car, segment)
    quick = quickest(view, car)
    return quick[0] if quick else None


def _where(view: RaceView, car: str) -> str:
    position = position_of(view, car)
    return "is out" if _is_out(view, car) else "without a position" if position is None else f"P{position}"


def _is_out(view: RaceView, car: str) -> bool:
    return not view.timed and view.run_state(car)[0] in OUT_STATES


def _age(laps: int | None) -> str:
    return "" if laps is None else f" {laps_text(laps)} old"


def _stints(view: RaceView, car: str) -> list[JsonObject]:
    laps, message = timed_laps(view, car), {lap.number: lap.message for lap in view.laps(car)}
    stint = 0

    def number(lap: TimedLap) -> int:
        nonlocal stint
        stint += lap.out_lap
        return stint

    rows = []
    for _, group in groupby(laps, number):
        mine = list(group)
        sets = view.tyres(car, message[mine[-1].number])
        rows.append(
            {
                "from_lap": mine[0].number,
                "to_lap": mine[-1].number,
                "compound": sets[-1].compound if sets else None,
                "clean_laps": sum(lap.clean for lap in mine),
                "average_s": average(mine),
            }
        )
    return rows


def _difference(sides: list[JsonObject], name: str) -> float | None:
    first, second = (side[name] for side in sides)
    return None if first is None or second is None else round(second - first, 3)


def _summary(view: RaceView, cars: list[str], order: list[str], told: JsonObject) -> str:
    names = {car: short_name(view, car) for car in cars}
    ahead = order[0] if order else cars[0]
    behind = next(car for car in cars if car != ahead)
    parts = []
    if len(order) == 2 or any(_is_out(view, car) for car in cars):
        where = [_where(view, car) for car in (ahead, behind)]
        gap = (
            gap_text(told["gap_s"])
            if told["gap_s"] is not None
            else laps_text(told["gap_laps"])
            if told["gap_laps"]
            else ""
        )
        parts.append(f"{names[ahead]} {where[0]}, {names[behind]} {where[1]}{f' {gap} behind' if gap else ''}")
    segment = common_segment(view, *cars)
    best = f"best lap in {segment_name(view, segment)}" if segment else "best lap"
    for what, name in (("pace", "pace_difference_s"), (best, "best_difference_s")):
        if (difference := told[name]) is not None:
            faster = cars[0] if difference > 0 else cars[1]
            parts.append(f"{what}: {names[faster]} {abs(difference):.3f} s faster" if difference else f"{what}: equal")
    tyres = [
        f"{names[car]} {str(side['compound']).lower()}{_age(side['tyre_laps'])}"
        for car, side in zip(cars, told["sides"], strict=True)
        if side["compound"]
    ]
    bests = [
        f"{names[car]} {lap_time_text(side['best_lap_s'])}"
        for car, side in zip(cars, told["sides"], strict=True)
        if side["best_lap_s"] is not None
    ]
    if tyres and not view.timed:
        parts.append(f"tyres: {', '.join(tyres)}")
    elif view.timed and len(bests) == 2:
        parts.append(", ".join(bests))
    text = ""
    for part in parts:
        text = f"{text}; {part}" if text and len(text) + len(part) < 196 else text or part
    return sentence(text) if text else f"The feed has not told yet how {names[cars[0]]} and {names[cars[1]]} compare."
