"""What single laps cost a car, beside what the field drove on the same laps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from statistics import median
from typing import NamedTuple

from pitwall.facts.classes import classes_of
from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.facts.periods import NEUTRAL
from pitwall.state import RaceView

_FEWEST = 3
"""Fewer cars are no field, and fewer laps nothing usual."""


class CostlyLap(NamedTuple):
    """A lap, the seconds that it cost, and the position before it."""

    lap: TimedLap
    lost_s: float
    before: int | None


def costly_laps(view: RaceView, car: str, least_s: float) -> list[CostlyLap]:
    """Laps that cost a car at least so many seconds, the costliest first.

    A lap costs what it is slower than the median of the field, or of the car's class, on that lap, beyond what is
    usual: of the car's own laps, or, of a lap into the pits or out of them, of all such laps. So neither rain nor a
    stop costs anything by itself. Lap 1 and neutralised laps are none: then cars do not drive the same.
    """
    cars = next((cars for cars in classes_of(view).values() if car in cars), list(view.cars))
    laps = {each: [lap for lap in timed_laps(view, each) if _counts(lap)] for each in cars}
    mine = laps.get(car, [])
    apart = _apart(laps, {lap.number for lap in mine} | _lane_laps(laps))
    raced = [apart[car, lap.number] for lap in mine if lap.raced and (car, lap.number) in apart]
    if len(raced) < _FEWEST:
        return []
    usual = {"": median(raced)}
    for kind in ("in", "out"):
        such = [(each, lap.number) for each, done in laps.items() for lap in done if _kind(lap) == kind]
        told = [apart[one] for one in such if one in apart]
        if len(told) >= _FEWEST:
            usual[kind] = median(told)
    positions = {lap.number: lap.position for lap in timed_laps(view, car)}
    found = [
        CostlyLap(lap, round(lost, 3), positions.get(lap.number - 1))
        for lap in mine
        if (car, lap.number) in apart
        and _kind(lap) in usual
        and (lost := apart[car, lap.number] - usual[_kind(lap)]) >= least_s
    ]
    return sorted(found, key=lambda each: -each.lost_s)


def _apart(laps: dict[str, list[TimedLap]], wanted: Collection[int]) -> dict[tuple[str, int], float]:
    """How far each lap is from the field's median of it, in seconds, of the laps that are wanted and have a field."""
    field: dict[int, list[tuple[str, float]]] = defaultdict(list)
    for car, done in laps.items():
        for lap in done:
            if lap.number in wanted:
                field[lap.number].append((car, lap.seconds or 0.0))
    told = {number: times for number, times in field.items() if len(times) >= _FEWEST}
    middle = {number: median(seconds for _, seconds in times) for number, times in told.items()}
    return {(car, number): seconds - middle[number] for number, times in told.items() for car, seconds in times}


def _lane_laps(laps: dict[str, list[TimedLap]]) -> set[int]:
    return {lap.number for done in laps.values() for lap in done if _kind(lap)}


def _kind(lap: TimedLap) -> str:
    return "in" if lap.in_lap else "out" if lap.out_lap else ""


def _counts(lap: TimedLap) -> bool:
    """Whether a lap can be held against those of others."""
    return lap.seconds is not None and lap.number > 1 and not lap.unheard and lap.track not in NEUTRAL
