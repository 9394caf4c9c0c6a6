"""How two drivers of a qualifying are held against each other: who is ahead, and by what."""

from __future__ import annotations

from pitwall.facts.best_laps import best_of
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.tools.gap_words import gap_of_best_laps
from toolgate.contract import InvalidArgument


def duel_words(view: RaceView, one: str | None, other: str | None) -> str:
    """`Norris (P1) outqualified Piastri (P10): Piastri's best lap in Q2 is 0.139 s slower than Norris's.`"""
    if one is None or other is None:
        raise InvalidArgument("a duel is of two: name driver and other", path="/other")
    if one == other:
        raise InvalidArgument(f"both names mean {short_name(view, one)}: name two drivers", path="/other")
    gap = str(gap_of_best_laps(view, one, other)["summary"])
    positions = {car: best.position for car in (one, other) if (best := best_of(view, car)) and best.position}
    if len(positions) < 2:
        return gap
    ahead, behind = sorted(positions, key=positions.__getitem__)
    verb = "outqualified" if view.over else "is ahead of"
    first, second = (f"{short_name(view, car)} (P{positions[car]})" for car in (ahead, behind))
    return f"{first} {verb} {second}: {gap}"
