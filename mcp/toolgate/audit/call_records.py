"""The records of a log, for those who look at the calls rather than at the chain."""

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
    """The records of all segments, oldest first; None for a line that is none. FileNotFoundError: no such log."""
    with snapshot(path) as segments:
        for segment in segments:
            with suppress(BadLine):
                for line in read_lines(segment):
                    yield record_of(line)


def records_since(path: Path, ts: str) -> Iterator[JsonObject]:
    """The records of calls that came at or after `ts` (as records write it). Segments that ended before stay closed."""
    with snapshot(path) as segments:
        wanted: list[list[JsonObject]] = []
        for segment in reversed(segments):
            with suppress(BadLine):
                records = [record for line in read_lines(segment) if (record := record_of(line)) is not None]
                wanted.append([record for record in records if str(record.get("ts")) >= ts])
                if records and not wanted[-1]:
                    break
        for found in reversed(wanted):
            yield from found
