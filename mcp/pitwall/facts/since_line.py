"""Passes since the cars last completed a lap, by the feed's order now: `passing` tells them only at the line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitwall.state import RaceView
from pitwall.state.car import Lap

_LATELY = 8
"""Of two cars in one lap, the lap that both have completed is among so many."""


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
    running = [
        (car, view.laps_by(car, view.moment[0]), laps)
        for car in view.order
        if view.run_state(car)[0] == "running" and (laps := view.laps_lately(car, _LATELY))
    ]
    return tuple(
        LivePass(car, other, theirs[-1].number, view.car(car).position or 0)
        for at, (car, done, laps) in enumerate(running)
        for other, others_done, theirs in running[at + 1 :]
        if 0 <= done - others_done <= 1 and _was_behind(laps, theirs[-1]) and not _has_been_in(view, other, theirs[-1])
    )


def _was_behind(laps: Sequence[Lap], line: Lap) -> bool:
    """Whether a car with these laps was behind where the other one crossed the line."""
    mine = next((lap for lap in reversed(laps) if lap.number == line.number), None)
    return mine is not None and _later(mine, line)


def _later(lap: Lap, other: Lap) -> bool:
    """By the crossings of the line where both were heard: a lap can be counted late."""
    if lap.line_t is None or other.line_t is None:
        return lap.t > other.t
    return lap.line_t > other.line_t


def _has_been_in(view: RaceView, car: str, since: Lap) -> bool:
    return any(passage.t_out is None or passage.t_out >= since.t for passage in view.passages(car))
