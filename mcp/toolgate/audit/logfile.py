"""The file that a log is written to. Others may replace or append to it; whole lines are written even so."""

from __future__ import annotations

import errno
import math
import os
import shutil
from pathlib import Path

from toolgate.audit.last_record import Ending, read_ending
from toolgate.audit.open_files import CREATE, require_regular

_MIN_FREE_BYTES = 1 << 20


class LogFile:
    """An open file, and the size in bytes that it had after our last write. Every method may raise OSError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._where = os.fspath(path)
        self.fd = -1
        self.size = 0
        self._identity = (-1, -1)

    def open(self) -> None:
        """Opens what is at the path now, making it if need be: a regular file, for nobody else to read."""
        self.close()
        fd = os.open(self.path, CREATE | os.O_APPEND, 0o600)
        found = require_regular(fd)
        if found.st_mode & 0o077 and hasattr(os, "fchmod"):
            os.fchmod(fd, 0o600)
        self.fd, self.size, self._identity = fd, -1, (found.st_dev, found.st_ino)

    def close(self) -> None:
        """Closes the file."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def is_at_its_path(self) -> bool:
        """Whether the open file is the one at the path."""
        try:
            return self.fd >= 0 and self._is(os.stat(self.path))
        except FileNotFoundError:
            return False

    def as_we_left_it(self) -> bool:
        """Whether the file is at its path and ends where we ended it. Opens another one that is there instead."""
        try:
            found = os.stat(self._where)
        except FileNotFoundError:
            self.open()
            return False
        if self.fd < 0 or not self._is(found):
            self.open()
            return False
        return found.st_size == self.size

    def ending(self) -> Ending:
        """Reads the end of the file, and cuts a torn line off it."""
        ending = read_ending(self.fd)
        if ending.torn:
            os.ftruncate(self.fd, ending.size)
        self.size = ending.size
        return ending

    def write(self, line: bytes) -> None:
        """Appends the whole line or nothing of it."""
        try:
            written = os.write(self.fd, line)
            while written < len(line):
                written += os.write(self.fd, line[written:])
        except OSError:
            os.ftruncate(self.fd, self.size)
            raise
        self.size += len(line)

    def _is(self, found: os.stat_result) -> bool:
        return (found.st_dev, found.st_ino) == self._identity

    def has_room(self) -> None:
        """OSError where the disk is full, read-only, or the file may not grow."""
        if not hasattr(os, "fstatvfs"):  # Windows
            if shutil.disk_usage(self.path.parent).free < _MIN_FREE_BYTES:
                raise _error(errno.ENOSPC)
            return
        space = os.fstatvfs(self.fd)
        if space.f_flag & os.ST_RDONLY:
            raise _error(errno.EROFS)
        if space.f_bavail * space.f_frsize < _MIN_FREE_BYTES:
            raise _error(errno.ENOSPC)
        if self.size + _MIN_FREE_BYTES > _largest_file():
            raise _error(errno.EFBIG)


def _largest_file() -> float:
    """The bytes that a file of this process may have."""
    try:
        import resource
    except ImportError:
        return math.inf
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    return math.inf if limit == resource.RLIM_INFINITY else limit


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
