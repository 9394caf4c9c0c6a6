"""How a gap has changed while both cars could race: stops, safety cars and red flags end what can be compared."""

from __future__ import annotations

from typing import NamedTuple

from pitwall.facts.gaps import Gap, gap_between
from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.facts.names import short_name
from pitwall.facts.periods import NEUTRAL, track_periods
from pitwall.state import RaceView


class Point(NamedTuple):
    """The gap when the car behind completed a lap; negative where it was in front."""

    lap: int
    gap_s: float


class Trend(NamedTuple):
    """The last laps on which both cars could race, and what ended those before them."""

    points: list[Point]
    cut_by: str | None


def gap_trend(view: RaceView, gap: Gap, laps: int) -> Trend:
    """Over at most so many laps; empty while the race is neutralised or one of the two is in the pit lane."""
    if now := _disturbed_now(view, gap):
        return Trend([], now)
    done, cut = view.laps(gap.behind)[-laps:], None
    mine = {lap.number: lap for lap in timed_laps(view, gap.behind, laps)}
    theirs = {lap.number: lap for lap in timed_laps(view, gap.ahead, laps + 2)}
    points: list[Point] = []
    for lap in reversed(done):
        then = gap_between(view.back_to(lap.message), gap.ahead, gap.behind)
        if then is not None and then.seconds is not None:
            points.append(Point(lap.number, then.seconds if then.behind == gap.behind else -then.seconds))
        cut = _disturbed(view, gap.behind, mine.get(lap.number)) or _disturbed(view, gap.ahead, theirs.get(lap.number))
        if cut:
            break
    return Trend(points[::-1], cut)


def _disturbed_now(view: RaceView, gap: Gap) -> str | None:
    if view.finished:
        return None
    for car in (gap.behind, gap.ahead):
        if view.run_state(car)[0] == "in_pit":
            return f"{short_name(view, car)} is in the pit lane"
    periods = track_periods(view)
    if periods and periods[-1].end is None and periods[-1].kind in NEUTRAL:
        return {"red": "red flag", "safety_car": "safety car", "vsc": "virtual safety car"}[periods[-1].kind] + " now"
    return None


def _disturbed(view: RaceView, car: str, lap: TimedLap | None) -> str | None:
    """Why the gap at the end of a lap cannot be compared with those before it."""
    if lap is None or lap.raced or (lap.number == 1 and not lap.unheard):
        return None
    if lap.unheard:  # a trend does not run over a time in which nothing was received
        return f"nothing was received during lap {lap.number}"
    if lap.track in NEUTRAL:
        words = {"red": "red flag", "safety_car": "safety car", "vsc": "virtual safety car"}
        return f"{words[lap.track or 'red']} on lap {lap.number}"
    return f"{short_name(view, car)} was in the pit lane on lap {lap.number}"
