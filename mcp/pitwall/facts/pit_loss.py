"""What a pit stop costs, as measured in this race: the laps through the lane against laps past it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter, itemgetter
from statistics import median
from typing import Literal, NamedTuple

from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.facts.passages import judge_passages, passages_basis
from pitwall.facts.periods import NEUTRAL, track_periods
from pitwall.state import RaceView
from pitwall.state.keeping import kept_for_moments, kept_of_cars, unchanged

Condition = Literal["green", "safety_car", "vsc"]
CONDITIONS: tuple[Condition, ...] = ("green", "safety_car", "vsc")
_BEFORE = 5
"""So many laps before the stop tell the car's pace."""
_LEAST = 2
_OTHERS = 3
"""So many others have to have passed the pits on the same laps."""
LEAST_S = 2.0
"""No stop is done in less: a car that shows less on its laps has caught up again behind the safety car."""
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


class _Stopped(NamedTuple):
    """One stop by the car's own laps: its span, seconds on it, and the kind of track."""

    first: int
    last: int
    spent: float
    condition: Condition


_Lost = tuple[tuple[StopLoss, ...], tuple[StopLoss, ...]]
"""What stops of a car cost: those on a green track, and the others."""


@kept_for_moments(8)
def stop_losses(view: RaceView) -> tuple[StopLoss, ...]:
    """Every completed stop whose laps are timed and were all of one kind of track, in order of laps."""
    stopped = {car: _stopped(view, car) for car in view.cars}
    neutral = _neutral_losses(view, stopped)
    found = [(stops.green, neutral.get(car, ())) for car, stops in stopped.items()]
    known: dict[str, tuple[list[_Lost], tuple[StopLoss, ...]]] = view.keeping.grown(stop_losses)
    before = known.get("")
    if before is None or before[0] != found:
        every = chain.from_iterable(chain.from_iterable(found))
        before = known[""] = found, tuple(sorted(every, key=_lap))
    return before[1]


class _Neutral(NamedTuple):
    """What stops on a neutralised track cost, by car, and what told it: the laps and the stops of each car.

    `firsts` and `lasts`: the bounds of the spans that `paces` are of, each in order.
    """

    stopped: Mapping[str, tuple[_Stopped, ...]] = {}
    laps: Mapping[str, Sequence[TimedLap]] = {}
    stops: Mapping[str, Sequence[tuple[int, int]]] = {}
    paces: Mapping[tuple[int, int, Condition], float | None] = {}
    firsts: Sequence[int] = ()
    lasts: Sequence[int] = ()
    losses: Mapping[str, tuple[StopLoss, ...]] = {}


def _neutral_losses(view: RaceView, stopped: Mapping[str, _Losses]) -> Mapping[str, tuple[StopLoss, ...]]:
    """What the stops cost that others' laps have to tell: worked out anew where laps or stops beside them are."""
    known: dict[str, _Neutral] = view.keeping.grown(_neutral_losses)
    before, neutral = known.get("", _Neutral()), {car: stops.neutral for car, stops in stopped.items()}
    laps = {car: timed_laps(view, car) for car in stopped}
    stops = {car: _stops(view, car) for car in stopped}
    new = [*_changes(before, laps, stops)]
    # So many spans overlap with others that do not end before these begin, and begin before these end.
    told = not any(bisect_right(before.firsts, end) > bisect_left(before.lasts, begin) for begin, end in new)
    if told and before.stopped == neutral:
        known[""] = before._replace(laps=laps, stops=stops)
        return before.losses
    spans = sorted({(stop.first, stop.last, stop.condition) for each in neutral.values() for stop in each})
    paces = {
        span: _others(laps, stops, *span)
        if span not in before.paces or any(begin <= span[1] and span[0] <= end for begin, end in new)
        else before.paces[span]
        for span in spans
    }
    firsts, lasts = [first for first, _, _ in spans], sorted(last for _, last, _ in spans)
    losses = {car: _lost_by(car, each, paces) for car, each in neutral.items()}
    known[""] = _Neutral(neutral, laps, stops, paces, firsts, lasts, losses)
    return losses


def _changes(
    before: _Neutral, laps: Mapping[str, Sequence[TimedLap]], stops: Mapping[str, Sequence[tuple[int, int]]]
) -> Iterator[tuple[int, int]]:
    """First and last of laps that were driven, or driven through the lane, otherwise than was told before."""
    for car in laps.keys() | before.laps.keys():
        old, new = before.laps.get(car, ()), laps.get(car, ())
        if old is not new:
            same = unchanged(old, new)
            if others := (*old[same:][:1], *new[same:][:1]):
                yield min(lap.number for lap in others), max(lap.number for lap in (*old[-1:], *new[-1:]))
        was, now = before.stops.get(car, ()), stops.get(car, ())
        if was is not now:
            yield from {*was} ^ {*now}


def _lost_by(
    car: str, stops: Sequence[_Stopped], paces: Mapping[tuple[int, int, Condition], float | None]
) -> tuple[StopLoss, ...]:
    usual = ((stop, paces[stop.first, stop.last, stop.condition]) for stop in stops)
    return tuple(_lost(car, stop, pace) for stop, pace in usual if pace is not None)


