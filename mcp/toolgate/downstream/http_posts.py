"""Requests to a server over plain HTTP by the newer protocol, where each is a POST that stands by itself.

The SDK's client passes a request through three queues, two tasks and a general HTTP library, which is most of what a
call through the gateway costs. The SDK still opens the sessions and does everything that such a POST cannot do.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from types import MappingProxyType
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import mcp_types
from mcp.shared.exceptions import MCPError
from opentelemetry.propagate import inject
from pydantic_core import from_json

from toolgate.contract import JsonObject
from toolgate.downstream.entries import ServerEntry
from toolgate.downstream.kept_connections import AnswerCut, KeptConnection, KeptConnections
from toolgate.errors import LocalError
from toolgate.serving.pipes import LONGEST_LINE

Told = Callable[[str, JsonObject], Awaitable[None]]
"""Takes a notification that comes before the answer, by method and parameters."""

_JSON, _EVENTS = "application/json", "text/event-stream"
_FIXED: Mapping[str, str] = MappingProxyType({"accept": f"{_JSON}, {_EVENTS}", "content-type": _JSON})
_OURS = ("content-length", "transfer-encoding", "connection")
"""Headers that say how a request is sent, whatever an entry says."""


class NotTaken(LocalError):
    """The server redirects, or wants a login (3xx, 401, 407): the request is for the SDK's client, which can follow."""


class Posts:
    """The requests to one server."""

    def __init__(self, entry: ServerEntry) -> None:
        parts = urlsplit(entry.url)
        assert parts.hostname is not None
        self._connections = KeptConnections(parts.hostname, parts.port or 80)
        query = f"?{parts.query}" if parts.query else ""
        self._start = f"POST {parts.path or '/'}{query} HTTP/1.1\r\n"
        named = {name.lower(): value for name, value in entry.headers.items() if name.lower() not in _OURS}
        self._headers = {"host": parts.netloc, "user-agent": "race-director", **named, **_FIXED}

    @classmethod
    def to(cls, entry: ServerEntry) -> Posts | None:
        """For the server of an entry. None where only the SDK's client can reach it: by TLS, a login or a proxy."""
        parts = urlsplit(entry.url)
        other = entry.oauth or parts.scheme != "http" or "@" in parts.netloc or _by_proxy(parts.hostname or "")
        written = (entry.url, *entry.headers.values())  # a line end in one of them would begin a header of its own
        odd = " " in entry.url or not all(text.isascii() and text.isprintable() for text in written)
        return None if other or odd else cls(entry)

    async def request(self, message: JsonObject, headers: Mapping[str, str], told: Told) -> JsonObject:
        """The result, as it came. MCPError is the server's own error, or that the connection has ended; NotTaken where
        the SDK's client has to send the request instead.
        """
        inject(message["params"].setdefault("_meta", {}))
        body = json.dumps(message, separators=(",", ":")).encode()
        try:
            async with self._connections.taken() as connection:
                connection.send(self._written(headers, body))
                status = await connection.head()
                if status in range(300, 400) or status in (401, 407):
                    raise NotTaken
                return _result(await _answer(connection, told), status)
        except (OSError, TimeoutError, AnswerCut):
            raise MCPError(mcp_types.CONNECTION_CLOSED, "Connection closed") from None

    @property
    def held(self) -> int:
        """Bytes of answers that have come and were not taken."""
        return self._connections.held

    def close(self) -> None:
        """Ends the connections."""
        self._connections.close()

    def _written(self, headers: Mapping[str, str], body: bytes) -> bytes:
        every = {**self._headers, **headers, "content-length": len(body)}
        head = "".join(f"{name}: {value}\r\n" for name, value in every.items())
        return f"{self._start}{head}\r\n".encode("latin-1") + body


async def _answer(connection: KeptConnection, told: Told) -> JsonObject:
    """The message that answers; notifications that come before it are told in their order."""
    if connection.kind.startswith(_EVENTS):
        async for data in _events(connection):
            message = _message(data)
            if "method" not in message:
                return message
            await told(str(message["method"]), message.get("params") or {})
        raise AnswerCut
    body = b"".join([chunk async for chunk in _chunks(connection)])
    if connection.kind.startswith(_JSON):
        return _message(body)
    return {}


def _result(message: JsonObject, status: int) -> JsonObject:
    """The result in the form of the SDK's client."""
    error, result = message.get("error"), message.get("result")
    if isinstance(error, dict) and isinstance(error.get("code"), int):
        raise MCPError(error["code"], str(error.get("message", "")), error.get("data"))
    if status == 404:
        raise MCPError(mcp_types.METHOD_NOT_FOUND, "Not Found")
    if status >= 400:
        raise MCPError(mcp_types.INTERNAL_ERROR, "Server returned an error response")
    if not isinstance(result, dict):
        raise MCPError(mcp_types.INVALID_REQUEST, "the server answered with no result")
    return result


def _message(data: bytes) -> JsonObject:
    try:
        message = from_json(data)
    except ValueError:
        raise MCPError(mcp_types.PARSE_ERROR, "the answer isn't JSON") from None
    if not isinstance(message, dict):
        raise MCPError(mcp_types.INVALID_REQUEST, "the answer isn't a JSON-RPC message")
    return message


async def _chunks(connection: KeptConnection) -> AsyncIterator[bytes]:
    length = 0
    while chunk := await connection.chunk():
        length += len(chunk)
        if length > LONGEST_LINE:
            raise AnswerCut
        yield chunk


async def _events(connection: KeptConnection) -> AsyncIterator[bytes]:
    """The data of each event of a stream."""
    rest = b""
    data: list[bytes] = []
    while chunk := await connection.chunk():
        *lines, rest = (rest + chunk).replace(b"\r\n", b"\n").split(b"\n")
        if len(rest) + sum(map(len, data)) > LONGEST_LINE:
            raise AnswerCut
        for text in lines:
            if text.startswith(b"data:"):
                data.append(text[5:].removeprefix(b" "))
            elif not text and any(data):
                yield b"\n".join(data)
                data = []


def _by_proxy(host: str) -> bool:
    proxies = getproxies()
    return ("http" in proxies or "all" in proxies) and not proxy_bypass(host)
