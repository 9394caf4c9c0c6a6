"""A child's pipes as the streams that the SDK's client reads and writes: one message a line, nothing in between."""

from __future__ import annotations

import asyncio
import logging
from types import TracebackType
from typing import Self

import anyio
import mcp_types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from toolgate.printable import printable

_log = logging.getLogger("toolgate.downstream")

_SHOWN = 120


class _Closing:
    """What both ends have in common: they are entered and left by whoever uses them."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Ends the stream."""


class LineReader(_Closing):
    """What a server writes. A line that is no message is passed over: the first is logged."""

    def __init__(self, server: str, stream: asyncio.StreamReader) -> None:
        self._server = server
        self._stream = stream
        self._warned = False
        self.ended = False
        self.on_end: asyncio.Event = asyncio.Event()

    async def receive(self) -> SessionMessage | Exception:
        """The next message. EndOfStream where no more can come."""
        while True:
            try:
                line = await self._stream.readuntil(b"\n")
            except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError, ValueError) as error:
                if isinstance(error, asyncio.LimitOverrunError):
                    _log.error("%s: a message is too long: its session ends", printable(self._server))
                self._end()
                raise anyio.EndOfStream from None
            message = self._message(line)
            if message is not None:
                return SessionMessage(message)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def aclose(self) -> None:
        """Nothing more is read."""
        self._end()

    def _end(self) -> None:
        self.ended = True
        self.on_end.set()

    def _message(self, line: bytes) -> mcp_types.JSONRPCMessage | None:
        stripped = line.strip()
        if not stripped:
            return None
        try:
            return mcp_types.jsonrpc_message_adapter.validate_json(stripped, by_name=False)
        except ValidationError:
            if not self._warned:
                self._warned = True
                shown = printable(stripped[:_SHOWN].decode(errors="replace"))
                _log.warning("%s writes what is no message to stdout: %s", printable(self._server), shown)
            return None


class LineWriter(_Closing):
    """What a server reads."""

    def __init__(self, stream: asyncio.StreamWriter) -> None:
        self._stream = stream

    async def send(self, item: SessionMessage, /) -> None:
        """Writes one message. ClosedResourceError where the server has gone."""
        body = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        try:
            self._stream.write(f"{body}\n".encode())
            await self._stream.drain()
        except (OSError, RuntimeError):
            raise anyio.ClosedResourceError from None

    async def aclose(self) -> None:
        """Closes the server's stdin, which asks it to end."""
        self._stream.close()
