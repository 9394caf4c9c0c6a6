"""The runs of practice and qualifying: the laps that a car drives between leaving its garage and coming back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from pitwall.facts.deleted import deleted_by_car
from pitwall.facts.in_segment import lap_segments
from pitwall.facts.laps import TimedLap, average, timed_laps
from pitwall.state import RaceView
from pitwall.state.car import Tyre
from pitwall.state.keeping import kept_in_view

LONG = 3
"""So many clean laps are a long run, where nothing but single slow laps part them."""
_IN_A_ROW = 2
"""One clean lap between slow ones is a flying lap."""
_EVEN = 1.02


class TimedRun(NamedTuple):
    """One run of a car. `number` counts from 1, in a qualifying within its segment."""

    car: str
    number: int
    segment: int | None
    laps: tuple[TimedLap, ...]
    timed: tuple[TimedLap, ...]
    """Laps whose times count, but for those to warm the tyres or cool them."""
    stretch: tuple[TimedLap, ...]
    """The most clean laps one after the other, but for single slow ones between them."""
    tyre: Tyre | None

    @property
    def best(self) -> TimedLap | None:
        """Its fastest lap that counts; None where it has none."""
        return min(self.timed, key=_seconds, default=None)

    @property
    def is_long(self) -> bool:
        """Whether it tells of pace over a distance."""
        return len(self.stretch) >= LONG

    @property
    def average_s(self) -> float | None:
        """The mean of its longest stretch of clean laps."""
        return average(self.stretch)


@kept_in_view
def timed_runs(view: RaceView, car: str) -> tuple[TimedRun, ...]:
    """The runs of a car in which it has completed a lap, in order."""
    laps, segments = timed_laps(view, car), lap_segments(view, car)
    messages = {lap.number: lap.message for lap in view.laps(car)}
    gone = deleted_by_car(view).get(car, ())
    found: list[TimedRun] = []
    for mine in _parted(laps):
        segment = segments.get(mine[-1].number)
        number = 1 + sum(run.segment == segment for run in found)
        timed = tuple(
            lap for lap in mine if _counts(lap) and not any(each.is_lap(lap.number, lap.seconds) for each in gone)
        )
        # The last lap is often counted only as the car leaves again, on another set.
        at = min(timed, key=_seconds, default=mine[0])
        sets = view.tyres(car, messages[at.number])
        found.append(TimedRun(car, number, segment, mine, timed, _stretch(mine), sets[-1] if sets else None))
    return tuple(found)


def _parted(laps: Sequence[TimedLap]) -> list[tuple[TimedLap, ...]]:
    run = 0

    def number(lap: TimedLap) -> int:
        nonlocal run
        run += lap.out_lap
        return run

    return [tuple(group) for _, group in groupby(laps, number)]


def _stretch(laps: Sequence[TimedLap]) -> tuple[TimedLap, ...]:
    found = [tuple(group) for clean, group in groupby(laps, lambda lap: lap.clean) if clean]
    stretches: list[tuple[TimedLap, ...]] = []
    for group in (each for each in found if len(each) >= _IN_A_ROW):
        if stretches and group[0].number - stretches[-1][-1].number == _IN_A_ROW:
            stretches[-1] += group
        else:
            stretches.append(group)
    return max(map(_even, stretches), key=len, default=())


def _even(laps: tuple[TimedLap, ...]) -> tuple[TimedLap, ...]:
    """The laps without those at either end that are much slower: a driver who learns the track drives no long run."""
    most = _EVEN * min(map(_seconds, laps))
    first = next(at for at, lap in enumerate(laps) if _seconds(lap) <= most)
    last = next(at for at, lap in enumerate(reversed(laps)) if _seconds(lap) <= most)
    return laps[first : len(laps) - last]


def _counts(lap: TimedLap) -> bool:
    return lap.source == "feed" and lap.seconds is not None and not (lap.cruised or lap.out_lap)


def _seconds(lap: TimedLap) -> float:
    return lap.seconds or 0.0
