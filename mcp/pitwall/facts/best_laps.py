"""The order of a session that is decided by best laps: practice, and the segments of a qualifying."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

from pitwall.facts.counted_segments import counted_segments
from pitwall.facts.deleted import deleted_by_car
from pitwall.state import RaceView
from pitwall.state.keeping import kept_for_moments
from pitwall.state.segments import Segments

_SAME_S = 0.0005


class Best(NamedTuple):
    """A car's best lap where it counts. `segment` is the one it was set in, None in practice."""

    car: str
    position: int | None
    """None where it has no time to be ranked by."""
    seconds: float | None
    segment: int | None
    behind_s: float | None
    """Behind the first of the same segment."""
    knocked_out: bool
    at_risk: bool
    """In the segment under way, and outside those who would go on from it."""


@kept_for_moments(8)
def best_laps(view: RaceView) -> tuple[Best, ...]:
    """Every car, in the feed's order."""
    segment = view.segment
    rows = _practice(view) if segment is None else _qualifying(view, counted_segments(view), segment)
    return tuple(rows)


def segment_laps(view: RaceView, number: int) -> list[Best]:
    """The best laps of one segment of a qualifying, the fastest first; cars without one in it are left out."""
    segments = counted_segments(view)
    timed = sorted(
        (best, rank, car) for rank, car in enumerate(view.order) if (best := segments.best(car, number)) is not None
    )
    through = segments.through(number)
    done = segments.number > number or view.over
    return [
        Best(
            car,
            position,
            best,
            number,
            round(best - timed[0][0], 3),
            knocked_out=done and through is not None and car in segments.knocked_out and position > through,
            at_risk=not done and through is not None and position > through,
        )
        for position, (best, _, car) in enumerate(timed, 1)
    ]


def best_of(view: RaceView, car: str) -> Best | None:
    """The row of one car."""
    return next((best for best in best_laps(view) if best.car == car), None)


def position_of(view: RaceView, car: str) -> int | None:
    """The feed's position; in practice and qualifying None where the car has no time to be ranked by."""
    best = best_of(view, car) if view.timed else None
    return best.position if best else view.car(car).position


def common_segment(view: RaceView, one: str, other: str) -> int | None:
    """The last segment of a qualifying in which both cars have a time; None elsewhere, and where there is none."""
    segments = counted_segments(view)
    both = (
        number
        for number in range(view.segment or 0, 0, -1)
        if segments.best(one, number) is not None and segments.best(other, number) is not None
    )
    return next(both, None)


def lap_of_best(view: RaceView, car: str, seconds: float | None) -> int | None:
    """The lap, by the car's own count, on which it set its best time of `seconds`; None: not known.

    In practice and qualifying some feeds name another lap than the one they count: there the lap times tell it, as they
    do of the best lap that is left where race control deleted the feed's.
    """
    state = view.car(car)
    if seconds is None or (not view.timed and seconds == state.best_lap_s):
        return state.best_lap
    laps = (number for number, told in view.lap_times(car).items() if abs(told - seconds) < _SAME_S)
    return max(laps, default=None)


def set_at(view: RaceView, car: str, number: int | None) -> float:
    """Session time at which a lap was completed; that of the view where the lap is not told."""
    laps = view.laps(car)
    index = len(laps) if number is None else bisect_left(laps, number, key=attrgetter("number"))
    return laps[index].t if index < len(laps) and laps[index].number == number else view.t


def quickest(view: RaceView, car: str) -> tuple[float, int | None] | None:
    """The car's best lap of the whole session, with the segment it was set in; None where it has none."""
    if view.segment is None:
        best = view.car(car).best_lap_s if view.timed else _best_that_counts(view, car)
        return None if best is None else (best, None)
    told = [(best, number) for number, best in counted_segments(view).bests.get(car, {}).items() if best is not None]
    return min(told, default=None)


def best_lap(view: RaceView, car: str, segment: int | None = None) -> float | None:
    """The car's best lap of the whole session, or of one segment of a qualifying; None where it has none."""
    if segment is not None:
        return counted_segments(view).best(car, segment)
    quick = quickest(view, car)
    return None if quick is None else quick[0]


def _best_that_counts(view: RaceView, car: str) -> float | None:
    """The feed's best lap; the best that is left where race control deleted that and the feed did not take it back."""
    best, gone = view.car(car).best_lap_s, deleted_by_car(view).get(car, ())
    if best is None or all(lap.time_s is None or abs(lap.time_s - best) > _SAME_S for lap in gone):
        return best
    times = view.lap_times(car).items()
    return min((told for number, told in times if not any(lap.is_lap(number, told) for lap in gone)), default=None)


def _practice(view: RaceView) -> Iterator[Best]:
    bests = {car: view.car(car).best_lap_s for car in view.order}
    first = min((best for best in bests.values() if best is not None), default=0.0)
    for car, best in bests.items():
        placed = None if best is None else view.car(car).position
        behind = None if best is None else round(best - first, 3)
        yield Best(car, placed, best, None, behind, knocked_out=False, at_risk=False)


def _qualifying(view: RaceView, segments: Segments, segment: int) -> Iterator[Best]:
    through = segments.through(segment)
    for car in view.order:
        position = view.car(car).position
        out = car in segments.knocked_out
        counted = (segments.left_in(position) if out and position else None) or segment
        best = segments.best(car, counted)
        placed = position if best is not None or out or view.over else None
        first = _first(segments, counted)
        yield Best(
            car,
            placed,
            best,
            counted,
            None if best is None or first is None else round(best - first, 3),
            knocked_out=out,
            at_risk=not out and not view.over and through is not None and (placed is None or placed > through),
        )


def _first(segments: Segments, number: int) -> float | None:
    """The best lap of a segment."""
    told = (bests.get(number) for bests in segments.bests.values())
    return min((best for best in told if best is not None), default=None)
