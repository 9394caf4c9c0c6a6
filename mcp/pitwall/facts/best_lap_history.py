"""How an order by best laps came about: every lap that counts, when it was set, and who was first until when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitwall.facts.best_laps import set_at
from pitwall.facts.timed_runs import timed_runs
from pitwall.state import RaceView
from pitwall.state.keeping import kept_in_view


class LapSet(NamedTuple):
    """A lap whose time counts, and the session time at which it ended. `segment` is None in practice."""

    t: float
    car: str
    seconds: float
    lap: int
    segment: int | None


@kept_in_view
def laps_set(view: RaceView) -> Sequence[LapSet]:
    """The laps of a practice or a qualifying whose times count, in the order in which they ended."""
    return sorted(
        LapSet(set_at(view, car, lap.number), car, lap.seconds, lap.number, run.segment)
        for car in view.cars
        for run in timed_runs(view, car)
        for lap in run.timed
        if lap.seconds is not None
    )


def fastest_in_turn(view: RaceView, segment: int | None) -> list[LapSet]:
    """The laps that were the fastest as they ended, the first first: of the session, or of one segment."""
    found: list[LapSet] = []
    for one in laps_set(view):
        if segment in (None, one.segment) and (not found or one.seconds < found[-1].seconds):
            found.append(one)
    return found


def best_set(view: RaceView, segment: int | None) -> dict[str, LapSet]:
    """Each car's best lap, of the session or of one segment."""
    found: dict[str, LapSet] = {}
    for one in laps_set(view):
        if segment in (None, one.segment) and (one.car not in found or one.seconds < found[one.car].seconds):
            found[one.car] = one
    return found
