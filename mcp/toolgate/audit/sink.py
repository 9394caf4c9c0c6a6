"""A log on disk: records behind one another, whichever process writes them. Not for several threads at once."""

from __future__ import annotations

import errno
import logging
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from toolgate.audit.anchors import EVERY, Anchor, Anchors, Why
from toolgate.audit.chain import GENESIS, BadLine, seal
from toolgate.audit.intents import Intents
from toolgate.audit.last_record import Ending, record_of
from toolgate.audit.lock import FileLock
from toolgate.audit.logfile import LogFile
from toolgate.audit.open_files import sync_folder
from toolgate.audit.ordered_worker import Busy
from toolgate.audit.record import Note, note_record
from toolgate.audit.segments import Segment, anchors_path, intents_path, lock_path, read_lines, rotated, rotated_path
from toolgate.contract import JsonObject
from toolgate.moments import utc_text

_log = logging.getLogger("toolgate.audit")

_LONG_LINE = 1 << 17
"""Bytes; no record is as long."""


class Head(NamedTuple):
    """The last record: its number, counted from 1, and its hash."""

    seq: int = 0
    hash: str = GENESIS


class Sink:
    """Appends records under a lock among processes, behind whatever was written last.

    Every method that touches the disk raises OSError where that cannot be done.
    """

    def __init__(self, path: Path, *, rotate_bytes: int, to_disk: bool, clock: Callable[[], datetime]) -> None:
        self.head = Head()
        self.file = LogFile(path)
        self.rotations = 0
        self._rotate_bytes = rotate_bytes
        self._to_disk = to_disk
        self._clock = clock
        self._lock = FileLock(lock_path(path))
        self._anchors = Anchors(anchors_path(path))
        self.intents = Intents(intents_path(path))
        self._anchored_day = ""

    def drain(self, queue: deque[JsonObject], lost: int = 0, *, wait: bool = True) -> None:
        """Writes the records of a queue, each removed once it is written, then a note where `lost` were left out of it.

        Without `wait`, Busy where another process has the lock, or the file is about to be rotated.
        """
        self._acquire(wait=wait)
        try:
            self._catch_up()
            while queue:
                self._put(queue[0])
                queue.popleft()
            if lost:
                self._note("gap", "more records waited than are kept", lost=lost)
        finally:
            self._lock.release()

    def check(self, *, wait: bool = True) -> None:
        """Whether a record could be written now: the file is the one at the path, and there is room."""
        if not self.file.is_at_its_path():
            self.drain(deque(), wait=wait)
        self.file.has_room()

    def begin(self, intent: JsonObject, *, wait: bool = True) -> None:
        """Writes an intent. It is on the disk once `intents.fd` has been synced."""
        self._acquire(wait=wait)
        try:
            self.intents.begin(intent)
        finally:
            self._lock.release()

    def finish(self) -> None:
        """Anchors what is not anchored yet, and lets go of the files. A log that was taken away is not made again."""
        try:
            if self.head.seq and self.file.is_at_its_path():
                self._acquire()
                try:
                    self._catch_up()
                    os.fsync(self.file.fd)
                    if self.intents.begun:
                        self.intents.compact()
                    last = self._anchors.last()
                    if last is None or (last.lines, last.head) != self.head:
                        self._anchor("close", utc_text(self._clock()))
                finally:
                    self._lock.release()
        finally:
            self.close()

    def close(self) -> None:
        """Closes the files."""
        self.file.close()
        self.intents.close()
        self._lock.close()

    def _acquire(self, *, wait: bool = True) -> None:
        if not wait and self.file.size > self._rotate_bytes - _LONG_LINE:
            raise Busy  # a rotation waits for the disk
        try:
            self._lock.acquire(wait=wait)
        except FileNotFoundError:
            self.file.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock.acquire(wait=wait)

    def _catch_up(self) -> None:
        """Finds the head again where another process wrote, rotated, crashed in a line, or took the file away."""
        if self.file.as_we_left_it():
            return
        ending = self.file.ending()
        self._follow(self._head_on_disk(ending))
        if ending.torn:
            self._note("repair", "a torn line was cut", bytes=ending.torn, sha256=ending.torn_sha256)

    def _head_on_disk(self, ending: Ending) -> Head:
        if ending.record is not None:
            return _head(ending.record)
        for segment in reversed(rotated(self.file.path)):
            last = b""
            with suppress(BadLine):
                for line in read_lines(segment):
                    last = line
            if (record := record_of(last)) is not None:
                return _head(record)
        return Head()

    def _follow(self, found: Head) -> None:
        """Goes on behind what is on disk. What is missing there is noted; the break stays to be seen."""
        if not self.head.seq and (anchor := self._anchors.last()) is not None and anchor.lines:
            self._anchored_day = anchor.day
            self.head = Head(anchor.lines, anchor.head)
        known = self.head
        if found.seq > known.seq or found == known:
            self.head = found
        else:
            self._note("gap", "records are missing at the end", known=known.seq, found=found.seq)

    def _note(self, kind: Note, reason: str, **extra: object) -> None:
        _log.warning("audit log %s: %s %s", self.file.path.name, reason, extra)
        self._put(note_record(kind, reason, self._clock(), extra))

    def _put(self, record: JsonObject) -> None:
        seq, now = self.head.seq + 1, utc_text(self._clock())
        record["seq"] = seq
        record["timestamp"] = now
        record["prev_hash"] = self.head.hash
        line, digest = seal(record)
        if self.file.size and self.file.size + len(line) > self._rotate_bytes:
            self._rotate(now)
        self.file.write(line)
        self.head = Head(seq, digest)
        if self.intents.begun:
            self._settle(record)
        if now[:10] > self._anchored_day:
            self._anchor_day(now)
        elif seq % EVERY == 0:
            self._anchor("count", now)

    def _settle(self, record: JsonObject) -> None:
        """An intent that cannot be marked stays; its record tells all the same."""
        try:
            if self.intents.settle(record):
                os.fsync(self.file.fd)
                self.intents.compact()
        except OSError as error:
            _log.warning("audit log %s: an intent could not be settled (%s)", self.file.path.name, error.strerror)

    def _anchor_day(self, now: str) -> None:
        """The first record of a day is anchored, by the first process that writes one."""
        last = self._anchors.last()
        if last is not None and last.day >= now[:10]:
            self._anchored_day = last.day
        else:
            self._anchor("day", now)

    def _anchor(self, why: Why, now: str) -> None:
        """An anchor that cannot be written costs no record."""
        try:
            if self._to_disk or why == "rotation":  # compaction may drop intents that these records answer
                os.fsync(self.file.fd)
            self._anchors.append(Anchor(now, *self.head), why, to_disk=self._to_disk)
        except OSError as error:
            _log.warning("audit log %s: no anchor could be written (%s)", self.file.path.name, error.strerror)
        self._anchored_day = max(self._anchored_day, now[:10])

    def _rotate(self, now: str) -> None:
        """Moves the file aside and begins a new one. Where the old one cannot be moved, it just grows."""
        path = self.file.path
        try:
            first = record_of(next(read_lines(Segment(path)), b"")) or {}
            aside = rotated_path(path, _head(first).seq)
            if aside.exists() or aside.with_name(f"{aside.name}.gz").exists():
                raise FileExistsError(errno.EEXIST, f"{aside.name} is already there: move it out of the folder")
            self._anchor("rotation", now)
            path.rename(aside)
        except (OSError, BadLine) as error:
            why = error.strerror if isinstance(error, OSError) else error
            _log.warning("audit log %s: not rotated (%s)", path.name, why)
            return
        self.file.open()
        self.file.size = 0
        self.rotations += 1
        if self._to_disk:
            sync_folder(path.parent)


def _head(record: JsonObject) -> Head:
    seq = record.get("seq")
    return Head(seq if isinstance(seq, int) else 0, str(record.get("entry_hash", GENESIS)))
