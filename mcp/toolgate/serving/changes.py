"""Tells connected clients what has changed: a list, as of tools when rules were read again, or a resource."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
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
        self._listening: Counter[str] = Counter()
        self._subscribers: dict[tuple[int, str], ServerSession] = {}

    def connected(self, session: ServerSession) -> None:
        """The client at the other end of the connection is ready to be told, until that ends."""
        connection = session._connection
        self._connections[id(connection)] = connection
        connection.exit_stack.callback(self._connections.pop, id(connection), None)

    def subscribed(self, session: ServerSession, uri: str) -> None:
        """A connection of the older protocol wants to be told of a resource. The oldest gives way to one too many."""
        self._watch_from_now(uri)
        self._subscribers[_connection(session), uri] = session
        if len(self._subscribers) > MOST_SUBSCRIPTIONS:
            del self._subscribers[next(iter(self._subscribers))]

    def unsubscribed(self, session: ServerSession, uri: str) -> None:
        """Ends a subscription."""
        self._subscribers.pop((_connection(session), uri), None)

    async def listened(
        self, ctx: ServerRequestContext[Any, Any], params: SubscriptionsListenRequestParams, uris: Sequence[str]
    ) -> SubscriptionsListenResult:
        """A stream of the newer protocol, until its client has gone or the server stops."""
        for uri in uris:
            self._watch_from_now(uri)
        self._listening.update(uris)
        try:
            return await self.listen(ctx, params)
        finally:
            self._listening.subtract(uris)
            self._listening += Counter()

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
        for connection in list(self._connections.values()):
            await connection.notify(f"notifications/{name}/list_changed", None)

    async def updated(self, uri: str) -> None:
        """Tells who listens for it that a resource has changed."""
        await self.bus.publish(ResourceUpdated(uri=uri))
        for key, session in list(self._subscribers.items()):
            if key[1] != uri:
                continue
            try:
                await session.send_resource_updated(uri)
            except Exception:  # noqa: BLE001 - whatever a connection that has gone raises, the others are told
                self._subscribers.pop(key, None)

    @contextmanager
    def streamed(self, bus: SubscriptionBus) -> Iterator[ListenHandler]:
        """What serves one stream with what is published on a bus of its own, until `close`."""
        if len(self._streams) > MOST_SUBSCRIPTIONS:
            raise MCPError(INTERNAL_ERROR, "Subscription limit reached")
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
        return {*self._listening, *(uri for _, uri in self._subscribers)}

    def _watch_from_now(self, uri: str) -> None:
        """What was there before somebody listened is no change."""
        if uri not in self._heard():
            self._told[uri] = self._resource(uri)


def _connection(session: ServerSession) -> int:
    """The library makes a session for each request; the connection behind them is one."""
    return id(session._connection)
