"""Pipes as the streams that the SDK reads and writes: one message a line, no thread and no queue in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self

import anyio
import mcp_types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

LONGEST_LINE = 64 << 20
"""The longest message, in bytes: one that is longer ends the stream."""

Message = mcp_types.JSONRPCMessage

Odd = Callable[[str, ValidationError], Exception | None]
"""A callback for a line that isn't a message; what it returns takes the message's place, None skips the line."""


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
    """Messages from a pipe."""

    def __init__(self, stream: asyncio.StreamReader, odd: Odd) -> None:
        self._stream = stream
        self._odd = odd
        self.ended = asyncio.Event()
        """Set once nothing more can come."""
        self.take: Callable[[Message], bool] = lambda message: False
        """Takes a message that it has been waiting for, which is then seen by nobody else."""
        self.end: Callable[[], None] = lambda: None
        """A callback for the end of the stream."""

    async def receive(self) -> SessionMessage | Exception:
        """The next message. EndOfStream where no more can come."""
        while True:
            try:
                line = await self._stream.readuntil(b"\n")
            except asyncio.IncompleteReadError as end:
                line = end.partial
                if not line.strip():
                    self._no_more()
                    raise anyio.EndOfStream from None
            except (asyncio.LimitOverrunError, OSError, ValueError):
                self._no_more()
                raise anyio.EndOfStream from None
            message = self._message(line.decode(errors="replace"))
            if message is not None and not (isinstance(message, SessionMessage) and self.take(message.message)):
                return message

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def aclose(self) -> None:
        """Nothing more is read."""
        self._no_more()

    def _no_more(self) -> None:
        self.ended.set()
        self.end()

    def _message(self, line: str) -> SessionMessage | Exception | None:
        try:
            return SessionMessage(mcp_types.jsonrpc_message_adapter.validate_json(line, by_name=False))
        except ValidationError as error:
            return self._odd(line, error) if line.strip() else None


class LineWriter(_Closing):
    """Messages into a pipe."""

    def __init__(self, stream: asyncio.StreamWriter) -> None:
        self._stream = stream

    async def send(self, item: SessionMessage, /) -> None:
        """Writes one message. ClosedResourceError where nobody reads any more."""
        body = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        await self.line(f"{body}\n".encode())

    async def line(self, line: bytes) -> None:
        """Writes one line, and waits until there is room for more."""
        self.begin(line)
        try:
            await self._stream.drain()
        except (OSError, RuntimeError):
            raise anyio.ClosedResourceError from None

    def begin(self, line: bytes) -> None:
        """Writes one line, and does not wait."""
        try:
            self._stream.write(line)
        except (OSError, RuntimeError):
            raise anyio.ClosedResourceError from None

    async def aclose(self) -> None:
        """Closes the pipe."""
        self._stream.close()
