"""Announcements in a file: a line each, whoever writes, and a plain word where it cannot be."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from pitwall.effects import Announcement
from pitwall.effects.file import FileAnnouncer
from pitwall.effects.sqlite import SqliteStore
from pitwall.sources.web.download_cache import DownloadCache
from toolgate.contract import ToolError


def said(text: str, author: str = "marshal") -> Announcement:
    return Announcement(text, author, "2026-01-02T03:04:05.678Z", 12, "00:21:04.500")


def test_a_line_each_in_a_folder_that_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deep" / "said.txt"
    announcer = FileAnnouncer(path)
    assert not path.parent.exists()
    announcer.announce(said("Räikkönen pits 🏁"))
    announcer.announce(said("two\nlines\tand \x1b[2J a clear screen", author="a\tb\n"))
    assert path.read_bytes().decode() == (
        "2026-01-02T03:04:05.678Z\tlap 12, 00:21:04.500\tmarshal\tRäikkönen pits 🏁\n"
        "2026-01-02T03:04:05.678Z\tlap 12, 00:21:04.500\ta b\ttwo lines and [2J a clear screen\n"
    )


def test_only_the_owner_can_read_what_is_kept(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        FileAnnouncer(tmp_path / "new" / "said.txt").announce(said("x"))
        store = SqliteStore(tmp_path / "new" / "race.sqlite3")
        store.pin("session", "44")
        made = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new").iterdir()}
        store.close()
        DownloadCache(tmp_path / "cache" / "deep").keep("http://x/", b"x")
        assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*") if path.is_dir()} == {0o700}
        kept = [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]
        assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
    finally:
        os.umask(before)
    assert {"said.txt", "race.sqlite3", "race.sqlite3-wal"} <= made.keys()
    assert set(made.values()) == {0o600}


def test_what_is_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "said.txt"
    path.write_text("first\n", encoding="utf-8")
    FileAnnouncer(path).announce(said("second"))
    assert path.read_text(encoding="utf-8").splitlines()[0] == "first"
    path.unlink()
    FileAnnouncer(path).announce(said("third"))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1


def test_lines_of_many_threads_stay_whole(tmp_path: Path) -> None:
    path = tmp_path / "said.txt"
    announcers = [FileAnnouncer(path), FileAnnouncer(path)]

    def announce(name: int) -> None:
        for number in range(50):
            announcers[name % 2].announce(said(f"{name} {number} " + "ü" * 150))

    threads = [threading.Thread(target=announce, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    texts = [line.split("\t")[3] for line in path.read_text(encoding="utf-8").splitlines()]
    assert sorted(texts) == sorted(f"{name} {number} " + "ü" * 150 for name in range(6) for number in range(50))


def test_a_file_that_cannot_be_written_is_told_without_its_path(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a file, not a folder")
    for path in (tmp_path, tmp_path / "secret" / "said.txt"):
        with pytest.raises(ToolError, match=r"nothing was announced: .* let announce_path name one that can") as raised:
            FileAnnouncer(path).announce(said("hello"))
        assert raised.value.error_type == "tool_failed"
        assert "secret" not in raised.value.message
        assert str(tmp_path) not in raised.value.message


def test_a_full_disk_is_told() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    with pytest.raises(ToolError, match=r"nothing was announced: .*space"):
        FileAnnouncer(full).announce(said("hello"))
