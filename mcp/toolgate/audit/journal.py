"""The audit log's interface: append, ready, status. A failing disk raises nothing here."""

from __future__ import annotations

import atexit
import logging
import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from toolgate.audit.compress import compress_rotated
from toolgate.audit.daily import refresh
from toolgate.audit.durability import Durability, Syncer
from toolgate.audit.ordered_worker import Busy, OrderedWorker
from toolgate.audit.segments import rotated
from toolgate.audit.sink import Sink
from toolgate.contract import JsonObject
from toolgate.defaults import AUDIT_INTERVAL_MS, AUDIT_ROTATE_BYTES
from toolgate.moments import utc_now

QUEUE_MAX = 1000

_WARN_EVERY_S = 30.0

_log = logging.getLogger("toolgate.audit")


class AuditLog:
    """One append-only, hash-chained file of records. Threads and processes may share the file.

    While it cannot be written, records are kept in memory, at most `queue_max`, and `ready` is false. They are written,
    in order, with the next record that can be, or at `close`; a note in the log counts those beyond `queue_max`.
    """

    def __init__(
        self,
        path: Path,
        *,
        durability: Durability = "record",
        interval_ms: int = AUDIT_INTERVAL_MS,
        rotate_bytes: int = AUDIT_ROTATE_BYTES,
        compress: bool = True,
        queue_max: int = QUEUE_MAX,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self.path = path.absolute()
        self._durability = durability
        self._interval_s = interval_ms / 1000
        self._rotate_bytes = rotate_bytes
        self._compress = compress
        self._queue_max = queue_max
        self._clock = clock
        self._start()
        atexit.register(self.close)
        ref = weakref.ref(self)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=lambda: _restart(ref))

    def append(self, record: JsonObject) -> None:
        """Writes a record, and syncs it where durability asks for that. Never raises because of the disk."""
        count = self._put(record, wait=True)
        if self._durability == "record":
            self._syncer.sync(count)

    async def append_async(self, record: JsonObject) -> None:
        """As `append`, without blocking the event loop while it waits for other processes or for the disk."""
        try:
            count = self._beside.at_once(self._put, record)
        except Busy:
            count = await self._beside.do(self._put, record)
        if self._durability == "record":
            await self._syncer.sync_apart(count)

    def append_nowait(self, record: JsonObject) -> None:
        """Writes a record for which no caller waits: soon, and synced soon."""

        self._beside.do_soon(self._put_soon, record)

    async def begin(self, intent: JsonObject) -> bool:
        """Writes down what is about to be done, and waits until that is on the disk. False where that cannot be."""
        count = await self._beside.do(self._begin, intent)
        if count:
            await self._intent_syncer.sync_apart(count)
        return count > 0 and not self._error

    async def can_write(self) -> bool:
        """Whether the next record can be written; does not block the event loop."""
        return await self._beside.do(self._ready)

    def seems_ready(self) -> bool:
        """Whether a record can be written, without waiting; where that cannot be tried, whether no failure is known."""
        try:
            return self._ready(wait=False)
        except Busy:
            return not self._error

    def ready(self) -> bool:
        """Whether the next record can be written. Waiting records are written first, so this is a real try."""
        return self._ready(wait=True)

    def status(self) -> JsonObject:
        """`{"ok", "records", "queued", "lost", "file", "durability", "error"}`; records are those of the whole log."""
        # Without the mutex, which whoever waits for another process holds: nobody who asks is kept waiting.
        return {
            "ok": not self._error,
            "records": self._sink.head.seq,
            "queued": len(self._queue),
            "lost": self._lost_ever,
            "file": self.path.name,
            "durability": self._durability,
            "error": self._error or None,
        }

    def close(self) -> None:
        """Writes what waits, anchors the end and lets go of the file. A record after that opens it again."""
        atexit.unregister(self.close)
        self._beside.close()
        self._syncer.close()
        self._intent_syncer.close()
        if self._packing is not None:
            self._packing.join()
            self._pack_all()
        with self._mutex:
            if self._queue or self._lost:
                self._flush()
            try:
                self._sink.finish()
            except OSError as error:
                self._failed(error)
            if self._queue or self._lost:
                _log.error("audit log %s: closed, %d records lost", self.path.name, len(self._queue) + self._lost)

    def _start(self) -> None:
        """All that is not shared with another process."""
        self._mutex = threading.Lock()
        self._sink = Sink(
            self.path, rotate_bytes=self._rotate_bytes, to_disk=self._durability != "system", clock=self._clock
        )
        self._queue: deque[JsonObject] = deque()
        self._written = self._lost = self._lost_ever = 0
        self._rotations = -1  # what an earlier process left uncompressed is seen to with the first record
        self._error = ""
        self._warned_at = -_WARN_EVERY_S
        self._beside = OrderedWorker()
        self._syncer = Syncer(self._snapshot, self._sync_failed)
        self._intent_syncer = Syncer(self._intents_snapshot, self._sync_failed)
        self._packing: threading.Thread | None = None

    def _restart(self) -> None:
        """In a forked process: files, threads and waiting records are those of the other."""
        self._sink.close()
        self._start()

    def _put(self, record: JsonObject, *, wait: bool) -> int:
        """Writes or keeps the record; gives the count to wait for. Busy, and it is not kept, where that is to wait."""
        if not self._mutex.acquire(blocking=wait):
            raise Busy
        try:
            if len(self._queue) < self._queue_max:
                self._queue.append(record)
                try:
                    self._flush(wait=wait)
                except Busy:
                    self._queue.pop()
                    raise
            else:
                self._lost += 1
                self._lost_ever += 1
                self._flush(wait=True)
            if self._durability == "interval":
                self._syncer.every(self._interval_s)
            return self._written
        finally:
            self._mutex.release()

    def _put_soon(self, record: JsonObject, *, wait: bool) -> None:
        count = self._put(record, wait=wait)
        if self._durability == "record":
            self._syncer.sync_soon(count)

    def _begin(self, intent: JsonObject, *, wait: bool) -> int:
        """Writes an intent where records can be written; gives the count to wait for, 0 where they cannot."""
        if not self._ready(wait=wait):
            return 0
        with self._held(wait):
            try:
                self._sink.begin(intent, wait=wait)
            except OSError as error:
                self._failed(error)
                return 0
            return self._sink.intents.begun

    def _ready(self, *, wait: bool) -> bool:
        with self._held(wait):
            if self._queue or self._lost or self._error:
                self._flush(wait=wait)
            if not self._error:
                try:
                    self._sink.check(wait=wait)
                except OSError as error:
                    self._failed(error)
            return not self._error

    @contextmanager
    def _held(self, wait: bool) -> Iterator[None]:
        """The mutex. Busy where it is not to be waited for."""
        if not self._mutex.acquire(blocking=wait):
            raise Busy
        try:
            yield
        finally:
            self._mutex.release()

    def _flush(self, *, wait: bool = True) -> None:
        waiting = len(self._queue)
        try:
            self._sink.drain(self._queue, self._lost, wait=wait)
        except Busy:
            raise
        except OSError as error:
            self._written += waiting - len(self._queue)
            self._failed(error)
        except Exception:  # noqa: BLE001 - what cannot be written as it is must not stand in the way of all that follow
            _log.exception("audit log %s: a record cannot be written", self.path.name)
            self._written += waiting - len(self._queue)
            if self._queue:
                self._queue.popleft()
                self._lost += 1
                self._lost_ever += 1
        else:
            self._written += waiting
            self._lost = 0
            self._recovered(waiting)

    def _recovered(self, written: int) -> None:
        if self._error:
            self._error = ""
            _log.warning("audit log %s: writable again, %d waiting records written", self.path.name, written)
        if self._sink.rotations != self._rotations:
            self._rotations = self._sink.rotations
            self._pack()

    def _failed(self, error: OSError) -> None:
        """Logs the failure at once, then every 30 seconds."""
        self._error = error.strerror or type(error).__name__
        now = time.monotonic()
        if now - self._warned_at >= _WARN_EVERY_S:
            self._warned_at = now
            _log.error(
                "AUDIT LOG %s CANNOT BE WRITTEN (%s): calls with an effect are refused; %d records waiting, %d lost",
                self.path.name,
                self._error,
                len(self._queue),
                self._lost_ever,
            )

    def _snapshot(self) -> tuple[int, int]:
        with self._mutex:
            fd = self._sink.file.fd
            return (os.dup(fd) if fd >= 0 else -1), self._written

    def _intents_snapshot(self) -> tuple[int, int]:
        with self._mutex:
            intents = self._sink.intents
            return (os.dup(intents.fd) if intents.fd >= 0 else -1), intents.begun

    def _sync_failed(self, error: OSError) -> None:
        with self._mutex:
            self._failed(error)

    def _pack(self) -> None:
        """Compresses rotated segments beside the calls."""
        if not self._compress or (self._packing is not None and self._packing.is_alive()):
            return
        with suppress(OSError):
            if any(segment.path.suffix != ".gz" for segment in rotated(self.path)):
                self._packing = threading.Thread(target=self._pack_all, name="audit-gzip", daemon=True)
                self._packing.start()

    def _pack_all(self) -> None:
        try:
            refresh(self.path, f"{self._clock():%Y-%m-%d}")
            compress_rotated(self.path)
        except OSError as error:
            _log.warning("audit log %s: a segment could not be compressed (%s)", self.path.name, error.strerror)


def _restart(ref: weakref.ref[AuditLog]) -> None:
    log = ref()
    if log is not None:
        log._restart()
