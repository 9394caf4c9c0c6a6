"""To whom a gap is told and how it is worded; in practice and qualifying the gap of two best laps stands for it."""

from __future__ import annotations

from itertools import takewhile

from pitwall.facts.best_laps import Best, best_laps, best_of, segment_laps
from pitwall.facts.classification import road_order
from pitwall.facts.counted_segments import counted_segments
from pitwall.facts.drs import DRS_RANGE_S
from pitwall.facts.gap_trend import STEADY_S, Trend
from pitwall.facts.gaps import Gap, gap_between, neighbour
from pitwall.facts.names import find_car, named, position_asked, short_name
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.drivers_asked import same_driver
from pitwall.tools.drs_words import drs_allowed
from pitwall.tools.timed_words import segment_name
from pitwall.tools.words import behind_text, gap_text, laps_text
from toolgate.contract import JsonObject

_FEW = 3
"""Gaps after fewer laps are no trend."""
_BACK_LAPS, _BACK_S = 2, 0.5
"""A trend is told with what it has lost again, where that is so much and has lasted so many laps."""


def no_gap(summary: str) -> JsonObject:
    """The answer where there is no gap; `summary` is the sentence that says why."""
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


def gap_of_best_laps(view: RaceView, one: str, other: str, segment: int | None = None) -> JsonObject:
    """The gap between two best laps, in seconds: in practice and qualifying nobody is behind on the road.

    The laps are those of `segment`, else of the last segment in which both have a time. `no_gap` where one has none.
    """
    rows = {best.car: best for best in segment_laps(view, segment)} if segment else _comparable(view, one, other)
    timed = [rows[car] for car in (one, other) if car in rows and rows[car].seconds is not None]
    if len(timed) < 2:
        slow = [short_name(view, car) for car in (one, other) if car not in rows or rows[car].seconds is None]
        when = f"in {segment_name(view, segment)}" if segment else "yet"
        return no_gap(f"{' and '.join(slow)} {'has' if len(slow) == 1 else 'have'} no time {when}, so there is no gap.")
    ahead, behind = sorted(timed, key=lambda best: (best.seconds or 0.0, best.position or 0))
    gap = round((behind.seconds or 0.0) - (ahead.seconds or 0.0), 3)
    where = f" in {segment_name(view, ahead.segment)}" if ahead.segment else ""
    named_both = short_name(view, behind.car), short_name(view, ahead.car)
    lacking = "" if segment else _untimed(view, (one, other), ahead.segment)
    return {
        **no_gap(f"{lacking}{named_both[0]}'s best lap{where} is {gap:.3f} s slower than {named_both[1]}'s."),
        "ahead": named(view, ahead.car),
        "behind": named(view, behind.car),
        "gap_s": gap,
        "gap_basis": "best_laps",
    }


def _untimed(view: RaceView, cars: tuple[str, str], compared: int | None) -> str:
    """`Piastri has no time in Q3. `: the one who lacks it in the latest segment, where another is compared."""
    latest = view.segment
    if latest is None or compared in (None, latest) or not view.segments.knocked_out.isdisjoint(cars):
        return ""
    slow = [short_name(view, car) for car in cars if counted_segments(view).best(car, latest) is None]
    return f"{slow[0]} has no time in {segment_name(view, latest)}. " if len(slow) == 1 else ""


def _comparable(view: RaceView, one: str, other: str) -> dict[str, Best]:
    """Where each of the two stands: in a qualifying in the last segment in which both have a time."""
    for number in range(view.segment or 0, 0, -1):
        rows = {best.car: best for best in segment_laps(view, number)}
        if one in rows and other in rows:
            return rows
    return {best.car: best for best in best_laps(view)}


def gap_direction(change: float | None) -> str | None:
    """Closing, steady or opening, by the seconds that a gap has changed by."""
    if change is None:
        return None
    if abs(change) < STEADY_S:
        return "steady"
    return "closing" if change < 0 else "opening"


def summary(view: RaceView, gap: Gap, change: float | None, direction: str | None, trend: Trend) -> str:
    """A sentence on the gap and on how it has changed."""
    behind, ahead = short_name(view, gap.behind), short_name(view, gap.ahead)
    verb = "was" if view.finished else "is"
    if _first_two(view, gap) and (by := behind_text(gap.seconds, gap.laps)):
        return f"{ahead} won on the road, {by} ahead of {behind}."
    if gap.laps:
        return f"{behind} {verb} {laps_text(gap.laps)} behind {ahead}."
    if gap.seconds is None:
        leads = f"{ahead} leads, " if view.car(gap.ahead).position == 1 and not view.finished else ""
        return f"{leads}{behind} {verb} behind {ahead}; the feed gives no gap between them."
    said = f"{behind} {verb} {gap_text(gap.seconds)} behind {ahead}"
    if change is None or direction is None:
        return f"{said}; no trend: {trend.cut_by}." if trend.cut_by else f"{said}."
    if (then := trend.points[0].gap_s) < 0:
        over = laps_text(trend.laps)
        return f"{said}{_since_in_front(gap.seconds, trend)}; {over} ago {behind} was {gap_text(-then)} ahead."
    return f"{said}{_changed(change, direction, trend)}."


