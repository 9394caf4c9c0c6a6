"""Intents: what is about to be done and cannot be undone, on the disk before it is begun.

An intent and the record of its call have the same time, server, tool, agent and request. Once the record is written the
intent is marked as settled, and settled ones go when the file has grown. One that no record answers is an effect that
nobody has accounted for: its process was killed, or is still at it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from toolgate.audit.open_files import CREATE, read_at, require_regular, sync_folder
from toolgate.contract import JsonObject

COMPACT_BYTES = 1 << 18
"""How long the file may grow before settled intents go; twice what is left then, where that is more."""

_MARK = "settled"
SHARED = ("ts", "server", "tool", "agent_id", "request_id")
"""What an intent and the record of its call have in common."""

Key = tuple[str, ...]


def key_of(record: Mapping[str, Any]) -> Key:
    """What an intent and its record have in common, as one value."""
    return tuple(str(record.get(name)) for name in SHARED)


class Intents:
    """The intents file of one log. Whoever calls holds the log's lock; what fails raises OSError."""

    def __init__(self, path: Path) -> None:
        self.fd = -1
        self.begun = 0
        self._path = path
        self._identity = (-1, -1)
        self._size = 0
        self._compact_at = COMPACT_BYTES
        self._open: Counter[Key] = Counter()

    def begin(self, intent: JsonObject) -> None:
        """Appends an intent. It is on the disk once the file that is open then has been synced."""
        self._append(intent)
        self._open[key_of(intent)] += 1
        self.begun += 1

    def settle(self, record: JsonObject) -> bool:
        """Marks the intent that this record answers, if there is one. Returns whether the file is due for `compact`."""
        key = key_of(record)
        if not self._open[key]:
            return False
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]  # what is settled is not kept: a server runs for weeks
        self._append({_MARK: True, **{name: record[name] for name in SHARED}})
        return self._size > self._compact_at

    def compact(self) -> None:
        """Replaces the file, in one step, by the unsettled intents alone. The records of all others must be synced."""
        left = b"".join(orjson.dumps(intent) + b"\n" for intent in read_intents(self._path))
        fresh = self._path.with_name(f"{self._path.name}.tmp")
        fd = os.open(fresh, CREATE | os.O_TRUNC, 0o600)
        try:
            _write(fd, left)
            os.fsync(fd)
        finally:
            os.close(fd)
        self.close()
        os.replace(fresh, self._path)
        sync_folder(self._path.parent)
        self._compact_at = max(COMPACT_BYTES, 2 * len(left))

    def close(self) -> None:
        """Closes the file."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def _append(self, entry: JsonObject) -> None:
        line = orjson.dumps(entry) + b"\n"
        self._current()
        found = os.fstat(self.fd).st_size
        if found != self._size and found and not _ends_whole(self.fd, found):
            line = b"\n" + line  # another process was killed within its line
        try:
            _write(self.fd, line)
        except OSError:
            os.ftruncate(self.fd, found)
            raise
        self._size = found + len(line)

    def _current(self) -> None:
        """Opens the file that is at the path now: another process may have compacted it."""
        try:
            found = os.stat(self._path)
            if self.fd >= 0 and (found.st_dev, found.st_ino) == self._identity:
                return
        except FileNotFoundError:
            pass
        self.close()
        fd = os.open(self._path, CREATE | os.O_APPEND, 0o600)
        opened = require_regular(fd)
        self.fd, self._identity, self._size = fd, (opened.st_dev, opened.st_ino), -1


def read_intents(path: Path) -> list[JsonObject]:
    """The intents that are not settled, oldest first. Other lines, such as a torn one, are skipped."""
    try:
        lines = path.read_bytes().splitlines() if path.is_file() else []
    except FileNotFoundError:  # it was taken away just now
        lines = []
    begun: list[JsonObject] = []
    settled: Counter[Key] = Counter()
    for line in lines:
        entry = _entry(line)
        if entry is None:
            continue
        if entry.get(_MARK) is True:
            settled[key_of(entry)] += 1
        else:
            begun.append(entry)
    return unanswered(begun, settled)


def unanswered(intents: list[JsonObject], answers: Counter[Key]) -> list[JsonObject]:
    """The intents without those that have an answer; each answer counts once."""
    left = []
    for intent in intents:
        key = key_of(intent)
        if answers[key]:
            answers[key] -= 1
        else:
            left.append(intent)
    return left


def _entry(line: bytes) -> JsonObject | None:
    try:
        entry = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return entry if isinstance(entry, dict) and all(name in entry for name in SHARED) else None


def _ends_whole(fd: int, size: int) -> bool:
    return read_at(fd, 1, size - 1) == b"\n"


def _write(fd: int, data: bytes) -> None:
    written = 0
    while written < len(data):
        written += os.write(fd, data[written:])
