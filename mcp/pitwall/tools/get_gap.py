"""get_gap: how far apart two cars are, and whether that is growing or shrinking."""

from __future__ import annotations

from pitwall.facts.gap_trend import Trend, gap_trend, since_turn
from pitwall.facts.gaps import BASES, Gap, gap_between
from pitwall.facts.names import find_car, named, names_unpaid, short_name
from pitwall.facts.points import why_unpaid
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.gap_questions import GAP_QUESTIONS
from pitwall.tools.gap_words import (
    at_line_words,
    car_first,
    drs_words,
    gap_direction,
    gap_of_best_laps,
    no_gap,
    other_car,
    position_held,
    since_cut,
    since_words,
    summary,
    who_is_left,
)
from pitwall.tools.neighbour_questions import NEIGHBOUR_QUESTIONS
from pitwall.tools.segment_argument import SEGMENT, segment_asked
from pitwall.tools.tool import race_tool
from pitwall.tools.words import NO_PAID, sentence
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_LAPS = 5
_MAX_TREND = 50


_PAYLOAD: s.JsonSchema = {
    "ahead": s.driver("the one in front", nullable=True),
    "behind": s.driver("the one behind", nullable=True),
    "gap_s": s.gap_s(),
    "gap_laps": s.laps_behind(),
    "gap_basis": s.choice(
        *BASES,
        "best_laps",
        None,
        description="the feed's interval, or derived: from gaps to the leader; in practice and qualifying the "
        "difference of best laps",
    ),
    "trend": s.rows(
        s.record({"lap": s.lap_number(), "gap_s": s.gap_s(nullable=False)}),
        "the gap when the car behind completed each of its last laps on which both could race: not through the "
        "pit lane, no safety car, no red flag; negative where it was in front",
        most=_MAX_TREND,
    ),
    "change_s": s.gap_s("change from the first point of the trend until now; negative: closing"),
    "direction": s.choice("closing", "steady", "opening", None),
}
_OPTIONAL: s.JsonSchema = {
    "trend_cut_by": s.text("what ended the laps that can be compared", longest=120),
    "in_pit": s.rows(s.driver(), "which of the two is in the pit lane", most=2),
    "out": s.rows(
        s.record({"driver": s.driver(), "derived": s.flag("our conclusion, not the feed's own word")}),
        "which of the two is out, so that there is no gap",
        most=2,
    ),
    "left": s.record({"driver": s.driver(), "place": s.position("of the one who is not out")}),
}


def build_get_gap_tool(cache: StateCache) -> ToolSpec:
    """The gap of a driver to another one, to the car ahead or behind, or to the leader."""
    return race_tool(
        cache,
        lambda view, given: _handle(view, given, cache.view()),
        name="get_gap",
        description="The gap in seconds between two drivers, or from a driver to the car ahead, the car behind or the "
        "leader, and its trend over the last laps: closing in or pulling away.",
        arguments={
            "driver": s.driver_argument("the driver"),
            "other": s.driver_argument("the other driver"),
            "to": {
                **s.choice("ahead", "behind", "leader", description="to whom, where no other driver is named"),
                "default": "ahead",
            },
            "laps": s.count_argument(
                "laps the trend looks back",
                default=_DEFAULT_LAPS,
                high=_MAX_TREND,
                phrases=[
                    *(
                        f"{over} {last} {{}} laps"
                        for over in ("over", "in", "across", "during", "for", "within", "")
                        for last in ("the last", "the past", "the previous", "these")
                    ),
                    "over {} laps",
                    "{} lap trend",
                    "{} lap window",
                ],
            ),
            "since_lap": {
                **s.integer(
                    "compare with the end of this lap of the car behind, instead of `laps`", low=1, high=s.MAX_LAPS
                ),
                "x-phrases": ["since lap {}", "since the end of lap {}"],
            },
            "segment": SEGMENT,
            "drs": s.flag("tell whether the car behind is in DRS range and may use it"),
        },
        required=["driver"],
        schema_version=2,
        migration={"$.gap_basis": "best_laps since v2: in practice and qualifying the difference of best laps"},
        payload=_PAYLOAD,
        optional=_OPTIONAL,
        examples=(*GAP_QUESTIONS, *NEIGHBOUR_QUESTIONS),
    )


def _in_pit(view: RaceView, gap: Gap) -> list[JsonObject | None]:
    return [named(view, car) for car in (gap.ahead, gap.behind) if view.run_state(car)[0] == "in_pit"]


def _out(view: RaceView, gap: Gap, out: list[str]) -> JsonObject:
    """Who of the two is out, and where the other one is."""
    if not out:
        return {}
    left = next((car for car in (gap.ahead, gap.behind) if car not in out), None)
    held = view.car(left).position if left else None
    told = {"out": [{"driver": named(view, car), "derived": view.run_state(car)[1]} for car in out]}
    return {**told, "left": {"driver": named(view, left), "place": held}} if left and held else told


def _handle(view: RaceView, given: JsonObject, now: RaceView) -> JsonObject:
    if names_unpaid(view, given["driver"], given.get("other")):
        return {**no_gap(sentence(why_unpaid(view))), "missing": [NO_PAID]}
    given, segment = car_first(view, given), segment_asked(view, given)
    car = find_car(view, given["driver"], path="/driver")
    other, alone = other_car(view, car, given)
    if other is None:
        return no_gap(alone)
    if view.timed:
        return gap_of_best_laps(view, car, other, segment)
    gap = gap_between(view, car, other)
    if gap is None:
        return no_gap(f"The feed does not place both {short_name(view, car)} and {short_name(view, other)}.")
    out = [c for c in (gap.behind, gap.ahead) if view.run_state(c)[0] in OUT_STATES]
    if out:
        gap = Gap(gap.ahead, gap.behind, None, None, None)
    trend = Trend([], None) if gap.seconds is None else gap_trend(view, gap, given.get("laps", _DEFAULT_LAPS))
    if "laps" not in given and gap.seconds is not None:
        trend = since_turn(trend, gap.seconds)
    points = trend.points
    change = round(gap.seconds - points[0].gap_s, 3) if gap.seconds is not None and len(points) > 1 else None
    direction = gap_direction(change)
    if out:
        are_out = f"{' and '.join(short_name(view, car) for car in out)} {'is' if len(out) == 1 else 'are'} out"
        said = f"{are_out}, so there is no gap{who_is_left(view, gap, out)}."
    else:
        since = since_words(view, gap, given["since_lap"]) if "since_lap" in given else ""
        if trend.cut_by and (change is None or trend.laps < given.get("laps", 0)) and "laps" in given:
            since = since_cut(view, gap, given["laps"], trend.cut_by)
        said = (
            since
            or drs_words(view, gap, given, change, trend)
            or f"{position_held(view, car, gap, given)}{summary(view, gap, change, direction, trend)}"
        )
    if "at_lap" in given and given.keys().isdisjoint({"since_lap", "laps", "drs"}):
        said += at_line_words(now, gap, given["at_lap"])
    return {
        "summary": said,
        "ahead": named(view, gap.ahead),
        "behind": named(view, gap.behind),
        "gap_s": gap.seconds,
        "gap_laps": gap.laps,
        "gap_basis": gap.basis,
        "trend": [point._asdict() for point in points],
        "change_s": change,
        "direction": direction,
        **({"trend_cut_by": trend.cut_by[:120]} if trend.cut_by else {}),
        **({"in_pit": in_pit} if (in_pit := _in_pit(view, gap)) else {}),
        **_out(view, gap, out),
    }
