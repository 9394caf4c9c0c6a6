"""What we keep is its owner's alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolgate.private_files import make_folder, open_file


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    """A umask that keeps nothing from anybody."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_folders_that_are_made_are_closed_and_those_there_stay(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir(mode=0o755)
    make_folder(tmp_path / "there" / "new" / "deep")
    make_folder(tmp_path / "there" / "new" / "deep")
    assert [mode(tmp_path / name) for name in ("there", "there/new", "there/new/deep")] == [0o755, 0o700, 0o700]


def test_a_file_that_is_made_is_closed_and_one_that_is_there_stays(tmp_path: Path) -> None:
    for name in ("new", "there"):
        if name == "there":
            (tmp_path / name).touch(0o644)
        file = open_file(tmp_path / name, os.O_WRONLY | os.O_APPEND)
        assert os.write(file, b"x") == 1
        os.close(file)
    assert (mode(tmp_path / "new"), mode(tmp_path / "there")) == (0o600, 0o644)


def test_what_is_in_the_way_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        make_folder(tmp_path / "file" / "below")
