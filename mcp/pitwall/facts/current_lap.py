"""What a car on track in practice or qualifying is doing on the lap it is on: out of the pits, fast, or slow."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pitwall.facts.laps import timed_laps
from pitwall.facts.sectors import car_sectors, fastest_sectors
from pitwall.state import RaceView
from pitwall.state.splits import SectorTime

_SLOW = 1.05
"""A sector so much above the car's best, or else above the best of all, is of no fast lap."""
_AT_THE_EXIT_S = 1.0
"""A lap into the pits may be counted only as the car leaves them."""
Manner = Literal["out", "fast", "slow", "begun"]


class CurrentLap(NamedTuple):
    """The lap under way. `begun`: none of its sectors is told yet; `out`: it began in the pits."""

    manner: Manner
    last: SectorTime | None = None
    best_s: float | None = None
    """The car's own best in that sector."""


def current_lap(view: RaceView, car: str) -> CurrentLap | None:
    """The lap that a car is on; None where it is not on track."""
    if view.run_state(car)[0] != "running" or view.over:
        return None
    laps, passages = timed_laps(view, car), view.passages(car)
    left = passages[-1].t_out if passages else None
    ended = view.laps(car)[-1].t if laps else None
    if ended is None or (left is not None and left >= ended - _AT_THE_EXIT_S):
        return CurrentLap("out")
    told = [each for each in view.sectors(car) if each.lap == laps[-1].number + 1]
    if not told:
        return CurrentLap("begun")
    best = car_sectors(view, car).best
    every = fastest_sectors([mine for other in view.cars if (mine := car_sectors(view, other)).best])
    for each in told:
        own = best.get(each.sector)
        # A time of this lap may be its own best: then the best of all judges it.
        against = own.seconds if own and own.lap != each.lap else every[each.sector][1].seconds
        if each.seconds > _SLOW * against:
            return CurrentLap("slow", told[-1])
    own = best.get(told[-1].sector)
    return CurrentLap("fast", told[-1], own.seconds if own else None)
