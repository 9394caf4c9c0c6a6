"""An endurance race from its table of laps: classes, changes of driver, stops, the flag, and the weather beside it.

Only the line is told: a position or a gap is as old as the car's last crossing.
"""

from __future__ import annotations

import logging
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from operator import attrgetter
from pathlib import Path

from msgspec.structs import replace

from pitwall import events as e
from pitwall.sources.base import LARGEST_BYTES, Options, Source, SourceError
from pitwall.sources.endurance.crossings import Crossings
from pitwall.sources.endurance.lap_rows import LapRow, delimiter_of, read_rows
from pitwall.sources.endurance.weather import read_weather

_log = logging.getLogger("pitwall.sources")

SUFFIX = ".csv"
_TOPIC = "laps"
_LAPS_END, _WEATHER_END = "_laps.csv", "_weather.csv"
_HEAD_BYTES = 4096
_FINISH = "FF"
_TRAP = "ST"
_FLAGS = {",": {"GF": "green", "FCY": "safety_car", "SC": "safety_car", "YF": "yellow", "RF": "red"},
          ";": {"GF": "green", "FCY": "vsc", "SC": "safety_car", "YF": "yellow", "RF": "red"}}  # fmt: skip
"""IMSA's full-course yellow has the safety car out; WEC's has not: it is a virtual one."""
_RACE_WORDS = {"practice": "Practice", "qualifying": "Qualifying", "warmup": "Practice"}


