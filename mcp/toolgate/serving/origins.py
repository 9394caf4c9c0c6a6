"""Whose pages and names may reach the server: its own, and those that the operator names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from urllib.parse import urlsplit

from starlette.types import Message, Send

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_METHODS = b"GET, POST, DELETE, OPTIONS"
_HEADERS = (
    b"authorization, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id, "
    b"x-agent-id, x-model, x-request-id, traceparent"
)
_REMEMBER_S = b"600"


class Origins:
    """Checks Host, so that no name of somebody else's leads here, and Origin, so that no page of somebody else's calls.

    Pages of the origins that are named may read answers; a page of the server's own needs no leave for that.
    """

    def __init__(self, hosts: Sequence[str], origins: Sequence[str] = ()) -> None:
        """`hosts` are names besides the loopback's, with `*` for any part; `origins` as `https://pits.example`."""
        self._hosts = tuple(host.lower() for host in (*_LOOPBACK, *hosts))
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)

    def misdirected(self, headers: Mapping[str, str]) -> bool:
        """Whether the Host header names another server."""
        name = _name(headers.get("host", ""))
        return name not in self._hosts and not any(fnmatchcase(name, host) for host in self._hosts)

    def foreign(self, headers: Mapping[str, str]) -> bool:
        """Whether the Origin header is neither the server's own nor one that is allowed."""
        origin = headers.get("origin", "").lower()
        return bool(origin) and not self._named(headers) and not _same(origin, headers.get("host", "").lower())

    def opened(self, headers: Mapping[str, str], send: Send) -> Send:
        """A `send` that adds the CORS headers with which a page of an allowed origin may read the answer."""
        if not self._named(headers):
            return send
        leave = self._leave(headers)

        async def opening(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *leave]}
            await send(message)

        return opening

    async def permit(self, headers: Mapping[str, str], send: Send) -> None:
        """Answers a CORS preflight request with status 204. `send` is the one that `opened` returns."""
        more: tuple[tuple[bytes, bytes], ...] = ()
        if self._named(headers):
            more = (
                (b"access-control-allow-methods", _METHODS),
                (b"access-control-allow-headers", _HEADERS),
                (b"access-control-max-age", _REMEMBER_S),
            )
        await send({"type": "http.response.start", "status": 204, "headers": [*more]})
        await send({"type": "http.response.body", "body": b""})

    def _named(self, headers: Mapping[str, str]) -> bool:
        return bool(self._origins) and headers.get("origin", "").rstrip("/").lower() in self._origins

    def _leave(self, headers: Mapping[str, str]) -> tuple[tuple[bytes, bytes], ...]:
        return (
            (b"access-control-allow-origin", headers["origin"].encode("latin-1")),
            (b"access-control-expose-headers", b"mcp-session-id, www-authenticate, retry-after"),
            (b"vary", b"origin"),
        )


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.count(":") == 1 else host


def _same(origin: str, host: str) -> bool:
    """Whether a page of that origin came from the server that the request is for. A proxy may have taken off https."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == host and not parts.path
