"""A championship with the points of this race: what stood before it is from a file that somebody gave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitwall.championship import Standing
from pitwall.facts.names import row_name
from pitwall.state import RaceView
from toolgate.folding import fold_words


class Stands(NamedTuple):
    """A driver in the championship, before this race and with its points. `car` is None where not in this race."""

    name: str
    car: str | None
    team: str
    before: float
    position_before: int | None
    """None where the file does not have the driver."""
    points: float
    position: int


def championship(view: RaceView, scored: Mapping[str, float]) -> list[Stands]:
    """Every driver of the file and of this race, the most points first; on equal points in the file's order."""
    told: list[tuple[str, str | None, str, float, int | None]] = []
    left = dict.fromkeys(view.drivers)
    for position, row in enumerate(view.standings, 1):
        car = _car_of(row, view, left)
        if car is not None:
            del left[car]
        told.append((_name(row, view, car), car, row.team, row.points, position))
    told += [(_driver_name(view, car), car, view.drivers[car].team, 0.0, None) for car in left]
    with_race = [(each, each[3] + (scored.get(each[1], 0.0) if each[1] else 0.0)) for each in told]
    ranked = sorted(with_race, key=lambda item: -item[1])
    return [Stands(*each, points, position) for position, (each, points) in enumerate(ranked, 1)]


def _name(row: Standing, view: RaceView, car: str | None) -> str:
    return _driver_name(view, car) if car is not None else row.name or row.code or row.car


def _driver_name(view: RaceView, car: str) -> str:
    driver = view.drivers.get(car)
    return driver.name if driver and driver.name else row_name(view, car)


def _car_of(row: Standing, view: RaceView, left: Mapping[str, None]) -> str | None:
    """The car of this race that a row is about: by code, else by name, else by number, which a champion changes."""
    for wanted, names in (
        (row.code, {car: view.drivers[car].code for car in left}),
        (row.name, {car: view.drivers[car].name for car in left}),
        (row.car, {car: car for car in left}),
    ):
        folded = fold_words(wanted)
        found = [car for car, name in names.items() if folded and fold_words(name) == folded]
        if len(found) == 1:
            return found[0]
    return None
