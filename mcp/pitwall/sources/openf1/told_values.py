"""Values of OpenF1's rows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitwall.events import CarSplits
from pitwall.sources.parsing import finite, whole

Row = Mapping[str, Any]
_LAPS_DOWN = re.compile(r"\+?([0-9]{1,3}) ?LAPS?")
_LONGEST_S = 100_000
_FASTEST_KMH = 600
_SPEEDS = {"i1_speed": "I1", "i2_speed": "I2", "st_speed": "ST"}
_STATUSES = (
    ("VIRTUAL SAFETY CAR DEPLOYED", "vsc"), ("VSC DEPLOYED", "vsc"), ("VIRTUAL SAFETY CAR ENDING", "vsc_ending"),
    ("VSC ENDING", "vsc_ending"), ("SAFETY CAR DEPLOYED", "safety_car"),
)  # fmt: skip
_FLAGS = {"GREEN": "green", "CLEAR": "green", "YELLOW": "yellow", "DOUBLE YELLOW": "yellow", "RED": "red"}


class ToldLap(Struct, frozen=True):
    """One lap of a car: session times of its start and end in seconds, None where they are not told."""

    number: int
    start: float | None
    end: float | None
    seconds: float | None
    splits: CarSplits


def parse_date(text: object) -> float | None:
    """Seconds since the epoch of `2024-03-02T15:03:42.114000+00:00`; None for anything else."""
    if not isinstance(text, str):
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return moment.timestamp() if 1970 < moment.year < 2100 else None


def parse_distance(value: object) -> tuple[float | None, int | None]:
    """A gap as OpenF1 tells it, a number of seconds or `+1 LAP`: seconds, or else laps."""
    if isinstance(value, str):
        found = _LAPS_DOWN.fullmatch(value.strip().upper())
        return (None, int(found[1])) if found else (None, None)
    seconds = finite(value)
    return (round(seconds, 3) if seconds is not None and 0 <= seconds < _LONGEST_S else None), None


def told_number(value: object, most: int) -> int | None:
    """A whole number from 0 to `most`; None for anything else."""
    number = whole(value)
    return number if number is not None and 0 <= number <= most else None


def told_laps(
    rows: Iterable[Row], clock: Callable[[object], float | None], car_of: Callable[[Row], str | None]
) -> Mapping[str, list[ToldLap]]:
    """The laps of each car in their order. A lap ends with its time, or where the next one begins."""
    by_car: defaultdict[str, dict[int, ToldLap]] = defaultdict(dict)
    for row in rows:
        car, number = car_of(row), told_number(row.get("lap_number"), 2000)
        if car is None or not number:
            continue
        start, seconds = clock(row.get("date_start")), finite(row.get("lap_duration"))
        seconds = round(seconds, 3) if seconds is not None and 20 < seconds < _LONGEST_S else None
        end = round(start + seconds, 3) if start is not None and seconds is not None else None
        by_car[car][number] = ToldLap(number, start, end, seconds, _splits(row))
    return {car: _ended([laps[number] for number in sorted(laps)]) for car, laps in by_car.items()}


def _ended(laps: list[ToldLap]) -> list[ToldLap]:
    found = [
        replace(lap, end=after.start) if lap.end is None and after.number == lap.number + 1 else lap
        for lap, after in pairwise(laps)
    ]
    return [*found, *laps[-1:]]


def _splits(row: Row) -> CarSplits:
    sectors = [(sector, finite(row.get(f"duration_sector_{sector}"))) for sector in (1, 2, 3)]
    speeds = [(trap, finite(row.get(name))) for name, trap in _SPEEDS.items()]
    return CarSplits(
        tuple((sector, seconds) for sector, seconds in sectors if seconds is not None and 3 < seconds < _LONGEST_S),
        tuple((trap, kmh) for trap, kmh in speeds if kmh is not None and 0 < kmh < _FASTEST_KMH),
    )


def track_status(row: Row) -> str:
    """The status of the whole track that a message of race control tells; empty where it tells none."""
    message = str(row.get("message") or "").upper()
    said = next((status for words, status in _STATUSES if words in message), "")
    if said or row.get("scope") not in (None, "Track"):
        return said
    return _FLAGS.get(str(row.get("flag") or ""), "")
