"""Syncs records to the disk, by the durability that is set."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

Durability = Literal["record", "interval", "system"]
"""Before the call is answered; every so many milliseconds; when the system likes. What only the system has survives
a crash of the process, not one of the machine."""


class Syncer:
    """Brings a file to the disk, once for all the records that were written until then.

    `snapshot` gives a descriptor of the file, which is closed here, and how many records were written to it; -1 where
    there is no file. `failed` is told what went wrong.
    """

    def __init__(self, snapshot: Callable[[], tuple[int, int]], failed: Callable[[OSError], None]) -> None:
        self._snapshot = snapshot
        self._failed = failed
        self._mutex = threading.Lock()
        self._synced = 0
        self._pool = _one_thread()
        self._stop = threading.Event()
        self._beat: threading.Thread | None = None

    def sync(self, count: int) -> None:
        """Waits until this many records are on the disk. Concurrent callers share one sync."""
        with self._mutex:
            if self._synced < count:
                self._sync()

    def _sync(self) -> None:
        fd, written = self._snapshot()
        if fd < 0:
            return
        try:
            if written > self._synced:
                os.fsync(fd)
                self._synced = written
        except OSError as error:
            self._failed(error)
        finally:
            os.close(fd)

    async def sync_apart(self, count: int) -> None:
        """Waits as `sync` does, without blocking the event loop."""
        if self._synced < count:
            await asyncio.get_running_loop().run_in_executor(self._pool, self.sync, count)

    def sync_soon(self, count: int) -> None:
        """Syncs in the background; nobody waits for it."""
        if self._synced < count:
            self._pool.submit(self.sync, count)

    def every(self, seconds: float) -> None:
        """Syncs periodically, where something was written, until `close`."""
        if self._beat is None:
            self._beat = threading.Thread(target=self._beats, args=(seconds,), name="audit-sync", daemon=True)
            self._beat.start()

    def _beats(self, seconds: float) -> None:
        while not self._stop.wait(seconds):
            with self._mutex:
                self._sync()

    def close(self) -> None:
        """Ends the threads once they have done their work."""
        self._stop.set()
        self._pool.shutdown()
        if self._beat is not None:
            self._beat.join()
        self._pool, self._beat = _one_thread(), None
        self._stop.clear()


def _one_thread() -> ThreadPoolExecutor:
    """One thread that is started when it is first asked for something."""
    return ThreadPoolExecutor(1, thread_name_prefix="audit-sync")
