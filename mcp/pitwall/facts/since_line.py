"""Passes since the cars last completed a lap, by the feed's order now: `passing` tells them only at the line."""

from __future__ import annotations

from typing import NamedTuple

from pitwall.state import RaceView
from pitwall.state.car import Lap


class LivePass(NamedTuple):
    """`car` is ahead of `passed`, which was still ahead as it last crossed the line, at the end of `lap`."""

    car: str
    passed: str
    lap: int
    position: int


def passes_since_line(view: RaceView) -> tuple[LivePass, ...]:
    """Passes since the line, by the position of the car that came past; none once the race is over.

    A car that is out, or that is or has been in the pit lane since, was not passed.
    """
    if view.finished or view.timed:
        return ()
    running = [car for car in view.order if view.run_state(car)[0] == "running" and view.last_lap(car) is not None]
    return tuple(
        LivePass(car, other, line.number, view.car(car).position or 0)
        for at, car in enumerate(running)
        for other in running[at + 1 :]
        if (line := _was_behind(view, car, other)) is not None and not _has_been_in(view, other, line)
    )


def _was_behind(view: RaceView, car: str, other: str) -> Lap | None:
    """The line of the other at which it was ahead; None where the car, now ahead, was not behind it there."""
    laps, theirs = view.laps(car), view.last_lap(other)
    if theirs is None or not 0 <= len(laps) - len(view.laps(other)) <= 1:
        return None
    mine = next((lap for lap in reversed(laps) if lap.number == theirs.number), None)
    return theirs if mine is not None and _later(mine, theirs) else None


def _later(lap: Lap, other: Lap) -> bool:
    """By the crossings of the line where both were heard: a lap can be counted late."""
    if lap.line_t is None or other.line_t is None:
        return lap.t > other.t
    return lap.line_t > other.line_t


def _has_been_in(view: RaceView, car: str, since: Lap) -> bool:
    return any(passage.t_out is None or passage.t_out >= since.t for passage in view.passages(car))
