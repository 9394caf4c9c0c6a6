"""A table of laps as Al Kamel publishes it: a row for each lap of each car.

IMSA has commas between the fields, WEC semicolons.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitwall.sources.parsing import parse_text

NEEDED = frozenset({"NUMBER", "LAP_NUMBER", "LAP_TIME", "ELAPSED"})
LONGEST_LAP_S = 24 * 3600.0
MOST_LAPS = 2000
FASTEST_KMH = 500.0
_READ = NEEDED | {
    "CROSSING_FINISH_LINE_IN_PIT", "PIT_TIME", "S1", "S2", "S3", "TOP_SPEED", "DRIVER_NAME", "CLASS", "TEAM",
    "MANUFACTURER", "FLAG_AT_FL", "HOUR",
}  # fmt: skip
_SPEED = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3})?")
_DURATION = re.compile(r"(?:(?:([0-9]{1,4}):)?([0-9]{1,6}):)?([0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})")


class LapRow(NamedTuple):
    """One lap of one car. Times are in seconds; `elapsed_s` is session time at the line. Empty: not told."""

    car: str
    lap: int
    lap_s: float | None
    elapsed_s: float
    ends_in_pit: bool
    pit_s: float | None
    """How long the passage through the pit lane took with which the lap began."""
    sectors_s: tuple[float | None, float | None, float | None]
    top_kmh: float | None
    driver: str
    class_name: str
    team: str
    make: str
    """Who built the car."""
    flag: str
    """The flag as the car crossed the line: GF, FCY, SC, RF, FF, or another word of the timekeeper's."""
    hour_s: float | None
    """Time of the day at the line, in the time of the track."""


def delimiter_of(head: str) -> str | None:
    """What stands between the fields of a table's first line; None where it is no table of laps."""
    for delimiter in (";", ","):
        if {name.strip().upper() for name in head.split(delimiter)} >= NEEDED:
            return delimiter
    return None


def read_rows(text: str, faults: Counter[str]) -> Iterator[LapRow]:
    """The rows of a table, as they stand in it. Those that tell no lap are counted."""
    lines = io.StringIO(text, newline="")
    head = lines.readline().lstrip("\ufeff")
    delimiter = delimiter_of(head)
    if delimiter is None:
        return
    names = [name.strip().upper() for name in head.rstrip("\r\n").split(delimiter)]
    columns = [(name, index) for index, name in enumerate(names) if name in _READ]
    try:
        for fields in csv.reader(lines, delimiter=delimiter):
            if not any(fields):
                continue
            row = _row({name: fields[index].strip() for name, index in columns if index < len(fields)})
            if row is None:
                faults["rows that tell no lap"] += 1
            else:
                yield row
    except csv.Error:
        faults["rows after a damaged one"] += 1


def _row(told: Mapping[str, str]) -> LapRow | None:
    lap, elapsed = told.get("LAP_NUMBER", ""), parse_duration(told.get("ELAPSED", ""))
    if not (lap.isascii() and lap.isdigit() and 0 < int(lap[:5]) <= MOST_LAPS) or elapsed is None:
        return None
    return LapRow(
        car=told.get("NUMBER", ""),
        lap=int(lap),
        lap_s=parse_duration(told.get("LAP_TIME", "")),
        elapsed_s=elapsed,
        ends_in_pit=told.get("CROSSING_FINISH_LINE_IN_PIT", "") != "",
        pit_s=parse_duration(told.get("PIT_TIME", "")),
        sectors_s=(_sector(told, "S1"), _sector(told, "S2"), _sector(told, "S3")),
        top_kmh=_speed(told.get("TOP_SPEED", "")),
        driver=_shown(told.get("DRIVER_NAME", "")),
        class_name=_shown(told.get("CLASS", ""))[:40],
        team=_shown(told.get("TEAM", "")),
        make=_shown(told.get("MANUFACTURER", ""))[:40],
        flag=told.get("FLAG_AT_FL", ""),
        hour_s=parse_duration(told.get("HOUR", "")),
    )


def _sector(told: Mapping[str, str], name: str) -> float | None:
    return parse_duration(told.get(name, "")) or None


def _speed(text: str) -> float | None:
    found = _SPEED.fullmatch(text)
    return float(text) if found and 0 < float(text) <= FASTEST_KMH else None


def parse_duration(text: str) -> float | None:
    """`45.121`, `2:42.716`, `6:00:08.598` as seconds; None for anything else."""
    found = _DURATION.fullmatch(text)
    if found is None:
        return None
    hours, minutes, rest = found.groups()
    seconds = int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(rest)
    return round(seconds, 3) if seconds <= LONGEST_LAP_S * 2 else None


def _shown(text: str) -> str:
    return text.strip()[:80] if text.isprintable() else parse_text(text).strip()
