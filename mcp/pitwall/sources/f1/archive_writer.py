"""Writes a session as an F1 static archive: a folder of topics that a source reads again."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp
from typing import BinaryIO

import msgspec

from pitwall.events import Event
from pitwall.sources.base import SourceError
from pitwall.sources.f1.archive import NEEDED, SUFFIX
from pitwall.sources.f1.live_timing_lines import lines_of
from pitwall.sources.f1.stamped_lines import BOM

INDEX = "Index.json"
_LONGEST_S = 24 * 3600
"""A line of an archive tells hours from 00 to 23."""


def write_archive(events: Iterable[Event], folder: Path) -> dict[str, int]:
    """Writes events as topics into a folder, which must not be there or be empty; lines written, by topic.

    The folder appears whole or not at all. SourceError where it cannot be written, or where the events have no timing.
    """
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise SourceError(f"{str(folder)[:200]!r} exists already: name a new folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        written = _write_topics(events, unfinished)
        if NEEDED not in written:
            raise SourceError("the source has no timing of any car: there is no session to write")
        feeds = {topic: {"StreamPath": f"{topic}{SUFFIX}"} for topic in sorted(written)}
        (unfinished / INDEX).write_bytes(msgspec.json.encode({"Feeds": feeds}))
        unfinished.chmod(0o755)
        unfinished.replace(folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return written


def _write_topics(events: Iterable[Event], folder: Path) -> dict[str, int]:
    files: dict[str, BinaryIO] = {}
    written: dict[str, int] = {}
    encode = msgspec.json.Encoder().encode
    with ExitStack() as open_files:
        for line in lines_of(iter(events)):
            if line.t >= _LONGEST_S:
                raise SourceError("a session of more than 24 hours can't be written as an F1 archive")
            if line.topic not in files:
                file = (folder / f"{line.topic}{SUFFIX}").open("wb")
                files[line.topic] = open_files.enter_context(file)
                file.write(BOM)
            files[line.topic].write(_stamp(line.t) + encode(line.body) + b"\r\n")
            written[line.topic] = written.get(line.topic, 0) + 1
    return written


def _stamp(t: float) -> bytes:
    """`HH:MM:SS.mmm`, as every line begins."""
    seconds, ms = divmod(round(t * 1000), 1000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{ms:03d}".encode()
