"""The server over stdio. A line that cannot be decoded is answered and recorded, where the library would drop it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextvars import Context
from typing import Any, cast

from fastmcp import FastMCP
from mcp.server.lowlevel.server import Server
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from mcp_types import PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError

from toolgate.defaults import DRAIN_S
from toolgate.serving.bad_requests import WHY, Undecodable, fault_of, salvaged_id
from toolgate.serving.changes import Changes
from toolgate.serving.identity import REQUEST_META, Identity
from toolgate.serving.inflight import InFlight
from toolgate.serving.std_streams import OddLine, std_streams

_log = logging.getLogger("toolgate.serving")

Incoming = SessionMessage | Exception


class Stdio:
    """A server on the process's stdin and stdout."""

    def __init__(
        self,
        server: FastMCP[Any],
        identity: Identity,
        undecodable: Undecodable,
        in_flight: InFlight,
        changes: Changes,
        drain_s: float = DRAIN_S,
    ) -> None:
        """`drain_s` is how long calls may go on once it is told to stop."""
        self._low: Server[Any] = server._mcp_server
        self._identity = identity
        self._undecodable = undecodable
        self._in_flight = in_flight
        self._changes = changes
        self._drain_s = drain_s

    async def run(self) -> None:
        """Serves until stdin ends."""
        watching = asyncio.create_task(self._changes.watch())
        try:
            async with std_streams() as (reading, writing):
                lines = Lines(cast("ReadStream[Incoming]", reading), writing, self._identity, self._undecodable)
                options = self._low.create_initialization_options()
                _log.info("serving over stdio")
                await self._low.run(cast("ReadStream[Incoming]", lines), writing, options)
        finally:
            watching.cancel()

    async def stop(self) -> None:
        """Waits for the calls in flight until the time is up. The rest are recorded when the caller cancels `run`."""
        self._changes.close()
        if not await self._in_flight.drained(self._drain_s):
            _log.warning("calls were cut short: %d", len(self._in_flight))


class Lines:
    """The messages of a stream. Lines that aren't messages are answered here and not passed on."""

    def __init__(
        self,
        reading: ReadStream[Incoming],
        writing: WriteStream[SessionMessage],
        identity: Identity,
        undecodable: Undecodable,
    ) -> None:
        self._reading = reading
        self._writing = writing
        self._identity = identity
        self._undecodable = undecodable

    @property
    def last_context(self) -> Context | None:
        """The context variables of the last message, in which the library runs its handler."""
        return getattr(self._reading, "last_context", None)

    async def receive(self) -> Incoming:
        """The next message that can be read."""
        while isinstance(item := await self._reading.receive(), Exception):
            await self._refuse(item)
        return item

    def __aiter__(self) -> AsyncIterator[Incoming]:
        return self

    async def __anext__(self) -> Incoming:
        while isinstance(item := await anext(self._reading), Exception):
            await self._refuse(item)
        return item

    async def aclose(self) -> None:
        """Ends the stream."""
        await self._reading.aclose()

    async def _refuse(self, error: Exception) -> None:
        """A blank line is nobody's request."""
        line = _line(error)
        if not line.strip():
            return
        agent, sent = self._identity.over_stdio(), line.encode(errors="surrogatepass")
        code, why = fault_of(sent) or (PARSE_ERROR, WHY)
        await self._undecodable(sent, why, agent)
        data = ErrorData(code=code, message=why, data={REQUEST_META: agent.request_id})
        await self._writing.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=salvaged_id(line), error=data)))


def _line(error: Exception) -> str:
    """The line that could not be decoded; what the library's own reader makes of one is in its error."""
    if isinstance(error, OddLine):
        return error.line
    given = error.errors(include_url=False)[0]["input"] if isinstance(error, ValidationError) else ""
    return given if isinstance(given, str) else str(given)
