"""Requests over a pipe, each a line: the answer is taken as it is read, and the SDK's client sees neither.

It takes a request through a span, a queue and two scopes: a fifth of what a call through the gateway takes. Handshakes,
notifications and what a server asks are its own still.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import anyio
import mcp_types
from mcp.shared.exceptions import MCPError
from opentelemetry.propagate import inject

from toolgate.contract import JsonObject
from toolgate.serving.pipes import LineReader, LineWriter, Message

_compact = json.JSONEncoder(separators=(",", ":")).encode
"""Numbers of any length stay what they are."""


class PipeRequests:
    """The requests to one server. Their ids are texts of ours; those of the SDK's client are numbers."""

    def __init__(self, reading: LineReader, writing: LineWriter) -> None:
        self._reading = reading
        self._writing = writing
        self._waiting: dict[object, asyncio.Future[JsonObject]] = {}
        reading.take, reading.end = self._taken, self._ended

    async def request(self, message: JsonObject, seconds: float | None = None) -> JsonObject:
        """The result, as it came. MCPError is the server's own error, that the time is up, or that the pipe is closed.

        Who gives a request up, or runs out of time for it, has the server told so.
        """
        if self._reading.ended.is_set():
            raise _closed()
        done: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
        token = message["id"]
        self._waiting[token] = done
        try:
            async with asyncio.timeout(seconds):
                await self._writing.line(_traced(message))
                return await done
        except anyio.ClosedResourceError:
            raise _closed() from None
        except TimeoutError:
            self._give_up(token, f"timed out after {seconds}s")
            said = f"Request {message['method']!r} timed out"
            raise MCPError(mcp_types.REQUEST_TIMEOUT, said) from None
        except asyncio.CancelledError:
            self._give_up(token, "caller cancelled")
            raise
        finally:
            del self._waiting[token]

    def _give_up(self, token: str, reason: str) -> None:
        params = {"requestId": token, "reason": reason}
        with suppress(anyio.ClosedResourceError):
            self._writing.begin(_line({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))

    def _taken(self, message: Message) -> bool:
        """Whether the message answers a request of ours. Of one that was given up it does not."""
        if not isinstance(message, mcp_types.JSONRPCResponse | mcp_types.JSONRPCError):
            return False
        done = self._waiting.get(message.id)
        if done is None:
            return False
        if not done.done():
            if isinstance(message, mcp_types.JSONRPCResponse):
                done.set_result(message.result)
            else:
                error = message.error
                _fail(done, MCPError(error.code, error.message, error.data))
        return True

    def _ended(self) -> None:
        for done in self._waiting.values():
            if not done.done():
                _fail(done, _closed())


def _traced(message: JsonObject) -> bytes:
    """The line of a request, with whatever trace it is part of. Parameters that are empty are left out."""
    params = message["params"]
    inject(meta := {**params.get("_meta", {})})
    params = {**params, "_meta": meta} if meta else {key: value for key, value in params.items() if key != "_meta"}
    rest = {key: value for key, value in message.items() if key != "params"}
    return _line({**rest, "params": params} if params else rest)


def _line(message: JsonObject) -> bytes:
    return f"{_compact(message)}\n".encode()


def _fail(done: asyncio.Future[JsonObject], error: MCPError) -> None:
    done.set_exception(error)
    done.exception()  # it may be that nobody waits any more


def _closed() -> MCPError:
    return MCPError(mcp_types.CONNECTION_CLOSED, "Connection closed")
