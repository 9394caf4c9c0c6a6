"""How the segments of a qualifying are worded beside each other: times of one, the fastest, the lines."""

from __future__ import annotations

from pitwall.facts.best_laps import Best, segment_laps
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.state.segments import SEGMENTS
from pitwall.tools.timed_words import segment_name
from pitwall.tools.words import fitting, lap_time_text


def times_words(view: RaceView, car: str | None) -> str:
    """`Norris: Q1 1:12.386, Q2 1:11.872 (0.514 s faster).`; of no one, the fastest of each segment."""
    parts, before = [], None
    for number in _segments(view):
        laps = segment_laps(view, number)
        best = next((lap for lap in laps if car in (None, lap.car)), None)
        if best is None or best.seconds is None:
            continue
        who = f"{short_name(view, best.car)} " if car is None else ""
        parts.append(f"{segment_name(view, number)} {who}{lap_time_text(best.seconds)}{_than(best.seconds, before)}")
        before = best.seconds
    if not parts:
        return f"{short_name(view, car)} has no time yet." if car else "Nobody has set a time yet."
    coming = view.segment is not None and not view.over and (view.segment + 1) in _segments(view)
    end = f"; {segment_name(view, view.segment + 1)} has not begun." if coming and view.segment else "."
    return fitting(f"{short_name(view, car)}: " if car else "Fastest: ", parts, end=end)


def gains_words(view: RaceView, start: int | None) -> str:
    """Who found the most from the first segment, or from `start`, to the latest, of those with a time in both."""
    laps = [{lap.car: lap.seconds or 0.0 for lap in segment_laps(view, number)} for number in _segments(view)]
    told = [number for number, each in zip(_segments(view), laps, strict=True) if each and number >= (start or 1)]
    if len(told) < _TWO_SEGMENTS:
        return "Only one segment has times: nobody can be compared yet."
    first, last = laps[told[0] - 1], laps[told[-1] - 1]
    gained = sorted(((round(first[car] - last[car], 3), car) for car in last if car in first), reverse=True)
    said = [f"{short_name(view, car)} {abs(gain):.3f} s{'' if gain >= 0 else ' slower'}" for gain, car in gained]
    return fitting(f"Found from {segment_name(view, told[0])} to {segment_name(view, told[-1])}: ", said)


_TWO_SEGMENTS = 2


def _than(seconds: float, before: float | None) -> str:
    if before is None:
        return ""
    gained = round(before - seconds, 3)
    how = f"{abs(gained):.3f} s {'faster' if gained > 0 else 'slower'}" if gained else "the same"
    return f" ({how})"


def cut_words(view: RaceView) -> str:
    """Who was the last to go on from each segment that is over, the latest first, and who was the first to miss it."""
    parts = []
    for number in reversed(_segments(view)):
        if (cut := _cut(view, number)) is not None:
            last, out = cut
            missed = f", {short_name(view, out.car)} missed it by {_lacks(out, last):.3f} s" if out else ""
            through = "is the last through as it stands" if _only_fallen(view, number) else "was the last through"
            parts.append(f"{segment_name(view, number)}: {short_name(view, last.car)} {through}{missed}")
    return fitting("", parts, "; ") if parts else "No segment is over yet: nobody has missed the cut."


def missed_words(view: RaceView, car: str, number: int) -> str:
    """`, 0.067 s short of Perez`, of a car that was knocked out in a segment; empty where it has no time there."""
    cut, mine = _cut(view, number), next((lap for lap in segment_laps(view, number) if lap.car == car), None)
    if cut is None or mine is None or mine.seconds is None:
        return ""
    lacks = _lacks(mine, cut[0])
    return f", {lacks:.3f} s short of {short_name(view, cut[0].car)}" if lacks > 0 else ""


def _cut(view: RaceView, number: int) -> tuple[Best, Best | None] | None:
    """The last who goes on from a segment that is over or whose flag has fallen, and the first who does not."""
    through = view.segments.through(number)
    laps = segment_laps(view, number)
    over = view.over or view.segments.number > number or _only_fallen(view, number)
    if through is None or len(laps) < through or not over or laps[through - 1].seconds is None:
        return None
    return laps[through - 1], laps[through] if len(laps) > through else None


def _only_fallen(view: RaceView, number: int) -> bool:
    """Whether the flag of a segment has fallen and the feed has not yet said that it is over."""
    return view.segment == number and view.session_status == "finished" and not view.over


def _lacks(out: Best, last: Best) -> float:
    return round((out.seconds or 0.0) - (last.seconds or 0.0), 3)


def _segments(view: RaceView) -> range:
    return range(1, (len(view.segments.entries) or SEGMENTS) + 1)