def _changed(change: float, direction: str, trend: Trend) -> str:
    """`, closing: 0.4 s less than 3 laps ago`."""
    if direction == "steady":
        return f", steady over {laps_text(trend.laps)}"
    by = f"{abs(change):.1f} s {'less' if change < 0 else 'more'}"
    return f", {direction}: {by} than {laps_text(trend.laps)} ago{_but(change, trend)}"


def _but(change: float, trend: Trend) -> str:
    """`, but 0.7 s more than 3 laps ago`: the gap that was as clearly nearer on the way, or further; else empty."""
    first = trend.points[0]
    pick = min if change < 0 else max
    turn = pick(trend.points, key=lambda point: point.gap_s)
    back, over = first.gap_s + change - turn.gap_s, trend.laps - (turn.lap - first.lap)
    if over < _BACK_LAPS or abs(back) < _BACK_S or (back < 0) == (change < 0):
        return ""
    return f", but {abs(back):.1f} s {'less' if back < 0 else 'more'} than {laps_text(over)} ago"


def drs_words(view: RaceView, gap: Gap, given: JsonObject, change: float | None, trend: Trend) -> str:
    """Whether the car behind is within a second, and what race control says of DRS; empty where it is not asked."""
    if not given.get("drs") or gap.seconds is None:
        return ""
    reach = "in" if gap.seconds <= DRS_RANGE_S else "not in"
    behind, ahead = short_name(view, gap.behind), short_name(view, gap.ahead)
    direction = gap_direction(change) if trend.points and trend.points[0].gap_s >= 0 else None
    changed = _changed(change, direction, trend) if change is not None and direction is not None else ""
    return f"{behind} is {reach} DRS range of {ahead}: {gap_text(gap.seconds)} behind{changed}; {drs_allowed(view)}."


def _first_two(view: RaceView, gap: Gap) -> bool:
    """Whether a gap is that of the winner and the second, the race being over."""
    return view.finished and not view.timed and (gap.ahead, gap.behind) == road_order(view)[:2]


def who_is_left(view: RaceView, gap: Gap, out: list[str]) -> str:
    """`; Stroll is P11`: the one of two who is not out."""
    left = next((car for car in (gap.ahead, gap.behind) if car not in out), None)
    held = view.car(left).position if left else None
    return f"; {short_name(view, left)} {'was' if view.finished else 'is'} P{held}" if left and held else ""


def since_words(view: RaceView, gap: Gap, lap: int) -> str:
    """`Perez is 8.4 s behind Bottas, 23.0 s less than at the end of lap 20 (31.4 s).`; empty where either is untold."""
    then = _at_end(view, gap, lap)
    if gap.seconds is None or then is None or then.seconds is None:
        return ""
    behind, ahead = short_name(view, gap.behind), short_name(view, gap.ahead)
    said = f"{behind} {'was' if view.finished else 'is'} {gap_text(gap.seconds)} behind {ahead}"
    if then.behind != gap.behind:
        lost = f"{gap.seconds + then.seconds:.1f} s lost"
        return f"{said}; at the end of lap {lap} {behind} was {gap_text(then.seconds)} ahead: {lost}."
    change = gap.seconds - then.seconds
    if abs(change) < STEADY_S:
        return f"{said}, as at the end of lap {lap} ({gap_text(then.seconds)})."
    by = f"{abs(change):.1f} s {'less' if change < 0 else 'more'}"
    return f"{said}, {by} than at the end of lap {lap} ({gap_text(then.seconds)})."


def at_line_words(now: RaceView, gap: Gap, lap: int) -> str:
    """` At the end of the lap: 1.780 s.`: the car behind ends it after the moment that a lap is; `now` has heard of it.

    Empty where it came in another order, or with the gap of that moment.
    """
    then = _at_end(now, gap, lap)
    if gap.seconds is None or then is None or then.behind != gap.behind or then.seconds in (None, gap.seconds):
        return ""
    return f" At the end of the lap: {gap_text(then.seconds)}."


