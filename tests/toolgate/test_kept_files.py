"""What is kept on disk for the next process: whole, its owner's alone, and none where it is damaged."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from toolgate.kept_files import KeptFiles, code_version


def test_what_is_written_is_read_by_the_next(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert KeptFiles(folder, ".kept", most=2).read("one") is None
    KeptFiles(folder, ".kept", most=2).write("one", b"body")
    assert KeptFiles(folder, ".kept", most=2).read("one") == b"body"
    assert [path.name for path in folder.iterdir()] == ["one.kept"], "no part is left"
    if os.name == "posix":
        assert stat.S_IMODE((folder / "one.kept").stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("content", [b"", b"x" * 100, bytes(32)])
def test_what_is_damaged_is_not_there(tmp_path: Path, content: bytes) -> None:
    files = KeptFiles(tmp_path, ".kept", most=2)
    files.write("one", b"body")
    (tmp_path / "one.kept").write_bytes(content)
    assert files.read("one") is None


def test_the_oldest_go_first_and_others_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("")
    files = KeptFiles(tmp_path, ".kept", most=2)
    for age, name in enumerate(("a", "b", "c")):
        files.write(name, b"")
        os.utime(tmp_path / f"{name}.kept", (age, age))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.kept", "c.kept", "other"]


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    files = KeptFiles(tmp_path / "file" / "folder", ".kept", most=2)
    files.write("one", b"body")
    assert files.read("one") is None


def test_code_has_another_version_once_a_file_of_it_has_changed(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "one.py").write_text("1")
    versions = [code_version(tmp_path)]
    (inner / "one.py").write_text("22")
    versions.append(code_version(tmp_path))
    (tmp_path / "two.py").write_text("")
    versions.append(code_version(tmp_path))
    os.utime(inner / "one.py", (1, 1))
    versions.append(code_version(tmp_path))
    assert len(set(versions)) == 4
    (inner / "note.txt").write_text("no code")
    (inner / "__pycache__").mkdir()
    (inner / "__pycache__" / "one.py").write_text("")
    assert code_version(tmp_path) == versions[-1]
    assert code_version(tmp_path / "missing") == b""
