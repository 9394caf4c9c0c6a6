"""Rotated segments become gzip: beside the original first, then in its place."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path

from toolgate.audit.lock import FileLock
from toolgate.audit.locking import try_lock
from toolgate.audit.segments import lock_path, rotated

_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_CLOEXEC", 0)


def compress_rotated(path: Path) -> None:
    """Compresses every rotated segment of a log that is still plain, but those that another process is compressing."""
    seen: set[Path] = set()
    while fresh := [segment.path for segment in rotated(path) if segment.path not in seen]:
        seen.update(fresh)
        for plain in fresh:
            if plain.suffix != ".gz":
                _compress(plain, FileLock(lock_path(path)))


def _compress(plain: Path, lock: FileLock) -> None:
    """A crash leaves the original, and at most a temporary file that the next attempt writes over."""
    packed = plain.with_name(f"{plain.name}.gz")
    unfinished = plain.with_name(f"{plain.name}.gz.tmp")
    try:
        source = plain.open("rb")
    except FileNotFoundError:
        return
    with source:
        if not _ours(source.fileno(), plain):
            return
        with open(os.open(unfinished, _NEW, 0o600), "wb") as out:
            with gzip.GzipFile(plain.name, "wb", fileobj=out, mtime=0) as into:
                shutil.copyfileobj(source, into, 1 << 20)
            out.flush()
            os.fsync(out.fileno())
        # Who lists the segments holds the log's lock: one must not be missed because it has just changed its name.
        try:
            lock.acquire()
            unfinished.rename(packed)
            plain.unlink()
        finally:
            lock.close()


def _ours(fd: int, plain: Path) -> bool:
    """Locks the segment for us. False where another process has it, or has already put its gzip in its place."""
    try:
        return try_lock(fd) and os.path.samestat(os.fstat(fd), plain.stat())
    except FileNotFoundError:
        return False
