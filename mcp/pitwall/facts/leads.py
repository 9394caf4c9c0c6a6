"""How far the leader was ahead at the line, lap by lap."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from pitwall.state import RaceView


class Lead(NamedTuple):
    """Seconds from the first car over the line at the end of a lap to the second."""

    lap: int
    leader: str
    second: str
    seconds: float


def leads_at_line(view: RaceView) -> list[Lead]:
    """The lead at the end of each lap of which the feed tells when two cars completed it, in order."""
    crossed: dict[int, list[tuple[float, str]]] = defaultdict(list)
    for car in view.cars:
        for lap in view.laps(car):
            if lap.line_t is not None:
                crossed[lap.number].append((lap.line_t, car))
    leads = []
    for number, leader in enumerate(view.lap_leaders, 1):
        first, *others = sorted(crossed.get(number, ())) or [(0.0, "")]
        if leader is not None and first[1] == leader and others:
            leads.append(Lead(number, leader, others[0][1], round(others[0][0] - first[0], 3)))
    return leads
