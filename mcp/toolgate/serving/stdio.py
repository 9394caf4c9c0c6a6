"""The server over stdio. A line that cannot be decoded is answered and recorded, where the library would drop it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextvars import Context
from typing import Any, cast

from fastmcp import FastMCP
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from mcp_types import PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError

from toolgate.serving.identity import REQUEST_META, Identity
from toolgate.serving.salvage import WHY, Undecodable, salvaged_id

Incoming = SessionMessage | Exception


async def serve_stdio(server: FastMCP[Any], identity: Identity, undecodable: Undecodable) -> None:
    """Serves the process's stdin and stdout until stdin ends."""
    low: Server[Any] = server._mcp_server
    async with stdio_server() as (reading, writing):
        lines = Lines(cast("ReadStream[Incoming]", reading), writing, identity, undecodable)
        await low.run(cast("ReadStream[Incoming]", lines), writing, low.create_initialization_options())


class Lines:
    """The messages of a stream. Those that are none are answered here and never seen behind it."""

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
        """The context of whoever sent the last message, which the library runs its handler in."""
        return getattr(self._reading, "last_context", None)

    async def receive(self) -> Incoming:
        """The next message that can be read."""
        while isinstance(item := await self._reading.receive(), Exception):
            await self._refuse(item)
        return item

    def __aiter__(self) -> AsyncIterator[Incoming]:
        return self

    async def __anext__(self) -> Incoming:
        while isinstance(item := await anext(self._reading), Exception):  # type: ignore[call-overload]
            await self._refuse(item)
        return cast("SessionMessage", item)

    async def aclose(self) -> None:
        """Ends the stream."""
        await self._reading.aclose()

    async def _refuse(self, error: Exception) -> None:
        """A blank line is nobody's request."""
        line = _line(error)
        if not line.strip():
            return
        agent = self._identity.over_stdio()
        await self._undecodable(line.encode(errors="surrogatepass"), WHY, agent)
        data = ErrorData(code=PARSE_ERROR, message=WHY, data={REQUEST_META: agent.request_id})
        await self._writing.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=salvaged_id(line), error=data)))


def _line(error: Exception) -> str:
    """The line that the library could not decode, which its error holds."""
    given = error.errors(include_url=False)[0]["input"] if isinstance(error, ValidationError) else ""
    return given if isinstance(given, str) else str(given)
