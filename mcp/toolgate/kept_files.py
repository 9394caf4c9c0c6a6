"""Bytes kept on disk for the next process: what takes long to make, and can be made again.

What is damaged or cannot be read counts as not there. A folder that cannot be written costs the time of making it again
and nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from toolgate.private_files import make_folder

_DIGEST_BYTES = 32


class KeptFiles:
    """At most `most` files of one kind in a folder, the oldest removed first. Each begins with its content's hash."""

    def __init__(self, folder: Path, suffix: str, *, most: int) -> None:
        self._folder = folder
        self._suffix = suffix
        self._most = most

    def read(self, name: str) -> bytes | None:
        """What was written under a name; None where there is nothing, or it is damaged."""
        try:
            data = self._path(name).read_bytes()
        except OSError:
            return None
        body = data[_DIGEST_BYTES:]
        return body if sha256(body).digest() == data[:_DIGEST_BYTES] else None

    def write(self, name: str, body: bytes) -> None:
        """Keeps it, whole or not at all."""
        from tempfile import NamedTemporaryFile

        try:
            make_folder(self._folder)
            with NamedTemporaryFile(dir=self._folder, prefix=".", delete=False) as part:
                try:
                    part.write(sha256(body).digest() + body)
                    part.close()
                    os.replace(part.name, self._path(name))
                except OSError:
                    Path(part.name).unlink(missing_ok=True)
                    raise
            self._forget_oldest()
        except OSError:
            return

    def _path(self, name: str) -> Path:
        return self._folder / (name + self._suffix)

    def _forget_oldest(self) -> None:
        kept = sorted(self._folder.glob(f"*{self._suffix}"), key=lambda path: path.stat().st_mtime)
        for path in kept[: -self._most]:
            path.unlink(missing_ok=True)


def code_version(*folders: Path) -> bytes:
    """Paths, sizes and times of the Python files in these folders, as bytes; empty where they cannot be listed."""
    try:
        states = sorted(state for folder in folders for state in _states(folder))
    except OSError:
        return b""
    return repr(states).encode() if states else b""


def _states(folder: str | Path) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                state = entry.stat()
                yield entry.path, state.st_size, state.st_mtime_ns
            elif entry.name != "__pycache__" and entry.is_dir():
                yield from _states(entry.path)
