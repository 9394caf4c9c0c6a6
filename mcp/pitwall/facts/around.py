"""Which cars are near each other on the road, whatever lap they are on: by when they last crossed the line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitwall.facts.pace import green_pace, leading_pace
from pitwall.state import RaceView


class Near(NamedTuple):
    """A car near another on the road: seconds ahead of it (negative: behind), and laps more that it has done.

    `metres` where the feed tells how far every car has come.
    """

    car: str
    ahead_s: float | None
    metres: float | None
    laps: int


def nearby(view: RaceView, car: str, within_s: float) -> list[Near]:
    """Running cars at most so many seconds away on the road, the furthest ahead first."""
    crossed = _crossed(view)
    mine, lap_s = crossed.get(car), _lap_s(view, car)
    if mine is None or lap_s is None:
        return []
    metres, length = _metres(view, car)
    found = []
    for other, (number, t) in crossed.items():
        if other == car:
            continue
        # Who crossed the line later is behind, unless it is nearly a lap: then it is about to be met from behind.
        ahead = (mine[1] - t + lap_s / 2) % lap_s - lap_s / 2
        # Round the line one of the two has been counted a lap that the other is about to complete.
        laps = number - mine[0] - round((mine[1] - t - ahead) / lap_s)
        if abs(ahead) <= within_s:
            away = metres.get(other)
            apart = None if away is None or length is None else round((away + length / 2) % length - length / 2, 1)
            found.append(Near(other, round(ahead, 3), apart, laps))
    return sorted(found, key=lambda near: -(near.ahead_s or 0.0))


def _crossed(view: RaceView) -> dict[str, tuple[int, float]]:
    """The last lap of each car that is on the track, and when it crossed the line."""
    found = {}
    for car in view.cars:
        last = view.last_lap(car)
        if last is not None and view.run_state(car)[0] == "running":
            found[car] = last.number, last.t if last.line_t is None else last.line_t
    return found


def _lap_s(view: RaceView, car: str) -> float | None:
    pace = green_pace(view, car) or leading_pace(view)
    return None if pace is None else pace.seconds


def _metres(view: RaceView, car: str) -> tuple[Mapping[str, float], float | None]:
    """How far ahead every car is by its metres, and how long a lap is; empty where the feed does not tell."""
    told, session = view.distances, view.session
    length = session.lap_length_m if session else None
    if car not in told or not length:
        return {}, None
    return {other: far - told[car] for other, far in told.items()}, length
