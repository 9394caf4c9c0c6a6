"""Who came past whom from one lap to the next, told apart by how: on track, by a stop, by a retirement.

They are read from the order in which the cars completed each lap, so two passes back and forth within a lap are none.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import takewhile, zip_longest
from operator import attrgetter, itemgetter
from typing import Literal, NamedTuple

from msgspec import Struct

from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.car import Lap
from pitwall.state.keeping import kept_for_moments, unchanged

How = Literal["track", "start", "stop", "retirement"]


class Pass(NamedTuple):
    """One pass: the lap at whose end the order had changed, how it came about, and the track on that lap."""

    lap: int
    t: float
    car: str
    passed: str
    how: How
    position: int | None
    track: str


class _Crossing(Struct, frozen=True, gc=False):
    """A car at the end of a lap. `lane`: it came from the pit lane on that lap, or went into it.

    `unheard`: for a time during the lap nothing was received; `at_line`: its end was told as it was.
    """

    t: float
    car: str
    position: int | None
    track: str
    lane: bool
    unheard: bool = False
    at_line: bool = True


class _Ended(NamedTuple):
    """Who has ended each lap, made of the crossings of every car."""

    cars: Mapping[str, Sequence[tuple[int, _Crossing]]]
    laps: dict[int, tuple[_Crossing, ...]]


_Basis = tuple[tuple[_Crossing, ...], tuple[_Crossing, ...], frozenset[str]]
"""What the passes of a lap are made of: who ended it, who had ended the lap before, and who did not end it for good."""


_Of = tuple[dict[int, tuple[_Crossing, ...]], Mapping[int, frozenset[str]], tuple[_Crossing, ...]]
"""What all passes are made of: who ended each lap, in order of laps, who is out since when, and the grid."""


class _Made(NamedTuple):
    """Every pass so far, and what they were made of."""

    of: _Of
    passes: tuple[Pass, ...]


@kept_for_moments(4)
def passes(view: RaceView) -> tuple[Pass, ...]:
    """Every pass so far, lap by lap."""
    known: dict[str, _Made] = view.keeping.grown(passes)
    laps, gone, grid = of = _laps(view), _gone(view), _grid(view)
    made = known.get("")
    if made is None or made.of != of:
        first = 0 if made is None else _first_changed(made.of, of)
        kept = made.passes[: bisect_left(made.passes, first, key=_lap_of)] if made is not None else ()
        made = known[""] = _Made(of, (*kept, *_lap_by_lap(view, laps, gone, grid, first)))
    return made.passes


def _first_changed(before: _Of, now: _Of) -> int:
    """The first lap whose passes may be others."""
    laps, gone, grid = now
    if before[2] != grid:
        return 0
    found = [lap for lap in {*gone, *before[1]} if gone.get(lap) != before[1].get(lap)]
    for old, new in zip_longest(before[0].items(), laps.items()):
        if old is None or new is None or old[0] != new[0] or old[1] is not new[1]:
            found.append(min(each[0] for each in (old, new) if each is not None))
            break
    return min(found, default=0)


def passes_since(view: RaceView, since: float) -> Iterator[Pass]:
    """Those whose car came past at or after a session time; a car that is laps down ends earlier laps as late."""
    every = passes(view)
    late = (takewhile(lambda one: one[1].t >= since, reversed(_crossings(view, car))) for car in view.cars)
    first = min((number for laps in late for number, _ in laps), default=None)
    begin = len(every) if first is None else bisect_left(every, first, key=_lap_of)
    yield from (each for each in every[begin:] if each.t >= since)


def _lap_by_lap(
    view: RaceView,
    laps: dict[int, tuple[_Crossing, ...]],
    gone: Mapping[int, frozenset[str]],
    before: tuple[_Crossing, ...],
    first: int,
) -> Iterator[Pass]:
    """The passes of the laps from the first on. `before`: the grid."""
    known: dict[int, tuple[_Basis, tuple[Pass, ...]]] = view.keeping.grown(_lap_by_lap)
    nobody, last = frozenset[str](), 0
    if first - 1 in laps:
        before, last = laps[first - 1], first - 1
    for lap in reversed(tuple(takewhile(lambda lap: lap >= first, reversed(laps)))):
        across = laps[lap]
        before = before if lap == last + 1 else ()  # who joins late has not seen the order of the lap before
        basis = (across, before, gone.get(lap, nobody))
        kept = known.get(lap)
        if kept is None or kept[0] != basis:
            kept = known[lap] = basis, tuple(_of_lap(lap, *basis))
        yield from kept[1]
        before, last = across, lap


def _gone(view: RaceView) -> Mapping[int, frozenset[str]]:
    """The cars that are out, by the lap that they did not end."""
    laps: dict[int, set[str]] = {}
    for car in view.cars:
        if view.run_state(car)[0] in OUT_STATES:
            last = view.last_lap(car)
            laps.setdefault(last.number + 1 if last else 1, set()).add(car)
    return {lap: frozenset(cars) for lap, cars in laps.items()}


_FEW = 20


def _laps(view: RaceView) -> dict[int, tuple[_Crossing, ...]]:
    """Laps with those who have ended them, in order: only those that somebody has ended since are put together."""
    known: dict[str, _Ended] = view.keeping.grown(_laps)
    before = known.get("") or _Ended({}, {})
    now = {car: _crossings(view, car) for car in view.cars}
    touched: set[int] = set()
    for car in {*now, *before.cars}:
        old, new = before.cars.get(car, ()), now.get(car, ())
        if new is not old:
            same = len(old) if new[: len(old)] == old else 0
            touched.update(number for number, _ in (*old[same:], *new[same:]))
    if touched:
        put: dict[int, list[_Crossing]] = {number: [] for number in touched}
        for crossings in now.values():
            for number, crossing in crossings if len(touched) > _FEW else _last(crossings, touched):
                if number in put:
                    put[number].append(crossing)
        known[""] = before = _Ended(now, _put(before.laps, put))
    return before.laps


def _put(
    laps: dict[int, tuple[_Crossing, ...]], put: Mapping[int, Sequence[_Crossing]]
) -> dict[int, tuple[_Crossing, ...]]:
    """The laps with some that have others who ended them now, in order; those of which nobody has are left out."""
    now = laps | {number: tuple(sorted(row, key=_when)) for number, row in put.items() if row}
    for number in [number for number, row in put.items() if not row]:
        now.pop(number, None)
    added = now.keys() - laps.keys()
    in_order = not laps or not added or min(added) > next(reversed(laps))
    return now if in_order and len(added) < 2 else dict(sorted(now.items(), key=_number))


def _last(crossings: Sequence[tuple[int, _Crossing]], touched: Collection[int]) -> Sequence[tuple[int, _Crossing]]:
    """A car's own from the first lap on that is touched."""
    return crossings[bisect_left(crossings, min(touched), key=_number) :]


