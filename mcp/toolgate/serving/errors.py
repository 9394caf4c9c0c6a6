"""Every error over HTTP in one shape: `{"error": CODE, "message", "request_id"}`. JSON-RPC's own errors stay theirs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from types import MappingProxyType

import orjson
from starlette.types import Message, Send

from toolgate.contract import JsonObject

Headers = Iterable[tuple[bytes, bytes]]

_ANSWERS: Mapping[int, tuple[str, str]] = MappingProxyType(
    {
        400: ("INVALID_INPUT", "the request cannot be read"),
        401: ("POLICY_DENIED", "a bearer token is needed, and this one isn't known here"),
        403: ("POLICY_DENIED", "the request is not allowed"),
        404: ("INVALID_INPUT", "no such path here"),
        405: ("INVALID_INPUT", "this path doesn't take that method"),
        406: ("INVALID_INPUT", "accept application/json, and text/event-stream with it"),
        408: ("TIMEOUT", "the request took too long to arrive"),
        413: ("INVALID_INPUT", "the body is too long"),
        415: ("INVALID_INPUT", "content-type must be application/json"),
        421: (
            "POLICY_DENIED",
            "this server doesn't go by that host name: add it to DIRECTOR_HTTP_ALLOWED_HOSTS, or to allowed_hosts",
        ),
        429: ("POLICY_DENIED", "too many requests: try again later"),
        431: ("INVALID_INPUT", "the headers are too long"),
        503: ("EXECUTION_ERROR", "the server is busy or stopping: try again later"),
    }
)
_ELSE = ("EXECUTION_ERROR", "the server failed; its log says why")
_KEPT = frozenset((b"allow", b"www-authenticate", b"retry-after", b"vary", b"access-control-allow-origin"))


def error_body(status: int, request_id: str, message: str = "") -> JsonObject:
    """The body of an error of that status."""
    code, usual = _ANSWERS.get(status, _ELSE)
    return {"error": code, "message": message or usual, "request_id": request_id}


async def respond(send: Send, status: int, body: JsonObject | bytes, headers: Headers = ()) -> None:
    """Sends a whole answer, as JSON unless it is bytes with a content type of their own."""
    content = body if isinstance(body, bytes) else orjson.dumps(body)
    kind = () if isinstance(body, bytes) else ((b"content-type", b"application/json"),)
    length = (b"content-length", str(len(content)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*kind, length, *headers]})
    await send({"type": "http.response.body", "body": content})


class Shaped:
    """A `send` that lets answers through and puts errors into their shape."""

    __slots__ = ("_body", "_held", "_request_id", "_send", "_unauthorized", "started")

    def __init__(self, send: Send, request_id: str, unauthorized: Callable[[], Awaitable[None]]) -> None:
        """`unauthorized` is waited for before an answer of that status goes out."""
        self._send = send
        self._request_id = request_id
        self._unauthorized = unauthorized
        self._held: Message | None = None
        self._body = b""
        self.started = False

    async def through(self, message: Message) -> None:
        """Passes a message on as it is, of an answer that is no error or has the shape."""
        self.started = True
        await self._send(message)

    async def __call__(self, message: Message) -> None:
        """Passes one message on; of an error only when it is known whole."""
        if message["type"] == "http.response.start" and message["status"] >= 400:
            self._held = message
            return
        if self._held is None:
            await self.through(message)
            return
        self._body += message.get("body", b"")
        if not message.get("more_body", False):
            await self._error(self._held)

    async def _error(self, held: Message) -> None:
        status = held["status"]
        if status == 401:
            await self._unauthorized()
        if b'"jsonrpc"' in self._body:
            await self.through(held)
            await self.through({"type": "http.response.body", "body": self._body})
            return
        kept = [(name, value) for name, value in held.get("headers", ()) if name.lower() in _KEPT]
        await respond(self.through, status, error_body(status, self._request_id), kept)
