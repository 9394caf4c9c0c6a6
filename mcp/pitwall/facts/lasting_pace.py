"""Pace over several clean laps: their times, how much they vary, and how this stint compares with the one before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from statistics import fmean, stdev
from typing import NamedTuple

from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.facts.pace import PACE_LAPS
from pitwall.state import RaceView

__all__ = ["PACE_LAPS", "StintPace", "clean_times", "spread_of", "spread_times", "stint_paces", "trend_of"]

SPREAD_LAPS = 10
LEAST_SPREAD = 4
"""Fewer laps say nothing of how even a driver is."""
TREND_LAPS = 3


class StintPace(NamedTuple):
    """The clean laps between two ways through the lane. `from_lap` is the first lap of the stint."""

    from_lap: int
    times: Sequence[float]

    @property
    def mean(self) -> float:
        """Seconds a lap."""
        return fmean(self.times)


def clean_times(view: RaceView, car: str, last_n: int) -> list[float]:
    """Seconds of the clean ones among a car's last laps."""
    return _clean(timed_laps(view, car, last_n))


def stint_paces(view: RaceView, car: str) -> list[StintPace]:
    """Each stint of a car, in order; the present one is the last."""
    stint = 0

    def number(lap: TimedLap) -> int:
        nonlocal stint
        stint += lap.out_lap
        return stint

    groups = (list(group) for _, group in groupby(timed_laps(view, car), number))
    return [StintPace(group[0].number, _clean(group)) for group in groups]


def spread_times(view: RaceView, car: str) -> list[float]:
    """The last clean laps of the present stint, by which a driver's evenness is judged."""
    stints = stint_paces(view, car)
    return list(stints[-1].times[-SPREAD_LAPS:]) if stints else []


def spread_of(times: Sequence[float]) -> float | None:
    """Their standard deviation in seconds; None of too few."""
    return round(stdev(times), 3) if len(times) >= LEAST_SPREAD else None


def trend_of(view: RaceView, car: str) -> tuple[float, float] | None:
    """The mean of the last clean laps of this stint, and of as many before; None where it has too few."""
    times = spread_times(view, car)
    if len(times) < 2 * TREND_LAPS:
        return None
    return fmean(times[-TREND_LAPS:]), fmean(times[-2 * TREND_LAPS : -TREND_LAPS])


def _clean(laps: Sequence[TimedLap]) -> list[float]:
    return [lap.seconds for lap in laps if lap.clean and lap.seconds is not None]
