"""The gap between two cars: the feed's interval between neighbours, else the difference of their gaps to the leader; of
two who are as many laps down, the intervals from the one to the other.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from pitwall.state import OUT_STATES, RaceView

Basis = Literal["interval", "leader_gaps"]
BASES: tuple[Basis, ...] = ("interval", "leader_gaps")


class Gap(NamedTuple):
    """How far `behind` is behind `ahead`: seconds, or laps, or neither where the feed does not tell."""

    ahead: str
    behind: str
    seconds: float | None
    laps: int | None
    basis: Basis | None


def gap_between(view: RaceView, one: str, other: str) -> Gap | None:
    """The gap, ordered as the feed orders the two; None where it lacks one of them. A car that is out has none.

    Whoever joined late knows no position of a car that has kept it: gaps to the leader then tell who is ahead.
    """
    order = view.order
    if one not in order or other not in order:
        return None if view.timed else _unplaced(view, one, other)
    first, second = order.index(one), order.index(other)
    ahead, behind = (one, other) if first < second else (other, one)
    if not view.timed and any(view.run_state(car)[0] in OUT_STATES for car in (ahead, behind)):
        return Gap(ahead, behind, None, None, None)
    gap = _told(view, ahead, behind, neighbours=abs(first - second) == 1)
    if gap.seconds == 0 and any(view.run_state(car)[0] == "in_pit" for car in (ahead, behind)):
        return Gap(ahead, behind, None, None, None)  # of a car in the pit lane the feed tells nothing yet
    return gap


def _unplaced(view: RaceView, one: str, other: str) -> Gap | None:
    """The gap of two of whom one has no position, by their gaps to the leader; None where those do not tell."""
    seconds = {car: view.gaps(car).gap_s for car in (one, other) if view.run_state(car)[0] == "running"}
    told = {car: gap for car, gap in seconds.items() if gap is not None}
    if len(told) != len({one, other}) or told[one] == told[other]:
        return None
    ahead, behind = sorted(told, key=told.__getitem__)
    return Gap(ahead, behind, round(told[behind] - told[ahead], 3), None, "leader_gaps")


def _told(view: RaceView, ahead: str, behind: str, *, neighbours: bool) -> Gap:
    front, back = view.gaps(ahead), view.gaps(behind)
    if neighbours and (back.interval_laps or (back.interval_s is not None and back.interval_s >= 0)):
        return Gap(ahead, behind, back.interval_s, back.interval_laps, "interval")
    # Some time after the flag a feed empties the winner's gap, and keeps those behind it.
    won = view.finished and ahead == view.order[0]
    front_s = 0.0 if won and front.gap_s is None else front.gap_s
    if front_s is not None and back.gap_s is not None:
        # A position is told at once, a gap when the car next passes a loop: until then the two may not fit together.
        seconds = round(back.gap_s - front_s, 3)
        return (
            Gap(ahead, behind, seconds, None, "leader_gaps") if seconds >= 0 else Gap(ahead, behind, None, None, None)
        )
    if back.gap_laps:
        laps = back.gap_laps - (front.gap_laps or 0)
        if laps > 0:
            return Gap(ahead, behind, None, laps, "leader_gaps")
        added = _by_intervals(view, ahead, behind)
        return Gap(ahead, behind, added, None, None if added is None else "interval")
    return Gap(ahead, behind, None, None, None)


def _by_intervals(view: RaceView, ahead: str, behind: str) -> float | None:
    """Seconds from one car to another by the intervals of all between them; None where one of those is not told."""
    order = view.order
    cars = order[order.index(ahead) + 1 : order.index(behind) + 1]
    told = [view.gaps(car).interval_s for car in cars if view.run_state(car)[0] == "running"]
    seconds = [one for one in told if one is not None and one >= 0]
    return round(sum(seconds), 3) if len(seconds) == len(cars) else None


def neighbour(view: RaceView, car: str, step: int) -> str | None:
    """The car next in the order: step -1 for the one ahead, 1 for the one behind. Cars that are out do not count."""
    order = view.order
    if car not in order:
        return None
    index = order.index(car) + step
    if not 0 <= index < len(order):
        return None
    found = order[index]
    return None if not view.timed and view.run_state(found)[0] in OUT_STATES else found
