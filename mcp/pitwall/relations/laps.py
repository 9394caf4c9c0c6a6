"""laps: one row for each lap that a car has completed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.facts.names import short_name
from pitwall.facts.said import said_that
from pitwall.facts.tyres import set_on, stint_at, stint_exits
from pitwall.relations.common import CAR_FIELDS, WHEN_FIELDS, car_values, has_laps, when_values
from pitwall.relations.table import Chunk, Field, Row, in_chunks
from pitwall.state import RaceView
from pitwall.state.car import Lap
from pitwall.stewards import DeletedLap, deleted_laps, of_deleted

_SAME_S = 0.0005

FIELDS = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("time_s", "number", "s", "lap time"),
    Field("source", "text", "", "feed, or derived from reports of the line"),
    Field("position", "integer", "", "position at the line"),
    Field("gap_s", "number", "s", "behind the leader at the line"),
    Field("interval_s", "number", "s", "behind the car ahead at the line"),
    Field("compound", "text", "", "tyre compound"),
    Field("tyre_laps", "integer", "laps", "age of the tyres"),
    Field("stint", "integer", "", "stint, from 1"),
    Field("in_lap", "flag", "", "ended in the pit lane"),
    Field("out_lap", "flag", "", "began in the pit lane"),
    Field("deleted", "flag", "", "race control deleted its time"),
    Field("accurate", "flag", "", "green, timed by the feed, not the first, no in-lap or out-lap"),
)


def _chunks(view: RaceView) -> Iterator[Chunk]:
    """The rows of each car: those of most cars stay as they are from one moment to the next."""
    gone = _deleted(view)
    known: dict[str, tuple[object, tuple[Row, ...]]] = view.keeping.grown(_chunks)
    for car in view.cars:
        who, raw, timed = car_values(view, car), view.laps(car), timed_laps(view, car)
        mine = tuple(lap for lap in gone if lap.car == car)
        # Of a car that is out, the others' laps count: what was its last is long ago.
        out = view.run_state(car)[0] in ("stopped", "retired")
        last = max(raw[-1].number if raw else 0, view.lap if out and not view.timed else 0)
        before = known.get(car)
        basis = (who, mine, last, timed, view.tyres_told(car), None if view.timed else stint_exits(view, car))
        if before is None or before[0] != basis:
            before = known[car] = basis, tuple(_rows(view, car, who, mine, last))
        yield Chunk(car, before[1])


def _deleted(view: RaceView) -> list[DeletedLap]:
    told = said_that(view, of_deleted)
    return view.keeping.of_moment(deleted_laps, len(told), 16, lambda: deleted_laps(told))


def _rows(view: RaceView, car: str, who: Row, gone: Sequence[DeletedLap], last: int) -> Iterator[Row]:
    known: dict[tuple[str, int], tuple[object, Row]] = view.keeping.grown(LAPS.name)
    for lap, timed in zip(view.laps(car), timed_laps(view, car), strict=True):
        # A completed lap is as it was, but for a time that is told late or deleted.
        deleted = any(_is(lap.number, timed.seconds, other) for other in gone)
        stint = None if view.timed else stint_at(view, car, lap.message)
        before, basis = known.get((car, lap.number)), (timed, deleted, lap.message, stint)
        if before is None or before[0] != basis:
            values = _values(view, car, lap, timed, stint, deleted=deleted)
            before = known[car, lap.number] = basis, {**_driven_by(view, car, lap), **values}
        yield {**who, **before[1], "laps_ago": last - lap.number}


def _driven_by(view: RaceView, car: str, lap: Lap) -> Row:
    """Who drove the lap."""
    driver = view.driver_then(car, lap.t)
    return {"code": (driver.code or None) if driver else None, "driver": short_name(view, car, lap.t)}


def _values(view: RaceView, car: str, lap: Lap, timed: TimedLap, stint: int | None, *, deleted: bool) -> Row:
    gaps, tyre = view.gaps_after(car, lap.message), set_on(view, car, lap.message)
    return {
        **when_values(view, lap.number, lap.t if lap.line_t is None else lap.line_t, timed.track or "green"),
        "time_s": timed.seconds,
        "source": timed.source,
        "position": lap.position,
        "gap_s": gaps.gap_s,
        "interval_s": gaps.interval_s,
        "compound": tyre.compound if tyre else None,
        "tyre_laps": tyre.laps if tyre else None,
        "stint": stint or len(view.tyres(car, lap.message)) or None,
        "in_lap": timed.in_lap,
        "out_lap": timed.out_lap,
        "deleted": deleted,
        "accurate": timed.accurate,
    }


def _is(number: int, seconds: float | None, gone: DeletedLap) -> bool:
    if gone.time_s is not None and seconds is not None:
        return abs(gone.time_s - seconds) < _SAME_S
    return gone.time_s is None and gone.lap == number


LAPS = in_chunks("laps", "laps that cars have completed", FIELDS, _chunks, has_laps)
