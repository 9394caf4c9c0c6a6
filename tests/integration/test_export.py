"""`director export`: a relation as a file."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from director.cli import main
from pitwall.relations import relation_named, table
from pitwall.sources import open_source
from pitwall.state import StateCache

SOURCE = "sim:seed=2,cars=4,laps=4"


def test_csv_and_json_hold_every_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = table(StateCache().load(open_source(SOURCE)).view(), "laps").rows
    assert main(["export", "laps", "--source", SOURCE]) == 0
    told = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [row["car"] for row in told] == [row["car"] for row in rows]
    assert [float(row["time_s"]) for row in told] == [row["time_s"] for row in rows]
    assert {row["accurate"] for row in told} <= {"true", "false"}
    path = tmp_path / "laps.json"
    assert main(["export", "laps", "--source", SOURCE, "-o", str(path)]) == 0
    written = json.loads(path.read_text())
    assert written["rows"] == [dict(row) for row in rows]
    laps = relation_named("laps")
    assert laps is not None
    assert [field["name"] for field in written["fields"]] == [field.name for field in laps.fields]


def test_at_a_moment(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "laps", "--source", SOURCE, "--at", "lap:2"]) == 0
    told = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert max(int(row["lap"]) for row in told) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lapz"], "did you mean 'laps'?"),
        (["laps", "-o", "laps.xlsx"], "-o must end in .csv, .json, .parquet"),
        (["laps", "-o", "/nowhere/laps.csv"], "No such file"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", *arguments, "--source", SOURCE]) == 2
    assert said in capsys.readouterr().err


def test_what_the_feed_does_not_tell_is_no_empty_file(
    archive_folder: object, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(archive_folder("2018_azerbaijan_race"))  # type: ignore[operator]
    assert main(["export", "weather", "--source", folder]) == 1
    assert capsys.readouterr().err.strip().endswith("the feed does not tell of weather")
