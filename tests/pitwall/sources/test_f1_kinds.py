"""Folder, zip and URL of one session are the same race, told by the same code."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from pitwall.events import Event
from pitwall.sources import Options, SourceError, open_source
from pitwall.sources.f1.topics import converters
from pitwall.state import StateCache
from pitwall.tools import build_tools
from pitwall.tools.tool import evidence
from tests.examples import some
from toolgate.contract import ANONYMOUS

ArchiveFolder = Callable[[str], Path]


def zipped(folder: Path, path: Path, inside: str = "") -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, f"{inside}{file.name}")
    return path


@pytest.mark.parametrize("name", some(["simulated_race", "2018_azerbaijan_race", "2024_bahrain_gp_converted"], 2))
def test_all_kinds_tell_the_same_events(
    archive_folder: ArchiveFolder, serve_folder: Callable[[Path], Any], tmp_path: Path, name: str
) -> None:
    folder = archive_folder(name)
    web = serve_folder(folder.parent)
    kept = Options(cache_dir=tmp_path / "kept")
    told: list[Event] = list(open_source(str(folder)))
    assert len(told) > 5_000
    assert list(open_source(str(zipped(folder, tmp_path / "top.zip")))) == told
    assert list(open_source(str(zipped(folder, tmp_path / "inside.ZIP", "archive/session/")))) == told
    assert list(open_source(f"{web.url}/{name}/")) == told
    assert list(open_source(f"{web.url}/{name}", kept)) == told
    asked = len(web.requests)
    assert list(open_source(f"{web.url}/{name}", kept)) == told
    assert len(web.requests) == asked


SESSION = {
    "TimingData": '00:00:01.000{"Lines":{"1":{"Position":"1"}}}\r\n',
    "DriverList": '00:00:00.000{"1":{"Tla":"VER","FirstName":"Max","LastName":"Verstappen"}}\r\n',
    "TimingAppData": '00:00:01.000{"Lines":{"1":{"Stints":[{"Compound":"SOFT","New":"true","TotalLaps":1}]}}}\r\n',
    "TrackStatus": '00:00:00.500{"Status":"1"}\r\n',
}


def write(folder: Path, *left_out: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for topic, text in SESSION.items():
        if topic not in left_out:
            (folder / f"{topic}.jsonStream").write_bytes(b"\xef\xbb\xbf" + text.encode())
    return folder


@pytest.mark.parametrize(
    ("topic", "tool", "missing"),
    [
        ("DriverList", "get_roster", "the names of the drivers"),
        ("TimingAppData", "get_driver", "the tyres of Verstappen"),
        ("TrackStatus", "get_live_snapshot", "the track status"),
    ],
)
def test_a_topic_that_is_not_there_is_missing_from_the_answers(
    serve_folder: Callable[[Path], Any], tmp_path: Path, topic: str, tool: str, missing: str
) -> None:
    write(tmp_path / "session", topic)
    cache = StateCache().load(open_source(f"{serve_folder(tmp_path).url}/session"))
    (spec,) = [spec for spec in build_tools(cache) if spec.name == tool]
    answer = spec.handler({"driver": "1"} if tool == "get_driver" else {}, ANONYMOUS)
    assert missing in answer["missing"]


def test_unknown_topics_of_a_zip_are_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = write(tmp_path / "session")
    (folder / "Nonsense.jsonStream").write_text("x")
    caplog.set_level(logging.WARNING)
    assert evidence(StateCache().load(open_source(str(zipped(folder, tmp_path / "x.zip")))).view())["missing"] == []
    assert "unknown topic Nonsense ignored" in caplog.text


def test_a_session_that_goes_on_is_asked_for_again(serve_folder: Callable[[Path], Any], tmp_path: Path) -> None:
    """Until it has ended; then what is kept is final, and so is what is not there."""
    folder = write(tmp_path / "session")
    web = serve_folder(tmp_path)
    kept = Options(cache_dir=tmp_path / "kept")

    def asked() -> list[str]:
        before = len(web.requests)
        list(open_source(f"{web.url}/session", kept))
        return sorted(path.split("/")[-1] for path, _, _ in web.requests[before:])

    everything = sorted(f"{topic}.jsonStream" for topic in converters())
    (folder / "SessionStatus.jsonStream").write_text('00:00:00.000{"Status":"Started"}\r\n')
    assert [asked(), asked()] == [everything, everything]
    (folder / "SessionStatus.jsonStream").write_text('00:00:00.000{"Status":"Ends"}\r\n')
    assert [asked(), asked()] == [everything, []]
    (folder / "WeatherData.jsonStream").write_text('00:00:00.000{"AirTemp":"20"}\r\n')
    assert asked() == []


def test_a_folder_that_was_not_there_may_come(serve_folder: Callable[[Path], Any], tmp_path: Path) -> None:
    web = serve_folder(tmp_path)
    kept = Options(cache_dir=tmp_path / "kept")
    with pytest.raises(SourceError, match=r"no TimingData.jsonStream at .*: name the URL of a session's folder"):
        list(open_source(f"{web.url}/session", kept))
    write(tmp_path / "session")
    assert StateCache().load(open_source(f"{web.url}/session", kept)).view().order == ("1",)


@pytest.mark.parametrize(
    "body",
    [b"", b'00:00:01.000{"Lines":{"1":{"Posit'],
    ids=["nothing", "half a file of unknown length"],
)
def test_what_is_no_whole_topic_is_not_kept_for_good(
    serve_folder: Callable[[Path], Any], tmp_path: Path, body: bytes
) -> None:
    folder = write(tmp_path / "session")
    (folder / "SessionStatus.jsonStream").write_text('00:00:00.000{"Status":"Ends"}\r\n')
    web = serve_folder(tmp_path)
    web.misdeeds["TimingData.jsonStream"].append(lambda handler, _: handler.reply(200, body))
    kept = Options(cache_dir=tmp_path / "kept")
    assert StateCache().load(open_source(f"{web.url}/session", kept)).view().order == ()
    assert StateCache().load(open_source(f"{web.url}/session", kept)).view().order == ("1",)
    before = len(web.requests)
    assert StateCache().load(open_source(f"{web.url}/session", kept)).view().order == ("1",)
    assert len(web.requests) == before


def test_timing_that_is_something_else_is_no_race(serve_folder: Callable[[Path], Any], tmp_path: Path) -> None:
    """A web page that calls itself a file, as of a network that wants a password. It is not kept for good either."""
    folder = write(tmp_path / "session")
    (folder / "SessionStatus.jsonStream").write_text('00:00:00.000{"Status":"Ends"}\r\n')
    web = serve_folder(tmp_path)
    page = b"<!DOCTYPE html>\n<html>Sign in</html>\n"
    web.misdeeds["TimingData.jsonStream"].append(lambda handler, _: handler.reply(200, page))
    kept = Options(cache_dir=tmp_path / "kept")
    with pytest.raises(
        SourceError, match=r"TimingData.jsonStream isn't a topic of a session .no line can be read"
    ) as error:
        list(open_source(f"{web.url}/session", kept))
    assert "\n" not in str(error.value)
    assert StateCache().load(open_source(f"{web.url}/session", kept)).view().order == ("1",)


def test_only_what_is_read_is_fetched(serve_folder: Callable[[Path], Any], tmp_path: Path) -> None:
    web = serve_folder(write(tmp_path / "session").parent)
    list(open_source(f"{web.url}/session?signature=a/b#part"))
    assert sorted(path for path, _, _ in web.requests) == sorted(
        f"/session/{topic}.jsonStream" for topic in converters()
    )


@pytest.mark.parametrize(
    ("uri", "complaint"),
    [
        ("http://", "isn't a URL"),
        ("https:///folder", "isn't a URL"),
        ("http:folder", "isn't a URL"),
        ("http://host:port/folder", "isn't a URL"),
        ("http://host:0/", "isn't a URL"),
        ("http://[::1/folder", "isn't a URL"),
        ("http://ho st/folder", "isn't a URL"),
        ("http://host/fol\nder", "isn't a URL"),
        ("nowhere.zip", "no file"),
        ("~nobody-of-this-name/session.zip", "no file"),
        ("~nobody-of-this-name/session", "no folder"),
        ("long" * 300 + ".zip", "no file"),
        ("long" * 300, "can't be read"),
        ("nul\0.zip", "no file"),
        ("nul\0", "can't be read as a folder"),
    ],
)
def test_what_cannot_be_opened_says_so_at_once(uri: str, complaint: str) -> None:
    with pytest.raises(SourceError, match=complaint) as error:
        open_source(uri)
    assert "\n" not in str(error.value)


def test_a_folder_is_read_without_what_other_sources_need(tmp_path: Path) -> None:
    """The simulator and the web take longer to import than a race to read."""
    (tmp_path / "TimingData.jsonStream").write_bytes(b'00:00:01.000{"Lines":{"1":{"Position":"1"}}}\r\n')
    code = (
        "import sys; from pitwall.sources import open_source; from pitwall.state import StateCache; "
        "assert StateCache().load(open_source(sys.argv[1])).view().order == ('1',); "
        "print({'asyncio', 'dataclasses', 'pitwall.sources.sim', 'tempfile'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
