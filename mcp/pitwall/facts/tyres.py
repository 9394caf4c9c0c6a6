"""The tyres on a car, and the stints that its stops make: the feed's word, held against the laps that were driven.

Some feeds overwrite the last set at a stop instead of adding one, some stop counting its laps for a while, and all tell
that a lap is completed before they tell that the tyres have done one more. What a car has driven since it last left the
pit lane is known, and its tyres have done that much at least.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
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


def worn_at_line(view: RaceView, car: str, since: int = 0) -> Iterator[tuple[str | None, int | None, bool | None]]:
    """The compound on the car as it completed each lap from the index `since` on, the least the set has done, and
    whether it was new when fitted.
    """
    laps, driven, first = view.laps(car), _driven(view, car), first_set(view, car)
    entered = next((passage.message_in for passage in view.passages(car)), None)
    told = view.tyres_after(car, [lap.message for lap in laps[since:]])
    for sets, lap in zip(told, laps[since:], strict=True):
        if sets:
            worn = _least(sets[-1], driven, lap.message, lap.number - laps[0].number + 1)
            yield sets[-1].compound, worn, sets[-1].new
        elif first is not None and (entered is None or lap.message < entered):
            done = driven(first, lap.message, lap.number - laps[0].number + 1)
            yield first.compound, None if first.laps is None else (first.start_laps or 0) + done, first.new
        else:
            yield None, None, None


def first_set(view: RaceView, car: str) -> Tyre | None:
    """The set that a car had on at first in a race: told of before it came in, be it laps after the start."""
    entered = next((passage.message_in for passage in view.passages(car)), None)
    sets = () if view.timed else view.tyres(car, entered)
    return sets[0] if sets else None


def _set_on(view: RaceView, car: str, message: int | None) -> Tyre | None:
    last = view.messages - 1 if message is None else message
    sets = view.tyres(car, last)
    if not sets:
        return None
    least = _least(sets[-1], _driven(view, car), last, _laps_to(view, car, last))
    return sets[-1] if least == sets[-1].laps else replace(sets[-1], laps=least)


_Driven = Callable[[Tyre, int, int], int]


def _least(tyre: Tyre, driven: _Driven, message: int, done: int) -> int | None:
    """The least that a set has done by a message, by which the car has `done` laps; None: the feed counts no laps."""
    return None if tyre.laps is None else max(tyre.laps, (tyre.start_laps or 0) + driven(tyre, message, done))


def _driven(view: RaceView, car: str) -> _Driven:
    """What tells how many of the laps done by a message were driven on a set: those since the car last left the lane.

    In a timed session that is not told.
    """
    passages = view.passages(car)
    entered, done_by = [passage.message_in for passage in passages], cache(partial(_laps_to, view, car))

    def driven(tyre: Tyre, message: int, done: int) -> int:
        index = bisect_right(entered, message) - 1
        if index < 0:
            return done
        left = passages[index].message_out
        if left is None or left > message:  # in the lane: a set that was told of there has done nothing yet
            before = view.tyres(car, entered[index])
            if not before or before[-1].number != tyre.number:
                return 0
            left = passages[index - 1].message_out if index else None
        return done - (0 if left is None else done_by(left))

    return (lambda *_: 0) if view.timed else driven


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
    entered = {
        item.passage.message_out: item.passage.message_in
        for item in judge_passages(view, car)
        if item.passage.message_out is not None
    }
    # What was driven before a stop stays; but the first set may be told of only after it, and then otherwise.
    told_then = bool(exits) and set_on(view, car, entered[exits[0]]) is not None
    kept = unchanged(ended, exits) if told_then else 0
    found = list(told[:kept])
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
