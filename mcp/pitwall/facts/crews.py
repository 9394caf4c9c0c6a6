"""Who drove a car on which laps: cars of endurance races change their drivers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from pitwall.events import Driver
from pitwall.state import RaceView


class Spell(NamedTuple):
    """Laps that one driver drove one after the other.

    `began`, session time: the end of the lap before, of the first spell the start; None where that is not known.
    `ended`: the end of its last lap.
    """

    car: str
    driver: Driver
    from_lap: int
    to_lap: int
    began: float | None
    ended: float

    @property
    def laps(self) -> int:
        """Laps completed."""
        return self.to_lap - self.from_lap + 1


def spells_of(view: RaceView, car: str) -> Sequence[Spell]:
    """The spells of a car in order; none before it has completed a lap or its driver was told."""
    laps = [(view.driver_then(car, lap.t), lap) for lap in view.laps(car)]
    found: list[Spell] = []
    began = view.started_at
    for _, group in groupby(((driver, lap) for driver, lap in laps if driver is not None), key=lambda one: one[0].name):
        driven = list(group)
        (driver, first), (_, last) = driven[0], driven[-1]
        found.append(Spell(car, driver, first.number, last.number, began, last.t))
        began = last.t
    return found


def latest_changes(view: RaceView, cars: Sequence[str]) -> list[tuple[Spell, Spell]]:
    """Who handed over and who took over, of these cars, the latest first."""
    changes: list[tuple[Spell, Spell]] = []
    for car in cars:
        if view.has_changed_driver(car):
            spells = spells_of(view, car)
            changes += pairwise(spells)
    return sorted(changes, key=lambda change: -change[0].ended)
