"""What is served, put together once for every transport: a runner, what it offers beside tools, and who calls."""

from __future__ import annotations

import socket
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from fastmcp import FastMCP
from opentelemetry.metrics import Meter
from starlette.types import ASGIApp

from toolgate.contract import JsonObject
from toolgate.offers import Offers
from toolgate.serving.bad_requests import refused_by
from toolgate.serving.changes import Changes
from toolgate.serving.http import Http, Served
from toolgate.serving.identity import Identity
from toolgate.serving.inflight import InFlight
from toolgate.serving.rest import Rest
from toolgate.serving.served_tools import ServedTools
from toolgate.serving.server import build_server
from toolgate.serving.stdio import Stdio
from toolgate.serving.wire_stdio import WireStdio


@dataclass(frozen=True, slots=True)
class Service:
    """One server's tools and offers. `ready()` is `(whether calls are answered, what else there is to say)`."""

    runner: ServedTools
    name: str
    version: str
    identity: Identity
    instructions: str = ""
    offers: Offers | None = None
    converses: bool = False
    """Whether its tools speak with their callers while they run, which over HTTP needs sessions."""
    resource_version: Callable[[str], Hashable] = lambda uri: None
    """Gives something else whenever the resource of a URI has changed."""
    ready: Callable[[], tuple[bool, JsonObject]] = lambda: (True, {})
    metrics: Callable[[], bytes] = bytes
    meter: Meter | None = None
    drain_s: float = 5.0
    middleware: tuple[Any, ...] = ()
    """What stands before all handlers of MCP, outermost first."""
    changes: Changes = field(init=False)

    def __post_init__(self) -> None:
        changes = Changes(lambda: self.runner.generation, resource=self.resource_version)
        object.__setattr__(self, "changes", changes)

    @property
    def sessions(self) -> bool:
        """Whether a client of the older protocol has something to lose without a session over HTTP."""
        return self.converses or self.offers is not None

    def mcp(self, *, sessions: bool, in_flight: InFlight | None = None) -> FastMCP[Any]:
        """The server as the MCP library has it."""
        return build_server(
            self.runner,
            name=self.name,
            instructions=self.instructions,
            version=self.version,
            identity=self.identity,
            in_flight=in_flight,
            changes=self.changes,
            sessions=sessions,
            offers=self.offers,
            converses=self.converses,
            middleware=self.middleware,
        )

    def stdio(self) -> Stdio:
        """MCP on the process's stdin and stdout."""
        in_flight = InFlight()
        server = self.mcp(sessions=True, in_flight=in_flight)
        return Stdio(server, self.identity, refused_by(self.runner), in_flight, self.changes, self.drain_s)

    def wire(self) -> WireStdio:
        """The wire on the process's stdin and stdout."""
        return WireStdio(self.rest(), self.identity, self.drain_s)

    def http(self, http: Http, listener: socket.socket) -> Served:
        """MCP, REST and WebSocket over HTTP, on a socket that `http.listen` gave."""
        return http.served(
            self.mcp(sessions=self.sessions), self.rest(), self.identity, self.changes, listener, self.meter,
            sessions=self.sessions,
        )  # fmt: skip

    def asgi(self, http: Http) -> ASGIApp:
        """An ASGI app for a server of your own; limits of connections are then that server's."""
        return http.front(
            self.mcp(sessions=self.sessions), self.rest(), self.identity, (), self.meter, sessions=self.sessions
        )

    def rest(self) -> Rest:
        """The paths beside /mcp."""
        return Rest(self.runner, self.name, self.version, self.ready, self.metrics, refused_by(self.runner))
