"""Connections of HTTP/1.1 that are kept between requests: one request at a time on each, its answer as it comes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import httptools

from toolgate.errors import LocalError

IDLE_S = 4.0
"""How long a connection is kept unused: many servers end theirs after 5 s, and a request must not meet that."""
MOST_IDLE = 16
CONNECT_S = 10.0
BUFFERED_BYTES = 1 << 20
"""Bytes of an answer that wait to be taken; while there are as many, no more is read."""
_CONTINUES = range(100, 200)


class AnswerCut(LocalError):
    """The connection ended before its answer did, or what came is no HTTP."""


class KeptConnection(asyncio.Protocol):
    """One connection. After `send`, `head` gives the status and the type of the answer, then `chunk` its body."""

    def __init__(self) -> None:
        self.status = 0
        self.kind = ""
        self.whole = True
        """Whether the answer has ended; so before the first request."""
        self.idle_since = 0.0
        self.held = 0
        """Bytes that have come and were not taken."""
        self._keeps = True
        self._transport: asyncio.Transport | None = None
        self._parser: httptools.HttpResponseParser = httptools.HttpResponseParser(self)
        self._chunks: deque[bytes] = deque()
        self._begun = False
        self._lost = False
        self._waiter: asyncio.Future[None] | None = None

    @property
    def usable(self) -> bool:
        """Whether another request can be sent on it."""
        return self.whole and self._keeps and not self._lost and self._transport is not None

    def send(self, request: bytes) -> None:
        """Sends a whole request."""
        if self._transport is None or self._lost or not self.whole:
            raise AnswerCut
        self.status, self.kind, self.whole, self._begun = 0, "", False, False
        self._chunks.clear()
        self._transport.write(request)

    async def head(self) -> int:
        """The status of the answer."""
        while not self._begun:
            await self._more()
        return self.status

    async def chunk(self) -> bytes:
        """The next part of the body; nothing at its end."""
        while not self._chunks:
            if self.whole:
                return b""
            await self._more()
        chunk = self._chunks.popleft()
        self.held -= len(chunk)
        if self._transport is not None and self.held <= BUFFERED_BYTES:
            self._transport.resume_reading()
        return chunk

    def close(self) -> None:
        """Ends the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is open."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._lost = True
        self._wake()

    def eof_received(self) -> None:
        """The server says no more: where it gave no length, that is the end of the body."""
        if self._begun and not self.whole and not self._parser.should_keep_alive():
            self.whole = True
        self._keeps = False

    def data_received(self, data: bytes) -> None:
        """Bytes of the answer."""
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError:
            self._lost = True
            self.close()
        if self._transport is not None and self.held > BUFFERED_BYTES:
            self._transport.pause_reading()
        self._wake()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header of the answer."""
        if name.lower() == b"content-type":
            self.kind = value.decode("latin-1").lower()

    def on_headers_complete(self) -> None:
        """All headers of the answer; not of what only says that an answer will come."""
        if (status := self._parser.get_status_code()) not in _CONTINUES:
            self.status, self._begun = status, True

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._chunks.append(body)
        self.held += len(body)

    def on_message_complete(self) -> None:
        """The answer has ended."""
        if self._begun:
            self._keeps = self._parser.should_keep_alive()
            self.whole = True

    async def _more(self) -> None:
        if self._lost or not self._keeps:
            raise AnswerCut
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class KeptConnections:
    """The connections with one server: as many as there are requests at a time, some of them kept for the next."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._idle: list[KeptConnection] = []
        self._busy: set[KeptConnection] = set()

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[KeptConnection]:
        """A connection for one request; whoever leaves before the answer's end ends it. OSError where none can be."""
        one = self._kept() or await self._opened()
        self._busy.add(one)
        try:
            yield one
        finally:
            self._busy.discard(one)
            if one.usable and len(self._idle) < MOST_IDLE:
                one.idle_since = asyncio.get_running_loop().time()
                self._idle.append(one)
            else:
                one.close()

    @property
    def held(self) -> int:
        """Bytes of answers that have come and were not taken."""
        return sum(one.held for one in self._busy)

    def close(self) -> None:
        """Ends all of them."""
        for one in (*self._idle, *self._busy):
            one.close()
        self._idle.clear()

    def _kept(self) -> KeptConnection | None:
        """The one that was used last, where it is good still."""
        now = asyncio.get_running_loop().time()
        while self._idle:
            one = self._idle.pop()
            if one.usable and now - one.idle_since < IDLE_S:
                return one
            one.close()
        return None

    async def _opened(self) -> KeptConnection:
        async with asyncio.timeout(CONNECT_S):
            _, one = await asyncio.get_running_loop().create_connection(KeptConnection, self._host, self._port)
        return one
