"""sectors: one row for each sector of each lap; speeds: one row for each speed trap of each lap."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitwall.facts.periods import track_periods
from pitwall.relations.common import CAR_FIELDS, WHEN_FIELDS, car_values, statuses_over_time
from pitwall.relations.table import Chunk, Field, Row, in_chunks
from pitwall.state import RaceView
from pitwall.state.splits import SectorTime, TrapSpeed

_SECTOR = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("sector", "integer", "", "sector, 1 to 3"),
    Field("time_s", "number", "s", "sector time"),
)
_SPEED = (
    *CAR_FIELDS,
    *WHEN_FIELDS,
    Field("trap", "text", "", "I1 and I2: ends of sectors, FL: the line, ST: the speed trap"),
    Field("speed_kmh", "number", "km/h", "speed"),
)


def _chunks(view: RaceView, rows: Callable[[RaceView, str, Row], Iterator[Row]]) -> Iterator[Chunk]:
    """The rows of each car of which something has been told: they stay as they are until more is."""
    known: dict[str, tuple[object, tuple[Row, ...]]] = view.keeping.grown(rows)
    periods = track_periods(view)
    for car in view.cars:
        told = view.splits_told(car)
        if told != (0, 0):
            last = view.last_lap(car)
            who, before = car_values(view, car), known.get(car)
            basis = (told, who, last.number if last else 0, periods)
            if before is None or before[0] != basis:
                before = known[car] = basis, tuple(rows(view, car, who))
            yield Chunk(car, before[1])


def _when(view: RaceView, car: str) -> Callable[[SectorTime | TrapSpeed], Row]:
    """The values of WHEN_FIELDS of what the feed has told of a car."""
    status_at, last = statuses_over_time(view), view.last_lap(car)
    done = last.number if last else 0

    def when(told: SectorTime | TrapSpeed) -> Row:
        t = view.time_of(told.message)
        return {
            "lap": told.lap,
            "session_time_s": round(t, 3),
            "track_status": status_at(t),
            "laps_ago": max(done - told.lap, 0),
        }

    return when


def _sectors(view: RaceView, car: str, who: Row) -> Iterator[Row]:
    when = _when(view, car)
    for each in view.sectors(car):
        yield {**who, **when(each), "sector": each.sector, "time_s": each.seconds}


def _speeds(view: RaceView, car: str, who: Row) -> Iterator[Row]:
    when = _when(view, car)
    for each in view.speeds(car):
        yield {**who, **when(each), "trap": each.trap, "speed_kmh": each.kmh}


SECTORS = in_chunks(
    "sectors",
    "times of sectors",
    _SECTOR,
    lambda view: _chunks(view, _sectors),
    lambda view: any(view.splits_told(car)[0] for car in view.cars),
)
SPEEDS = in_chunks(
    "speeds",
    "speeds at traps",
    _SPEED,
    lambda view: _chunks(view, _speeds),
    lambda view: any(view.splits_told(car)[1] for car in view.cars),
)
