"""How tyres wear: the slope of green lap times over a stint, freed of the fuel that burns meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.state import RaceView
from pitwall.state.car import Lap
from pitwall.state.keeping import kept_of_cars

FUEL_KG = {"race": 110.0, "sprint": 36.0}
"""A full tank by the rules of Formula 1, and the part of it that a sprint of a third of the distance takes."""
FUEL_S_KG = 0.03
"""What a kilogram of fuel costs per lap: an assumption that is common in the field."""
LEAST_LAPS = 5
_OUTLIER = 1.05
"""A lap so much slower than the stint's quickest was not one of pace."""


class Wear(NamedTuple):
    """One stint: seconds a lap that its tyres lose with each lap, with the standard error, both freed of fuel.

    `raw_s` is the slope of the lap times as they are.
    """

    car: str
    stint: int
    compound: str | None
    from_lap: int
    to_lap: int
    laps: int
    slope_s: float
    error_s: float
    raw_s: float


def fuel_s(view: RaceView) -> float | None:
    """Seconds by which each lap is quicker for the fuel that burns: assumed. None where the distance is not told."""
    return FUEL_KG.get(view.kind or "race", 0.0) * FUEL_S_KG / view.total_laps if view.total_laps else None


def wear(view: RaceView, car: str) -> Sequence[Wear]:
    """The car's stints that have at least five green laps, in order."""
    return _wear(view, car)


def _basis(view: RaceView, car: str) -> tuple[object, ...]:
    return view.laps_basis(car), view.tyres_told(car), fuel_s(view)


@kept_of_cars(_basis)
def _wear(view: RaceView, car: str) -> tuple[Wear, ...]:
    return tuple(_worn(view, car))


def _worn(view: RaceView, car: str) -> Iterator[Wear]:
    known: dict[tuple[str, int], tuple[object, Wear | None]] = view.keeping.grown(_of_stint)
    burnt = fuel_s(view) or 0.0
    done = {lap.number: lap.message for lap in view.laps(car)}
    for number, laps in enumerate(_stints(view, car), 1):
        basis, before = (burnt, laps), known.get((car, number))
        if before is None or before[0] != basis:  # the stints before the last stay as they are
            before = known[car, number] = basis, _of_stint(view, car, number, laps, done, burnt)
        if before[1] is not None:
            yield before[1]


def _of_stint(
    view: RaceView, car: str, number: int, laps: Sequence[TimedLap], done: Mapping[int, int], burnt: float
) -> Wear | None:
    green = [(lap.number, lap.seconds) for lap in laps if lap.raced and lap.seconds is not None]
    best = min((seconds for _, seconds in green), default=0.0)
    paced = [(lap, seconds) for lap, seconds in green if seconds <= best * _OUTLIER]
    if len(paced) < LEAST_LAPS:
        return None
    slope, error = _slope(paced)
    sets = view.tyres(car, done[paced[-1][0]])
    return Wear(
        car,
        number,
        sets[-1].compound if sets else None,
        laps[0].number,
        laps[-1].number,
        len(paced),
        round(slope + burnt, 4),
        round(error, 4),
        round(slope, 4),
    )


def _stints(view: RaceView, car: str) -> Iterator[list[TimedLap]]:
    """Laps between passages through the pit lane: an out-lap begins the next.

    So does a lap of which nothing was heard for a time, unless the feed tells the same set of tyres as before.
    """
    laps, number = view.laps(car), 0

    def stint(each: tuple[int, TimedLap]) -> int:
        nonlocal number
        index, lap = each
        number += lap.out_lap or (lap.unheard and not _same_set(view, car, laps[max(index - 1, 0) : index + 1]))
        return number

    return ([lap for _, lap in group] for _, group in groupby(enumerate(timed_laps(view, car)), stint))


def _same_set(view: RaceView, car: str, laps: Sequence[Lap]) -> bool:
    """Whether the feed told the same set of tyres at the end of each of these laps."""
    told = {sets[-1].number if (sets := view.tyres(car, lap.message)) else None for lap in laps}
    return len(told) == 1 and None not in told


def _slope(points: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """Of the least squares through points, with its standard error."""
    mean_x, mean_y = fmean(x for x, _ in points), fmean(y for _, y in points)
    square = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / square
    rest = sum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in points)
    return slope, sqrt(rest / (len(points) - 2) / square)
