"""get_gap: how far apart two cars are, and whether that is growing or shrinking."""

from __future__ import annotations

from pitwall.facts.best_laps import Best, best_laps, segment_laps
from pitwall.facts.gap_trend import Point, gap_trend
from pitwall.facts.gaps import BASES, Gap, gap_between, neighbour
from pitwall.facts.names import find_car, named, short_name
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked.get_gap import EXAMPLES
from pitwall.tools.tool import race_tool
from pitwall.tools.words import behind_text, gap_text, laps_text
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_DEFAULT_LAPS = 5
_MAX_TREND = 50
_STEADY_S = 0.1


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


def build_get_gap_tool(cache: StateCache) -> ToolSpec:
    """The gap of a driver to another one, to the car ahead or behind, or to the leader."""
    return race_tool(
        cache,
        _handle,
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
        },
        required=["driver"],
        schema_version=2,
        migration={"$.gap_basis": "best_laps since v2: in practice and qualifying the difference of best laps"},
        payload=_PAYLOAD,
        optional={"trend_cut_by": s.text("what ended the laps that can be compared", longest=120)},
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver")
    other, alone = _other(view, car, given)
    if other is None:
        return _nobody(alone)
    if view.timed:
        return _by_best_laps(view, car, other)
    gap = gap_between(view, car, other)
    if gap is None:
        return _nobody(f"The feed does not place both {short_name(view, car)} and {short_name(view, other)}.")
    out = [c for c in (gap.behind, gap.ahead) if view.run_state(c)[0] in ("stopped", "retired")]
    if out:
        gap = Gap(gap.ahead, gap.behind, None, None, None)
    trend, cut = ([], None) if gap.seconds is None else gap_trend(view, gap, given.get("laps", _DEFAULT_LAPS))
    change = round(gap.seconds - trend[0].gap_s, 3) if gap.seconds is not None and len(trend) > 1 else None
    direction = _direction(change)
    if out:
        are_out = f"{' and '.join(short_name(view, car) for car in out)} {'is' if len(out) == 1 else 'are'} out"
        summary = f"{are_out}, so there is no gap."
    else:
        summary = _summary(view, gap, change, direction, trend, cut)
    return {
        "summary": summary,
        "ahead": named(view, gap.ahead),
        "behind": named(view, gap.behind),
        "gap_s": gap.seconds,
        "gap_laps": gap.laps,
        "gap_basis": gap.basis,
        "trend": [point._asdict() for point in trend],
        "change_s": change,
        "direction": direction,
        **({"trend_cut_by": cut[:120]} if cut else {}),
    }


def _other(view: RaceView, car: str, given: JsonObject) -> tuple[str | None, str]:
    """The car to compare with, or None and why there is none."""
    name = short_name(view, car)
    if "other" in given:
        other = find_car(view, given["other"], path="/other")
        if other == car:
            raise InvalidArgument(f"both names mean {name}: name two drivers", path="/other")
        return other, ""
    if car not in view.order:
        return None, f"The feed does not place {name}."
    doing, derived = view.run_state(car)
    if doing in ("stopped", "retired") and not view.timed:
        return None, f"{name} {'seems to be' if derived else 'is'} out, so there is no gap."
    to = given.get("to", "ahead")
    if to != "behind" and car == view.leader:
        if view.timed:
            return None, f"{name} is fastest: nobody is ahead."
        return None, f"{name} leads: nobody is ahead{_chased(view, car)}."
    if to == "leader":
        return view.leader, ""
    found = neighbour(view, car, 1 if to == "behind" else -1)
    return found, "" if found else f"No car still going is {'behind' if to == 'behind' else 'ahead of'} {name}."


def _chased(view: RaceView, leader: str) -> str:
    """`; Bottas is 10.4 s behind`, or nothing where nobody follows or the feed gives no gap."""
    second = neighbour(view, leader, 1)
    gap = gap_between(view, leader, second) if second else None
    behind = behind_text(gap.seconds, gap.laps) if gap else None
    return f"; {short_name(view, gap.behind)} is {behind} behind" if gap and behind else ""


def _direction(change: float | None) -> str | None:
    if change is None:
        return None
    if abs(change) < _STEADY_S:
        return "steady"
    return "closing" if change < 0 else "opening"


def _comparable(view: RaceView, one: str, other: str) -> dict[str, Best]:
    """Where each of the two stands: in a qualifying in the last segment in which both have a time."""
    for number in range(view.segment or 0, 0, -1):
        rows = {best.car: best for best in segment_laps(view, number)}
        if one in rows and other in rows:
            return rows
    return {best.car: best for best in best_laps(view)}


def _by_best_laps(view: RaceView, one: str, other: str) -> JsonObject:
    """In practice and qualifying nobody is behind on the road: what tells two drivers apart is their best laps."""
    rows = _comparable(view, one, other)
    timed = [rows[car] for car in (one, other) if car in rows and rows[car].seconds is not None]
    if len(timed) < 2:
        slow = [short_name(view, car) for car in (one, other) if car not in rows or rows[car].seconds is None]
        return _nobody(f"{' and '.join(slow)} {'has' if len(slow) == 1 else 'have'} no time yet, so there is no gap.")
    ahead, behind = sorted(timed, key=lambda best: (best.seconds or 0.0, best.position or 0))
    gap = round((behind.seconds or 0.0) - (ahead.seconds or 0.0), 3)
    where = f" in Q{ahead.segment}" if ahead.segment else ""
    named_both = short_name(view, behind.car), short_name(view, ahead.car)
    return {
        **_nobody(f"{named_both[0]}'s best lap{where} is {gap:.3f} s slower than {named_both[1]}'s."),
        "ahead": named(view, ahead.car),
        "behind": named(view, behind.car),
        "gap_s": gap,
        "gap_basis": "best_laps",
    }


def _summary(
    view: RaceView, gap: Gap, change: float | None, direction: str | None, trend: list[Point], cut: str | None
) -> str:
    behind, ahead = short_name(view, gap.behind), short_name(view, gap.ahead)
    verb = "was" if view.finished else "is"
    if gap.laps:
        return f"{behind} {verb} {laps_text(gap.laps)} behind {ahead}."
    if gap.seconds is None:
        return f"{behind} {verb} behind {ahead}; the feed gives no gap between them."
    said = f"{behind} {verb} {gap_text(gap.seconds)} behind {ahead}"
    if change is None or direction is None:
        return f"{said}; no trend: {cut}." if cut else f"{said}."
    over = laps_text(len(trend) - 1)
    if trend[0].gap_s < 0:
        return f"{said}; {over} ago {behind} was {gap_text(-trend[0].gap_s)} ahead."
    if direction == "steady":
        return f"{said}, steady over {over}."
    return f"{said}, {direction}: {abs(change):.1f} s {'less' if change < 0 else 'more'} than {over} ago."


def _nobody(summary: str) -> JsonObject:
    return {
        "summary": summary,
        "ahead": None,
        "behind": None,
        "gap_s": None,
        "gap_laps": None,
        "gap_basis": None,
        "trend": [],
        "change_s": None,
        "direction": None,
    }
