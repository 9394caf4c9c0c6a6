"""The order and the gaps of a race of which only the crossings of the line are told.

The order is by laps, then by who completed them first. A gap is the time between two cars at the end of the same lap,
and laps where the other car has come round twice since.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

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
        self._order: list[_Crossing] = []

    def cross(self, car: str, lap: int, t: float) -> Mapping[str, CarTiming]:
        """What a crossing changes: where the car and those it has passed are, the gaps, and who is laps behind."""
        self._times.setdefault(car, {})[lap] = t
        before, now = self._last.get(car), _Crossing(-lap, t, car)
        old = len(self._order) if before is None else bisect_left(self._order, before)
        del self._order[old : old + 1]
        new = bisect_left(self._order, now)
        self._order.insert(new, now)
        self._last[car] = now
        ahead = self._order[new - 1].car if new else ""
        changes = {car: self._timing(lap, t, new + 1, ahead)}
        if new != old:
            # Who is between where the car was and where it is, and who is right behind, has another car ahead.
            # The interval was one to that other car: what it is to this one is told at the next line.
            changes |= {
                self._order[index].car: CarTiming(position=index + 1, interval_s=None, interval_laps=None)
                for index in range(min(old, new), min(max(old, new) + 2, len(self._order)))
                if index != new
            }
        self._tell_fallen_behind(new, lap, changes)
        return changes

    def _timing(self, lap: int, t: float, position: int, ahead: str) -> CarTiming:
        gap_s, gap_laps = self._behind(self._order[0].car, lap, t) if position > 1 else (0.0, None)
        interval_s, interval_laps = self._behind(ahead, lap, t) if ahead else (None, None)
        return CarTiming(position, gap_s, gap_laps, interval_s, interval_laps, laps=lap)

    def _tell_fallen_behind(self, place: int, lap: int, changes: dict[str, CarTiming]) -> None:
        """Adds to the changes who is laps behind the car that has just completed one: of all behind the first car, else
        of the next one. A car that has done one lap less may be about to complete it.
        """
        for index in range(place + 1, len(self._order) if place == 0 else min(place + 2, len(self._order))):
            laps_left, _, car = self._order[index]
            if (laps := lap + laps_left - 1) < 1:
                continue
            timing = changes.get(car, CarTiming(position=index + 1))
            if place == 0:
                timing = replace(timing, gap_s=None, gap_laps=laps)
            if index == place + 1:
                timing = replace(timing, interval_s=None, interval_laps=laps)
            changes[car] = timing

    def _behind(self, other: str, lap: int, t: float) -> tuple[float | None, int | None]:
        """How far behind another car a lap ended: in seconds, or in laps where the other has done more."""
        more = -self._last[other].laps_left - lap
        if more > 0:
            return None, more
        crossed = self._times[other].get(lap)
        return (None, None) if crossed is None else (round(t - crossed, 3), None)
