"""The wire over a WebSocket, `/mcp/ws`: a frame a message. Who connects is known from the headers of the handshake."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from time import time
from typing import Any

import orjson
from starlette.types import Receive, Scope, Send

from toolgate.serving.errors import error_body
from toolgate.serving.identity import Identity, Login
from toolgate.serving.rest import Rest
from toolgate.serving.wire_frames import MOST_AT_ONCE, answered
from toolgate.waiting import let_go

WS_PATH = "/mcp/ws"

_GOING_AWAY, _UNSUPPORTED, _REFUSED = 1001, 1003, 1008


class Sockets:
    """The open connections of one server."""

    def __init__(self, rest: Rest, identity: Identity) -> None:
        self._rest = rest
        self._identity = identity
        self._closing = asyncio.Event()

    def close(self) -> None:
        """Takes no more frames; calls in flight are answered, then connections are closed."""
        self._closing.set()

    async def serve(self, headers: Mapping[str, str], login: Login | None, receive: Receive, send: Send) -> None:
        """One connection, from its acceptance to its end."""
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        who = partial(self._identity.over_http, {**headers, "x-request-id": ""}, login)
        tasks: set[asyncio.Task[None]] = set()
        room = asyncio.Semaphore(MOST_AT_ONCE)
        closing = asyncio.create_task(self._closing.wait())
        try:
            while (message := await _next(receive, closing)) is not None:
                text = message.get("text")
                if text is None:
                    await send({"type": "websocket.close", "code": _UNSUPPORTED, "reason": "send frames as text"})
                    return
                if login is not None and login.until is not None and time() > login.until:
                    await send({"type": "websocket.close", "code": _REFUSED, "reason": "the token has expired"})
                    return
                await room.acquire()
                task = asyncio.create_task(self._answer(text.encode(errors="surrogatepass"), who, send))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
                task.add_done_callback(lambda _: room.release())
            if self._closing.is_set():
                await asyncio.gather(*tasks)
                await send({"type": "websocket.close", "code": _GOING_AWAY, "reason": "the server is stopping"})
        finally:
            closing.cancel()
            await let_go(tasks)

    async def _answer(self, frame: bytes, who: Any, send: Send) -> None:
        answer = await answered(self._rest, frame, who)
        await send({"type": "websocket.send", "text": answer.decode()})


async def refuse(send: Send, scope: Scope, status: int, request_id: str, message: str) -> None:
    """Answers a handshake that is refused, as HTTP would be where the server can say so."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": _REFUSED, "reason": message[:100]})
        return
    headers = [(b"content-type", b"application/json")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    body = orjson.dumps(error_body(status, request_id, message))
    await send({"type": "websocket.http.response.body", "body": body})


async def _next(receive: Receive, closing: asyncio.Task[Any]) -> Mapping[str, Any] | None:
    """The next message; None where the client has gone or the server stops."""
    coming = asyncio.ensure_future(receive())
    await asyncio.wait({coming, closing}, return_when=asyncio.FIRST_COMPLETED)
    if not coming.done():
        await let_go([coming])
        return None
    message = coming.result()
    return message if message["type"] == "websocket.receive" else None
