"""A lock among processes, on a file beside the log.

A process that writes without a pause would take the lock again before a waiting one wakes up. So a waiting process
makes the lock file one byte long, and a holder that sees the byte removes it, releases the lock and pauses. Waiting
processes thus also see that the lock changes hands.
"""

from __future__ import annotations

import errno
import os
import time
from contextlib import suppress
from pathlib import Path

from toolgate.audit.locking import lock_functions
from toolgate.audit.open_files import CREATE
from toolgate.audit.ordered_worker import Busy

_PATIENCE_S = 2.0
"""How long a holder may keep the lock while others wait. The wait itself is longer where the holders change."""
_LONGEST_WAIT_S = 60.0
_WAITED_IN_VAIN_S = 0.05
_PAUSE_S = 0.0002
_WAY_S = 0.0006


class FileLock:
    """A lock held by one descriptor at a time. OSError where it can't be had: 2 s behind one holder, 60 s in all."""

    def __init__(self, path: Path) -> None:
        self._path = os.fspath(path)
        self._fd = -1
        self._identity = (-1, -1)
        self._patience_s = _PATIENCE_S
        self._awaited = False

    def acquire(self, *, wait: bool = True) -> None:
        """Waits for the lock without blocking others. After a timeout the next waits are shorter, until it is acquired.

        Busy where another process has it and it is not to be waited for.
        """
        while True:
            if self._fd < 0:
                self._open()
            if not self._try_lock(self._fd):
                if not wait:
                    raise Busy
                self._wait()
            if self._still_there():
                return
            self.close()

    def release(self) -> None:
        """Releases the lock."""
        if self._fd < 0:
            return
        if not self._awaited:
            self._unlock(self._fd)
            return
        self._mark(0)  # whoever still waits will say so again
        self._unlock(self._fd)
        time.sleep(_WAY_S)

    def close(self) -> None:
        """Lets go of the file too."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _open(self) -> None:
        self._try_lock, self._unlock = lock_functions()
        self._fd = os.open(self._path, CREATE, 0o600)
        stat = os.fstat(self._fd)
        self._identity = (stat.st_dev, stat.st_ino)

    def _wait(self) -> None:
        began = self._moved = time.monotonic()
        while True:
            if not os.fstat(self._fd).st_size:  # the byte has gone: the lock has changed hands
                self._moved = time.monotonic()
                self._mark(1)
            time.sleep(_PAUSE_S)
            if self._try_lock(self._fd):
                self._patience_s = _PATIENCE_S
                self._mark(0)
                return
            now = time.monotonic()
            if now >= self._moved + self._patience_s or now >= began + _LONGEST_WAIT_S:
                self._patience_s = min(_WAITED_IN_VAIN_S, _PATIENCE_S)
                kept = f"another process has kept the lock {os.path.basename(self._path)} for too long: end it"
                raise OSError(errno.EAGAIN, kept)

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