class _Losses(NamedTuple):
    """A car's: what those on a green track cost, which its own laps tell, and those that others' laps have to tell."""

    green: tuple[StopLoss, ...]
    neutral: tuple[_Stopped, ...]


def _lost(car: str, stop: _Stopped, usual: float) -> StopLoss:
    lost = round(stop.spent - usual * (stop.last - stop.first + 1), 3)
    return StopLoss(car, stop.first, lost, stop.condition)


class _Known(NamedTuple):
    """What the stops of a car cost, by their first and last laps, and the laps that told it."""

    timed: Sequence[TimedLap]
    stops: Mapping[tuple[int, int], StopLoss | _Stopped | None]


@kept_of_cars(passages_basis)
def _stopped(view: RaceView, car: str) -> _Losses:
    known: dict[str, _Known] = view.keeping.grown(_stopped)
    before, timed = known.get(car) or _Known((), {}), timed_laps(view, car)
    same = unchanged(before.timed, timed)
    sure = timed[same - 1].number if same else 0
    spans = _stops(view, car)
    stops = {
        span: before.stops[span] if span[1] <= sure and span in before.stops else _stop(car, timed, *span)
        for span in spans
    }
    known[car] = _Known(timed, stops)
    told = [stops[span] for span in spans]
    return _Losses(
        tuple(stop for stop in told if isinstance(stop, StopLoss)),
        tuple(stop for stop in told if isinstance(stop, _Stopped)),
    )


def _stop(car: str, timed: Sequence[TimedLap], first: int, last: int) -> StopLoss | _Stopped | None:
    """What a stop cost, or what others' laps have to tell of; None where its own laps do not tell enough."""
    mine = _span(timed, first, last)
    condition = _condition(mine, last - first + 1)
    if condition is None:
        return None
    stop = _Stopped(first, last, sum(lap.seconds or 0.0 for lap in mine), condition)
    if condition != "green":
        return stop
    pace = _pace(timed, first)
    return None if pace is None else _lost(car, stop, pace)


def _span(timed: Sequence[TimedLap], first: int, last: int) -> Sequence[TimedLap]:
    """The laps of these numbers."""
    begin = bisect_left(timed, first, key=_number)
    return timed[begin : bisect_right(timed, last, lo=begin, key=_number)]


def pit_loss(view: RaceView, condition: Condition = "green") -> PitLoss | None:
    """What a stop costs on such a track; None where no stop has told it yet."""
    losses = stop_losses(view)
    known: dict[Condition, tuple[tuple[StopLoss, ...], PitLoss | None]] = view.keeping.grown(pit_loss)
    before = known.get(condition)
    if before is None or before[0] is not losses:
        before = known[condition] = losses, _usual([each.seconds for each in losses if each.condition == condition])
    return before[1]


def _usual(told: list[float]) -> PitLoss | None:
    told.sort()
    most = _LONG * median(told) if told else 0.0
    usual = told[bisect_left(told, LEAST_S) : bisect_right(told, most)]
    if not usual:
        return None
    cut = len(usual) // 10
    return PitLoss(round(median(usual), 3), usual[cut], usual[len(usual) - 1 - cut], len(usual))


@kept_of_cars(passages_basis)
def _stops(view: RaceView, car: str) -> tuple[tuple[int, int], ...]:
    """The laps of each completed stop, from the one on which the car came in to the one on which it came out."""
    spans = []
    for item in judge_passages(view, car):
        passage = item.passage
        if item.kind == "stop" and passage.message_out is not None:
            done = view.laps_by(car, passage.message_out)
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
    before: list[float] = []
    for lap in reversed(timed[: bisect_left(timed, first, key=_number)]):
        if lap.raced and lap.seconds is not None:
            before.append(lap.seconds)
            if len(before) == _BEFORE:
                break
    return median(before) if len(before) >= _LEAST else None


def _others(
    laps: Mapping[str, Sequence[TimedLap]],
    stops: Mapping[str, Sequence[tuple[int, int]]],
    first: int,
    last: int,
    condition: Condition,
) -> float | None:
    """The pace of those who went past the pits on the same laps while the track was neutralised as it was for the stop.

    Where cars are laps apart, as in races of several classes, a lap of the same number may have been on a green track.
    """
    paces = []
    for car, timed in laps.items():
        begun = bisect_right(stops[car], last, key=_first)
        if begun and stops[car][begun - 1][1] >= first:  # the last one that had begun had not ended
            continue
        times = [
            lap.seconds
            for lap in _span(timed, first, last)
            if lap.seconds is not None and lap.track == condition and not (lap.in_lap or lap.out_lap)
        ]
        if len(times) == last - first + 1:
            paces.append(sum(times) / len(times))
    return median(paces) if len(paces) >= _OTHERS else None


_number = attrgetter("number")
_first = itemgetter(0)
_lap = attrgetter("lap")


def condition_now(view: RaceView) -> Condition:
    """The condition of the track now, as far as the cost of a stop depends on it; `green` for any other."""
    periods = track_periods(view)
    kind = periods[-1].kind if periods and periods[-1].end is None else None
    return next((each for each in CONDITIONS if each == kind), "green")