class LapTable:
    """The events of one table of laps. Iterating reads it anew."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[e.Event]:
        text = _text(self._path)
        faults = Counter[str]()
        rows = sorted(_known(read_rows(text, faults), faults), key=attrgetter("elapsed_s"))
        if not rows:
            raise SourceError(f"{self._path.name} tells no lap: name a table of laps with its rows")
        flags = _FLAGS[delimiter_of(text.splitlines()[0].lstrip("\ufeff")) or ","]
        told = [*_opening(self._path, rows), *_passages(rows), *_laps(rows, flags), *_splits(rows)]
        told += self._weather(rows, faults)
        told.sort(key=attrgetter("t"))
        yield from told
        yield e.SessionStatus(told[-1].t, "finalised")
        for reason, count in faults.items():
            _log.warning("%s: %d %s", _TOPIC, count, reason)
            yield e.Fault(0.0, _TOPIC, reason, count)

    def _weather(self, rows: Sequence[LapRow], faults: Counter[str]) -> list[e.Event]:
        """The weather of the table that stands beside this one."""
        beside = self._path.with_name(self._path.name.removesuffix(_LAPS_END) + _WEATHER_END)
        hour = next((row.hour_s - row.elapsed_s for row in rows if row.hour_s is not None), None)
        if not self._path.name.endswith(_LAPS_END) or hour is None or not beside.is_file():
            return []
        began, weather = read_weather(_text(beside), hour, faults)
        return [] if began is None else [e.Clock(0.0, began), *weather]


def open_lap_table(uri: str, options: Options) -> Source | None:
    """The race of a table of laps. SourceError where the file is another table."""
    if not uri.casefold().endswith(SUFFIX) or ":" in uri.partition("/")[0]:
        return None
    try:
        path = Path(os.path.expanduser(uri))
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES).decode("utf-8-sig", "replace")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "unreadable"
        raise SourceError(f"{uri[:200]!r} can't be read ({reason}): name a table of laps") from None
    if delimiter_of(head.partition("\n")[0]) is None:
        raise SourceError(f"{path.name!r} isn't a table of laps: it needs NUMBER, LAP_NUMBER, LAP_TIME and ELAPSED")
    return LapTable(path)


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise SourceError(f"{path.name} is too large: no table has over {LARGEST_BYTES >> 20} MB")
        return path.read_text("utf-8-sig", "replace")
    except OSError as error:
        raise SourceError(f"can't read {path.name}: {error.strerror}") from None


def _known(rows: Iterator[LapRow], faults: Counter[str]) -> Iterator[LapRow]:
    """Each lap of a car once."""
    seen: set[tuple[str, int]] = set()
    for row in rows:
        if (row.car, row.lap) in seen:
            faults["laps told twice"] += 1
            continue
        seen.add((row.car, row.lap))
        yield row


def _opening(path: Path, rows: Sequence[LapRow]) -> Iterator[e.Event]:
    """Which session it is, who drives what at the start, and that it has begun."""
    words = path.stem.removesuffix("_laps").replace("_", " ").replace("-", " ").strip()
    kind = next((kind for word, kind in _RACE_WORDS.items() if word in words.casefold().replace(" ", "")), "Race")
    yield e.Session(0.0, meeting=words.title()[:80], name=kind, kind=kind)
    first: dict[str, LapRow] = {}
    for row in rows:
        first.setdefault(row.car, row)
    yield e.Roster(0.0, tuple(_driver(row) for row in first.values()))
    yield e.SessionStatus(0.0, "started")


def _driver(row: LapRow) -> e.Driver:
    """Surnames are written in capitals in some series."""
    name = " ".join(word.title() if len(word) > 3 and word.isupper() else word for word in row.driver.split())
    return e.Driver(row.car, name=name, team=row.team, class_name=row.class_name, make=row.make)


def _laps(rows: Sequence[LapRow], flags: dict[str, str]) -> Iterator[e.Event]:
    crossings = Crossings()
    drivers: dict[str, str] = {}
    best: dict[str, float] = {}
    status, finished = "", False
    for row in rows:
        if drivers.setdefault(row.car, row.driver) != row.driver:
            drivers[row.car] = row.driver
            yield e.Roster(row.elapsed_s, (_driver(row),))
        if row.flag in flags and flags[row.flag] != status:
            status = flags[row.flag]
            yield e.TrackStatus(row.elapsed_s, status)
        cars = dict(crossings.cross(row.car, row.lap, row.elapsed_s))
        news = cars[row.car]
        if row.lap_s is not None and row.lap_s < best.get(row.car, row.lap_s + 1):
            best[row.car] = row.lap_s
            news = replace(news, best_lap_s=row.lap_s, best_lap=row.lap)
        cars[row.car] = replace(news, last_lap_s=row.lap_s)
        yield e.Timing(row.elapsed_s, cars)
        if row.flag == _FINISH and not finished:
            finished = True
            yield e.SessionStatus(row.elapsed_s, "finished")


def _splits(rows: Sequence[LapRow]) -> Iterator[e.Event]:
    """Each sector as it ends, reckoned back from the line; the top speed with the second, so that it is of that lap."""
    for row in rows:
        first, second, third = row.sectors_s
        speeds = () if row.top_kmh is None else ((_TRAP, row.top_kmh),)
        at_second = row.elapsed_s - third if third else None
        at_first = at_second - second if at_second is not None and second else None
        for sector, seconds, t in ((1, first, at_first), (2, second, at_second), (3, third, row.elapsed_s)):
            told = ((sector, seconds),) if seconds and t is not None else ()
            traps = speeds if sector == 2 and t is not None else ()
            if told or traps:
                yield e.Splits(max(round(t or 0.0, 3), 0.0), {row.car: e.CarSplits(told, traps)})


def _passages(rows: Sequence[LapRow]) -> Iterator[e.Event]:
    """Passages through the pit lane: how long each took is told, when it began is reckoned from the first sector.

    A passage begins before the line and ends before the first sector does: its end is as long before that as the car's
    quickest first sector takes. The next row's time in the lane tells of one, whether this one is marked or not: a mark
    alone tells only where nothing follows, or the next lap ends in the lane too.
    """
    by_car: defaultdict[str, list[LapRow]] = defaultdict(list)
    for row in rows:
        by_car[row.car].append(row)
    for car, laps in by_car.items():
        quickest = min((lap.sectors_s[0] for lap in laps if lap.sectors_s[0]), default=0.0)
        for lap, following in zip(laps, [*laps[1:], None], strict=True):
            if following is None or following.pit_s is None:
                if lap.ends_in_pit and (following is None or following.ends_in_pit):
                    yield e.Timing(lap.elapsed_s, {car: e.CarTiming(in_pit=True)})
                continue
            spent = (following.sectors_s[0] or quickest) - quickest
            left = lap.elapsed_s + max(min(spent, following.pit_s), 0.0)
            began = max(left - following.pit_s, lap.elapsed_s - (lap.lap_s or 0.0))
            yield e.Timing(round(began, 3), {car: e.CarTiming(in_pit=True)})
            yield e.Timing(round(began + following.pit_s, 3), {car: e.CarTiming(in_pit=False)})
