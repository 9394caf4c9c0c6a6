"""Official results come from `--results FILE` alone, whatever is asked and however."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import director
from director.cli import main
from pitwall.results import ResultsError

SOURCE = "sim:seed=2,cars=4,laps=4"


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """The cars of the simulated race in an order of nobody's making."""
    with director.open_race(SOURCE) as race:
        cars = sorted(race.cache.view().order)
    path = tmp_path / "results.csv"
    path.write_text("position,car,points\n" + "".join(f"{n},{car},{10 - n}\n" for n, car in enumerate(cars, 1)))
    return path


def test_a_command_is_told_them(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["call", "get_results", "--source", SOURCE]) == 0
    assert json.loads(capsys.readouterr().out)["basis"] == "provisional"
    assert main(["call", "get_results", "--source", SOURCE, "--results", str(results)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["basis"] == "official"
    cars = [line.split(",")[1] for line in results.read_text().splitlines()[1:]]
    order = sorted(told["rows"], key=lambda row: row["official_position"])
    assert [row["driver"]["car"] for row in order] == cars
    question = "what is the official result"
    assert main(["ask", question, "--source", SOURCE, "--planner", "offline", "--results", str(results)]) == 0
    assert "official" in capsys.readouterr().out.lower()


def test_a_program_is_told_them(results: Path) -> None:
    with director.open_race(SOURCE, results=results) as race:
        assert [row.position for row in race.cache.view().official] == [1, 2, 3, 4]
    with pytest.raises(ResultsError, match="cannot be read"):
        director.open_race(SOURCE, results=results.with_name("none.csv"))


@pytest.mark.parametrize("command", [["call", "get_results"], ["ask", "who won"], ["serve"]])
def test_what_holds_none_is_wrong_usage(command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results.csv"
    path.write_text("a,b\n1,2\n")
    assert main([*command, "--source", SOURCE, "--results", str(path)]) == 2
    said = capsys.readouterr().err
    assert "results.csv lacks a column" in said
    assert str(tmp_path) not in said
    assert len(said.strip().splitlines()) == 1
