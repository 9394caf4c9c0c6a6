"""laps: one row for each lap that a car has completed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from pitwall.events import Driver
from pitwall.facts.deleted import deleted_by_car
from pitwall.facts.in_segment import lap_segments
from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.facts.names import name_of
from pitwall.facts.passages import passages_basis
from pitwall.facts.tyres import first_set, stint_exits, worn_at_line
from pitwall.relations.shared_fields import (
    CAR_FIELDS,
    GREEN,
    SEGMENT_FIELD,
    WHEN_FIELDS,
    CarValues,
    car_values,
    has_laps,
    status_of_lap,
    to_ms,
)
from pitwall.relations.table import Chunk, Field, Relation, Values
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.car import Lap
from pitwall.state.keeping import kept_in_view, unchanged
from pitwall.state.segments import segment_code
from pitwall.stewards import DeletedLap

_OLD_S = 1.0
"""A gap that is this much off what the crossings of the line say is one of before. Most are within a tenth of it."""

_SHARED = (
    *CAR_FIELDS,
    Field("state", "text", "", "of the car now: running, in_pit, stopped, retired, finished or unknown"),
)
FIELDS = (
    *_SHARED,
    *WHEN_FIELDS,
    Field("time_s", "number", "s", "lap time"),
    Field("source", "text", "", "feed, or derived from reports of the line"),
    Field("position", "integer", "", "position at the line"),
    Field("gap_s", "number", "s", "behind the leader at the line"),
    Field("interval_s", "number", "s", "behind the car ahead at the line"),
    Field("compound", "text", "", "tyre compound"),
    Field("tyre_laps", "integer", "laps", "age of the tyres"),
    Field("new", "flag", "", "the set was new when fitted"),
    Field("stint", "integer", "", "stint, from 1"),
    Field("in_lap", "flag", "", "ended in the pit lane"),
    Field("out_lap", "flag", "", "began in the pit lane"),
    Field("deleted", "flag", "", "race control deleted its time"),
    Field("accurate", "flag", "", "green, timed by the feed, not the first, no in-lap or out-lap, not to cool tyres"),
    SEGMENT_FIELD,
)


class Run(NamedTuple):
    """Laps of a car that one driver drove, in order: a row for each."""

    driver: Driver | None
    rows: tuple[Values, ...]


class _Made(NamedTuple):
    """The rows of a car, and what they were made of."""

    basis: tuple[Hashable, ...]
    gone: Sequence[DeletedLap]
    driver: Driver | None
    timed: Sequence[TimedLap]
    exits: Sequence[int]
    rows: tuple[Values, ...] = ()
    runs: tuple[Run, ...] = ()


@kept_in_view
def laps_of(view: RaceView) -> Mapping[str, tuple[Run, ...]]:
    """The laps of each car, in runs by driver. A car whose laps have not changed keeps the same objects."""
    gone = deleted_by_car(view)
    return {car: _runs(view, car, gone.get(car, ())) for car in view.cars}


def driven(view: RaceView, car: str, runs: Sequence[Run]) -> Iterator[tuple[str, CarValues]]:
    """For each run its key, and what its rows share: the car and who drove it then."""
    who = car_values(view, car)
    if len(runs) == 1 and not view.has_changed_driver(car):
        yield car, who
        return
    for number, (driver, _) in enumerate(runs):
        code = (driver.code or None) if driver else None
        yield f"{car}/{number}", who._replace(code=code, driver=name_of(view, car, driver))


def last_lap_of(view: RaceView, car: str) -> int:
    """The lap that a car's laps are counted back from: its last; of a car that is out, the first car's."""
    last = view.last_lap(car)
    out = not view.timed and view.run_state(car)[0] in OUT_STATES
    return max(last.number if last else 0, view.lap if out else 0)


def _chunks(view: RaceView) -> Iterator[Chunk]:
    """The rows of each car and driver: those of most stay as they are from one moment to the next."""
    for car, runs in laps_of(view).items():
        last, (state, _) = last_lap_of(view, car), view.run_state(car)
        for run, (key, shared) in zip(runs, driven(view, car, runs), strict=True):
            yield Chunk(key, (*shared, state), run.rows, last)


def _runs(view: RaceView, car: str, gone: Sequence[DeletedLap]) -> tuple[Run, ...]:
    known: dict[str, _Made] = view.keeping.grown(laps_of)
    before, driver = known.get(car), view.drivers.get(car)
    started = first_set(view, car)
    basis = passages_basis(view, car), view.timed, view.segment_starts, started is not None and started.compound
    if before is not None and (before.basis, before.gone, before.driver) == (basis, gone, driver):
        return before.runs
    exits = () if view.timed else stint_exits(view, car)
    now, laps = _Made(basis, gone, driver, timed_laps(view, car), exits), view.laps(car)
    same = 0 if before is None else _same(before, now, laps)
    rows = (*(before.rows[:same] if before else ()), *_rows(view, car, laps, now, same))
    known[car] = now._replace(rows=rows, runs=_by_driver(view, car, laps, rows, _kept(before, driver, laps, same)))
    return known[car].runs


def _same(before: _Made, now: _Made, laps: Sequence[Lap]) -> int:
    """How many rows from the first on stay: a completed lap changes by a time told late or deleted, or a stint."""
    if before.gone != now.gone or before.basis[1:] != now.basis[1:]:
        return 0
    same = unchanged(before.timed, now.timed)
    if before.exits != now.exits:
        kept = sum(old == new for old, new in zip(before.exits, now.exits, strict=False))
        moved = min((*before.exits[kept:], *now.exits[kept:]))
        same = min(same, sum(lap.message <= moved for lap in laps))
    return same


def _rows(view: RaceView, car: str, laps: Sequence[Lap], made: _Made, same: int) -> Iterator[Values]:
    """The rows of all laps but the first `same`, made column by column, since there are many of them."""
    laps, timed = laps[same:], made.timed[same:]
    ended = [lap.t if lap.line_t is None else lap.line_t for lap in laps]
    statuses = [
        GREEN if one.track is None else status_of_lap(view, one.track, t) for one, t in zip(timed, ended, strict=True)
    ]
    tyres, gaps = [*worn_at_line(view, car, same)], [*_gaps(view, car, laps)]
    return zip(
        [lap.number for lap in laps],
        to_ms(ended),
        [kind for kind, _ in statuses],
        [number for _, number in statuses],
        [one.seconds for one in timed],
        [one.source for one in timed],
        [lap.position for lap in laps],
        [gap_s for gap_s, _ in gaps],
        [interval_s for _, interval_s in gaps],
        [compound for compound, *_ in tyres],
        [worn for _, worn, _ in tyres],
        [new for *_, new in tyres],
        _stints(view, car, laps, made.exits),
        [one.in_lap for one in timed],
        [one.out_lap for one in timed],
        _are_gone(timed, made.gone),
        [one.clean for one in timed],
        _segments(view, car, laps),
        strict=True,
    )


def _stints(view: RaceView, car: str, laps: Sequence[Lap], exits: Sequence[int]) -> Sequence[int | None]:
    """Counted from 1: in a race by the messages in which stops ended, elsewhere as the feed does."""
    if view.timed:
        return [len(view.tyres(car, lap.message)) or None for lap in laps]
    return [1 + bisect_left(exits, lap.message) for lap in laps]


def _segments(view: RaceView, car: str, laps: Sequence[Lap]) -> list[str | None]:
    if not view.timed:
        return [None] * len(laps)
    segments = lap_segments(view, car)
    return [segment_code(segments.get(lap.number)) for lap in laps]


def _kept(before: _Made | None, driver: Driver | None, laps: Sequence[Lap], same: int) -> tuple[Run, ...]:
    """The runs that stay as they are: the last may go on, and a change may be told with the end of a lap.

    None of them where another drives now: what was driven before any driver was told counts as the present one's.
    """
    kept: list[Run] = []
    done = 0
    for run in before.runs[:-2] if before and before.driver == driver and len(laps) >= len(before.rows) else ():
        done += len(run.rows)
        if done > same:
            break
        kept.append(run)
    return tuple(kept)


def _by_driver(
    view: RaceView, car: str, laps: Sequence[Lap], rows: tuple[Values, ...], kept: tuple[Run, ...]
) -> tuple[Run, ...]:
    """The rows of each driver, one after the other."""
    if not rows or not view.has_changed_driver(car):
        return (Run(view.drivers.get(car), rows),) if rows else ()
    done = sum(len(run.rows) for run in kept)
    told = [(view.driver_then(car, lap.t), row) for lap, row in zip(laps[done:], rows[done:], strict=True)]
    spells = ((driver, tuple(row for _, row in spell)) for driver, spell in groupby(told, key=itemgetter(0)))
    return (*kept, *(Run(driver, mine) for driver, mine in spells))


def _gaps(view: RaceView, car: str, laps: Sequence[Lap]) -> Iterator[tuple[float | None, float | None]]:
    """The feed's word on the gaps at the line; where that is one of before, as of a car in the lane, the crossings'."""
    words = view.gaps_after(car, [lap.message for lap in laps])
    for lap, told, across in zip(laps, words, view.line_gaps(car, laps), strict=True):
        if across is not None:
            yield _unless_old(told.gap_s, across[0]), _unless_old(told.interval_s, across[1])
        elif lap.position == 1 and told.gap_s is not None:  # the leader
            yield 0.0, None
        else:
            yield told.gap_s, told.interval_s


def _unless_old(told: float | None, crossed: float) -> float | None:
    return told if told is None or abs(told - crossed) <= _OLD_S else round(crossed, 3)


def _are_gone(timed: Sequence[TimedLap], gone: Sequence[DeletedLap]) -> list[bool]:
    if not gone:  # as of most cars
        return [False] * len(timed)
    return [any(other.is_lap(one.number, one.seconds) for other in gone) for one in timed]


LAPS = Relation("laps", "laps that cars have completed", FIELDS, _chunks, has_laps, shared=_SHARED)
