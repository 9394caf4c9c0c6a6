"""get_gap: how far apart two cars are, and whether that is growing or shrinking."""

from __future__ import annotations

from typing import NamedTuple

from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.gaps import BASES, Gap, gap_between, neighbour
from pitwall.tools.names import find_car, named, short_name
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import gap_text, laps_text
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_DEFAULT_LAPS = 5
_MAX_TREND = 50
_STEADY_S = 0.1

_PAIR: JsonObject = {"driver": "{driver}", "other": "{other}"}
_EXAMPLES: tuple[Example, ...] = (
    *asked(
        _PAIR,
        """
        what is the gap between {driver} and {other} / gap from {driver} to {other} / {driver} {other} gap
        {driver} {other} / how far is {driver} behind {other} / how far behind {other} is {driver}
        how far is {driver} from {other} / how far is {driver} ahead of {other}
        how far ahead of {other} is {driver} / how far apart are {driver} and {other}
        how close is {driver} to {other} / is {driver} close to {other} / {driver} to {other}
        {driver} vs {other} / {driver} versus {other} / {driver} against {other}
        compare {driver} and {other} / how does {driver} compare with {other}
        how many seconds between {driver} and {other} / how many seconds is {driver} behind {other}
        time between {driver} and {other} / distance between {driver} and {other}
        difference between {driver} and {other} / delta {driver} {other} / delta from {driver} to {other}
        margin of {driver} over {other} / {driver} advantage over {other} / interval {driver} {other}
        how much time does {driver} have over {other} / by how much does {driver} lead {other}
        how much does {driver} trail {other} by / how many tenths separate {driver} and {other}
        what separates {driver} and {other} / how far up the road is {driver} from {other}
        how far down the road is {driver} from {other} / how clear is {driver} of {other}
        buffer between {driver} and {other} / is {driver} cutting the lead of {other}
        is {driver} reducing the gap to {other} / is {driver} chipping away at {other}
        is {driver} making inroads on {other} / is {driver} extending the lead over {other}
        is {driver} stretching away from {other} / is {driver} increasing the gap to {other}
        is {driver} building a gap to {other} / has {driver} closed the gap to {other}
        has {driver} got past {other} / has {driver} passed {other} / did {driver} overtake {other}
        is {driver} holding off {other} / is {driver} keeping up with {other}
        is {driver} chasing down {other} / is {driver} bearing down on {other}
        is {driver} matching the pace of {other} / how many car lengths between {driver} and {other}
        split between {driver} and {other} / separation of {driver} and {other} / seconds {driver} {other}
        time gap {driver} {other} / spacing from {driver} to {other} / is {driver} catching {other}
        is {driver} closing in on {other} / is {driver} gaining on {other} / is {driver} reeling in {other}
        is {driver} hunting down {other} / is {driver} pulling away from {other}
        is {driver} dropping back from {other} / is {driver} losing time to {other}
        is {driver} escaping {other} / is {other} getting away from {driver} / is {driver} ahead of {other}
        is {driver} in front of {other} / is {driver} behind {other} / who is ahead {driver} or {other}
        is {driver} faster than {other} / is {driver} quicker than {other}
        who is faster {driver} or {other} / can {driver} catch {other} / is {driver} within reach of {other}
        is {driver} a threat to {other} / how much has {driver} gained on {other}
        how much time has {driver} lost to {other} / how much time has {driver} taken out of {other}
        trend of the gap between {driver} and {other}
        how has the gap between {driver} and {other} developed
        is the gap between {driver} and {other} growing or shrinking
        is the gap from {driver} to {other} coming down
        is the gap between {driver} and {other} getting bigger or smaller
        is {driver} staying the same distance from {other}
        """,
    ),
    *asked(
        {"driver": "{driver}", "to": "leader"},
        """
        how far is {driver} behind the leader / how far is {driver} from the leader
        what is the gap of {driver} to the leader / {driver} gap to leader
        how many seconds to P1 for {driver} / what does {driver} need to catch the leader
        how far back is {driver} / how far off is {driver} / how far from the front is {driver}
        how far from victory is {driver} / how far off the lead is {driver}
        how many seconds off the front is {driver} / {driver} deficit to the leader
        is {driver} catching the leader / how far adrift is {driver} of the race leader
        how much time is {driver} losing to the leader / how far is {driver} from first place
        how far behind is {driver} / how close is {driver} to the lead / how much is {driver} behind P1
        distance of {driver} to the front
        """,
    ),
    *asked(
        {"driver": "{driver}", "to": "ahead"},
        """
        how far is {driver} behind the car ahead / what is the gap of {driver} to the car ahead
        {driver} gap ahead / gap to the car ahead for {driver} / what is ahead of {driver} in seconds
        seconds to the next car for {driver} / how long until {driver} is on the gearbox of the car ahead
        is {driver} right on the tail of the car ahead / gap to the car in front of {driver}
        gap in front of {driver} / how far is the car in front of {driver}
        how far ahead is the car in front of {driver} / {driver} interval to the car in front
        what is the interval of {driver} / is {driver} catching the car ahead
        is {driver} catching the car in front / how close is {driver} to the car ahead
        is {driver} close to the next car / who is ahead of {driver} and by how much
        is {driver} closing in on anyone / how much does {driver} need to gain a place
        is {driver} gaining on the car in front / is {driver} in drs range
        """,
    ),
    *asked(
        {"driver": "{driver}", "to": "behind"},
        """
        how far is the car behind {driver} / gap behind {driver}
        what is the gap to the car behind {driver} / how far ahead of the car behind is {driver}
        how far back is the next car behind {driver} / {driver} gap behind / how far clear is {driver}
        what is the margin of {driver} to the car behind / what buffer does {driver} have behind
        does {driver} have anyone close behind / is anyone close behind {driver}
        is someone breathing down the neck of {driver} / is {driver} comfortable
        is {driver} in danger from behind / how much breathing space does {driver} have
        how many seconds does {driver} lead by / how big is the lead of {driver} over the car behind
        how big is the lead of {driver} / how much is {driver} leading by / what is the lead of {driver}
        how close is the car behind {driver} / is anyone catching {driver} / is {driver} being caught
        how much of a cushion does {driver} have / how safe is {driver} from the car behind
        is {driver} under threat from behind / who is threatening {driver} / is anyone hunting {driver}
        who is behind {driver} and how far / is the car behind gaining on {driver}
        is {driver} pulling clear
        """,
    ),
)


