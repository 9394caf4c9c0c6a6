"""The end of a log, and what comes behind it, over rotations."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from toolgate.audit.chain import BadLine
from toolgate.audit.ending import record_of
from toolgate.audit.segments import Segment, read_lines
from toolgate.audit.snapshot import snapshot
from toolgate.contract import JsonObject


def last_records(path: Path, count: int) -> list[JsonObject]:
    """The last records of a log, oldest first. FileNotFoundError: no such log."""
    found: list[JsonObject] = []
    with snapshot(path) as segments:
        for segment in reversed(segments):
            if len(found) >= count:
                break
            found = [*_records(segment), *found]
    return found[-count:] if count else []


def _records(segment: Segment) -> list[JsonObject]:
    found: list[JsonObject] = []
    with suppress(BadLine):
        found.extend(record for line in read_lines(segment) if (record := record_of(line)) is not None)
    return found


class Follower:
    """Gives what was written to a log since it was asked last, beginning with its making."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd = -1
        self._at = 0
        self._open()
        if self._fd >= 0:
            self._at = os.fstat(self._fd).st_size

    def fresh(self) -> list[JsonObject]:
        """The records that have come; after a rotation first the rest of the old file."""
        found = self._read()
        if not self._current():
            self._open()
            found += self._read()
        return found

    def _open(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
        self._at = 0
        if self._path.exists():
            self._fd = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)

    def _current(self) -> bool:
        try:
            return self._fd >= 0 and os.path.samestat(os.fstat(self._fd), self._path.stat())
        except FileNotFoundError:
            return True

    def _read(self) -> list[JsonObject]:
        if self._fd < 0:
            return []
        data = os.pread(self._fd, max(0, os.fstat(self._fd).st_size - self._at), self._at)
        whole, newline, _ = data.rpartition(b"\n")
        self._at += len(whole) + len(newline)
        records = (record_of(line) for line in whole.split(b"\n"))
        return [record for record in records if record is not None]
