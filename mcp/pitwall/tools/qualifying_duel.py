"""How two drivers of a practice or a qualifying are held against each other: who is ahead, and by what."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.best_laps import best_of
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.tools.gap_words import gap_of_best_laps
from toolgate.contract import InvalidArgument


def duel_words(view: RaceView, cars: Sequence[str]) -> str:
    """`Norris (P1) outqualified Piastri (P10): Piastri's best lap in Q2 is 0.139 s slower than Norris's.`"""
    if len(cars) < 2:
        raise InvalidArgument("a duel is of two: name driver and other", path="/other")
    one, other = cars
    gap = str(gap_of_best_laps(view, one, other)["summary"])
    positions = {car: best.position for car in (one, other) if (best := best_of(view, car)) and best.position}
    if len(positions) < 2:
        return gap
    ahead, behind = sorted(positions, key=positions.__getitem__)
    verb = "is ahead of" if not view.over else "outqualified" if view.segment else "was ahead of"
    first, second = (f"{short_name(view, car)} (P{positions[car]})" for car in (ahead, behind))
    return f"{first} {verb} {second}: {gap}"
