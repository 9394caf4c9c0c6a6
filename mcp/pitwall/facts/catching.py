"""When a car will have caught another: a prediction from the laps on which both could race, with what it rests on."""

from __future__ import annotations

from math import sqrt
from statistics import median, stdev
from typing import NamedTuple

from pitwall.facts.gaps import Gap
from pitwall.facts.laps import since_heard, timed_laps
from pitwall.state import RaceView

REACH_S = 1.0
"""A car that is so close has caught the one ahead."""
_SPREADS = {2: 3.08, 3: 1.89, 4: 1.64, 5: 1.53}
"""Four of five outcomes lie within so many standard errors, where these are measured on so many laps: Student's t."""
_WINDOW = 5
LEAST_LAPS = 2
_LOOK_BACK = 10
_LASTS = 0.6
"""The part of a difference of pace that lasts over the next laps, as recorded races show it (benchmarks/)."""
_DRIFT_S = 0.55
"""How much a difference of pace changes over the next laps, a standard deviation, as they show it too."""


class Closing(NamedTuple):
    """How a gap closes, in seconds a lap; negative: it grows. Of the last `laps` laps that both could race.

    `measured_s` is the median of them; `rate_s` what is expected to last of it, with its standard error.
    """

    measured_s: float
    rate_s: float
    error_s: float
    laps: int

    @property
    def spread_s(self) -> float:
        """Seconds a lap on either side of the rate within which four of five outcomes lie."""
        return _SPREADS[self.laps] * self.error_s


class Catch(NamedTuple):
    """Laps until the car behind has caught the other; None where the gap does not close at the expected pace.

    `soonest` and `latest` hold four of five outcomes; a latest of None says that it may never come.
    """

    laps: float | None
    soonest: float | None
    latest: float | None


def closing(view: RaceView, gap: Gap) -> Closing | None:
    """How the lap times of two cars differ; None with fewer than two laps that both could race."""
    mine, theirs = (_on_these_tyres(view, car) for car in (gap.behind, gap.ahead))
    rates = [theirs[number] - mine[number] for number in sorted(mine) if number in theirs][-_WINDOW:]
    if len(rates) < LEAST_LAPS:
        return None
    measured = median(rates)
    error = sqrt(stdev(rates) ** 2 / len(rates) + _DRIFT_S**2)
    return Closing(round(measured, 3), round(measured * _LASTS, 3), round(error, 3), len(rates))


def _on_these_tyres(view: RaceView, car: str) -> dict[int, float]:
    """The lap times that a car raced since its last stop, by lap: on other tyres it was another pace."""
    times: dict[int, float] = {}
    for lap in since_heard(timed_laps(view, car, _LOOK_BACK)):
        if lap.in_lap or lap.out_lap:
            times.clear()
        elif lap.raced and lap.seconds is not None:
            times[lap.number] = lap.seconds
    return times


def catch(gap_s: float, pace: Closing, reach_s: float = REACH_S) -> Catch:
    """When a gap is closed to `reach_s` seconds at this pace."""
    left = max(gap_s - reach_s, 0.0)
    if not left:
        return Catch(0.0, 0.0, 0.0)
    fastest = pace.rate_s + pace.spread_s
    slowest = pace.rate_s - pace.spread_s
    return Catch(
        _laps(left, pace.rate_s),
        _laps(left, fastest),
        _laps(left, slowest),
    )


def _laps(left: float, rate: float) -> float | None:
    return round(left / rate, 1) if rate > 0 else None
