"""How a qualifying is worded: one driver, pole, the knock-out line, who is at risk and who is out."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.facts.best_lap_history import fastest_in_turn
from pitwall.facts.best_laps import Best, best_laps, best_of, segment_laps
from pitwall.facts.counted_segments import counted_segments
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.state.segments import SEGMENTS
from pitwall.tools.best_lap_history_words import HistoryAsked, first_words
from pitwall.tools.knock_out_words import line_words
from pitwall.tools.qualifying_deleted import deleted_words
from pitwall.tools.segment_words import cut_words, gains_words, missed_words, times_words
from pitwall.tools.timed_words import best_words, head, order_words, segment_name
from pitwall.tools.words import count_text, fitting, lap_time_text
from toolgate.contract import JsonObject


def left_in(view: RaceView, car: str) -> int | None:
    """The segment in which a car that is out was knocked out, by its position; None where that is not told."""
    position = view.car(car).position
    return view.segments.left_in(position) if position else None


def summary(view: RaceView, given: JsonObject, chosen: list[Best], only: str | None, answer: JsonObject) -> str:
    """What was asked of the qualifying, in one sentence."""
    number, tell = given.get("segment"), given.get("tell", "order")
    if number and tell in _OF_A_BEGUN and not _begun(view, number):
        return _not_begun(view, number, only)
    if tell == "line" and (told := line_words(view, given, chosen, only, answer["line"])):
        return told
    if tell == "holders":
        segment = number or view.segment
        return first_words(view, HistoryAsked(only, segment, 0), fastest_in_turn(view, segment))
    if tell == "row":
        return _row(view, only)
    if only is not None and tell == "knocked_out" and number:
        return _whether_out(view, only, number)
    if only is not None and tell in ("order", "at_risk", "pole", "line", "in_it"):
        return _one(view, only, chosen, number)
    if tell == "at_risk":
        return _at_risk(view, number)
    if tell == "deleted":
        return deleted_words(view, only, answer["deleted"])
    if tell == "times":
        return times_words(view, only)
    if tell == "cut":
        return cut_words(view)
    if tell in _OF_A_SEGMENT:
        return _OF_A_SEGMENT[tell](view, number)
    if tell == "clock":
        return _clock(view, number)
    if tell == "pole":
        return _pole(view)
    return order_words(view, chosen, f"{segment_name(view, number)}: " if number else head(view))


def _begun(view: RaceView, number: int) -> bool:
    return number <= (view.segment or 0)


def _not_begun(view: RaceView, number: int, only: str | None) -> str:
    """`Q3 has not begun.`, and how a driver stands who is asked about."""
    said = f"{segment_name(view, number)} has not begun."
    best = best_of(view, only) if only is not None else None
    return f"{said} {_one(view, only, [best], None)}" if only is not None and best is not None else said


def _clock(view: RaceView, number: int | None) -> str:
    """How long is left; of another segment than that under way, whether it is over or has not begun."""
    now = f"{head(view).removesuffix(': ')}."
    if number in (None, view.segment):
        return now
    if not _begun(view, number or 0):
        return f"{segment_name(view, number)} has not begun, and when it will is not told; {now}"
    return f"{segment_name(view, number)} is over; {now}"


def _one(view: RaceView, car: str, chosen: list[Best], number: int | None) -> str:
    name = short_name(view, car)
    best = chosen[0] if chosen else None
    if best is None or best.seconds is None:
        earlier = counted_segments(view).bests.get(car, {})
        told = [
            f"{segment_name(view, n)} {lap_time_text(seconds)}"
            for n, seconds in sorted(earlier.items())
            if seconds is not None
        ]
        before = f"; before: {', '.join(told)}" if told else ""
        if number is None and told and view.segment and not view.over:
            return f"{name} is in {segment_name(view, view.segment)}, with no time in it yet{before}."
        in_it = f" in {segment_name(view, number or view.segment)}" if number or view.segment else ""
        return f"{name} has no time{in_it}{before}."
    place = f"P{best.position} " if best.position else ""
    behind = f", {best.behind_s:.3f} s off the best" if best.behind_s else ""
    risk = ""
    if best.knocked_out:
        missed = missed_words(view, car, best.segment) if best.segment else ""
        risk = f"; knocked out in {segment_name(view, best.segment)}{missed}"
    elif best.at_risk:
        risk = "; would be knocked out as it stands"
    elif not view.over and best.segment == view.segment and view.segments.through(best.segment or 0):
        risk = "; would go on as it stands"
    return f"{name}: {place}with {lap_time_text(best.seconds)} in {segment_name(view, best.segment)}{behind}{risk}."


def _whether_out(view: RaceView, car: str, number: int) -> str:
    """Whether a driver was knocked out in a segment, and how he stands."""
    best = next((each for each in best_laps(view) if each.car == car), None)
    told = _one(view, car, [best] if best else [], None)
    if car not in view.segments.knocked_out and number >= (view.segment or 0) and not view.over:
        return told  # it is not decided
    out = car in view.segments.knocked_out and left_in(view, car) == number
    return f"{'Yes' if out else 'No'}: {told}"


def _untimed(view: RaceView, number: int | None) -> str:
    """Who takes part in a segment and has no time in it."""
    segment = number or view.segment
    if segment is None or segment > (view.segment or 0):
        return f"Q{segment} has not begun." if segment else "No segment has been opened."
    timed = {best.car for best in segment_laps(view, segment) if best.seconds is not None}
    cars = [short_name(view, car) for car in taking_part(view, segment) if car not in timed]
    said = f"{count_text(len(cars), 'car')} without a time in Q{segment}: "
    return fitting(said, cars) if cars else f"Every car in Q{segment} has a time."


def _timed(view: RaceView, number: int | None) -> str:
    """How many of those who take part in a segment have a time in it, and which."""
    segment = number or view.segment
    if segment is None or segment > (view.segment or 0):
        return _untimed(view, number)
    timed, cars = segment_laps(view, segment), taking_part(view, segment)
    if not timed:
        return f"No car of {len(cars)} has a time in {segment_name(view, segment)}."
    start = f"{len(timed)} of {count_text(len(cars), 'car')} {'has' if len(timed) == 1 else 'have'} a time in"
    told = [best_words(view, best._replace(knocked_out=False)) for best in timed]
    return fitting(f"{start} {segment_name(view, segment)}: ", told)


def _row(view: RaceView, only: str | None) -> str:
    """`Leclerc: P5, row 3 as it stands, beside Russell (P6); penalties are not in it.`"""
    if only is None:
        return "Name a driver: a row is of one."
    placed = {best.position: best.car for best in best_laps(view) if best.position is not None}
    mine = next((position for position, car in placed.items() if car == only), None)
    if mine is None:
        return f"{short_name(view, only)} has no time to be ranked by."
    beside = mine + 1 if mine % 2 else mine - 1
    by = f", beside {short_name(view, placed[beside])} (P{beside})" if beside in placed else ""
    stands = "" if view.over else " as it stands"
    return f"{short_name(view, only)}: P{mine}, row {(mine + 1) // 2}{stands}{by}; penalties are not in it."


def _last(view: RaceView, number: int | None) -> str:
    """The slowest of a segment, and who set no time in it."""
    segment = number or view.segment
    if segment is None or not (timed := segment_laps(view, segment)):
        return _untimed(view, number)
    slowest, cars = timed[-1], set(taking_part(view, segment)) - {best.car for best in timed}
    behind = f", {slowest.behind_s:.3f} s off the best" if slowest.behind_s else ""
    start = f"Slowest in {segment_name(view, segment)}: {short_name(view, slowest.car)} {behind and 'with '}"
    start += f"{lap_time_text(slowest.seconds or 0.0)} (P{slowest.position} of {len(timed)}){behind}"
    return fitting(
        f"{start}; no time: " if cars else start, [short_name(view, car) for car in view.order if car in cars]
    )


def _pole(view: RaceView) -> str:
    first = next((best for best in best_laps(view) if best.seconds is not None and not best.knocked_out), None)
    if first is None:
        return f"{head(view)}nobody has set a time yet."
    word = "Pole" if view.over else f"Fastest so far in {segment_name(view, first.segment)}"
    note = "" if view.over else "; pole is decided in the last segment"
    second = next((b for b in best_laps(view) if b.position == 2 and b.behind_s is not None), None)
    margin = f", {second.behind_s:.3f} s ahead of {short_name(view, second.car)}" if second else ""
    return f"{word}: {best_words(view, first).removeprefix('1 ')}{margin}{note}."


def taking_part(view: RaceView, number: int) -> list[str]:
    """The cars that take part in a segment, in order: those that were not knocked out before it."""
    left = {car: left_in(view, car) if car in view.segments.knocked_out else None for car in view.order}
    return [car for car, out in left.items() if out is None or out >= number]


def _in_it(view: RaceView, number: int | None) -> str:
    """Who takes part in a segment: of one that has not begun, who would as it stands."""
    segment = view.segment
    if segment is None:
        return f"{count_text(len(view.order), 'car')} in qualifying; no segment has been opened."
    going = [short_name(view, best.car) for best in best_laps(view) if not best.at_risk and not best.knocked_out]
    if number is None and not view.over and going and _at_risk_now(view) and view.session_status == "finished":
        return fitting(f"{segment_name(view, segment)}'s flag has fallen; through as it stands: ", going)
    number = number or segment
    if number <= segment:
        cars = taking_part(view, number)
        said = f"{head(view) if view.over else ''}{count_text(len(cars), 'car')} in {segment_name(view, number)}"
        return fitting(f"{said}: ", [short_name(view, car) for car in cars])
    through = f"through from {segment_name(view, segment)} as it stands"
    return (
        fitting(f"{segment_name(view, number)} has not begun; {through}: ", going)
        if going
        else f"{segment_name(view, number)} has not begun; none {through}."
    )


def _fallen(view: RaceView, number: int | None) -> str | None:
    """Who is out of a segment whose flag has fallen, before the feed says so."""
    segment = view.segment
    if segment is None or number not in (None, segment) or view.session_status != "finished":
        return None
    out = _at_risk_now(view)
    return fitting(f"{segment_name(view, segment)}'s flag has fallen; out as it stands: ", out) if out else None


def _at_risk_now(view: RaceView) -> list[str]:
    """`16 Albon`, `Zhou (no time)`: who would be out if the segment ended now."""
    return [
        f"{best.position} {short_name(view, best.car)}" if best.position else f"{short_name(view, best.car)} (no time)"
        for best in best_laps(view)
        if best.at_risk
    ]


def _knocked_out(view: RaceView, number: int | None) -> str:
    if (fallen := _fallen(view, number)) is not None:
        return fallen
    parts = []
    for segment in range(1, (len(view.segments.entries) or SEGMENTS) + 1):
        names = [
            f"{view.car(car).position} {short_name(view, car)}"
            for car in view.order
            if car in view.segments.knocked_out and left_in(view, car) == segment and number in (None, segment)
        ]
        if names:
            parts.append(f"in {segment_name(view, segment)}: {', '.join(names)}")
    where = f" in {segment_name(view, number)}" if number else ""
    if parts:
        return fitting("Knocked out ", parts, separator="; ")
    nobody = f"Nobody has been knocked out{where} yet"
    risk = _at_risk_now(view) if number in (None, view.segment) else []
    return fitting(f"{nobody}; would be out as it stands: ", risk) if risk else f"{nobody}."


def _at_risk(view: RaceView, number: int | None) -> str:
    if view.over or number not in (None, view.segment):
        return _knocked_out(view, number)
    risk = [best for best in best_laps(view) if best.at_risk]
    if not risk:
        return f"{head(view)}nobody is knocked out of this segment."
    safe = [best for best in segment_laps(view, view.segment or 0) if not best.at_risk]
    last = safe[-1].seconds if safe else None
    slow = [f"{best.position} {short_name(view, best.car)} {_lacking(best, last)}" for best in risk if best.seconds]
    untimed = [short_name(view, best.car) for best in risk if best.seconds is None]
    than = f", behind {short_name(view, safe[-1].car)}'s {lap_time_text(last)} (P{len(safe)})" if last else ""
    parts = [f"at risk{than}: {', '.join(slow)}"] if slow else []
    parts += [fitting("no time yet: ", untimed, end="", limit=110)] if untimed else []
    return fitting(head(view), parts, separator="; ")


def _lacking(best: Best, last: float | None) -> str:
    """`+0.129 s`: what a time lacks to the last that goes on; the time itself where none does."""
    seconds = best.seconds or 0.0
    return lap_time_text(seconds) if last is None else f"{seconds - last:+.3f} s"


_OF_A_BEGUN = ("order", "pole", "line", "holders")
"""What cannot be told of a segment that has not begun."""
_OF_A_SEGMENT: dict[str, Callable[[RaceView, int | None], str]] = {
    "in_it": _in_it,
    "knocked_out": _knocked_out,
    "last": _last,
    "untimed": _untimed,
    "timed": _timed,
    "gains": gains_words,
}
"""What is told of one segment, or of the latest."""
