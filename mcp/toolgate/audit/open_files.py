"""Opens the files of a log safely: regular files only."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

_OURS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
CREATE = os.O_RDWR | os.O_CREAT | _OURS
"""Opened for us alone, made if need be. Not blocking, so that a pipe at the path is refused rather than waited for."""

_READ = os.O_RDONLY | _OURS


def require_regular(fd: int) -> os.stat_result:
    """What is known of an open file. OSError, and the file is closed, where it is a pipe, a folder or a device."""
    found = os.fstat(fd)
    if not stat.S_ISREG(found.st_mode):
        os.close(fd)
        raise OSError(errno.EINVAL, "not a regular file")
    return found


def open_regular(path: Path) -> BinaryIO:
    """A regular file to be read. OSError where there is none, or something else; a pipe is not waited for."""
    fd = os.open(path, _READ)
    require_regular(fd)
    return os.fdopen(fd, "rb")


def read_at(fd: int, size: int, start: int) -> bytes:
    """At most so many bytes of an open file, from a byte on.

    Where the system has no `pread` the file's position moves. A log is appended to, so nothing depends on it.
    """
    if hasattr(os, "pread"):
        return os.pread(fd, size, start)
    os.lseek(fd, start, os.SEEK_SET)
    return os.read(fd, size)


def sync_folder(folder: Path) -> None:
    """Brings the names in a folder to the disk, where the system knows how."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
