"""The order as it would be once every car has made the change of tyres that it still owes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitwall.facts.passages import passages_basis
from pitwall.facts.pit_loss import pit_loss
from pitwall.facts.points import scale
from pitwall.facts.trains import racing
from pitwall.facts.tyres import runs
from pitwall.state import RaceView
from pitwall.state.keeping import kept_of_cars

_WET = frozenset(("INTERMEDIATE", "WET"))


class Net(NamedTuple):
    """A car's gap to the leader with the stop that it owes; `owes` says whether that is in it."""

    car: str
    gap_s: float
    owes: bool


class NetOrder(NamedTuple):
    """Cars by net gap, with what a stop costs in seconds; `why_none` says why no stop is added, where that is so.

    `order` has all cars still racing, those without a gap in seconds too. Where no stop is added it is the order as it
    stands.
    """

    order: list[str]
    rows: list[Net]
    loss_s: float | None
    why_none: str


def net_order(view: RaceView) -> NetOrder:
    """The net order of this moment. Cars that are laps down have no net gap in seconds."""
    order = racing(view)
    gaps = {car: 0.0 if car == view.leader else view.gaps(car).gap_s for car in order}
    loss = pit_loss(view)
    owing, why = stops_owed(view)
    if not why and loss is None:
        why, owing = "no stop so far shows what one costs", set()
    cost = loss.seconds if loss and owing else 0.0
    if not why:
        order = _by_net_gap(view, order, gaps, dict.fromkeys(owing, cost))
    known = ((car, gaps[car]) for car in order)
    rows = [Net(car, round(gap + cost * (car in owing), 3), car in owing) for car, gap in known if gap is not None]
    return NetOrder(order, rows, loss.seconds if loss and owing else None, why)


ALL_HAVE = "every car has used two compounds"


def stops_owed(view: RaceView) -> tuple[set[str], str]:
    """The cars still racing that must change to a second compound, or why there are none."""
    order = racing(view)
    used = {car: _compounds(view, car) for car in view.cars}
    wet = any(compounds & _WET for compounds in used.values())
    why = _nobody_must(view, wet=wet)
    why = why or ("" if all(used[car] for car in order) else "the feed does not tell all tyres")
    owing = set() if why else {car for car in order if len(used[car]) == 1}
    return owing, why if why or owing else ALL_HAVE


@kept_of_cars(passages_basis)
def _compounds(view: RaceView, car: str) -> frozenset[str]:
    """Those that the car has used."""
    return frozenset(run.tyre.compound for run in runs(view, car) if run.tyre and run.tyre.compound)


def _by_net_gap(
    view: RaceView, order: list[str], gaps: Mapping[str, float | None], costs: Mapping[str, float]
) -> list[str]:
    """Whoever has no gap is no nearer than the car ahead of it; a lapped car comes after all others."""
    keys, behind = dict[str, tuple[int, float]](), 0.0
    for car in order:
        behind = gap if (gap := gaps[car]) is not None else behind
        keys[car] = view.gaps(car).gap_laps or 0, behind + costs.get(car, 0.0)
    return sorted(order, key=lambda car: keys[car])


def _nobody_must(view: RaceView, *, wet: bool) -> str:
    """Why no change of compound is compulsory."""
    if view.finished:
        return "the race is over"
    if view.kind == "sprint":
        return "a sprint requires none"
    if scale(view) is None:
        return "the rules of this series are not known here"
    return "wet tyres have been used" if wet else ""
