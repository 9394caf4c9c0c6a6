"""The order and the gaps of a race of which only the crossings of the line are told.

The order is by laps, then by who completed them first. A gap is the time between two cars at the end of the same lap.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitwall.events import CarTiming


class _Crossing(NamedTuple):
    """A car's last crossing, so that a sort gives the order."""

    laps_left: int
    """The negative of the laps completed."""
    t: float
    car: str


class Crossings:
    """Every car's crossings so far. `cross` takes in the next one."""

    def __init__(self) -> None:
        self._times: dict[str, dict[int, float]] = {}
        self._last: dict[str, _Crossing] = {}
        self._order: list[str] = []

    def cross(self, car: str, lap: int, t: float) -> Mapping[str, CarTiming]:
        """What a crossing changes: the car's position and gaps, and the positions of those it has passed."""
        self._times.setdefault(car, {})[lap] = t
        self._last[car] = _Crossing(-lap, t, car)
        before = {number: position for position, number in enumerate(self._order, 1)}
        ahead_before = dict(zip(self._order, ("", *self._order), strict=False))
        self._order = [crossing.car for crossing in sorted(self._last.values())]
        changes: dict[str, CarTiming] = {}
        ahead = ""
        for position, number in enumerate(self._order, 1):
            if number == car:
                changes[number] = self._timing(car, lap, t, position, ahead)
            elif before.get(number) != position or ahead_before.get(number) != ahead:
                # The interval was one to another car: what it is to this one is told at the next line.
                changes[number] = CarTiming(position=position, interval_s=None, interval_laps=None)
            ahead = number
        return changes

    def _timing(self, car: str, lap: int, t: float, position: int, ahead: str) -> CarTiming:
        gap_s, gap_laps = self._behind(self._order[0], lap, t) if position > 1 else (0.0, None)
        interval_s, interval_laps = self._behind(ahead, lap, t) if ahead else (None, None)
        return CarTiming(position, gap_s, gap_laps, interval_s, interval_laps, laps=lap)

    def _behind(self, other: str, lap: int, t: float) -> tuple[float | None, int | None]:
        """How far behind another car a lap ended: in seconds, or in laps where the other has done more."""
        more = -self._last[other].laps_left - lap
        if more > 0:
            return None, more
        crossed = self._times[other].get(lap)
        return (None, None) if crossed is None else (round(t - crossed, 3), None)
