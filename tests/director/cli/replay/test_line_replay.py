"""The replay as plain lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from director.cli import main
from director.cli.replay.line_replay import Told, instants
from pitwall.sources import open_source
from pitwall.state import StateCache

SOURCE = "sim:seed=4,cars=8,laps=6"


@pytest.fixture
def replay(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> str:
        status = main(["replay", *arguments])
        out, err = capfd.readouterr()
        assert (status, err) == (0, "")
        return out

    return run


def laps_told(out: str) -> list[int]:
    words = [line.split() for line in out.splitlines()]
    return [int(line[2].split("/")[0]) for line in words if line[1] == "lap"]


def test_a_line_a_lap_and_the_flag(replay: Callable[..., str]) -> None:
    out = replay(SOURCE)
    view = StateCache().load(open_source(SOURCE)).view()
    assert laps_told(out) == list(range(view.lap + 1))
    assert "flag  chequered flag" in out
    assert "\x1b" not in out
    stamps = [line.split()[0] for line in out.splitlines()]
    assert stamps == sorted(stamps)


def test_playing_tells_the_same_as_not_waiting(replay: Callable[..., str]) -> None:
    assert replay(SOURCE, "--speed", "10000") == replay(SOURCE)


def test_it_starts_where_it_is_told(replay: Callable[..., str]) -> None:
    assert laps_told(replay(SOURCE, "--at", "lap:4")) == [4, 5, 6]
    assert laps_told(replay(SOURCE, "--at", "end")) == [6]


@pytest.mark.parametrize("name", ["simulated_race", "2018_azerbaijan_race"])
def test_every_car_that_goes_out_is_told_once(name: str, recorded: Callable[[str], StateCache]) -> None:
    whole = recorded(name).view()
    told, lines = Told(), []
    for t in instants(whole, whole.line_times[0]):
        view = recorded(name).view(f"{int(t // 3600):02}:{int(t // 60 % 60):02}:{t % 60:06.3f}")
        lines += list(told.lines(view, {}))
    out = [line for line in lines if line.split()[1] == "out"]
    gone = [car for car in whole.order if whole.run_state(car)[0] in ("stopped", "retired")]
    assert len(out) == len(gone)
    assert sum("safety car" in line for line in lines if line.split()[1] == "flag") == sum(
        change.status == "safety_car" for change in whole.track_statuses
    )


def test_what_may_be_told_is_never_skipped() -> None:
    whole = StateCache().load(open_source("sim:seed=2,cars=12,laps=20")).view()
    start = whole.line_times[3]
    times = instants(whole, start)
    assert times == sorted(set(times))
    assert (times[0], times[-1]) == (start, whole.t)
    expected = [*whole.line_times, *(change.t for change in whole.track_statuses)]
    assert {t for t in expected if t >= start} <= set(times)


WRONG = [
    (["/no/such/folder"], "no folder"),
    (["sim:cars=99"], "cars must be a whole number from 2 to 64"),
    ([SOURCE, "--at", "lap:99"], "lap 99 hasn't been completed yet"),
    ([SOURCE, "--at", "noon"], "isn't a valid moment"),
    ([SOURCE, "--speed", "0"], "--speed: "),
    ([SOURCE, "--speed", "nan"], "--speed: "),
    ([SOURCE, "--speed", "fast"], "--speed: "),
    ([SOURCE, "extra"], "is an argument too many"),
]


@pytest.mark.parametrize(("arguments", "complaint"), WRONG, ids=lambda value: " ".join(value)[:40])
def test_wrong_usage_is_one_line(capfd: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    status = main(["replay", *arguments])
    out, err = capfd.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert complaint in err
