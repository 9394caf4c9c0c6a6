"""The end of a log file: its last record, and the torn line that a crash may have left."""

from __future__ import annotations

import os
from hashlib import sha256

import orjson
from msgspec import Struct

from toolgate.audit.open_files import read_at
from toolgate.contract import JsonObject

_WINDOW = 8192


class Ending(Struct, frozen=True):
    """`size` counts the bytes of whole lines; the torn rest begins there."""

    record: JsonObject | None
    size: int
    torn: int = 0
    torn_sha256: str = ""


def read_ending(fd: int, field: str = "entry_hash") -> Ending:
    """Reads backwards from the end of a file to its last record, which is the last line that has the hash field."""
    size = os.fstat(fd).st_size
    window = _WINDOW
    while True:
        start = max(0, size - window)
        data = read_at(fd, size - start, start)
        whole, newline, torn = data.rpartition(b"\n")
        lines = whole.split(b"\n")
        if start > 0:
            del lines[0]  # its beginning lies before the window
        for line in reversed(lines if newline else []):
            if (record := record_of(line, field)) is not None:
                return _ending(record, size, torn)
        if start == 0:
            return _ending(None, size, torn)
        window *= 4


def record_of(line: bytes, field: str = "entry_hash") -> JsonObject | None:
    """The record of a line, without checking its hash; None where the line is not a record."""
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return record if isinstance(record, dict) and isinstance(record.get(field), str) else None


def _ending(record: JsonObject | None, size: int, torn: bytes) -> Ending:
    return Ending(record, size - len(torn), len(torn), sha256(torn).hexdigest() if torn else "")
