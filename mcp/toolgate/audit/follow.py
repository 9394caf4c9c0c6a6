"""Reads the last records of a log and follows it, across rotations."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import islice
from pathlib import Path

from toolgate.audit.chain import BadLine
from toolgate.audit.last_record import read_ending, record_of
from toolgate.audit.open_files import read_at
from toolgate.audit.segments import Segment, numbered, read_back, read_lines
from toolgate.audit.snapshot import snapshot
from toolgate.contract import JsonObject


def last_records(path: Path, count: int) -> list[JsonObject]:
    """The last records of a log, oldest first, read from its end. FileNotFoundError: no such log."""
    found: list[JsonObject] = []
    with snapshot(path) as segments:
        for segment in reversed(segments):
            if len(found) >= count:
                break
            with suppress(BadLine):
                records = (record for line in read_back(segment) if (record := record_of(line)) is not None)
                found.extend(islice(records, count - len(found)))
    return found[::-1]


class Follower:
    """Gives what was written to a log behind a record, each record once, however often the file is rotated meanwhile.

    A record is known by its number. A log that begins anew at the path is followed from its first.
    """

    def __init__(self, path: Path) -> None:
        """Begins at the end that the log has now; of one that is not there yet, with its making."""
        self._path = path
        self._seq = 0
        self._at = 0
        self._fd = -1
        self._open()
        if self._fd >= 0:
            self._at = read_ending(self._fd).size

    def last(self, count: int) -> list[JsonObject]:
        """The last records up to now; `fresh` goes on behind them. FileNotFoundError: no such log."""
        records = last_records(self._path, max(count, 1))
        if records:
            self._seq = _seq(records[-1])
        return records[-count:] if count else []

    def fresh(self) -> list[JsonObject]:
        """The new records; after a rotation those of the old file and of the files between come first."""
        if self._fd < 0:
            return self._reopened()
        found = self._read()
        return found if self._current() else [*found, *self._reopened()]

    def close(self) -> None:
        """Closes the file."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _reopened(self) -> list[JsonObject]:
        """Opens what is at the path now. What was rotated out while nobody looked comes first."""
        self.close()
        # Opened before the others are listed: a rotation in between makes this one of them, and it is not read twice.
        self._open()
        between = [record for segment in self._unseen() for record in _records(segment)]
        found = self._new(between)
        current = self._parsed()
        if current and _seq(current[0]) <= 1 < self._seq and not between:
            self._seq = 0  # another log
        return [*found, *self._new(current)]

    def _open(self) -> None:
        with suppress(FileNotFoundError):
            self._fd, self._at = os.open(self._path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0)), 0

    def _unseen(self) -> list[Segment]:
        """The rotated files from the last on that begins at or before the record that was seen last."""
        files = numbered(self._path)
        begin = max((first for first, _ in files if first <= self._seq + 1), default=0)
        return [segment for first, segment in files if first >= begin]

    def _current(self) -> bool:
        try:
            return os.path.samestat(os.fstat(self._fd), self._path.stat())
        except FileNotFoundError:
            return True

    def _read(self) -> list[JsonObject]:
        return self._new(self._parsed())

    def _parsed(self) -> list[JsonObject]:
        if self._fd < 0:
            return []
        data = read_at(self._fd, max(0, os.fstat(self._fd).st_size - self._at), self._at)
        whole, newline, _ = data.rpartition(b"\n")
        self._at += len(whole) + len(newline)
        return [record for line in whole.split(b"\n") if (record := record_of(line)) is not None]

    def _new(self, records: list[JsonObject]) -> list[JsonObject]:
        found = []
        for record in records:
            if _seq(record) > self._seq:
                self._seq = _seq(record)
                found.append(record)
        return found


def _seq(record: JsonObject) -> int:
    seq = record.get("seq")
    return seq if isinstance(seq, int) else 0


def _records(segment: Segment) -> list[JsonObject]:
    found: list[JsonObject] = []
    with suppress(BadLine):
        found.extend(record for line in read_lines(segment) if (record := record_of(line)) is not None)
    return found