def _crossings(view: RaceView, car: str) -> Sequence[tuple[int, _Crossing]]:
    """The car's own, put together once for each state of its laps."""
    laps = timed_laps(view, car)
    known: dict[str, tuple[Sequence[TimedLap], Sequence[tuple[int, _Crossing]]]] = view.keeping.grown(_crossings)
    kept = known.get(car)
    if kept is None or kept[0] is not laps:
        old, made = kept or ((), ())
        same = unchanged(old, laps)
        rest = zip(view.laps(car)[same:], laps[same:], strict=True)
        new = [(lap.number, _crossing(view, car, lap, timed)) for lap, timed in rest]
        kept = known[car] = laps, [*made[:same], *new]
    return kept[1]


def _crossing(view: RaceView, car: str, lap: Lap, timed: TimedLap) -> _Crossing:
    return _Crossing(
        lap.t if lap.line_t is None else lap.line_t,
        car,
        lap.position,
        timed.track or "green",
        timed.in_lap or timed.out_lap,
        timed.unheard,
        not (timed.unheard and any(outage.t < lap.t <= outage.until for outage in view.outages)),
    )


_when = attrgetter("t")
_number = itemgetter(0)
_lap_of = attrgetter("lap")


def _grid(view: RaceView) -> tuple[_Crossing, ...]:
    """The grid as the order before the first lap."""
    placed = [(state.grid, car) for car in view.cars if (state := view.car(car)).grid is not None]
    return tuple(_Crossing(0.0, car, grid, "green", lane=False) for grid, car in sorted(placed))


def _of_lap(
    lap: int, across: Sequence[_Crossing], before: Sequence[_Crossing], gone: Collection[str]
) -> Iterator[Pass]:
    ranks = {crossing.car: rank for rank, crossing in enumerate(one for one in before if one.at_line)}
    lanes = {crossing.car: crossing.lane for crossing in across}
    for ahead, other in _turned(ranks, [crossing for crossing in across if not crossing.unheard]):
        how: How = "start" if lap == 1 else "stop" if lanes[other] else "track"
        yield Pass(lap, ahead.t, ahead.car, other, how, ahead.position, ahead.track)
    for other, rank in ranks.items():  # those behind came past a car that did not end the lap because it is out
        if other in gone:
            for crossing in across:
                if not crossing.unheard and ranks.get(crossing.car, -1) > rank:
                    yield Pass(lap, crossing.t, crossing.car, other, "retirement", crossing.position, crossing.track)


def _turned(ranks: Mapping[str, int], across: Sequence[_Crossing]) -> Iterator[tuple[_Crossing, str]]:
    """Every pair whose order is another than before: of those across later, whoever had been ahead was passed."""
    cars, later = list(ranks), list[int]()
    for crossing in reversed(across):
        rank = ranks.get(crossing.car)
        if rank is None:
            continue
        for other in later[: bisect_left(later, rank)]:
            yield crossing, cars[other]
        insort(later, rank)
