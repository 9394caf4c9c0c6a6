"""What a car is doing: the feed's own word on it, or what follows from its silence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from pitwall.state.car import CarState, Lap

if TYPE_CHECKING:
    from pitwall.state.view import RaceView

RunState = Literal["running", "in_pit", "stopped", "retired", "finished", "unknown"]
RUN_STATES: tuple[RunState, ...] = ("running", "in_pit", "stopped", "retired", "finished", "unknown")
OUT_STATES: tuple[RunState, ...] = ("stopped", "retired")
"""Of a car that takes no further part, whether the feed has said so or its silence has."""

SILENT_LAPS = 3
"""A car that completes no lap in the time of so many of the leader and so many of its own has stopped (derived)."""

_LATELY = 10


def run_state(view: RaceView, number: str) -> tuple[RunState, bool]:
    """What the car is doing, and whether that is derived rather than the feed's own word."""
    state = view.cars.get(number)
    if state is None:
        return "unknown", False
    if view.timed:
        return _in_timed(view, state)
    last = view.last_lap(number)
    if view.flag is not None and last is not None and last.message >= view.flag:
        return "finished", True
    if state.retired:
        return "retired", False
    if state.stopped:
        return "stopped", False
    if (view.finished and view.over) or _is_silent(view, number, last):
        return "stopped", True
    return ("in_pit", False) if state.in_pit else ("running", False)


def _in_timed(view: RaceView, state: CarState) -> tuple[RunState, bool]:
    """In qualifying and practice cars wait in their garages: silence says nothing."""
    if state.retired or state.stopped:
        return "retired" if state.retired else "stopped", False
    if view.over:
        return "finished", True
    return "in_pit" if state.in_pit else "running", False


def _is_silent(view: RaceView, number: str, last: Lap | None) -> bool:
    if not view.started:
        return False
    since = last.message if last else view.start_message
    if view.laps_led(since) < SILENT_LAPS:
        return False
    # In that time a car of a slower class has driven fewer laps of its own.
    return last is None or view.t - last.t >= SILENT_LAPS * _lap_s(view, view.laps_lately(number, _LATELY + 1))


def _lap_s(view: RaceView, laps: Sequence[Lap]) -> float:
    """About how long a lap takes a car: its last one, unless that was twice as long as others of late."""
    ends = [(0, view.started_at or 0.0), *((lap.number, lap.t) for lap in laps)][-_LATELY - 1 :]
    took = [(t - begun) / (number - before) for (before, begun), (number, t) in pairwise(ends)]
    return min(took[-1], 2 * min(took))
