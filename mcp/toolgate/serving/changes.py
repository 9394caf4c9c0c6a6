"""Tells connected clients what has changed: a list, as of tools when rules were read again, or a resource."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping, Set
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Literal

from mcp.server.connection import Connection
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
    SubscriptionBus,
    ToolsListChanged,
)
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, SubscriptionsListenRequestParams, SubscriptionsListenResult

_log = logging.getLogger("toolgate")

POLL_S = 1.0
MOST_SUBSCRIPTIONS = 1024
"""Of connections of the older protocol, each to one resource; the newer one's streams the library counts."""

TELL_S = 5.0
"""How long a connection may take for a notification; the others wait meanwhile."""

MayHear = Callable[[str], Awaitable[bool]]
"""Whether who listens may still read a resource."""

Listed = Literal["tools", "resources", "prompts"]

_EVENTS: Mapping[Listed, ServerEvent] = MappingProxyType(
    {"tools": ToolsListChanged(), "resources": ResourcesListChanged(), "prompts": PromptsListChanged()}
)
_NONE: Mapping[Listed, Callable[[], Hashable]] = MappingProxyType({})


class Changes:
    """Watches what lists depend on. `version()` gives something else whenever that of the tools may have changed; it
    must be cheap. So do those of `lists` for other lists, and `resource(uri)` for a resource, which is asked of those
    that somebody listens for.

    Who listens by the newer protocol is told on its stream. By the older one a client is told on its own connection:
    over stdio there is one, over HTTP each session has one; HTTP without sessions has none, so nothing is announced.
    """

    def __init__(
        self,
        version: Callable[[], Hashable],
        poll_s: float = POLL_S,
        *,
        resource: Callable[[str], Hashable] = lambda uri: None,
        lists: Mapping[Listed, Callable[[], Hashable]] = _NONE,
    ) -> None:
        self.bus = InMemorySubscriptionBus()
        self.listen = ListenHandler(self.bus)
        self._streams = {self.listen}
        self._versions: Mapping[Listed, Callable[[], Hashable]] = {"tools": version, **lists}
        self._seen = {name: version() for name, version in self._versions.items()}
        self._poll_s = poll_s
        self._connections: dict[int, Connection] = {}
        self._resource = resource
        self._told: dict[str, Hashable] = {}
        self._listening: dict[ListenStream, tuple[Set[str], MayHear]] = {}
        self._subscribers: dict[tuple[int, str], tuple[ServerSession, MayHear]] = {}

    def connected(self, session: ServerSession) -> None:
        """The client at the other end of the connection is ready to be told, until that ends."""
        connection = session._connection
        self._connections[id(connection)] = connection
        connection.exit_stack.callback(self._connections.pop, id(connection), None)

    def subscribed(self, session: ServerSession, uri: str, may_hear: MayHear) -> None:
        """A connection of the older protocol wants to be told of a resource. The oldest gives way to one too many."""
        self._watch_from_now(uri)
        self._subscribers[_connection(session), uri] = session, may_hear
        if len(self._subscribers) > MOST_SUBSCRIPTIONS:
            del self._subscribers[next(iter(self._subscribers))]

    def unsubscribed(self, session: ServerSession, uri: str) -> None:
        """Ends a subscription."""
        self._subscribers.pop((_connection(session), uri), None)

    async def listened(
        self,
        ctx: ServerRequestContext[Any, Any],
        params: SubscriptionsListenRequestParams,
        uris: Set[str],
        may_hear: MayHear,
    ) -> SubscriptionsListenResult:
        """A stream of the newer protocol, until its client has gone or the server stops."""
        for uri in uris:
            self._watch_from_now(uri)
        stream = ListenStream(self.bus)
        with self.streamed(stream) as handler:
            self._listening[stream] = uris, may_hear
            try:
                return await handler(ctx, params)
            finally:
                del self._listening[stream]

    async def watch(self) -> None:
        """Looks periodically, until it is cancelled."""
        while True:
            await asyncio.sleep(self._poll_s)
            await self.look()

    async def look(self) -> None:
        """Notifies clients of what has changed since the last look."""
        for uri in self._heard():
            if (version := self._resource(uri)) != self._told.get(uri):
                self._told[uri] = version
                await self.updated(uri)
        for name, version in self._versions.items():
            if (now := version()) != self._seen[name]:
                self._seen[name] = now
                _log.info("the list of %s has changed: clients are told", name)
                await self._tell(name)

    async def _tell(self, name: Listed) -> None:
        await self.bus.publish(_EVENTS[name])
        for key, connection in list(self._connections.items()):
            try:
                async with asyncio.timeout(TELL_S):
                    await connection.notify(f"notifications/{name}/list_changed", None)
            except TimeoutError:
                self._connections.pop(key, None)

    async def updated(self, uri: str) -> None:
        """Tells who listens for it, and still may, that a resource has changed; who takes too long is told no more."""
        for stream, (uris, may_hear) in list(self._listening.items()):
            if uri in uris and await may_hear(uri):
                await stream.updated(uri)
        for key, (session, may_hear) in list(self._subscribers.items()):
            if key[1] != uri or not await may_hear(uri):
                continue
            try:
                async with asyncio.timeout(TELL_S):
                    await session.send_resource_updated(uri)
            except Exception:  # noqa: BLE001 - whatever a connection that has gone raises, the others are told
                self._subscribers.pop(key, None)

    @contextmanager
    def streamed(self, bus: SubscriptionBus) -> Iterator[ListenHandler]:
        """The handler of one stream, fed by a bus of its own, until `close`. MCPError where there are too many."""
        if len(self._streams) > MOST_SUBSCRIPTIONS:
            many = f"over {MOST_SUBSCRIPTIONS} subscriptions are open on this server: end one first"
            raise MCPError(INTERNAL_ERROR, many)
        handler = ListenHandler(bus)
        self._streams.add(handler)
        try:
            yield handler
        finally:
            self._streams.discard(handler)

    def close(self) -> None:
        """Ends the streams of those that listen."""
        for stream in self._streams:
            stream.close()

    def _heard(self) -> set[str]:
        return {uri for uris, _ in self._listening.values() for uri in uris} | {uri for _, uri in self._subscribers}

    def _watch_from_now(self, uri: str) -> None:
        """What was there before somebody listened is no change."""
        if uri not in self._heard():
            self._told[uri] = self._resource(uri)


class ListenStream:
    """The events of one stream: those of all lists, and of the resources that it listens for."""

    def __init__(self, bus: SubscriptionBus) -> None:
        self._bus = bus
        self._deliver: Callable[[Any], None] = lambda event: None

    async def publish(self, event: Any) -> None:
        """One event for this stream alone."""
        self._deliver(event)

    async def updated(self, uri: str) -> None:
        """A resource has changed."""
        self._deliver(ResourceUpdated(uri=uri))

    def subscribe(self, listener: Callable[[Any], None]) -> Callable[[], None]:
        """Sets the stream's one listener; returns what ends the subscription."""
        self._deliver = listener
        return self._bus.subscribe(listener)


def _connection(session: ServerSession) -> int:
    """The library makes a session for each request; the connection behind them is one."""
    return id(session._connection)
