"""Official results, read from a file that somebody gives: the feed has none.

JSON of Ergast (or Jolpica), or CSV with a header: `position,car` and perhaps `status,time,points`. A car without a
position is not classified.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from toolgate.errors import InputError

_MOST_BYTES = 4_000_000
_LISTS = ("Results", "SprintResults", "QualifyingResults")


class ResultsError(InputError, ValueError):
    """The file holds no results. The message is one line that says what to do."""


class Result(Struct, frozen=True):
    """One row of the official classification."""

    car: str
    position: int | None
    status: str = ""
    points: float | None = None


def read_results(path: str | Path) -> tuple[Result, ...]:
    """The rows of a file, classified cars first. ResultsError names what is wrong with it."""
    path = Path(path)
    text = read_text(path, "give Ergast JSON, or CSV with position,car")
    rows = tuple(_ergast(text, path.name) if text.lstrip().startswith("{") else _csv(text, path.name))
    if not rows:
        raise ResultsError(f"{path.name} has no result in it: give Ergast JSON, or CSV with position,car")
    if len({row.car for row in rows}) < len(rows):
        raise ResultsError(f"{path.name} names a car twice")
    return tuple(sorted(rows, key=lambda row: (row.position is None, row.position or 0)))


def read_text(path: Path, remedy: str, failure: type[ResultsError] = ResultsError) -> str:
    """The text of a file that somebody gives. The failure says what is wrong with it, and the remedy."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise failure(f"{path.name} is too large for results: name a file of one session")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise failure(f"{path.name} cannot be read: {error.strerror or 'no such file'}") from None
    except UnicodeDecodeError:
        raise failure(f"{path.name} isn't text: {remedy}") from None


def _ergast(text: str, name: str) -> Iterator[Result]:
    try:
        races = json.loads(text)["MRData"]["RaceTable"]["Races"]
        found: list[Mapping[str, Any]] = next((race[kind] for race in races for kind in _LISTS if kind in race), [])
        for row in found:
            classified = str(row.get("positionText", row.get("position", ""))).isdecimal()
            yield _result(row, "number", "position" if classified else "", name)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ResultsError(f"{name} isn't Ergast JSON of one session") from None


def _csv(text: str, name: str) -> Iterator[Result]:
    reader = csv.DictReader(text.splitlines())
    reader.fieldnames = [(field or "").strip().lower() for field in reader.fieldnames or ()]
    if not {"position", "car"} <= set(reader.fieldnames):
        raise ResultsError(f"{name} lacks a column: the first line is position,car and perhaps status,points")
    for row in reader:
        yield _result(row, "car", "position", name)


def _result(row: Mapping[str, Any], car: str, position: str, name: str) -> Result:
    number, place, points = str(row.get(car) or "").strip(), str(row.get(position) or "").strip(), row.get("points")
    if not number or (place and not place.isdecimal()):
        raise ResultsError(f"{name} has a row without car, or with a position that isn't a number")
    try:
        scored = float(points) if points not in (None, "") else None
    except (TypeError, ValueError):
        scored = None
    return Result(number[:8], int(place) if place else None, str(row.get("status") or "")[:40], scored)
