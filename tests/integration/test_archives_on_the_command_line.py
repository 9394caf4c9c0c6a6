"""Archives from a zip and from the web, as a user meets them."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from director.cli import main
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Call
from toolgate.runner import Runner

Director = Callable[..., tuple[int, str, str]]
QUESTION = ("ask", "Who is in the closest battle?", "--at", "lap:20", "--source")


@pytest.fixture
def director(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Director:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DIRECTOR_CACHE_DIR", str(tmp_path / "kept"))

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        out, err = capfd.readouterr()
        return status, out, err

    return run


@pytest.fixture(scope="session")
def answer(simulated_folder: Path) -> str:
    """What the same question is told of the race's folder: the battle that the tool finds there, in a sentence."""
    cache = StateCache().load(open_source(str(simulated_folder)))
    envelope = asyncio.run(
        Runner(build_tools(cache)).call(Call("get_current_battle", {"at_lap": 20, "top_n_pairs": 1}))
    ).envelope
    assert envelope["pairs"]
    return f"{envelope['summary']}\n"


@pytest.fixture
def web(simulated_folder: Path, serve_folder: Callable[[Path], Any]) -> Any:
    return serve_folder(simulated_folder.parent)


def test_a_second_question_needs_no_network(director: Director, web: Any, tmp_path: Path, answer: str) -> None:
    assert director(*QUESTION, f"{web.url}/simulated_race") == (0, answer, "")
    asked = len(web.requests)
    assert director(*QUESTION, f"{web.url}/simulated_race") == (0, answer, "")
    assert len(web.requests) == asked
    web.stop()
    assert director(*QUESTION, f"{web.url}/simulated_race") == (0, answer, "")
    assert (tmp_path / "kept" / "blobs").is_dir()


def test_a_server_that_stumbles_changes_nothing(director: Director, web: Any, answer: str) -> None:
    web.misdeeds["TimingData.jsonStream"] += [
        lambda handler, body: handler.reply(503),
        lambda handler, body: handler.reply(200, body, send=len(body) // 3),
    ]
    assert director(*QUESTION, f"{web.url}/simulated_race") == (0, answer, "")
    assert len(web.asked("TimingData.jsonStream")) == 3


def test_a_zip_is_asked_as_a_folder_is(director: Director, simulated_folder: Path, tmp_path: Path, answer: str) -> None:
    with ZipFile(tmp_path / "race.zip", "w") as archive:
        for file in simulated_folder.iterdir():
            archive.write(file, f"session/{file.name}")
    assert director(*QUESTION, "race.zip") == (0, answer, "")


def test_a_network_that_fails_is_no_wrong_usage(director: Director, web: Any) -> None:
    gone = web.url
    web.stop()
    for arguments in (("ask", "who leads?", "--source", f"{gone}/simulated_race"), ("sessions", f"{gone}/2018")):
        status, out, err = director(*arguments)
        assert (status, out) == (1, "")
        host = gone.removeprefix("http://")
        assert err == f"director: can't reach {host} (tried 4 times): check your network\n"


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("{web}/nothing", "no TimingData.jsonStream at {web}/nothing: name the URL of a session's folder"),
        ("{web}", "director sessions YEAR lists them"),
        ("http://", "isn't a URL"),
        ("nowhere.zip", "no file 'nowhere.zip'"),
    ],
)
def test_a_source_that_is_none_is_one_line(director: Director, web: Any, source: str, complaint: str) -> None:
    status, out, err = director(*QUESTION, source.format(web=web.url))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("director: source: ")
    assert complaint.format(web=web.url) in err


SESSIONS = [
    {"Key": 14, "Type": "Qualifying", "Name": "Qualifying", "StartDate": "2018-04-28T17:00:00", "Path": "2018/q/"},
    {"Key": 15, "Type": "Race", "Name": "Race\u001b[31m", "StartDate": "2018-04-29T16:10:00", "Path": "2018/r/"},
    {"Key": 16, "Type": "Race", "Name": "Cancelled", "StartDate": "2018-04-30T16:10:00"},
    "unreadable",
]


