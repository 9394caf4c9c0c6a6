"""The order on the road with the seconds that have been announced and not served: derived, as known at the moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitwall.facts.served import unserved_s
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.keeping import kept_for_moments, kept_in_view


class Placed(NamedTuple):
    """A car in the provisional order."""

    car: str
    position: int
    road_position: int
    penalty_s: int
    behind_s: float | None
    """Behind the first, penalties included; None where laps are between them, or the feed gives no gap."""


@kept_for_moments(16)
def road_order(view: RaceView) -> tuple[str, ...]:
    """The cars as they crossed the line; before the flag as the feed has them.

    Some feeds add announced penalties to a car's gap as soon as it has finished, and move it down: that is taken back.
    """
    if not view.finished:
        return view.order
    due = unserved_s(view)
    return tuple(sorted(view.order, key=lambda car: _key(view, car, due.get(car, 0))))


@kept_for_moments(16)
def provisional(view: RaceView) -> tuple[Placed, ...]:
    """Every car with a position. A car that is out keeps its own behind those who go on.

    After the flag laps alone count: a car that stopped with more laps than a finisher is ahead of it.
    """
    return _placed(view, unserved_s(view))


def with_seconds(view: RaceView, car: str, seconds: int) -> tuple[Placed, ...]:
    """The provisional order, were a car given so many seconds more than are announced."""
    announced = unserved_s(view)
    return _placed(view, {**announced, car: announced.get(car, 0) + seconds})


def _placed(view: RaceView, due: Mapping[str, int]) -> tuple[Placed, ...]:
    announced, road = unserved_s(view), road_order(view)
    places = {car: position for position, car in enumerate(road, 1)}
    keys = {car: _key(view, car, announced.get(car, 0)) for car in road}
    totals = {car: (out, laps, since + due.get(car, 0), places[car]) for car, (out, laps, since) in keys.items()}
    ranked = sorted(road, key=totals.__getitem__) if due or view.finished else list(road)
    first = totals[ranked[0]] if ranked else (0, 0, 0.0, 0)
    return tuple(
        Placed(
            car,
            position,
            places[car],
            due.get(car, 0),
            round(totals[car][2] - first[2], 3) if totals[car][:2] == first[:2] and _is_told(view, car) else None,
        )
        for position, car in enumerate(ranked, 1)
    )


def _key(view: RaceView, car: str, penalty_s: int) -> tuple[int, int, float]:
    """Sorts as on the road: by whether it is out, by laps behind, then by seconds behind. Penalties are not in it."""
    gaps, last = view.gaps(car), view.last_lap(car)
    if view.run_state(car)[0] in OUT_STATES and (last is None or not view.finished):
        return 1, 0, float(view.order.index(car))
    if not view.finished or last is None:
        behind = gaps.gap_laps or 0
        return 0, behind, _seconds(view, car) if not behind else float(view.order.index(car))
    lead = _most_laps(view)
    since = last.t - (view.finished_at or 0.0)
    if last.number < lead or gaps.gap_s is None:
        return 0, lead - last.number, since
    added = penalty_s if penalty_s and abs(gaps.gap_s - since - penalty_s) < _ADDED_S else 0
    return 0, 0, gaps.gap_s - added


def is_classified(view: RaceView, car: str) -> bool:
    """Whether a car is in the classification, as far as laps tell: after the flag nine tenths of the winner's count.

    Before the flag every car that is not out may still be.
    """
    last = view.last_lap(car)
    if not view.finished:
        return view.run_state(car)[0] not in OUT_STATES
    return last is not None and last.number >= _most_laps(view) * 9 // 10


@kept_in_view
def _most_laps(view: RaceView) -> int:
    return max((lap.number for car in view.order if (lap := view.last_lap(car)) is not None), default=0)


def _seconds(view: RaceView, car: str) -> float:
    """A car's gap to the leader; where the feed gives none, that of the next car ahead: it is no nearer."""
    ahead = view.order[: view.order.index(car) + 1]
    return next((gap for each in reversed(ahead) if (gap := view.gaps(each).gap_s) is not None), 0.0)


def _is_told(view: RaceView, car: str) -> bool:
    """Whether the feed tells by how much a car is behind; once the race is over the line does."""
    return view.finished or car == view.leader or view.gaps(car).gap_s is not None


_ADDED_S = 1.0
"""A gap that is a penalty larger than the line says, to within this, has the penalty in it."""
