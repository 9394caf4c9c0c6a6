"""Charts as files: valid pictures, with a line and labels for every car that was asked for."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from director.cli import main
from pitwall.sources import open_source
from pitwall.state import RaceView, StateCache

pytestmark = pytest.mark.skipif(find_spec("matplotlib") is None, reason="no matplotlib: charts are an extra")

ROOT = Path(__file__).resolve().parents[2]
SOURCE = "sim:seed=3,cars=12,laps=10"
SVG = "{http://www.w3.org/2000/svg}"
Chart = Callable[..., Path]


@pytest.fixture
def chart(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Chart:
    monkeypatch.chdir(tmp_path)

    def draw(kind: str, *options: str, source: str = SOURCE, name: str = "chart.svg") -> Path:
        status = main(["chart", kind, source, "-o", name, *options])
        out, err = capfd.readouterr()
        assert (status, out, err) == (0, f"wrote {name}\n", "")
        return tmp_path / name

    return draw


def words(path: Path) -> Counter[str]:
    return Counter("".join(text.itertext()) for text in ElementTree.parse(path).iter(f"{SVG}text"))


def lines(path: Path) -> list[str]:
    ids = [group.get("id", "") for group in ElementTree.parse(path).iter(f"{SVG}g")]
    return [name.removeprefix("car-") for name in ids if name.startswith("car-")]


@cache
def race(source: str = SOURCE) -> RaceView:
    return StateCache().load(open_source(source)).view()


def codes(view: RaceView) -> list[str]:
    return [view.drivers[car].code for car in view.order]


def test_places_have_a_line_a_car_labelled_at_both_ends(chart: Chart) -> None:
    view, path = race(), chart("positions")
    assert sorted(lines(path)) == sorted(codes(view))
    told = words(path)
    for car in view.order:
        assert told[view.drivers[car].code] == (2 if view.laps(car) else 1)
    assert {"lap", "position", "Simulated Grand Prix, Race: positions lap by lap"} <= set(told)


def test_gaps_have_a_line_a_car_and_seconds(chart: Chart) -> None:
    view, path = race(), chart("gaps")
    assert sorted(lines(path)) == sorted(
        code for car, code in zip(view.order, codes(view), strict=True) if view.laps(car)
    )
    told = words(path)
    assert {"leader", "seconds behind the first car, at the line"} <= set(told)
    assert any(re.fullmatch(r"\+\d+ s", word) for word in told)


def test_pace_without_a_choice_is_of_the_first_six_and_says_so(chart: Chart) -> None:
    path = chart("pace")
    assert lines(path) == codes(race())[:6]
    assert any(word.startswith("6 of 12 cars") for word in words(path))
    assert any("slower than" in word for word in words(path))


@pytest.mark.parametrize("kind", ["positions", "gaps", "pace"])
def test_drivers_are_chosen_by_any_of_their_names(chart: Chart, kind: str) -> None:
    view = race()
    first, second = view.order[0], view.order[1]
    chosen = [view.drivers[first].code, view.drivers[second].code]
    path = chart(kind, "--drivers", f"{chosen[0].lower()}, {second},{chosen[0]}")
    assert lines(path) == chosen
    assert not {code for code in codes(view) if code not in chosen} & set(words(path))


def test_the_colours_of_a_team_do_not_depend_on_who_is_drawn(chart: Chart) -> None:
    view = race()

    def strokes(path: Path) -> dict[str, str]:
        found = re.findall(r'id="car-(\w+)">\s*<path [^>]*stroke: (#\w+)', path.read_text())
        return dict(found)

    everyone = strokes(chart("positions"))
    for car in view.order[:4]:
        code = view.drivers[car].code
        assert strokes(chart("positions", "--drivers", code)) == {code: everyone[code]}
    teams = {view.drivers[car].team: everyone[view.drivers[car].code] for car in view.order}
    assert len(set(teams.values())) == len(teams)


@pytest.mark.parametrize("kind", ["positions", "gaps", "pace"])
def test_a_png_is_full_hd(chart: Chart, kind: str) -> None:
    data = chart(kind, name="chart.PNG").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert data.endswith(b"IEND\xaeB`\x82")
    assert struct.unpack(">II", data[16:24]) == (1920, 1080)


def test_the_same_race_gives_the_same_file(chart: Chart) -> None:
    assert chart("positions", name="one.svg").read_bytes() == chart("positions", name="two.svg").read_bytes()


@pytest.mark.parametrize("kind", ["positions", "gaps", "pace"])
@pytest.mark.parametrize("source", ["sim:cars=2,laps=1", "sim:cars=64,laps=3"])
def test_small_and_large_fields(chart: Chart, kind: str, source: str) -> None:
    assert lines(chart(kind, source=source))


def test_at_a_moment_it_shows_the_race_until_then(chart: Chart) -> None:
    told = words(chart("positions", "--at", "lap:4"))
    assert any(word.startswith("after lap 4 of 10, session time ") for word in told)


def places(path: Path, *names: str) -> list[float]:
    """How far to the right the middles of these words are, in points."""
    found = [text for text in ElementTree.parse(path).iter(f"{SVG}text") if "".join(text.itertext()) in names]
    return sorted(float(text.get("x") or re.findall(r"[-.0-9]+", text.get("transform", ""))[0]) for text in found)


@pytest.mark.parametrize("kind", ["positions", "gaps", "pace"])
def test_a_red_flag_and_the_safety_car_after_it_are_told_apart(chart: Chart, kind: str) -> None:
    path = chart(kind, source="sim:red=1,cars=20,laps=60,seed=3,classes=4,rain=1")
    told = words(path)
    assert told["RED"] == 1
    assert told["SC"] >= 1
    assert all(b - a > 28 for a, b in pairwise(places(path, "RED", "SC", "VSC")))


def test_cars_that_end_a_lap_after_the_red_flag_do_not_flatten_the_others(chart: Chart) -> None:
    told = words(chart("gaps", source="sim:cars=40,laps=20,classes=4,seed=7,red=1,rain=1"))
    scale = max(int(word[1:-2]) for word in told if re.fullmatch(r"\+[0-9]+ s", word))
    assert scale < 1000
    assert any("leave the picture beyond" in word for word in told)


@pytest.mark.parametrize("name", ["simulated_race", "2018_azerbaijan_race"])
def test_a_recorded_race_has_its_safety_cars_and_those_who_are_out(
    chart: Chart, archive_folder: Callable[[str], Path], name: str
) -> None:
    folder = str(archive_folder(name))
    path = chart("positions", source=folder)
    told, view = words(path), race(folder)
    assert told["SC"] == sum(change.status == "safety_car" for change in view.track_statuses)
    assert sorted(lines(path)) == sorted(codes(view))
    # Once where the line begins, and once more where it ends for those who came far.
    for car, state in view.cars.items():
        if view.run_state(car)[0] == "finished":
            assert told[view.drivers[car].code] == 2
        elif state.laps == 0:
            assert told[view.drivers[car].code] == 1


WRONG = [
    (["bars", SOURCE, "-o", "x.png"], "KIND: there is no 'bars'"),
    (["pace", SOURCE], "-o"),
    (["pace", SOURCE, "-o", "x.pdf"], "must end in .png or .svg"),
    (["pace", SOURCE, "-o", "nowhere/x.png"], "can't be written: No such file or directory"),
    (["pace", "/no/such/folder", "-o", "x.png"], "no folder"),
    (["pace", SOURCE, "-o", "x.png", "--drivers", "Nobody"], "no driver 'Nobody' here"),
    (["pace", SOURCE, "-o", "x.png", "--drivers", " , "], "name at least one"),
    (["pace", SOURCE, "-o", "x.png", "--at", "lap:0"], "nobody has completed a lap yet"),
    (["positions", "sim:kind=practice", "-o", "x.png"], "a chart shows a race or a sprint, and this is a practice"),
    (["pace", "sim:kind=qualifying", "-o", "x.png"], "a chart shows a race or a sprint, and this is a qualifying"),
    (["pace", SOURCE, "-o", "x.png", "--at", "lap:99"], "lap 99 hasn't been completed yet"),
]


@pytest.mark.parametrize(("arguments", "complaint"), WRONG, ids=lambda value: " ".join(value)[:40])
def test_wrong_usage_is_one_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str],
    complaint: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    status = main(["chart", *arguments])
    out, err = capfd.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert complaint in err
    assert not list(tmp_path.iterdir())


def test_where_nothing_can_be_kept_for_the_next_time_nobody_is_bothered(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    command = [sys.executable, "-m", "director", "chart", "pace", SOURCE, "-o", str(tmp_path / "x.svg")]
    environment = {**os.environ, "MPLCONFIGDIR": str(blocked / "folder"), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_matplotlib_one_line_says_what_to_install() -> None:
    code = (
        "import importlib.util, sys; find = importlib.util.find_spec;"
        "importlib.util.find_spec = lambda name, *rest: None if name == 'matplotlib' else find(name, *rest);"
        f"from director.cli import main; sys.exit(main(['chart', 'pace', {SOURCE!r}, '-o', 'x.png']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "director: charts need matplotlib: pip install 'race-director[chart]'\n"
