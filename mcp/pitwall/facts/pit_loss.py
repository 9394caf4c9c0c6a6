"""What a pit stop costs, as measured in this race: the laps through the lane against laps past it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Literal, NamedTuple

from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.facts.passages import judge_passages, passages_basis
from pitwall.facts.periods import NEUTRAL
from pitwall.state import RaceView
from pitwall.state.keeping import kept_for_moments, kept_of_cars

Condition = Literal["green", "safety_car", "vsc"]
CONDITIONS: tuple[Condition, ...] = ("green", "safety_car", "vsc")
_BEFORE = 5
"""So many laps before the stop tell the car's pace."""
_LEAST = 2
_OTHERS = 3
"""So many others have to have passed the pits on the same laps."""
_LONG = 2.0
"""A stop that costs so many times the usual was no mere stop: repairs, a penalty, a stall."""


class StopLoss(NamedTuple):
    """What one stop cost: seconds on its laps beyond those of laps past the pits, and on what kind of track."""

    car: str
    lap: int
    seconds: float
    condition: Condition


class PitLoss(NamedTuple):
    """What stops have cost: the median of `stops` of them, and the range of the middle four fifths."""

    seconds: float
    low_s: float
    high_s: float
    stops: int


@kept_for_moments(8)
def stop_losses(view: RaceView) -> tuple[StopLoss, ...]:
    """Every completed stop whose laps are timed and were all of one kind of track, in order of laps."""
    stops = {car: _stops(view, car) for car in view.cars}
    laps = {car: timed_laps(view, car) for car, spans in stops.items() if spans}
    found = []
    for car, timed in laps.items():
        for first, last in stops[car]:
            mine = [lap for lap in timed if first <= lap.number <= last]
            condition = _condition(mine, last - first + 1)
            if condition is None:
                continue
            usual = _pace(timed, first) if condition == "green" else _others(view, stops, laps, (first, last))
            if usual is not None:
                spent = sum(lap.seconds or 0.0 for lap in mine)
                found.append(StopLoss(car, first, round(spent - usual * len(mine), 3), condition))
    return tuple(sorted(found, key=lambda loss: loss.lap))


def pit_loss(view: RaceView, condition: Condition = "green") -> PitLoss | None:
    """What a stop costs on such a track; None where no stop has told it yet."""
    told = sorted(loss.seconds for loss in stop_losses(view) if loss.condition == condition)
    usual = [seconds for seconds in told if 0 < seconds <= _LONG * median(told)]
    if not usual:
        return None
    cut = len(usual) // 10
    return PitLoss(round(median(usual), 3), usual[cut], usual[len(usual) - 1 - cut], len(usual))


@kept_of_cars(passages_basis)
def _stops(view: RaceView, car: str) -> tuple[tuple[int, int], ...]:
    """The laps of each completed stop, from the one on which the car came in to the one on which it came out."""
    laps, spans = view.laps(car), []
    for item in judge_passages(view, car):
        passage = item.passage
        if item.kind == "stop" and passage.message_out is not None:
            done = sum(lap.message <= passage.message_out for lap in laps[passage.lap - 1 :]) + passage.lap - 1
            spans.append((passage.lap, max(done + 1, passage.lap)))
    return tuple(spans)


def _condition(mine: Sequence[TimedLap], laps: int) -> Condition | None:
    """None where a lap is not timed, or the track was not the same on all of them."""
    if len(mine) < laps or any(lap.seconds is None for lap in mine):
        return None
    kinds = {lap.track if lap.track in NEUTRAL else "green" for lap in mine}
    kind = kinds.pop() if len(kinds) == 1 else None
    return next((condition for condition in CONDITIONS if condition == kind), None)


def _pace(timed: Sequence[TimedLap], first: int) -> float | None:
    """The car's own pace before the stop."""
    before = [lap.seconds for lap in timed if lap.number < first and lap.raced and lap.seconds is not None][-_BEFORE:]
    return median(before) if len(before) >= _LEAST else None


def _others(
    view: RaceView,
    stops: Mapping[str, Sequence[tuple[int, int]]],
    laps: Mapping[str, Sequence[TimedLap]],
    span: tuple[int, int],
) -> float | None:
    """The pace of those who went past the pits on the same laps, of which the track was neutralised."""
    first, last = span
    paces = []
    for car in view.cars:
        if any(begun <= last and first <= ended for begun, ended in stops[car]):
            continue
        same = [lap for lap in laps.get(car) or timed_laps(view, car) if first <= lap.number <= last]
        times = [lap.seconds for lap in same if lap.seconds is not None and not (lap.in_lap or lap.out_lap)]
        if len(times) == last - first + 1:
            paces.append(sum(times) / len(times))
    return median(paces) if len(paces) >= _OTHERS else None
