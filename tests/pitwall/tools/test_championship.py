"""The championship with the points of this race: only from a file that is given."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pitwall.championship import Standing, StandingsError, read_standings
from pitwall.results import read_results
from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Folder = Callable[[str], Path]
AUSTRALIA, BAHRAIN = "2025_australian_gp_converted", "2024_bahrain_gp_converted"


def ergast(*rows: tuple[str, str, float]) -> dict[str, Any]:
    listed = [
        {
            "points": str(points),
            "Driver": {"code": code, "permanentNumber": number, "givenName": "A", "familyName": code.title()},
            "Constructors": [{"name": "Team"}],
        }
        for code, number, points in rows
    ]
    return {"MRData": {"StandingsTable": {"StandingsLists": [{"round": "3", "DriverStandings": listed}]}}}


def test_csv_and_ergast_say_the_same(tmp_path: Path) -> None:
    table, listed = tmp_path / "s.csv", tmp_path / "s.json"
    table.write_text("\ufeffDriver, points ,team\nVER,43.5,Red Bull\nNOR,44,McLaren\n", encoding="utf-8")
    assert read_standings(table) == (
        Standing(44.0, "NOR", "NOR", "NOR", "McLaren"),
        Standing(43.5, "VER", "VER", "VER", "Red Bull"),
    )
    listed.write_text(json.dumps(ergast(("VER", "33", 43.5), ("NOR", "4", 44))))
    assert [(row.code, row.points) for row in read_standings(listed)] == [("NOR", 44.0), ("VER", 43.5)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "lacks a column: the first line is driver,points"),
        ("driver,points\n", "has no standing in it"),
        ("driver,points\nVER,many\n", "has points that aren't a number: 'many'"),
        ("driver,points\nVER,nan\n", "has points that aren't a number"),
        ("driver,points\n,3\n", "has a row without driver"),
        ("{}", "isn't Ergast JSON of drivers' standings"),
        ('{"MRData": {"StandingsTable": {"StandingsLists": []}}}', "has no standing in it"),
    ],
)
def test_what_is_no_standing_is_refused_in_a_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "s.csv"
    path.write_text(text)
    with pytest.raises(StandingsError, match=said):
        read_standings(path)


@settings(max_examples=40)
@given(st.binary(max_size=80))
def test_any_bytes_are_standings_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(b"driver,points\n" + data)
    try:
        found = read_standings(path)
    except StandingsError as error:
        said = str(error)
    else:
        said = "" if found else "nothing found"
    assert str(tmp_path_factory.getbasetemp()) not in said
    assert said != "nothing found"


def test_without_a_file_there_is_no_championship(call_tool: CallTool, recorded: Callable[[str], StateCache]) -> None:
    told = call_tool(recorded(AUSTRALIA), "get_race_points", tell="championship")
    assert "championship" not in told
    assert told["summary"] == "The championship is not known here: no standings have been given."
    assert told["missing"][0].startswith("the championship: no standings have been given")


def test_points_after_the_race_are_those_of_the_records(
    call_tool: CallTool, archive_folder: Folder, shared: Path, tmp_path: Path
) -> None:
    """Before the race nobody of Australia 2025, its year's first, had any: after it the standings are the race's points."""
    cache = StateCache().load(open_source(str(archive_folder(AUSTRALIA))))
    path = tmp_path / "before.csv"
    path.write_text("driver,points\nNOR,0\nVER,0\nBOT,3\n")
    cache.standings = read_standings(path)
    cache.official = read_results(archive_folder(AUSTRALIA) / "ergast_results.json")
    told = call_tool(cache, "get_race_points", tell="championship")["championship"]
    truth = yaml.safe_load((shared / "data/truth/f1db/2025_01-australia/driver-standings.yml").read_text())
    known = {str(row["driverId"]).split("-")[-1]: float(row["points"]) for row in truth if row["points"]}
    ours = {row["name"].split()[-1].casefold(): row["points"] for row in told if row["points"]}
    assert ours.pop("bot") == 3.0
    assert len(known) == 10
    assert ours == {name.casefold(): points for name, points in known.items()}
    assert [row["position"] for row in told] == list(range(1, len(told) + 1))
    away = next(row for row in told if row["name"] == "BOT")
    assert (away["driver"], away["points_before"], away["position_before"]) == (None, 3.0, 1)


def test_a_driver_is_found_by_code_name_or_number(call_tool: CallTool, tmp_path: Path) -> None:
    cache = StateCache().load(open_source("sim:cars=4,laps=3"))
    first, second, third = (cache.view().drivers[car] for car in cache.view().order[:3])
    path = tmp_path / "s.csv"
    path.write_text(f"driver,points\n{first.code.lower()},9\n{second.name},8\n{third.car},7\n")
    cache.standings = read_standings(path)
    told = call_tool(cache, "get_race_points", tell="championship")["championship"]
    assert [(row["driver"]["car"], row["points_before"]) for row in told[:3]] == [
        (first.car, 9.0), (second.car, 8.0), (third.car, 7.0)
    ]  # fmt: skip
    assert [row["points_before"] for row in told[3:]] == [0.0]
    one = call_tool(cache, "get_race_points", tell="championship", driver=second.car)
    assert one["summary"].endswith("is P2 in the championship before this race, with 8 points.")