def _at_end(view: RaceView, gap: Gap, lap: int) -> Gap | None:
    """The gap as the car behind ended a lap; None where it has not, or the feed told no gap of both."""
    mark = next((done.message for done in view.laps(gap.behind) if done.number == lap), None)
    return gap_between(view.back_to(mark), gap.ahead, gap.behind) if mark is not None else None


def since_cut(view: RaceView, gap: Gap, laps: int, cut_by: str) -> str:
    """What so many laps have changed, and what has cut the trend: `Perez is 3.2 s behind Bottas, …; safety car now.`"""
    last = view.last_lap(gap.behind)
    said = since_words(view, gap, last.number - laps) if last is not None else ""
    return f"{said.removesuffix('.')}; {cut_by}." if said else ""


def _since_in_front(now: float, trend: Trend) -> str:
    """`, closing: 0.2 s less than 3 laps ago`: since the car ahead has been ahead; empty where that is too short."""
    held = [*takewhile(lambda point: point.gap_s >= 0, reversed(trend.points))]
    if len(held) < _FEW:
        return ""
    change = now - held[-1].gap_s
    over = laps_text(trend.laps - (held[-1].lap - trend.points[0].lap))
    if abs(change) < STEADY_S:
        return f", steady over {over}"
    return f", {gap_direction(change)}: {abs(change):.1f} s {'less' if change < 0 else 'more'} than {over} ago"


def car_first(view: RaceView, given: JsonObject) -> JsonObject:
    """The arguments with `driver` and `other` exchanged where the first is a position and the second names a car.

    So the answer begins with the car: a gap between two is the same from either side.
    """
    one, other = given["driver"], given.get("other")
    if other is None or position_asked(view, one) is None or position_asked(view, other) is not None:
        return given
    return {**given, "driver": other, "other": one}


def position_held(view: RaceView, car: str, gap: Gap, given: JsonObject) -> str:
    """`Russell is P2: `, where the gap to a position is asked for that the car has or betters; else nothing."""
    held = view.car(car).position
    places = [position_asked(view, given.get(name, "")) for name in ("driver", "other")]
    if gap.ahead != car or held is None or places[0] is not None or places[1] is None:
        return ""
    return f"{short_name(view, car)} {'was' if view.finished else 'is'} P{held}: "


def other_car(view: RaceView, car: str, given: JsonObject) -> tuple[str | None, str]:
    """The car to compare with, or None and why there is none."""
    name = short_name(view, car)
    if "other" in given:
        other = find_car(view, given["other"], path="/other")
        if other == car and (place := position_asked(view, given["other"])) is not None:
            return None, f"{name} {'was' if view.finished else 'is'} in P{place}."
        if other == car:
            raise same_driver(view, car)
        return other, ""
    if car not in view.order:
        return None, f"The feed does not place {name}."
    doing, derived = view.run_state(car)
    if doing in OUT_STATES and not view.timed:
        return None, f"{name} {'seems to be' if derived else 'is'} out, so there is no gap."
    to = given.get("to", "ahead")
    if to != "behind" and car == view.leader:
        if view.timed and ((best := best_of(view, car)) is None or best.seconds is None):
            return None, f"{name} has no time yet, so there is no gap."
        if view.timed:
            return None, f"{name} is fastest: nobody is ahead{_slower(view, car)}."
        if view.finished:
            return (
                None,
                f"{name} {'won on the road' if road_order(view)[0] == car else 'is first'}{_chased(view, car)}.",
            )
        return None, f"{name} leads: nobody is ahead{_chased(view, car)}."
    if to == "leader":
        return view.leader, ""
    found = neighbour(view, car, 1 if to == "behind" else -1)
    return found, "" if found else f"No car still going is {'behind' if to == 'behind' else 'ahead of'} {name}."


def _slower(view: RaceView, fastest: str) -> str:
    """`; Verstappen is 0.020 s slower`, or nothing where nobody else has a time."""
    second = neighbour(view, fastest, 1)
    gap = gap_of_best_laps(view, fastest, second).get("gap_s") if second else None
    return f"; {short_name(view, second)} is {gap:.3f} s slower" if second and gap is not None else ""


def _chased(view: RaceView, leader: str) -> str:
    """`; Bottas is 10.4 s behind`, or nothing where nobody follows or the feed gives no gap."""
    second = neighbour(view, leader, 1)
    gap = gap_between(view, leader, second) if second else None
    behind = behind_text(gap.seconds, gap.laps) if gap else None
    verb = "was" if view.finished else "is"
    return f"; {short_name(view, gap.behind)} {verb} {behind} behind" if gap and behind else ""
