"""A lock among processes: flock on a file beside the log.

Who writes without a pause would take the lock again before a waiting process wakes up. So a waiting one makes the lock
file a byte long, and who has seen that pauses after letting go.
"""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

_PATIENCE_S = 2.0
_WAITED_IN_VAIN_S = 0.05
_PAUSE_S = 0.0002
_WAY_S = 0.0006


class FileLock:
    """Held by one descriptor at a time. OSError where it cannot be had; one that is held too long is such a case."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd = -1
        self._identity = (-1, -1)
        self._patience_s = _PATIENCE_S
        self._awaited = False

    def acquire(self) -> None:
        """Waits for the lock, for a moment. Who has waited in vain once waits less until it has got it."""
        while True:
            if self._fd < 0:
                self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
                stat = os.fstat(self._fd)
                self._identity = (stat.st_dev, stat.st_ino)
            try:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._wait()
            if self._still_there():
                return
            self.close()

    def release(self) -> None:
        """Lets the next one in."""
        if self._fd < 0:
            return
        if not self._awaited:
            fcntl.flock(self._fd, fcntl.LOCK_UN)
            return
        self._mark(0)  # whoever still waits will say so again
        fcntl.flock(self._fd, fcntl.LOCK_UN)
        time.sleep(_WAY_S)

    def close(self) -> None:
        """Lets go of the file too."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _wait(self) -> None:
        until = time.monotonic() + self._patience_s
        while True:
            self._mark(1)
            time.sleep(_PAUSE_S)
            try:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= until:
                    self._patience_s = min(_WAITED_IN_VAIN_S, _PATIENCE_S)
                    raise
            else:
                self._patience_s = _PATIENCE_S
                self._mark(0)
                return

    def _mark(self, size: int) -> None:
        with suppress(OSError):
            os.ftruncate(self._fd, size)

    def _still_there(self) -> bool:
        """Whether the locked file is the one at the path: a lock on a removed file keeps nobody out."""
        try:
            stat = os.stat(self._path)
        except FileNotFoundError:
            return False
        self._awaited = stat.st_size > 0
        return (stat.st_dev, stat.st_ino) == self._identity
