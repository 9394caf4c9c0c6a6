"""Who had a position at the end of which laps, and how it is worded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.tools.words import fitting, lap_span_text


class Holding(NamedTuple):
    """A car that had a position at the end of some laps running, by its own count of laps."""

    car: str
    from_lap: int
    to_lap: int


def holders_of(view: RaceView, position: int) -> list[Holding]:
    """Who had a position at the line, in order of time."""
    crossed = [
        (lap.message, car, lap.number) for car in view.cars for lap in view.laps(car) if lap.position == position
    ]
    spells = (list(laps) for _, laps in groupby(sorted(crossed), key=lambda each: each[1]))
    return [Holding(laps[0][1], laps[0][2], laps[-1][2]) for laps in spells]


def held_words(view: RaceView, position: int, spells: Sequence[Holding], car: str | None) -> str:
    """`Verstappen lost P2 on lap 17 to Piastri. P2, latest first: Piastri laps 17 to 19; …`: a driver is told first."""
    if not spells:
        return f"Nobody has been P{position} at the end of a lap so far."
    of_driver = f"{_of_driver(view, position, spells, car)}. " if car is not None else ""
    latest = [f"{short_name(view, each.car)} {_laps(each)}" for each in reversed(spells)]
    return fitting(f"{of_driver}P{position} at the line, latest first: ", latest, "; ")


def _of_driver(view: RaceView, position: int, spells: Sequence[Holding], car: str) -> str:
    """When the driver last got or lost the position, and from whom or to whom."""
    name, mine = short_name(view, car), [at for at, each in enumerate(spells) if each.car == car]
    if not mine:
        return f"{name} has not been P{position} at the end of a lap"
    at = mine[-1]
    if at + 1 < len(spells):
        return f"{name} lost P{position} on lap {spells[at].to_lap + 1}, to {short_name(view, spells[at + 1].car)}"
    after = f", after {short_name(view, spells[at - 1].car)}" if at else ""
    if view.finished:
        return f"{name} had P{position} from lap {spells[at].from_lap} on{after}"
    return f"{name} has had P{position} since lap {spells[at].from_lap}{after}"


def _laps(spell: Holding) -> str:
    return lap_span_text(spell.from_lap, spell.to_lap)
