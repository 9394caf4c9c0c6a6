"""Where a car comes out if it stops now, whom it meets there, and whether it passes the car ahead by the stop."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, islice, pairwise
from statistics import median
from typing import NamedTuple

from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.facts.passages import judge_passages, passages_basis
from pitwall.facts.pit_loss import PitLoss
from pitwall.state import RaceView
from pitwall.state.keeping import kept_for_moments, kept_of_cars, unchanged

_BEFORE = 3
_ERROR_S = 1.0
"""Seconds of uncertainty: a gap is up to a sector old, and pit stops differ."""


class Rejoin(NamedTuple):
    """The position after the stop, with the best and the worst it can be, and those it comes out between."""

    position: int
    best: int
    worst: int
    ahead: str | None
    ahead_s: float | None
    behind: str | None
    behind_s: float | None
    passed_by: tuple[str, ...] = ()
    """The cars that are behind now and ahead after the stop, from the front."""


class FreshTyres(NamedTuple):
    """What new tyres gave on the first full lap, against the laps before the stop: the median of `stops` of them."""

    seconds: float
    stops: int


def rejoin(view: RaceView, car: str, loss: PitLoss, among: Collection[str] | None = None) -> Rejoin | None:
    """Where the car comes out if it stops now and nobody else does; None where its gap to the leader is not told.

    `among`: only these cars and itself count, as those of its class.
    """
    behind = {
        other: gap
        for other, gap in behind_leader(view, loss.seconds)
        if among is None or other in among or other == car
    }
    mine = behind.pop(car, None)
    if mine is None:
        return None
    after = mine + loss.seconds
    ahead = [(gap, other) for other, gap in behind.items() if gap <= after]
    after_it = [(gap, other) for other, gap in behind.items() if gap > after]
    front, back = max(ahead, default=None), min(after_it, default=None)
    margin = _ERROR_S + max(loss.high_s - loss.seconds, loss.seconds - loss.low_s)
    return Rejoin(
        1 + len(ahead),
        1 + sum(gap <= after - margin for gap in behind.values()),
        1 + sum(gap <= after + margin for gap in behind.values()),
        front[1] if front else None,
        round(after - front[0], 3) if front else None,
        back[1] if back else None,
        round(back[0] - after, 3) if back else None,
        tuple(other for gap, other in sorted(ahead) if gap > mine),
    )


def behind_leader(view: RaceView, loss_s: float) -> Iterator[tuple[str, float]]:
    """Seconds behind the leader of every car still racing; in the pit lane, with what is left of the stop added.

    A gap that the feed tells in laps is taken in seconds from the car's last crossing of the line. Cars without either
    are left out.
    """
    for car in view.order:
        state = view.run_state(car)[0]
        if state not in ("running", "in_pit"):
            continue
        gaps = view.gaps(car)
        seconds = 0.0 if car == view.leader else gaps.gap_s
        if seconds is None and gaps.gap_laps:
            seconds = _at_the_line(view, car)
        if seconds is None:
            continue
        if state == "in_pit":
            entered = view.passages(car)[-1:]
            seconds += max(loss_s - (view.t - entered[0].t_in), 0.0) if entered else 0.0
        yield car, seconds


def _at_the_line(view: RaceView, car: str) -> float | None:
    last, lines = view.last_lap(car), view.line_times
    return None if last is None or last.number >= len(lines) else round(last.t - lines[last.number], 3)


@kept_for_moments(8)
def fresh_tyres(view: RaceView) -> FreshTyres | None:
    """What stops on a green track have given so far; None where none has told it yet."""
    known: dict[str, tuple[list[tuple[float, ...]], FreshTyres | None]] = view.keeping.grown(fresh_tyres)
    of_cars = [_gains(view, car) for car in view.cars]
    if "" not in known or known[""][0] != of_cars:
        gains = [*chain.from_iterable(of_cars)]
        known[""] = of_cars, FreshTyres(round(median(gains), 3), len(gains)) if gains else None
    return known[""][1]


@kept_of_cars(passages_basis)
def _gains(view: RaceView, car: str) -> tuple[float, ...]:
    if not any(item.kind == "stop" for item in judge_passages(view, car)):
        return ()
    known: dict[str, tuple[Sequence[TimedLap], dict[int, float]]] = view.keeping.grown(_gains)
    laps, (before_laps, gains) = timed_laps(view, car), known.get(car, ((), {}))
    first = max(unchanged(before_laps, laps) - 1, 0)
    found = {index: gain for index, gain in gains.items() if index < first}
    for index, (out, full) in enumerate(pairwise(laps[first:]), first):
        if out.out_lap and not out.in_lap and full.raced and full.seconds is not None:
            raced = (lap.seconds for lap in reversed(laps[:index]) if lap.raced and lap.seconds is not None)
            before = list(islice(raced, _BEFORE))
            if len(before) == _BEFORE:
                found[index] = median(before) - full.seconds
    known[car] = laps, found
    return tuple(found.values())