class _Point(NamedTuple):
    lap: int
    gap_s: float


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
                    "over the last {} laps",
                    "in the last {} laps",
                    "last {} laps",
                    "past {} laps",
                    "over {} laps",
                ],
            ),
        },
        required=["driver"],
        payload={
            "ahead": s.driver("the one in front", nullable=True),
            "behind": s.driver("the one behind", nullable=True),
            "gap_s": s.gap_s(),
            "gap_laps": s.laps_behind(),
            "gap_basis": s.choice(*BASES, None, description="the feed's interval, or derived from gaps to the leader"),
            "trend": s.rows(
                s.record({"lap": s.lap_number(), "gap_s": s.gap_s(nullable=False)}),
                "the gap when the car behind completed each lap; negative where it was in front",
                most=_MAX_TREND,
            ),
            "change_s": s.gap_s("change from the first point of the trend until now; negative: closing"),
            "direction": s.choice("closing", "steady", "opening", None),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver")
    other, alone = _other(view, car, given)
    if other is None:
        return _nobody(alone)
    gap = gap_between(view, car, other)
    if gap is None:
        return _nobody(f"The feed does not place both {short_name(view, car)} and {short_name(view, other)}.")
    out = [c for c in (gap.behind, gap.ahead) if view.run_state(c)[0] in ("stopped", "retired")]
    if out:
        gap = Gap(gap.ahead, gap.behind, None, None, None)
    trend = [] if gap.seconds is None else _trend(view, gap, given.get("laps", _DEFAULT_LAPS))
    change = round(gap.seconds - trend[0].gap_s, 3) if gap.seconds is not None and len(trend) > 1 else None
    direction = _direction(change)
    if out:
        summary = f"{' and '.join(short_name(view, c) for c in out)} {'is' if len(out) == 1 else 'are'} out: no gap."
    else:
        summary = _summary(view, gap, change, direction, len(trend))
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
    if view.run_state(car)[0] in ("stopped", "retired"):
        return None, f"{name} is out ({view.run_state(car)[0]}): no gap."
    to = given.get("to", "ahead")
    if to != "behind" and car == view.leader:
        return None, f"{name} leads: nobody is ahead."
    if to == "leader":
        return view.leader, ""
    found = neighbour(view, car, 1 if to == "behind" else -1)
    return found, "" if found else f"No car still going is {'behind' if to == 'behind' else 'ahead of'} {name}."


def _trend(view: RaceView, gap: Gap, laps: int) -> list[_Point]:
    points = []
    for lap in view.laps(gap.behind)[-laps:]:
        then = gap_between(view.back_to(lap.message), gap.ahead, gap.behind)
        if then is not None and then.seconds is not None:
            points.append(_Point(lap.number, then.seconds if then.behind == gap.behind else -then.seconds))
    return points


def _direction(change: float | None) -> str | None:
    if change is None:
        return None
    if abs(change) < _STEADY_S:
        return "steady"
    return "closing" if change < 0 else "opening"


def _summary(view: RaceView, gap: Gap, change: float | None, direction: str | None, points: int) -> str:
    behind, ahead = short_name(view, gap.behind), short_name(view, gap.ahead)
    verb = "was" if view.finished else "is"
    if gap.laps:
        return f"{behind} {verb} {laps_text(gap.laps)} behind {ahead}."
    if gap.seconds is None:
        return f"{behind} {verb} behind {ahead}; the feed gives no gap between them."
    said = f"{behind} {verb} {gap_text(gap.seconds)} behind {ahead}"
    if change is None or direction is None:
        return f"{said}."
    over = laps_text(points - 1)
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
