"""The pace of the race: green laps without in-laps and out-laps, and nothing else."""

from __future__ import annotations

from itertools import islice, pairwise
from statistics import fmean, median_low
from typing import NamedTuple

from pitwall.facts.heard_from import heard_from
from pitwall.facts.laps import timed_laps
from pitwall.facts.periods import NEUTRAL, gravest_of, stoppages, track_periods
from pitwall.state import RaceView

PACE_LAPS = 5
LASTING_LAPS = 12
"""The pace at which a race goes on is that of so many laps: benchmarks/predictions.py holds it against what came."""
_LOOK_BACK = 60
"""So many laps are searched for green ones: the longest neutralisation is shorter."""


class Pace(NamedTuple):
    """Seconds a lap, as `laps` green laps tell it."""

    seconds: float
    laps: int


def green_pace(view: RaceView, car: str, laps: int = PACE_LAPS) -> Pace | None:
    """The median of the car's last green laps, of two middle ones the faster; None where it has not driven any."""
    chosen = _green(view, car, laps)
    return Pace(round(median_low(chosen), 3), len(chosen)) if chosen else None


def _green(view: RaceView, car: str, laps: int, after: int = 0) -> list[float]:
    late_first = reversed(timed_laps(view, car, _LOOK_BACK))
    raced = (lap for lap in late_first if lap.raced and lap.number > after)
    return list(islice((lap.seconds for lap in raced if lap.seconds is not None), laps))


def leading_pace(view: RaceView, laps: int = LASTING_LAPS) -> Pace | None:
    """The pace of the front of the race: the mean of the leader's last green laps, else of the first car's at the line.

    The mean and not the median: laps that are lost in traffic or to a mistake come again.
    """
    joined = heard_from(view) or 0  # nobody heard all of an earlier lap
    if view.leader is not None and (mine := _green(view, view.leader, laps, joined)):
        return Pace(round(fmean(mine), 3), len(mine))
    lines = view.line_times if view.started_at is not None else view.line_times[1:]
    gravest, stops = gravest_of(track_periods(view)), stoppages(view)
    green = [
        end - start
        for start, end in pairwise(lines)
        if end > start  # laps told in one message were not timed
        and gravest(start, end) not in NEUTRAL
        and not any(stop.start < end and (stop.end is None or stop.end > start) for stop in stops)
    ][1:][-laps:]
    return Pace(round(fmean(green), 3), len(green)) if green else None
