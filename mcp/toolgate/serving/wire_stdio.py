"""The wire on stdin and stdout: a frame a line."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import orjson

from toolgate.serving.errors import error_body
from toolgate.serving.identity import Identity
from toolgate.serving.rest import Rest
from toolgate.serving.std_streams import own_pipes, waitable
from toolgate.serving.wire_frames import FRAME_MAX_BYTES, MOST_AT_ONCE, answered
from toolgate.waiting import let_go

_log = logging.getLogger("toolgate.serving")


class WireStdio:
    """A server of the wire on the process's stdin and stdout."""

    def __init__(self, rest: Rest, identity: Identity, drain_s: float = 5.0) -> None:
        self._rest = rest
        self._identity = identity
        self._drain_s = drain_s
        self._tasks: set[asyncio.Task[None]] = set()
        self._reader = asyncio.StreamReader(limit=FRAME_MAX_BYTES)

    async def run(self) -> None:
        """Serves until stdin ends; calls in flight are then waited for."""
        with own_pipes() as (wire_in, wire_out), os.fdopen(wire_out, "wb", closefd=False) as out:
            await self._read_from(wire_in)
            _log.info("serving the wire over stdio")
            await self.serve(self._reader, lambda line: _written(out.write, out.flush, line))

    async def _read_from(self, number: int) -> None:
        """Has the reader given what comes; a thread reads what the loop cannot wait for, as a file."""
        loop = asyncio.get_running_loop()
        file = os.fdopen(number, "rb", closefd=False)
        if waitable(number):
            await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(self._reader), file)
            return

        def read() -> None:
            with suppress(RuntimeError):  # the loop has gone
                for line in file:
                    loop.call_soon_threadsafe(self._reader.feed_data, line)
                loop.call_soon_threadsafe(self._reader.feed_eof)

        threading.Thread(target=read, name="stdin", daemon=True).start()

    async def serve(self, reader: asyncio.StreamReader, write: Callable[[bytes], None]) -> None:
        """Answers each line of the reader with a line."""
        room = asyncio.Semaphore(MOST_AT_ONCE)
        while True:
            try:
                line = await reader.readuntil()
            except asyncio.IncompleteReadError as ended:
                line = ended.partial
                if not line:
                    break
            except asyncio.LimitOverrunError:
                request = self._identity.over_stdio().request_id
                write(_too_long(request))
                break
            if line.strip():
                await room.acquire()
                task = asyncio.create_task(self._answer(line.strip(), write))
                self._tasks.add(task)
                task.add_done_callback(partial(_done, self._tasks, room))
        await self.stop()

    async def stop(self) -> None:
        """Waits for the calls in flight until the time is up."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=self._drain_s)
        if self._tasks:
            _log.warning("calls were cut short: %d", len(self._tasks))
        await let_go(self._tasks)

    async def _answer(self, line: bytes, write: Callable[[bytes], None]) -> None:
        write(await answered(self._rest, line, self._identity.over_stdio))


def _done(tasks: set[asyncio.Task[None]], room: asyncio.Semaphore, task: asyncio.Task[None]) -> None:
    tasks.discard(task)
    room.release()


def _written(write: Callable[[bytes], object], flush: Callable[[], object], line: bytes) -> None:
    write(line + b"\n")
    flush()


def _too_long(request_id: str) -> bytes:
    body = error_body(413, request_id, f"the line is longer than {FRAME_MAX_BYTES} bytes: nothing after it is read")
    return orjson.dumps({"id": None, "status": 413, "body": body})
