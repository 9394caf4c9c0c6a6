"""Chat from a stream of lines: plain text, or the JSON of a message."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from threading import Semaphore, Thread

import orjson

from director.chat.clock import ChatClock
from director.chat.delivery import Delivery
from director.chat.frames import FRAME_MAX_BYTES
from director.chat.message import MESSAGE_TYPE
from director.chat.outlet import PlainOutlet, Publish

_AHEAD = 100
_BLOCK_BYTES = 65_536


async def read_lines(fd: int, max_bytes: int = FRAME_MAX_BYTES) -> AsyncIterator[bytes]:
    """The lines of a file that may block, without their ends, as they come. A longer line is cut to `max_bytes` + 1."""
    loop, lines, room = asyncio.get_running_loop(), asyncio.Queue[bytes | None](), Semaphore(_AHEAD)

    def hand_over(line: bytes | None) -> None:
        room.acquire()
        loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        rest = b""
        with suppress(RuntimeError):  # the loop has gone: nobody reads any more
            while block := _read(fd):
                *whole, rest = (rest + block).split(b"\n")
                rest = rest[: max_bytes + 1]
                for line in whole:
                    hand_over(line[: max_bytes + 1])
            if rest:
                hand_over(rest)
            hand_over(None)

    # A thread that waits for a line cannot be ended, only left behind.
    Thread(target=read, name="lines", daemon=True).start()
    while (line := await lines.get()) is not None:
        room.release()
        yield line


def _read(fd: int) -> bytes:
    try:
        return os.read(fd, _BLOCK_BYTES)
    except OSError:
        return b""


async def line_frames(lines: AsyncIterator[bytes], username: str = "viewer") -> AsyncIterator[bytes]:
    """Each line as the frame of a message: one that begins with a brace is a frame, any other text of `username`."""
    numbers, run = count(1), time.time_ns()
    async for line in lines:
        text = line.strip()
        if text.startswith(b"{") or len(text) > FRAME_MAX_BYTES:
            yield text
        elif text:
            data = {
                "id": f"line-{run}-{next(numbers)}",
                "username": username,
                "message": text.decode(errors="replace"),
                "timestamp": time.time(),
            }
            yield orjson.dumps({"type": MESSAGE_TYPE, "data": data})


class LineChat:
    """A chat of lines: it keeps nothing, and nobody else answers it."""

    shelf = None
    missed = 0
    operator = None

    def __init__(self, fd: int, publish: Publish, clock: ChatClock) -> None:
        self.outlet = PlainOutlet(publish, clock)
        self._fd = fd

    @asynccontextmanager
    async def deliveries(self) -> AsyncIterator[AsyncIterator[Delivery]]:
        """The lines as messages, until they end."""
        yield (Delivery(frame) async for frame in line_frames(read_lines(self._fd)))
