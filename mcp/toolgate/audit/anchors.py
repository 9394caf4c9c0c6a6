"""Anchors: notes, in a file of their own, of the record that the log had reached. They show when its end is missing.

An anchor is written with the first record of a day, with every thousandth, before a rotation and at close. Anchors are
chained as records are; a copy kept elsewhere proves the log up to it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from msgspec import Struct

from toolgate.audit.chain import GENESIS, BadLine, seal, unseal
from toolgate.audit.last_record import read_ending
from toolgate.audit.open_files import CREATE, open_regular, require_regular
from toolgate.audit.segments import Segment, read_lines
from toolgate.contract import JsonObject

EVERY = 1000
"""Records between two anchors of one day, at most."""

_FIELD = "anchor_hash"

Why = Literal["day", "count", "rotation", "close"]


class Anchor(Struct, frozen=True):
    """The log had `lines` records, the last with the hash `head`."""

    ts: str
    lines: int
    head: str

    @property
    def day(self) -> str:
        """The UTC day it was written on."""
        return self.ts[:10]


class Anchors:
    """The anchors file of one log. Whoever writes holds the log's lock."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def last(self) -> Anchor | None:
        """The last anchor, if there is one that can be read."""
        try:
            with open_regular(self._path) as file:
                record = read_ending(file.fileno(), _FIELD).record
        except OSError:
            return None
        return None if record is None else _anchor(record)

    def append(self, anchor: Anchor, why: Why, *, to_disk: bool) -> None:
        """Writes one anchor behind the last; what a crash left of a line is cut first, and counted."""
        fd = os.open(self._path, CREATE | os.O_APPEND, 0o600)
        require_regular(fd)
        try:
            ending = read_ending(fd, _FIELD)
            if ending.torn:
                os.ftruncate(fd, ending.size)
            line, _ = seal(
                {
                    "chained": anchor.lines,
                    "cut_bytes": ending.torn,
                    "day": anchor.day,
                    "head": anchor.head,
                    "lines": anchor.lines,
                    "prev_anchor_hash": GENESIS if ending.record is None else ending.record[_FIELD],
                    "ts": anchor.ts,
                    "why": why,
                },
                _FIELD,
            )
            os.write(fd, line)
            if to_disk:
                os.fsync(fd)
        finally:
            os.close(fd)


def read_anchors(path: Path) -> tuple[list[Anchor], tuple[int, str] | None]:
    """The anchors before the first faulty line, oldest first, and that line: its number and what is wrong; else None.

    A torn last line is no fault: a crash left it, and the next anchor cuts it.
    """
    found: list[Anchor] = []
    previous = GENESIS
    try:
        for line in read_lines(Segment(path)) if path.exists() else ():
            if not line.endswith(b"\n"):
                break
            record = unseal(line[:-1], _FIELD)
            if record.get("prev_anchor_hash") != previous:
                raise BadLine("it does not follow the anchor before it")
            previous = record[_FIELD]
            found.append(_anchor(record))
    except BadLine as bad:
        return found, (len(found) + 1, str(bad))
    return found, None


def _anchor(record: JsonObject) -> Anchor:
    lines = record.get("lines")
    return Anchor(str(record.get("ts")), lines if isinstance(lines, int) else 0, str(record.get("head")))
