"""`director export`: a relation as a file."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from director.cli import main
from pitwall.relations import RELATIONS, relation_named, table
from pitwall.relations.files import to_csv, to_json, to_parquet
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


def test_every_relation_is_a_table_of_typed_columns() -> None:
    """In Arrow, Parquet and pandas: what is told comes back as it was, what is not told is null."""
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("pandas")
    kinds = {"text": "string", "integer": "int64", "number": "double", "flag": "bool"}
    view = StateCache().load(open_source(SOURCE)).view()
    for relation in RELATIONS:
        found = table(view, relation.name)
        arrow = found.to_arrow()
        assert [str(column.type) for column in arrow.schema] == [kinds[field.type] for field in relation.fields]
        again = parquet.read_table(pyarrow.BufferReader(to_parquet(found)))
        assert again.to_pylist() == [dict(row) for row in found.rows]
        assert len(found.to_pandas()) == len(found.rows)
        assert [dict(row) for row in found.rows] == json.loads(to_json(found))["rows"]
        assert len(to_csv(found).splitlines()) == len(found.rows) + 1


def test_parquet_is_a_file(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "stops.parquet"
    assert main(["export", "stops", "--source", "sim:seed=2,cars=8,laps=16", "-o", str(path)]) == 0
    assert parquet.read_table(path).num_rows > 3


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
