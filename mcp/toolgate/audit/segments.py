"""The files of one log: the one that is written, and before it the segments that were rotated out, perhaps as gzip.

`audit.jsonl` is written; `audit-000000000001.jsonl.gz` was, and is named by the number of its first record.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from msgspec import Struct, structs

from toolgate.audit.chain import BadLine
from toolgate.audit.last_record import record_of
from toolgate.audit.open_files import open_regular

_MAX_LINE = 16_000_000
_CHUNK = 1 << 19
_MAX_FILE = 1 << 62


class Segment(Struct, frozen=True):
    """One file of a log. The one that is written is held open: at its path another may stand when it is read."""

    path: Path
    file: BinaryIO | None = None
    end: int | None = None
    """Where its reading stops: what is written later belongs to the next reading."""
    begin: int = 0
    """Where its reading begins: with a line."""

    @property
    def name(self) -> str:
        """The file's name, without its folder."""
        return self.path.name


def rotated_path(path: Path, first: int) -> Path:
    """Where the segment that begins with this record goes."""
    return path.with_name(f"{path.stem}-{first:012d}{path.suffix}")


def anchors_path(path: Path) -> Path:
    """The anchors of a log."""
    return path.with_name(f"{path.stem}-anchors{path.suffix}")


def lock_path(path: Path) -> Path:
    """The lock of a log."""
    return path.with_name(f"{path.name}.lock")


def intents_path(path: Path) -> Path:
    """The intents of a log."""
    return path.with_name(f"{path.name}.intents")


def rotated(path: Path) -> list[Segment]:
    """The segments that were rotated out, oldest first."""
    return [segment for _, segment in numbered(path)]


def numbered(path: Path) -> list[tuple[int, Segment]]:
    """The rotated segments with the numbers of their first records. A plain file counts before its gzip."""
    name = re.compile(rf"{re.escape(path.stem)}-(\d{{12}}){re.escape(path.suffix)}(\.gz)?")
    found: dict[int, Path] = {}
    if path.parent.is_dir():
        for file in sorted(path.parent.iterdir()):
            if match := name.fullmatch(file.name):
                found.setdefault(int(match[1]), file)
    return [(first, Segment(file)) for first, file in sorted(found.items())]


def first_of(segment: Segment) -> int:
    """The number of the record that a file begins with; 0 where that cannot be told."""
    with suppress(BadLine):
        record = record_of(next(read_lines(segment), b""))
        return int(record["seq"]) if record is not None and isinstance(record.get("seq"), int) else 0
    return 0


def read_tail(segment: Segment, end: int, length: int = 82) -> str:
    """The bytes before an offset of a file that hold the hash of the record that ends there."""
    with suppress(BadLine):
        return next(_read_parts(structs.replace(segment, begin=max(0, end - length), end=end)), b"").decode("latin-1")
    return ""


def read_back(segment: Segment) -> Iterator[bytes]:
    """The lines of a file without their newlines, the last one first. A torn last line counts as one."""
    if segment.path.suffix == ".gz" or segment.file is None:
        yield from reversed([line.rstrip(b"\n") for line in read_lines(segment)])
        return
    end, rest = segment.end or 0, b""
    while end > 0:
        begin = max(0, end - _CHUNK)
        lines = (next(_read_parts(structs.replace(segment, begin=begin, end=end)), b"") + rest).split(b"\n")
        rest, end = lines[0], begin
        yield from reversed(lines[1:])
    yield rest


def read_lines(segment: Segment) -> Iterator[bytes]:
    """The lines with their newline; a last one may lack it. A gzip that is damaged ends in BadLine."""
    try:
        with _open(segment) as file:
            left = _MAX_FILE if segment.end is None else segment.end - segment.begin
            while line := file.readline(min(left, _MAX_LINE)):
                yield line
                left -= len(line)
    except (EOFError, zlib.error, OSError) as error:
        raise _unreadable(error) from None


def read_chunks(segment: Segment) -> Iterator[bytes]:
    """The same lines, many at a time: each chunk ends with a line; the last may lack its newline."""
    begun: list[bytes] = []
    for part in _read_parts(segment):
        cut = part.rfind(b"\n") + 1
        if cut or sum(map(len, begun)) > _MAX_LINE:
            yield b"".join((*begun, part[:cut]))
            begun.clear()
        begun.append(part[cut:])
    if rest := b"".join(begun):
        yield rest


def _read_parts(segment: Segment) -> Iterator[bytes]:
    try:
        with _open(segment) as file:
            left = _MAX_FILE if segment.end is None else segment.end - segment.begin
            while part := file.read(min(left, _CHUNK)):
                yield part
                left -= len(part)
    except (EOFError, zlib.error, OSError) as error:
        raise _unreadable(error) from None


def _unreadable(error: Exception) -> BadLine:
    if isinstance(error, FileNotFoundError):
        return BadLine("the file is gone")
    why = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
    return BadLine(f"cannot be read ({why})")


@contextmanager
def _open(segment: Segment) -> Iterator[BinaryIO]:
    """The file, or its gzip where it has been compressed since it was listed."""
    path = segment.path
    if segment.file is not None:
        segment.file.seek(segment.begin)
        yield segment.file
        return
    if path.suffix != ".gz":
        with suppress(FileNotFoundError), open_regular(path) as file:
            file.seek(segment.begin)
            yield file
            return
        path = path.with_name(f"{path.name}.gz")
    with open_regular(path) as raw, gzip.open(raw, "rb") as packed:
        packed.seek(segment.begin)
        yield cast(BinaryIO, packed)
