"""A server of SignalR Core on loopback, that says to each connection what its script has."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tests.pitwall.sources.live_frames import Said, core, core_keyframe

PING = b'{"type":6}\x1e'
PAUSE_S = 0.05
DROP = b"drop"
"""In a script: the connection is cut here."""
PAUSE = b"pause"
"""In a script: nothing is said for a moment."""
SILENCE = b"silence"
"""In a script: nothing more is said, and the connection stays."""


def keyframe(topics: Mapping[str, Any]) -> bytes:
    return core_keyframe(topics)


def feed(messages: Iterable[Said]) -> list[bytes]:
    return [core(said) for said in messages]


@dataclass
class Hub:
    """What happened at the server, and what it says: a script a connection; the last one again for all after it."""

    scripts: Sequence[Sequence[bytes]]
    token: str = ""
    moved: bool = False
    """Negotiation first sends clients on, with another token."""
    url: str = ""
    connections: int = 0
    subscribed: list[list[str]] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)
    said: threading.Event = field(default_factory=threading.Event)
    """Set once the last script has been said to its end."""


def _app(hub: Hub) -> Starlette:
    async def negotiate(request: Request) -> Response:
        if hub.token and request.headers.get("authorization") != f"Bearer {hub.token}":
            return Response(status_code=401)
        if hub.moved and "moved" not in request.url.path:
            return JSONResponse({"url": f"{hub.url}/moved", "accessToken": hub.token})
        reply = JSONResponse({"connectionToken": "c-1", "negotiateVersion": 1, "availableTransports": []})
        reply.set_cookie("balancer", "b-7")
        return reply

    async def talk(websocket: WebSocket) -> None:
        hub.cookies.append(websocket.headers.get("cookie", ""))
        await websocket.accept()
        hub.connections += 1
        script = hub.scripts[min(hub.connections, len(hub.scripts)) - 1]
        with suppress(WebSocketDisconnect, RuntimeError):
            assert json.loads((await websocket.receive_text()).rstrip("\x1e")) == {"protocol": "json", "version": 1}
            await websocket.send_text("{}\x1e")
            call = json.loads((await websocket.receive_text()).rstrip("\x1e"))
            hub.subscribed.append(call["arguments"][0])
            await _say(websocket, script, hub)

    return Starlette(
        routes=[
            Route("/hub/negotiate", negotiate, methods=["POST"]),
            Route("/hub/moved/negotiate", negotiate, methods=["POST"]),
            WebSocketRoute("/hub", talk),
            WebSocketRoute("/hub/moved", talk),
        ]
    )


async def _say(websocket: WebSocket, script: Sequence[bytes], hub: Hub) -> None:
    for line in script:
        if line == DROP:
            await websocket.close()
            return
        if line == PAUSE:
            await asyncio.sleep(PAUSE_S)
            continue
        if line == SILENCE:
            break
        await websocket.send_text(line.decode(errors="replace"))
    if hub.connections >= len(hub.scripts):
        hub.said.set()
    while True:
        await websocket.receive_text()


@contextmanager
def serving(*scripts: Sequence[bytes], token: str = "", moved: bool = False) -> Iterator[Hub]:
    """A hub on a free port of loopback, until the block ends."""
    listener = socket.create_server(("127.0.0.1", 0))
    hub = Hub(scripts, token, moved, f"http://127.0.0.1:{listener.getsockname()[1]}/hub")
    config = uvicorn.Config(_app(hub), log_level="critical", lifespan="off", ws="websockets-sansio")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        server.force_exit = server.should_exit = True
        thread.join(5)
        listener.close()
