"""How many calls of a day were admitted, without reading the whole day anew.

A count file beside the log holds the counts up to some record, and where that record stands. It is used while the log
still has that record there; else the day is counted from its beginning.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from toolgate.audit.chain import BadLine, seal, unseal
from toolgate.audit.last_record import record_of
from toolgate.audit.open_files import CREATE, open_regular
from toolgate.audit.segments import Segment, first_of, read_chunks, read_lines, read_tail
from toolgate.audit.snapshot import snapshot

Counts = Counter[tuple[str, str, str]]
"""By agent, server (empty where the record names none) and tool."""

_FIELD = "counts_hash"
_NOT_COUNTED = ("policy_denied", "rate_limited", "validation_error")
"""How a call ends that a rule decided on and that never came as far as the limits."""
_WORTH_KEEPING = 1 << 18
"""Bytes of the log after which the count file is written anew."""


class _Row(msgspec.Struct):
    ts: str = ""
    agent_id: str = ""
    server: str | None = None
    tool: str = ""
    decision: str = ""
    operation: str = ""
    rule: str = ""
    error_type: str | None = None


_rows = msgspec.json.Decoder(_Row)


class _Mark(Struct):
    """The file that begins with record `first` is counted up to `offset`, where `tail` stands before."""

    first: int
    offset: int
    tail: str
    counts: Counts


def counts_path(path: Path) -> Path:
    """The count file of a log."""
    return path.with_name(f"{path.name}.counts")


def admitted_on(path: Path, day: str) -> Counts:
    """How many calls went through on a UTC day, `2026-01-02`. Empty where there is no log, or it cannot be read."""
    with suppress(OSError), snapshot(path) as segments:
        mark = _kept(counts_path(path), day)
        following = None if mark is None else _following(segments, mark)
        if mark is None or following is None:
            mark, following = None, _of_day(segments, day)
        counts = Counter() if mark is None else mark.counts
        return _counted(path, day, counts, following)
    return Counter()


def refresh(path: Path, day: str) -> None:
    """Brings the count file up to date, where there is one, so that the next `admitted_on` has little to read."""
    if counts_path(path).is_file():
        admitted_on(path, day)


def _counted(path: Path, day: str, counts: Counts, segments: list[Segment]) -> Counts:
    read = 0
    for segment in segments:
        end = segment.begin
        with suppress(BadLine):
            for chunk in read_chunks(segment):
                whole = chunk.rfind(b"\n") + 1
                end += whole
                counts.update(_admitted(chunk[:whole], day))
        read += end - segment.begin
        if segment is segments[-1] and read >= _WORTH_KEEPING:
            with suppress(OSError):
                _keep(counts_path(path), day, _Mark(first_of(segment), end, read_tail(segment, end), counts))
    return counts


def _admitted(lines: bytes, day: str) -> Iterator[tuple[str, str, str]]:
    for row in _decoded(lines):
        admitted = row.decision == "ALLOW" and row.rule and row.operation == "tools/call"
        if admitted and row.ts.startswith(day) and row.error_type not in _NOT_COUNTED:
            yield row.agent_id, row.server or "", row.tool


def _decoded(lines: bytes) -> Iterator[_Row]:
    try:
        yield from _rows.decode_lines(lines)
        return
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass  # a line among them is none of ours
    for line in lines.split(b"\n"):
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            yield _rows.decode(line)


def _of_day(segments: list[Segment], day: str) -> list[Segment]:
    """The segments from the last one on that began before the day."""
    for index in range(len(segments) - 1, -1, -1):
        with suppress(BadLine):
            if str((record_of(next(read_lines(segments[index]), b"")) or {}).get("timestamp", day)) < day:
                return segments[index:]
    return segments


def _following(segments: list[Segment], mark: _Mark) -> list[Segment] | None:
    """What comes behind a mark. None where the log is not the one that was counted."""
    for index, segment in enumerate(segments):
        if first_of(segment) == mark.first:
            if read_tail(segment, mark.offset) != mark.tail:
                return None
            return [structs.replace(segment, begin=mark.offset), *segments[index + 1 :]]
    return None


def _kept(path: Path, day: str) -> _Mark | None:
    """The mark of a count file; None where there is none, or one of another day, or one that was changed."""
    try:
        with open_regular(path) as file:
            body = unseal(file.read().rstrip(b"\n"), _FIELD)
        if body["day"] != day:
            return None
        counts = Counter({(agent, server, tool): count for agent, server, tool, count in body["counts"]})
        return _Mark(body["first"], body["offset"], body["tail"], counts)
    except (OSError, BadLine, KeyError, TypeError, ValueError):
        return None


def _keep(path: Path, day: str, mark: _Mark) -> None:
    counts = [[*key, count] for key, count in sorted(mark.counts.items())]
    body = {"day": day, "first": mark.first, "offset": mark.offset, "tail": mark.tail, "counts": counts}
    fresh = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    fd = os.open(fresh, CREATE | os.O_TRUNC, 0o600)
    with os.fdopen(fd, "wb") as file:
        file.write(seal(body, _FIELD)[0])
    os.replace(fresh, path)
