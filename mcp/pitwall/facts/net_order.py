"""The order as it would be once every car has made the change of tyres that it still owes."""

from __future__ import annotations

from typing import NamedTuple

from pitwall.facts.pit_loss import pit_loss
from pitwall.facts.points import scale
from pitwall.facts.trains import racing
from pitwall.facts.tyres import runs
from pitwall.state import RaceView

_WET = frozenset(("INTERMEDIATE", "WET"))


class Net(NamedTuple):
    """A car's gap to the leader with the stop that it owes; `owes` says whether that is in it."""

    car: str
    gap_s: float
    owes: bool


class NetOrder(NamedTuple):
    """Cars by their net gap, what a stop costs, and why nobody owes one, where that is so."""

    rows: list[Net]
    loss_s: float | None
    why_none: str


def net_order(view: RaceView) -> NetOrder:
    """Of the cars on the lead lap: those behind by laps have no gap in seconds."""
    gaps = {car: 0.0 if car == view.leader else view.gaps(car).gap_s for car in racing(view)}
    used = {car: {run.tyre.compound for run in runs(view, car) if run.tyre} - {None, ""} for car in view.cars}
    wet = any(compounds & _WET for compounds in used.values())
    loss = pit_loss(view)
    why = _nobody_must(view, wet=wet)
    why = why or ("" if all(used[car] for car in gaps) else "the feed does not tell all tyres")
    owing = set() if why else {car for car in gaps if len(used[car]) == 1}
    if not why and not owing:
        why = "every car has used two compounds"
    if not why and loss is None:
        why, owing = "no stop so far shows what one costs", set()
    cost = loss.seconds if loss and owing else 0.0
    rows = [
        Net(car, round(gap + cost * (car in owing), 3), car in owing) for car, gap in gaps.items() if gap is not None
    ]
    return NetOrder(sorted(rows, key=lambda row: row.gap_s), loss.seconds if loss and owing else None, why)


def _nobody_must(view: RaceView, *, wet: bool) -> str:
    """Why no change of compound is compulsory."""
    if view.finished:
        return "the race is over"
    if view.kind == "sprint":
        return "a sprint requires none"
    if scale(view) is None:
        return "the rules of this series are not known here"
    return "wet tyres have been used" if wet else ""
