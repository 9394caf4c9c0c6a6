"""The classes of a race: which cars are in each, in the order on the road, and how far apart two of one class are."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import attrgetter
from typing import NamedTuple

from pitwall.state import RaceView
from pitwall.state.car import Lap
from toolgate.contract import InvalidArgument
from toolgate.folding import fold_words

_MOST_CHARS = 40
_LATELY = 8
"""Few cars are more laps apart: mostly no more laps of the one ahead have to be looked at."""


class Apart(NamedTuple):
    """How far a car is behind another: whole laps, and seconds where it is on the same lap and they are known."""

    laps: int
    seconds: float | None


def classes_of(view: RaceView) -> dict[str, list[str]]:
    """The cars of each class in the order on the road, the classes in the order of their leaders."""
    found: dict[str, list[str]] = {}
    for car in view.order:
        driver = view.drivers.get(car)
        if driver is not None and driver.class_name:
            found.setdefault(driver.class_name[:_MOST_CHARS], []).append(car)
    return found


def cars_of_class(view: RaceView, name: str, path: str = "/class_name") -> list[str]:
    """The cars of one class in the order on the road. InvalidArgument, with the classes there are, for another."""
    classes = classes_of(view)
    found = next((cars for each, cars in classes.items() if fold_words(each) == fold_words(name)), None)
    if found is None:
        message = f"there is no class {name!r} in this session"
        raise InvalidArgument(message, path=path, candidates=[*classes])
    return found


def apart(view: RaceView, ahead: str, car: str) -> Apart:
    """How far `car` is behind `ahead`: by the feed's gaps, else at the car's last crossing of the line.

    Laps down are counted then, too: by the laps that the car ahead had completed at that time.
    """
    first = 0.0 if ahead == view.leader else view.gaps(ahead).gap_s
    mine, laps = view.gaps(car).gap_s, view.gaps(car).gap_laps
    if ahead == view.leader and laps:
        return Apart(laps, None)
    if first is not None and mine is not None:
        return Apart(0, round(mine - first, 3))
    behind = view.last_lap(car)
    if behind is None:
        return Apart(max(view.car(ahead).laps - view.car(car).laps, 0), None)
    last, t = behind.number, _ended(behind)
    before = view.laps_lately(ahead, _LATELY)
    if before and (_ended(before[0]) > t or before[0].number > last):
        before = view.laps(ahead)
    by_then = bisect_right(before, t, key=_ended)  # no lap ends before the one before it
    down = before[by_then - 1].number - last if by_then else 0
    if down > 0:
        return Apart(down, None)
    index = bisect_left(before, last, key=_number)
    same = before[index] if index < len(before) and before[index].number == last else None
    return Apart(0, None if same is None else round(max(t - _ended(same), 0.0), 3))


def behind_in_class_s(view: RaceView, leader: str, car: str) -> float | None:
    """Seconds behind a car of the class that is on the same lap."""
    if view.timed or car == leader:
        return None if view.timed else 0.0
    return apart(view, leader, car).seconds


def _ended(lap: Lap) -> float:
    return lap.t if lap.line_t is None else lap.line_t


_number = attrgetter("number")
