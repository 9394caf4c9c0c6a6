"""Best sectors and top speeds, and what a lap of one's best sectors would be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitwall.facts.in_segment import driven_in
from pitwall.state import RaceView
from pitwall.state.keeping import kept_of_cars
from pitwall.state.splits import SectorTime, TrapSpeed

SECTORS = (1, 2, 3)


class CarSectors(NamedTuple):
    """A car's best time in each sector, and its last; None for a sector that is not told."""

    car: str
    best: Mapping[int, SectorTime]
    last: Mapping[int, SectorTime]

    @property
    def ideal_s(self) -> float | None:
        """The lap of its best sectors."""
        return round(sum(each.seconds for each in self.best.values()), 3) if len(self.best) == len(SECTORS) else None


def car_sectors(view: RaceView, car: str, lap: int | None = None, segment: int | None = None) -> CarSectors:
    """The car's sectors: best and last of the whole session, or those of one lap or of a segment of a qualifying."""
    if lap is None and segment is None:
        return _best(view, car)
    told = (each for each in view.sectors(car) if lap in (None, each.lap) and driven_in(view, segment, each))
    return _of(car, told)


@kept_of_cars(RaceView.splits_told)
def _best(view: RaceView, car: str) -> CarSectors:
    """Of the whole session: what has been told since the last time is added."""
    known: dict[str, tuple[int, CarSectors]] = view.keeping.grown(_best)
    count, before = known.get(car, (0, CarSectors(car, {}, {})))
    new = view.sectors_since(car, count)
    found = _of(car, view.sectors(car)) if new is None else _of(car, new, before)
    known[car] = view.splits_told(car)[0], found
    return found


def _of(car: str, told: Iterable[SectorTime], before: CarSectors | None = None) -> CarSectors:
    best, last = (dict(before.best), dict(before.last)) if before else ({}, {})
    for each in told:
        if each.sector not in best or each.seconds < best[each.sector].seconds:
            best[each.sector] = each
        last[each.sector] = each
    return CarSectors(car, best, last)


def fastest_sectors(cars: Iterable[CarSectors]) -> dict[int, tuple[str, SectorTime]]:
    """Who has the best time in each sector; of two equal ones, whoever set it first."""
    found: dict[int, tuple[str, SectorTime]] = {}
    for each in cars:
        for sector, told in each.best.items():
            known = found.get(sector)
            if known is None or (told.seconds, told.message) < (known[1].seconds, known[1].message):
                found[sector] = (each.car, told)
    return found


def top_speeds(view: RaceView, car: str, segment: int | None = None) -> dict[str, TrapSpeed]:
    """The car's highest speed at each trap, of the whole session or of a segment of a qualifying."""
    if segment is None:
        return _highest(view, car)
    return _highest_of(each for each in view.speeds(car) if driven_in(view, segment, each))


@kept_of_cars(RaceView.splits_told)
def _highest(view: RaceView, car: str) -> dict[str, TrapSpeed]:
    """Of the whole session: what has been told since the last time is added."""
    known: dict[str, tuple[int, dict[str, TrapSpeed]]] = view.keeping.grown(_highest)
    count, before = known.get(car, (0, {}))
    new = view.speeds_since(car, count)
    found = _highest_of(view.speeds(car)) if new is None else _highest_of(new, before)
    known[car] = view.splits_told(car)[1], found
    return found


def _highest_of(told: Iterable[TrapSpeed], before: Mapping[str, TrapSpeed] | None = None) -> dict[str, TrapSpeed]:
    found = dict(before or {})
    for each in told:
        if each.trap not in found or each.kmh > found[each.trap].kmh:
            found[each.trap] = each
    return found
