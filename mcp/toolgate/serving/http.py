"""The server over HTTP: the listening socket, and the server library with our limits around the app."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from fastmcp import FastMCP
from opentelemetry.metrics import Meter

from toolgate.defaults import DRAIN_S, HTTP_HOST, HTTP_PORT
from toolgate.errors import InputError
from toolgate.serving.changes import Changes
from toolgate.serving.connections import ConnectionLimits, Connections, protocols_of
from toolgate.serving.http_front import PATH, Front
from toolgate.serving.identity import Identity
from toolgate.serving.logins import FailedLogins
from toolgate.serving.origins import Origins
from toolgate.serving.rest import EXECUTE, Rest
from toolgate.serving.wire_frames import FRAME_MAX_BYTES

_log = logging.getLogger("toolgate.serving")

_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_REMEDIES = {
    errno.EADDRINUSE: "choose another port, or 0 for a free one",
    errno.EACCES: "choose a port from 1024 on, or 0 for a free one",
}
_OTHER_REMEDY = "choose an address of this machine, as 127.0.0.1"
_CLOSING_S = 2.0
"""For connections to be closed once nothing is in flight."""
_BACKLOG = 128
"""Connections that wait to be accepted. All may be at once, so they must not use up the descriptors."""


class HttpError(InputError):
    """The server cannot listen. The message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Http:
    """Where to listen, for whom, and the limits of connections. Port 0 is a free one."""

    host: str = HTTP_HOST
    port: int = HTTP_PORT
    allowed_hosts: Sequence[str] = ()
    allowed_origins: Sequence[str] = ()
    limits: ConnectionLimits = field(default_factory=ConnectionLimits)
    drain_s: float = DRAIN_S
    """How long calls may go on once the server is told to stop."""

    def listen(self, identity: Identity) -> socket.socket:
        """The socket, bound. HttpError where it must not or cannot be."""
        if self.host not in _LOOPBACK and not identity.needs_login:
            raise HttpError(
                f"listening on {self.host} needs tokens: name each agent's in DIRECTOR_HTTP_TOKENS, or as tokens="
            )
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        # asyncio sets TCP_NODELAY only where the protocol is named; without it each answer waits 40 ms for more.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((self.host, self.port))
            listener.listen(_BACKLOG)  # who connects from now on waits until the server is ready
        except OSError as error:
            listener.close()
            why = f"{error.strerror or error}: {_REMEDIES.get(error.errno or 0, _OTHER_REMEDY)}"
            raise HttpError(f"cannot listen on {self.host}:{self.port}: {why}") from None
        return listener

    def served(
        self,
        server: FastMCP[Any],
        rest: Rest,
        identity: Identity,
        changes: Changes,
        listener: socket.socket,
        meter: Meter | None = None,
        *,
        sessions: bool = False,
    ) -> Served:
        """The server, ready to run on that socket."""
        front = self.front(server, rest, identity, (listener.getsockname()[0],), meter, sessions=sessions)
        return Served(front, self, changes, listener)

    def front(
        self,
        server: FastMCP[Any],
        rest: Rest,
        identity: Identity,
        names: Sequence[str] = (),
        meter: Meter | None = None,
        *,
        sessions: bool = False,
    ) -> Front:
        """The app, for a server under these names. `sessions` are for clients that must be told or asked something."""
        app = server.http_app(
            path=PATH, json_response=not sessions, stateless_http=not sessions, host_origin_protection=False
        )
        origins = Origins((self.host, *names, *self.allowed_hosts), self.allowed_origins)
        return Front(app, rest, identity, origins, self.limits, FailedLogins(meter), sessions)


class Served:
    """A server on its socket."""

    def __init__(self, front: Front, http: Http, changes: Changes, listener: socket.socket) -> None:
        self._front = front
        self._changes = changes
        self._listener = listener
        over_http, over_websocket = protocols_of(Connections(http.limits), {EXECUTE.encode(): front.executed})
        self._server = uvicorn.Server(
            uvicorn.Config(
                front,
                http=over_http,
                ws=over_websocket,
                ws_max_size=FRAME_MAX_BYTES,
                ws_per_message_deflate=False,  # a frame is as long as it comes
                lifespan="on",
                backlog=_BACKLOG,
                log_level="warning",
                log_config=None,  # its own would close the handlers that there are
                access_log=False,
                server_header=False,
                timeout_keep_alive=round(http.limits.idle_s),
                timeout_graceful_shutdown=None,
            )
        )
        self._drain_s = http.drain_s
        self._ended = asyncio.Event()

    @property
    def url(self) -> str:
        """Where it is reached from this machine."""
        host, port = self._listener.getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def run(self) -> None:
        """Serves until it is told to stop."""
        watching = asyncio.create_task(self._changes.watch())
        try:
            await self._server.serve([self._listener])
        finally:
            watching.cancel()
            self._ended.set()

    async def stop(self) -> None:
        """Takes no more requests; those in flight may end until the time is up, and are then cancelled and recorded."""
        self._front.stopping = True
        self._changes.close()
        self._front.sockets.close()
        logging.getLogger("uvicorn.error").disabled = True  # it would print a trace of each that is cancelled
        requests = set(self._server.server_state.tasks)
        late: set[asyncio.Task[None]] = set()
        if requests:
            _, late = await asyncio.wait(requests, timeout=self._drain_s)
        for request in late:
            request.cancel()
        if late:
            _log.warning("calls were cut short: %d", len(late))
            await asyncio.wait(late)
            # One that was cancelled before its first step has not told of its end.
            self._server.server_state.tasks.difference_update(late)
        self._server.should_exit = True  # not before: it would close each WebSocket over the calls that are in flight
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSING_S):
                await self._ended.wait()
