"""How a gap has changed while both cars could race: stops, safety cars and red flags end what can be compared."""

from __future__ import annotations

from typing import NamedTuple

from pitwall.facts.gaps import Gap, gap_between
from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.facts.names import short_name
from pitwall.facts.periods import NEUTRAL, PERIOD_NAMES, neutralised
from pitwall.state import RaceView

_TURNED_LAPS = 2
"""A gap that goes the other way has turned after so many laps, ..."""
_TURNED_S = 0.3
"""... where it has changed by so much."""
STEADY_S = 0.1
"""A gap that has changed by less is steady."""


class Point(NamedTuple):
    """The gap when the car behind completed a lap; negative where it was in front."""

    lap: int
    gap_s: float


class Trend(NamedTuple):
    """The last laps on which both cars could race, and what ended the comparison before them; None: nothing did.

    `laps` counts laps of the car behind since the first point, rounded.
    """

    points: list[Point]
    cut_by: str | None
    laps: int = 0


def gap_trend(view: RaceView, gap: Gap, laps: int) -> Trend:
    """The gap at the end of each of the last `laps` laps of the car behind, as far back as both could race.

    Without points while the race is neutralised or one of the two is in the pit lane.
    """
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
        ended = mine.get(lap.number), theirs.get(lap.number)
        cut = _disturbed(view, gap.behind, ended[0]) or _disturbed(view, gap.ahead, ended[1])
        if cut:
            if points and any(one is not None and one.track in NEUTRAL for one in ended):
                points.pop()  # the field had closed up: whoever raced from there on opened every gap
            break
    return Trend(points[::-1], cut, _laps_since(view, gap.behind, points[-1].lap) if points else 0)


def since_turn(trend: Trend, now: float) -> Trend:
    """The trend from the lap on which the gap turned: it has clearly gone one way since, and another way before."""
    sizes = [*(point.gap_s for point in trend.points), now]
    if len(sizes) <= _TURNED_LAPS or sizes[0] < 0:
        return trend
    down = sizes[-1] < sizes[-2]
    turn = len(sizes) - 2
    while turn and (sizes[turn] < sizes[turn - 1]) == down and sizes[turn] != sizes[turn - 1]:
        turn -= 1
    change, whole = round(now - sizes[turn], 3), round(now - sizes[0], 3)
    one_way = (whole if change > 0 else -whole) >= STEADY_S
    if one_way or len(sizes) - 1 - turn < _TURNED_LAPS or abs(change) < _TURNED_S:
        return trend
    return Trend(trend.points[turn:], trend.cut_by, trend.laps - (trend.points[turn].lap - trend.points[0].lap))


def _laps_since(view: RaceView, car: str, lap: int) -> int:
    """How many laps a car has driven since it completed one; the lap that it is on counts from its half."""
    timed = [done for done in timed_laps(view, car) if done.number >= lap]
    over = len(timed) - 1
    last = view.laps(car)[-1]
    if view.run_state(car)[0] == "finished" or not (seconds := timed[-1].seconds):
        return over
    return over + (view.t - (last.t if last.line_t is None else last.line_t) > seconds / 2)


def _disturbed_now(view: RaceView, gap: Gap) -> str | None:
    if view.finished:
        return None
    for car in (gap.behind, gap.ahead):
        if view.run_state(car)[0] == "in_pit":
            return f"{short_name(view, car)} is in the pit lane"
    kind = neutralised(view)
    return f"{PERIOD_NAMES[kind][0]} now" if kind else None


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
