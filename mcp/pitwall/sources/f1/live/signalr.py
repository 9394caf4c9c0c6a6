"""One connection of SignalR Core: negotiated over HTTP, then a websocket of JSON messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from pitwall.sources.base import SourceUnavailable
from pitwall.sources.f1.frames import LONGEST_LINE, RECORD_SEPARATOR

HANDSHAKE_S = 10.0
"""For negotiating, connecting and shaking hands, each."""
CLOSE_S = 1.0
"""A server that does not say goodbye is not waited for."""
PING_S = 15.0
"""We say so often that we are there."""
SILENCE_S = 30.0
"""A server says at least every 15 s that it is there: after so long without a word the connection is dead."""
_SEPARATOR = RECORD_SEPARATOR.decode()
_PING = json.dumps({"type": 6}) + _SEPARATOR
_MOST_REDIRECTS = 3


@asynccontextmanager
async def connected(
    url: str, target: str, arguments: Sequence[Any], token: str = ""
) -> AsyncIterator[AsyncIterator[bytes]]:
    """Connects to a hub, invokes `target`, and gives the frames that come, each the text of one websocket message.

    SourceUnavailable where the server cannot be reached, goes away, stays silent, or wants a token.
    """
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidHandshake, WebSocketException

    hub, headers = await _negotiated(url, token)
    try:
        async with connect(
            hub, additional_headers=headers, open_timeout=HANDSHAKE_S, close_timeout=CLOSE_S, max_size=LONGEST_LINE
        ) as socket:
            await socket.send(json.dumps({"protocol": "json", "version": 1}) + _SEPARATOR)
            rest = _shaken(await asyncio.wait_for(socket.recv(), HANDSHAKE_S))
            call = {"type": 1, "invocationId": "0", "target": target, "arguments": list(arguments)}
            await socket.send(json.dumps(call) + _SEPARATOR)
            pinging = asyncio.create_task(_ping(socket))
            try:
                yield _frames(socket, rest)
            finally:
                pinging.cancel()
                with suppress(asyncio.CancelledError):
                    await pinging
    except TimeoutError:
        raise SourceUnavailable(f"{_host(url)} does not answer") from None
    except InvalidHandshake as error:
        raise SourceUnavailable(f"{_host(url)} refuses the connection ({type(error).__name__})") from None
    except (OSError, WebSocketException):
        raise SourceUnavailable(f"the connection to {_host(url)} broke") from None


async def _negotiated(url: str, token: str) -> tuple[str, Mapping[str, str]]:
    """The websocket's URL, and the headers that it wants: a balancer's cookies, and the token."""
    import httpx2

    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        async with httpx2.AsyncClient(timeout=HANDSHAKE_S, headers=headers) as client:
            for _ in range(_MOST_REDIRECTS):
                reply = await client.post(_with(url, path="/negotiate", negotiateVersion="1"))
                told = _told(reply, url)
                if "url" not in told:
                    break
                url = str(told["url"])
                if told.get("accessToken"):
                    token = str(told["accessToken"])
                    client.headers["Authorization"] = f"Bearer {token}"
            cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    except httpx2.HTTPError:
        raise SourceUnavailable(f"can't reach {_host(url)}: check your network") from None
    named = {"Cookie": cookies} if cookies else {}
    identity = {"id": str(told.get("connectionToken") or told.get("connectionId") or "")}
    scheme = "ws" if urlsplit(url).scheme == "http" else "wss"
    hub = _with(url, scheme=scheme, **identity, **({"access_token": token} if token else {}))
    return hub, named


def _told(reply: Any, url: str) -> Mapping[str, Any]:
    if reply.status_code in (401, 403):
        raise SourceUnavailable(f"{_host(url)} wants a token: set DIRECTOR_F1_TOKEN")
    try:
        told = reply.json() if reply.status_code == 200 else None
    except ValueError:
        told = None
    if not isinstance(told, dict) or told.get("error"):
        raise SourceUnavailable(f"{_host(url)} does not speak SignalR Core (HTTP {reply.status_code})")
    return told


def _shaken(reply: str | bytes) -> bytes:
    """What came in one message with the server's handshake. SourceUnavailable where it refuses."""
    first, _, rest = _bytes(reply).partition(RECORD_SEPARATOR)
    try:
        told = json.loads(first)
    except ValueError:
        told = {"error": "no handshake"}
    if not isinstance(told, dict) or "error" in told:
        raise SourceUnavailable("the server refuses the handshake of SignalR Core")
    return rest


async def _frames(socket: Any, rest: bytes) -> AsyncIterator[bytes]:
    if rest:
        yield rest
    while True:
        yield _bytes(await asyncio.wait_for(socket.recv(), SILENCE_S))


async def _ping(socket: Any) -> None:
    while True:
        await asyncio.sleep(PING_S)
        await socket.send(_PING)


def _bytes(message: str | bytes) -> bytes:
    return message.encode() if isinstance(message, str) else message


def _with(url: str, *, path: str = "", scheme: str = "", **query: str) -> str:
    parts = urlsplit(url)
    asked = urlencode([*parse_qsl(parts.query), *query.items()])
    return parts._replace(scheme=scheme or parts.scheme, path=parts.path.rstrip("/") + path, query=asked).geturl()


def _host(url: str) -> str:
    return urlsplit(url).hostname or "the server"
