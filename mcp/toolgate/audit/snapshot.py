"""The files of a log as they are at one moment, for those who read it while it is written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from toolgate.audit.lock import FileLock
from toolgate.audit.open_files import open_regular
from toolgate.audit.segments import Segment, lock_path, rotated


@contextmanager
def snapshot(path: Path) -> Iterator[list[Segment]]:
    """All segments, oldest first; the last is held open and ends where it ended now. FileNotFoundError: no such log."""
    with ExitStack() as held:
        with _undisturbed(path):
            segments = rotated(path)
            with suppress(FileNotFoundError):
                file = held.enter_context(open_regular(path))
                length = os.fstat(file.fileno()).st_size
                segments.append(Segment(path) if path.suffix == ".gz" else Segment(path, file, length))
        if not segments:
            raise FileNotFoundError(path.name)
        yield segments


@contextmanager
def _undisturbed(path: Path) -> Iterator[None]:
    """Holds the log's lock for a moment, where there is one and it can be had: a copy elsewhere has none."""
    lock = FileLock(lock_path(path))
    with suppress(OSError):
        if lock_path(path).exists():
            lock.acquire()
    try:
        yield
    finally:
        lock.close()