@pytest.fixture
def archive(serve_folder: Callable[[Path], Any], tmp_path: Path) -> Any:
    (tmp_path / "static" / "2018").mkdir(parents=True)
    index = {"Year": 2018, "Meetings": [{"Name": "Azerbaijan GP", "Location": "Baku", "Sessions": SESSIONS}]}
    (tmp_path / "static" / "2018" / "Index.json").write_text(f"\ufeff{json.dumps(index)}", encoding="utf-8")
    return serve_folder(tmp_path / "static")


def test_sessions_lists_what_a_year_holds(director: Director, archive: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIRECTOR_ARCHIVE_URL", archive.url)
    status, out, err = director("sessions", "2018")
    assert (status, err.count("\n")) == (0, 1)
    assert "cannot be read, left out: 1" in err
    header, *rows = out.splitlines()
    assert header.split() == ["START", "MEETING", "LOCATION", "SESSION", "TYPE", "KEY", "SOURCE"]
    for column, cell in (("START", "2018-04-29 16:10:00"), ("KEY", "15"), ("SOURCE", f"{archive.url}/2018/r")):
        assert rows[1][header.index(column) :].startswith(cell)
    assert "\x1b" not in out
    assert [row[header.index("SOURCE") :] for row in rows][2] == "-"


def test_sessions_as_json(director: Director, archive: Any) -> None:
    status, out, _ = director("sessions", f"{archive.url}/2018", "--json")
    listed = json.loads(out)
    assert (status, len(listed)) == (0, 3)
    assert listed[0] == {
        "year": 2018, "meeting": "Azerbaijan GP", "location": "Baku", "key": 14, "type": "Qualifying",
        "name": "Qualifying", "start": "2018-04-28T17:00:00", "source": f"{archive.url}/2018/q",
    }  # fmt: skip


@pytest.mark.parametrize("target", ["2017", "soon", "{web}/2017", "http://"])
def test_an_archive_that_is_none_is_one_line(
    director: Director, archive: Any, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.setenv("DIRECTOR_ARCHIVE_URL", archive.url)
    status, out, err = director("sessions", target.format(web=archive.url))
    assert (status, out, err.count("\n")) == (2, "", 1)


def start(tmp_path: Path, stderr: int, *arguments: str, ignoring: bool = False) -> subprocess.Popen[bytes]:
    """`ignoring`: as a shell starts what runs in the background, with interrupts ignored."""
    environment = {**os.environ, "DIRECTOR_CACHE_DIR": str(tmp_path / "kept"), "TERM": "xterm"}
    code = "import os, signal, sys; signal.signal(signal.SIGINT, getattr(signal, sys.argv[1])); os.execv(sys.executable, [sys.executable, '-m', 'director', *sys.argv[2:]])"
    command = [sys.executable, "-c", code, "SIG_IGN" if ignoring else "SIG_DFL", *arguments]
    return subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=stderr)


def test_a_terminal_sees_a_bar_and_stdout_the_answer_alone(web: Any, tmp_path: Path, answer: str) -> None:
    terminal, end = pty.openpty()
    process = start(tmp_path, end, *QUESTION, f"{web.url}/simulated_race")
    os.close(end)
    shown = b""
    try:
        while part := os.read(terminal, 4096):
            shown += part
    except OSError:
        pass  # the other end is closed
    os.close(terminal)
    out, _ = process.communicate()
    assert (process.returncode, out.decode()) == (0, answer)
    assert b"fetching" in shown
    assert shown.count(b"\x1b[?25l") == shown.count(b"\x1b[?25h") == 1, "the cursor is hidden and comes back"


@pytest.mark.parametrize("ignoring", [False, True], ids=["", "where interrupts were ignored"])
def test_an_interrupt_ends_a_download_at_once(web: Any, tmp_path: Path, ignoring: bool) -> None:
    def stall(handler: Any, body: bytes) -> None:
        handler.reply(200, body, send=100)
        os.kill(process.pid, signal.SIGINT)
        handler.web.stopping.wait()

    web.misdeeds["TimingData.jsonStream"] += [stall] * 9
    process = start(tmp_path, subprocess.PIPE, *QUESTION, f"{web.url}/simulated_race", ignoring=ignoring)
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err.decode()) == (130, "")
    assert len(web.asked("TimingData.jsonStream")) == 1
