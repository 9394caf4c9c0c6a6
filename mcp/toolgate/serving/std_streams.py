"""The process's stdin and stdout as streams of messages, for as long as a server is on them.

Meanwhile fd 0 is the null device and fd 1 is stderr, so that what a handler prints never gets between the messages.
Pipes and sockets are read by the event loop itself; what the loop cannot wait for, as a file, a terminal, or any stream
on Windows, is read by the SDK, in threads.
"""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import mcp_types
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from pydantic import ValidationError
from pydantic_core import from_json

from toolgate.errors import LocalError
from toolgate.serving.pipes import LONGEST_LINE, LineReader, LineWriter

_STDIN, _STDOUT, _STDERR = 0, 1, 2


class OddLine(LocalError):
    """A line that is no message. Whoever reads answers it."""

    def __init__(self, line: str) -> None:
        super().__init__("a line that is no message")
        self.line = line


class _Requests(LineReader):
    """Messages of clients. What has an id of no kind that there is would be a notification to the library."""

    def _message(self, line: str) -> SessionMessage | Exception | None:
        found = super()._message(line)
        told = isinstance(found, SessionMessage) and isinstance(found.message, mcp_types.JSONRPCNotification)
        return OddLine(line) if told and "id" in from_json(line) else found


@asynccontextmanager
async def std_streams() -> AsyncIterator[tuple[Any, Any]]:
    """What is read and what is written."""
    if not (waitable(_STDIN) and waitable(_STDOUT)):
        async with stdio_server() as (reading, writing):
            yield reading, writing
        return
    with own_pipes() as (wire_in, wire_out):
        yield await _streams(wire_in, wire_out)


@contextmanager
def own_pipes() -> Iterator[tuple[int, int]]:
    """The descriptors of stdin and stdout, which nobody else in this process, or in one that it starts, can reach."""
    wire_in, wire_out = os.dup(_STDIN), os.dup(_STDOUT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, _STDIN)
    os.close(nothing)
    os.dup2(_STDERR, _STDOUT)
    try:
        yield wire_in, wire_out
    finally:
        # They stay open: whoever prints after us, as a traceback does, finds the streams as they were.
        os.dup2(wire_in, _STDIN)
        os.dup2(wire_out, _STDOUT)
        for number in (wire_in, wire_out):
            os.set_blocking(number, True)


async def _streams(wire_in: int, wire_out: int) -> tuple[LineReader, LineWriter]:
    loop = asyncio.get_running_loop()
    incoming = asyncio.StreamReader(limit=LONGEST_LINE)
    read_from, write_to = os.fdopen(wire_in, "rb", closefd=False), os.fdopen(wire_out, "wb", closefd=False)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(incoming), read_from)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, write_to)
    return _Requests(incoming, _odd), LineWriter(asyncio.StreamWriter(transport, protocol, None, loop))


def waitable(number: int) -> bool:
    """Whether an event loop can wait for it."""
    if sys.platform == "win32":
        return False
    mode = os.fstat(number).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _odd(line: str, error: ValidationError) -> Exception:
    return OddLine(line)
