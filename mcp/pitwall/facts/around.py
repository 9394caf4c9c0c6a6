"""Which cars are near each other on the road, whatever lap they are on.

Metres tell it where the feed has them, else gaps to the leader, else when the cars last crossed the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitwall.facts.pace import green_pace, leading_pace
from pitwall.facts.track_line import metres_ahead
from pitwall.state import RaceView


class Near(NamedTuple):
    """A car near another on the road: seconds ahead of it (negative: behind), and laps more that it has done.

    `metres` where the feed tells how far every car has come.
    """

    car: str
    ahead_s: float
    metres: float | None
    laps: int


def nearby(view: RaceView, car: str, within_s: float) -> list[Near]:
    """Running cars at most `within_s` seconds away on the road, the furthest ahead first."""
    crossed = _crossed(view)
    if car not in crossed:
        return []
    found = []
    for other in crossed:
        near = None if other == car else _by_metres(view, car, other) or _by_gaps(view, car, other)
        if near is None and other != car:
            near = _by_the_line(view, crossed, car, other)
        if near is not None and abs(near.ahead_s) <= within_s:
            metres = metres_ahead(view, car, other) if near.metres is None else near.metres
            found.append(near._replace(metres=metres))
    return sorted(found, key=lambda near: -near.ahead_s)


def _crossed(view: RaceView) -> dict[str, tuple[int, float]]:
    """The last lap of each car that is on the track, and when it crossed the line."""
    found = {}
    for car in view.cars:
        last = view.last_lap(car)
        if last is not None and view.run_state(car)[0] == "running":
            found[car] = last.number, last.t if last.line_t is None else last.line_t
    return found


def seen_at_line(view: RaceView, car: str) -> bool:
    """Whether the car was heard as it crossed the line.

    A feed that is joined late begins with a lap that had ended before: that one does not count.
    """
    laps = view.laps(car)
    return bool(laps) and (len(laps) > 1 or laps[0].number == 1)


def _by_metres(view: RaceView, car: str, other: str) -> Near | None:
    told, session, lap_s = view.distances, view.session, _lap_s(view, car)
    length = session.lap_length_m if session else None
    if not length or lap_s is None or car not in told or other not in told:
        return None
    laps = round((told[other] - told[car]) / length)
    metres = told[other] - told[car] - laps * length
    return Near(other, round(metres / length * lap_s, 3), round(metres, 1), laps)


def _by_gaps(view: RaceView, car: str, other: str) -> Near | None:
    """Gaps are of the last loop of the track that each has passed: where both are told, that is not long ago."""
    mine, theirs = (0.0 if each == view.leader else view.gaps(each).gap_s for each in (car, other))
    lap_s = _lap_s(view, car)
    if mine is None or theirs is None or lap_s is None:
        return None
    laps = round((mine - theirs) / lap_s)
    return Near(other, round(mine - theirs - laps * lap_s, 3), None, laps)


def _by_the_line(view: RaceView, crossed: Mapping[str, tuple[int, float]], car: str, other: str) -> Near | None:
    """Whoever crossed the line first may be about to cross it again. None where one has been in the lane since."""
    (mine, t), (theirs, other_t) = crossed[car], crossed[other]
    lap_s = _lap_s(view, other if other_t <= t else car)
    if not (seen_at_line(view, car) and seen_at_line(view, other)):
        return None
    if lap_s is None or any(_in_lane_since(view, each, crossed[each][1]) for each in (car, other)):
        return None
    since = t - other_t
    if abs(since) <= lap_s / 2:
        return Near(other, round(since, 3), None, theirs - mine)
    if since > 0:
        return Near(other, round(since - lap_s, 3), None, theirs + 1 - mine)
    return Near(other, round(since + lap_s, 3), None, theirs - 1 - mine)


def _in_lane_since(view: RaceView, car: str, t: float) -> bool:
    return any(passage.t_out is None or passage.t_out > t for passage in view.passages(car)[-1:])


def _lap_s(view: RaceView, car: str) -> float | None:
    pace = green_pace(view, car, 1) or leading_pace(view)
    return None if pace is None else pace.seconds
