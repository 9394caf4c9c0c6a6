"""Standings of a championship before this race, read from a file that somebody gives: no feed has them.

JSON of Ergast (or Jolpica), or CSV with a header: `driver,points` and perhaps `team`, the driver by code, car number or
name.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from pitwall.results import ResultsError, read_text

_NO_ERGAST = "isn't Ergast JSON of drivers' standings"
_MOST_POINTS = 10_000


class StandingsError(ResultsError):
    """The file holds no standings. The message is one line that says what to do."""


class Standing(Struct, frozen=True):
    """A driver's points before this race. Of the names, those that the file has."""

    points: float
    code: str = ""
    car: str = ""
    name: str = ""
    team: str = ""


def read_standings(path: str | Path) -> tuple[Standing, ...]:
    """The rows of a file, the most points first. StandingsError names what is wrong with it."""
    path = Path(path)
    text = read_text(path, "give Ergast JSON, or CSV with driver,points", StandingsError)
    rows = tuple(_ergast(text, path.name) if text.lstrip().startswith("{") else _csv(text, path.name))
    if not rows:
        raise StandingsError(f"{path.name} has no standing in it: give Ergast JSON, or CSV with driver,points")
    return tuple(sorted(rows, key=lambda row: -row.points))


def _ergast(text: str, name: str) -> Iterator[Standing]:
    try:
        lists = json.loads(text)["MRData"]["StandingsTable"]["StandingsLists"]
        rows: list[Mapping[str, Any]] = lists[-1]["DriverStandings"] if lists else []
        for row in rows:
            driver, teams = row["Driver"], row.get("Constructors") or [{}]
            yield Standing(
                _points(row["points"]),
                str(driver.get("code", "")),
                str(driver.get("permanentNumber", "")),
                f"{driver.get('givenName', '')} {driver.get('familyName', '')}".strip(),
                str(teams[-1].get("name", "")),
            )
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        raise StandingsError(f"{name} {_NO_ERGAST}") from None


def _csv(text: str, name: str) -> Iterator[Standing]:
    reader = csv.DictReader(text.splitlines())
    reader.fieldnames = [(field or "").strip().lower() for field in reader.fieldnames or ()]
    if not {"driver", "points"} <= set(reader.fieldnames):
        raise StandingsError(f"{name} lacks a column: the first line is driver,points and perhaps team")
    for row in reader:
        driver, points = str(row.get("driver") or "").strip(), str(row.get("points") or "").strip()
        try:
            scored = _points(points)
        except ValueError:
            raise StandingsError(f"{name} has points that aren't a number: {points[:20]!r}") from None
        if not driver:
            raise StandingsError(f"{name} has a row without driver")
        yield Standing(scored, driver, driver, driver, str(row.get("team") or "").strip())


def _points(value: Any) -> float:
    """ValueError where it is no number of points."""
    points = float(value)
    if not 0 <= points <= _MOST_POINTS:
        raise ValueError("no number of points")
    return points
