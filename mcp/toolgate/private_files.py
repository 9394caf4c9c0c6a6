"""Files and folders that only their owner can read. What is there already keeps the mode it has."""

from __future__ import annotations

import os
from pathlib import Path

_OWN_FOLDER, _OWN_FILE = 0o700, 0o600


def make_folder(folder: Path) -> None:
    """Makes a folder and those above it that are missing. OSError where that cannot be."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode=_OWN_FOLDER, exist_ok=True)


def open_file(path: Path, flags: int) -> int:
    """The descriptor of a file, which is made where it is missing. OSError where that cannot be."""
    return os.open(path, flags | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0), _OWN_FILE)
