"""The server over HTTP: MCP at /mcp, the REST wire beside it, /health, and /metrics as Prometheus text."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import orjson
from fastmcp import FastMCP
from starlette.authentication import UnauthenticatedUser
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from pitwall.server.identity import Identity
from pitwall.server.mcp import NAME
from toolgate import wire
from toolgate.contract import JsonObject
from toolgate.runner import Runner

PATH = "/mcp"
_LOOPBACK = ("127.0.0.1", "::1", "localhost")

Answer = tuple[int, JsonObject]


class HttpError(Exception):
    """The server cannot listen. The message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Http:
    """Where to listen. Port 0 is a free one."""

    host: str = "127.0.0.1"
    port: int = 8000
    allowed_hosts: Sequence[str] = ()

    def listen(self, identity: Identity) -> socket.socket:
        """The socket, bound. HttpError where it must not or cannot be."""
        if self.host not in _LOOPBACK and not identity.tokens:
            raise HttpError(f"listening on {self.host} needs tokens: name each agent's in DIRECTOR_HTTP_TOKENS")
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((self.host, self.port))
            listener.listen()  # who connects from now on waits until the server is ready
        except OSError as error:
            listener.close()
            raise HttpError(f"cannot listen on {self.host}:{self.port}: {error.strerror or error}") from None
        return listener

    async def serve(self, server: FastMCP[Any], listener: socket.socket) -> None:
        """Serves until a signal comes."""
        await server.run_http_async(
            show_banner=False,
            host=self.host,
            path=PATH,
            sockets=[listener],
            host_origin_protection=True,
            allowed_hosts=[self.host, *self.allowed_hosts],
            log_level="warning",
            stateless_http=True,
        )


def add_routes(
    server: FastMCP[Any], runner: Runner, version: str, identity: Identity, metrics: Callable[[], bytes]
) -> None:
    """Puts the REST wire, /health and /metrics beside /mcp. Where there are tokens, all but /health ask for one."""

    def route(path: str, method: str, handle: Callable[[Request], Awaitable[Response]]) -> None:
        async def guarded(request: Request) -> Response:
            user = request.scope.get("user")
            if identity.tokens and (user is None or isinstance(user, UnauthenticatedUser)):
                body = {"error": "POLICY_DENIED", "message": "a bearer token is needed"}
                return Response(orjson.dumps(body), 401, {"www-authenticate": "Bearer"}, "application/json")
            return await handle(request)

        server.custom_route(path, methods=[method])(guarded)

    async def capabilities(request: Request) -> Response:
        listed = runner.listed(identity.agent("http"))
        return _json((200, wire.capabilities(NAME, version, listed)))

    async def execute(request: Request) -> Response:
        return _json(await wire.execute(runner, await _body(request), identity.agent("http")))

    async def text(request: Request) -> Response:
        return Response(metrics(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def health(request: Request) -> Response:
        return _json((200, {"status": "ok"}))

    route(f"{PATH}/capabilities", "GET", capabilities)
    route(f"{PATH}/execute", "POST", execute)
    route("/metrics", "GET", text)
    server.custom_route("/health", methods=["GET"])(health)


async def _body(request: Request) -> bytes:
    """The body, or as much of it as shows that it is too long. Of a client that goes away meanwhile there is none."""
    body = b""
    with suppress(ClientDisconnect):
        async for chunk in request.stream():
            body += chunk
            if len(body) > wire.BODY_MAX_BYTES:
                break
        return body
    return b""


def _json(answer: Answer) -> Response:
    status, body = answer
    return Response(orjson.dumps(body), status, media_type="application/json")
