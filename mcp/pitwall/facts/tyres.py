"""The tyres on a car, and the stints that its stops make: the feed's word, held against the laps that were driven.

Some feeds overwrite the last set at a stop instead of adding one, some stop counting its laps for a while, and all tell
that a lap is completed before they tell that the tyres have done one more. What a car has driven since it last left the
pit lane is known, and its tyres have done that much at least.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cache, partial
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from pitwall.facts.passages import judge_passages, passages_basis
from pitwall.state import RaceView
from pitwall.state.car import Tyre
from pitwall.state.keeping import kept_of_cars, unchanged


class DrivenStint(NamedTuple):
    """A stint: the laps from the first to the last on one set; None where it has none yet."""

    number: int
    tyre: Tyre | None
    from_lap: int | None
    to_lap: int | None
    laps: int


def set_on(view: RaceView, car: str, message: int | None = None) -> Tyre | None:
    """The set on the car now or after an earlier message; its `laps` are the least that it has done. None: not told."""
    return _set_now(view, car) if message is None else _set_on(view, car, message)


@kept_of_cars(lambda view, car: (view.laps_basis(car), view.tyres_told(car), view.timed))
def _set_now(view: RaceView, car: str) -> Tyre | None:
    return _set_on(view, car, None)


def sets_on(view: RaceView, car: str, since: int = 0) -> list[Tyre | None]:
    """The set on the car as it completed each of its laps, from the one with the index `since` on."""
    laps = view.laps(car)
    done_by = cache(partial(_laps_to, view, car))  # asked of the few messages in which the car left the lane
    told = view.tyres_after(car, [lap.message for lap in laps[since:]])
    return [
        _worn(view, car, sets[-1], lap.message, lap.number - laps[0].number + 1, done_by) if sets else None
        for sets, lap in zip(told, laps[since:], strict=True)
    ]


def _set_on(view: RaceView, car: str, message: int | None) -> Tyre | None:
    last = view.messages - 1 if message is None else message
    sets, done_by = view.tyres(car, last), partial(_laps_to, view, car)
    return _worn(view, car, sets[-1], last, done_by(last), done_by) if sets else None


def _worn(view: RaceView, car: str, tyre: Tyre, message: int, done: int, done_by: Callable[[int], int]) -> Tyre:
    """The set after a message, by which the car has `done` laps, with the least that it has done."""
    if tyre.laps is None:
        return tyre
    least = (tyre.start_laps or 0) + _driven(view, car, tyre, message, done, done_by)
    return tyre if tyre.laps >= least else replace(tyre, laps=least)


def _driven(view: RaceView, car: str, tyre: Tyre, last: int, done: int, done_by: Callable[[int], int]) -> int:
    """Laps of `done` since the car last left the pit lane. In a timed session that is not told."""
    if view.timed:
        return 0
    passages = view.passages(car)
    passages = passages[: bisect_right(passages, last, key=_entered)]
    if passages and (left := passages[-1].message_out) is not None and left <= last:
        return done - done_by(left)
    if passages:  # in the lane: a set that was told of there has done nothing yet
        before = view.tyres(car, passages[-1].message_in)
        if not before or before[-1].number != tyre.number:
            return 0
    left = passages[-2].message_out if len(passages) > 1 else None
    return done - (0 if left is None else done_by(left))


_entered = attrgetter("message_in")


def _laps_to(view: RaceView, car: str, message: int) -> int:
    """Laps from the first that was told of on, by their numbers: one that ended in a silence of the feed counts too."""
    count, laps = view.laps_by(car, message), view.laps(car)
    return laps[count - 1].number - laps[0].number + 1 if count else 0


@kept_of_cars(passages_basis)
def stint_exits(view: RaceView, car: str) -> tuple[int, ...]:
    """The messages in which the car left the pit lane after a stop, or under a red flag with another set."""
    return tuple(
        item.passage.message_out
        for item in judge_passages(view, car)
        if item.passage.message_out is not None and (item.kind == "stop" or (item.red and item.tyres == "changed"))
    )


@kept_of_cars(passages_basis)
def runs(view: RaceView, car: str) -> tuple[DrivenStint, ...]:
    """The car's stints in a race, in order: the last one is the one that it is on."""
    known: dict[str, tuple[Sequence[int], tuple[DrivenStint, ...]]] = view.keeping.grown(runs)
    exits, laps = stint_exits(view, car), view.laps(car)
    ended, told = known.get(car, ((), ()))
    # What was driven before a stop stays; but the first set may be told of only after it.
    kept = unchanged(ended, exits) if told and told[0].tyre is not None else 0
    found = list(told[:kept])
    entered = {
        item.passage.message_out: item.passage.message_in
        for item in judge_passages(view, car)
        if item.passage.message_out is not None
    }
    done, sets = view.laps_by(car, exits[kept - 1]) if kept else 0, view.tyres(car)
    for number, left in enumerate([*exits[kept:], None], kept + 1):
        end = len(laps) if left is None else view.laps_by(car, left)
        tyre = set_on(view, car, None if left is None else entered[left])
        if tyre is None and number == 1 and len(sets) > 1:  # told of only after the first stop
            tyre = sets[0]
        mine = laps[done:end]
        if tyre is not None and mine and tyre.laps is not None and left is not None:
            tyre = replace(tyre, laps=max(tyre.laps, (tyre.start_laps or 0) + len(mine)))
        first, last = (mine[0].number, mine[-1].number) if mine else (None, None)
        found.append(DrivenStint(number, tyre, first, last, len(mine)))
        done = end
    known[car] = exits, tuple(found)
    return known[car][1]
