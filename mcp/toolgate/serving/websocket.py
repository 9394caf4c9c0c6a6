"""The wire over a WebSocket, `/mcp/ws`: a frame a message. Who connects is known from the headers of the handshake."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import orjson
from starlette.types import Receive, Scope, Send

from toolgate.serving.errors import error_body
from toolgate.serving.identity import Identity, Login
from toolgate.serving.rest import Rest
from toolgate.serving.wire_frames import MOST_AT_ONCE, answered
from toolgate.waiting import let_go

WS_PATH = "/mcp/ws"

_GOING_AWAY, _UNSUPPORTED, _NOT_ALLOWED = 1001, 1003, 1008


class Sockets:
    """The open connections of one server."""

    def __init__(self, rest: Rest, identity: Identity, clock: Callable[[], float] = time.time) -> None:
        self._rest = rest
        self._identity = identity
        self._clock = clock
        self._closing = asyncio.Event()

    def close(self) -> None:
        """Takes no more frames; calls in flight are answered, then connections are closed."""
        self._closing.set()

    async def serve(self, headers: Mapping[str, str], login: Login | None, receive: Receive, send: Send) -> None:
        """Accepts a connection and answers its frames until it ends, at the latest when its login expires."""
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        who = partial(self._identity.over_http, {**headers, "x-request-id": ""}, login)
        tasks: set[asyncio.Task[None]] = set()
        room = asyncio.Semaphore(MOST_AT_ONCE)
        closing = asyncio.create_task(self._over(login))
        try:
            while (message := await _next(receive, closing)) is not None:
                text = message.get("text")
                if text is None:
                    await send({"type": "websocket.close", "code": _UNSUPPORTED, "reason": "send frames as text"})
                    return
                await room.acquire()
                task = asyncio.create_task(self._answer(text.encode(errors="surrogatepass"), who, send))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
                task.add_done_callback(lambda _: room.release())
            if closing.done():
                await asyncio.gather(*tasks)
                code, reason = closing.result()
                await send({"type": "websocket.close", "code": code, "reason": reason})
        finally:
            closing.cancel()
            await let_go(tasks)

    async def _over(self, login: Login | None) -> tuple[int, str]:
        """Waits until no more frames may come, and says why."""
        left_s = None if login is None or login.ends_at is None else login.ends_at - self._clock()
        with suppress(TimeoutError):
            async with asyncio.timeout(left_s):
                await self._closing.wait()
            return _GOING_AWAY, "the server is stopping"
        return _NOT_ALLOWED, "the login has ended: log in again"

    async def _answer(self, frame: bytes, who: Any, send: Send) -> None:
        answer = await answered(self._rest, frame, who)
        await send({"type": "websocket.send", "text": answer.decode()})


async def refuse(send: Send, scope: Scope, status: int, request_id: str, message: str) -> None:
    """Refuses a handshake with an HTTP error, or where the server cannot send one, with close code 1008."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": _NOT_ALLOWED, "reason": message[:100]})
        return
    headers = [(b"content-type", b"application/json")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    body = orjson.dumps(error_body(status, request_id, message))
    await send({"type": "websocket.http.response.body", "body": body})


async def _next(receive: Receive, closing: asyncio.Task[Any]) -> Mapping[str, Any] | None:
    """The next message; None where the client has gone or no more may come."""
    coming = asyncio.ensure_future(receive())
    await asyncio.wait({coming, closing}, return_when=asyncio.FIRST_COMPLETED)
    if closing.done():
        await let_go([coming])
        return None
    message = coming.result()
    return message if message["type"] == "websocket.receive" else None
