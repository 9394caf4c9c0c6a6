"""Who took over which car from whom, and on which lap: cars of endurance races change their drivers at stops."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pitwall.facts.names import name_of
from pitwall.state import RaceView
from pitwall.tools.words import count_text, fitting

DRIVERS = "drivers"


class _Spell(NamedTuple):
    """A driver's time in a car: who, from which lap to which, and when the first of these laps ended."""

    driver: str
    first: int
    last: int
    t: float


def driver_changes(view: RaceView, cars: Sequence[str]) -> str:
    """`Car 31 has changed drivers twice, now Bamber since lap 80: Aitken laps 1 to 40, …`; of several the latest."""
    spells = {car: found for car in cars if len(found := _spells(view, car)) > 1}
    if not spells and len(cars) == 1 and view.crew(cars[0]):
        return f"Car {cars[0]} has not changed drivers so far: {name_of(view, cars[0], view.drivers.get(cars[0]))}."
    if not spells:
        return "The feed tells of no change of drivers."
    if len(cars) == 1:
        car, found = next(iter(spells.items()))
        start = f"Car {car} has made {count_text(len(found) - 1, 'driver change')}, the last on lap {found[-1].first}"
        done = [f"{one.driver} laps {one.first} to {one.last}" for one in found[:-1]]
        return fitting(f"{start}: ", [*done, f"{found[-1].driver} since"], separator=", ")
    every = [
        (after, f"car {car} {before.driver} to {after.driver} (lap {after.first})")
        for car, found in spells.items()
        for before, after in pairwise(found)
    ]
    every.sort(key=lambda row: -row[0].t)
    start = f"{count_text(len(every), 'driver change')} so far, the latest first: "
    return fitting(start, [words for _, words in every])


def _spells(view: RaceView, car: str) -> list[_Spell]:
    """Who drove a car's laps, one entry for each time in the car. A lap is of whoever ended it."""
    found: list[_Spell] = []
    if not view.has_changed_driver(car):
        return found
    for lap in view.laps(car):
        name = name_of(view, car, view.driver_then(car, lap.t))
        if found and found[-1].driver == name:
            found[-1] = found[-1]._replace(last=lap.number)
        else:
            found.append(_Spell(name, lap.number, lap.number, lap.t))
    return found
