"""Reads the records of a log without verifying its chain."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from toolgate.audit.chain import BadLine
from toolgate.audit.last_record import record_of
from toolgate.audit.segments import read_lines
from toolgate.audit.snapshot import snapshot
from toolgate.contract import JsonObject


def read_records(path: Path) -> Iterator[JsonObject | None]:
    """The records of all segments, oldest first; None for any other line. FileNotFoundError: no such log."""
    with snapshot(path) as segments:
        for segment in segments:
            with suppress(BadLine):
                for line in read_lines(segment):
                    yield record_of(line)
