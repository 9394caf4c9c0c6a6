"""Tells connected clients what has changed: the list of tools, as when rules were read again, or a resource."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourceUpdated, ToolsListChanged
from mcp_types import SubscriptionsListenRequestParams, SubscriptionsListenResult

_log = logging.getLogger("toolgate")

POLL_S = 1.0
_MOST_SUBSCRIPTIONS = 1024
"""Of connections of the older protocol, each to one resource; the newer one's streams the library counts."""


class Changes:
    """Watches what the list depends on. `version()` gives something else whenever that has changed; it must be cheap.
    So does `resource(uri)` for a resource; it is asked of those that somebody listens for.

    Who listens by the newer protocol is told on its stream. By the older one a client is told on its own connection:
    over stdio there is one, over HTTP each session has one; HTTP without sessions has none, so nothing is announced.
    """

    def __init__(
        self,
        version: Callable[[], Hashable],
        poll_s: float = POLL_S,
        *,
        resource: Callable[[str], Hashable] = lambda uri: None,
    ) -> None:
        self._bus = InMemorySubscriptionBus()
        self.listen = ListenHandler(self._bus)
        self._version = version
        self._seen = version()
        self._poll_s = poll_s
        self._session: ServerSession | None = None
        self._resource = resource
        self._told: dict[str, Hashable] = {}
        self._listening: Counter[str] = Counter()
        self._subscribers: dict[tuple[int, str], ServerSession] = {}

    def connected(self, session: ServerSession) -> None:
        """The client at the other end of the connection is ready to be told."""
        self._session = session

    def subscribed(self, session: ServerSession, uri: str) -> None:
        """A connection of the older protocol wants to be told of a resource. The oldest gives way to one too many."""
        self._watch_from_now(uri)
        self._subscribers[_connection(session), uri] = session
        if len(self._subscribers) > _MOST_SUBSCRIPTIONS:
            del self._subscribers[next(iter(self._subscribers))]

    def unsubscribed(self, session: ServerSession, uri: str) -> None:
        """And no longer."""
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
        now = self._version()
        if now == self._seen:
            return
        self._seen = now
        _log.info("the list of tools has changed: clients are told")
        await self._bus.publish(ToolsListChanged())
        if self._session is not None:
            await self._session.send_tool_list_changed()

    async def updated(self, uri: str) -> None:
        """Tells who listens for it that a resource has changed."""
        await self._bus.publish(ResourceUpdated(uri=uri))
        for key, session in list(self._subscribers.items()):
            if key[1] != uri:
                continue
            try:
                await session.send_resource_updated(uri)
            except Exception:  # noqa: BLE001 - whatever a connection that has gone raises, the others are told
                self._subscribers.pop(key, None)

    def close(self) -> None:
        """Ends the streams of those that listen."""
        self.listen.close()

    def _heard(self) -> set[str]:
        return {*self._listening, *(uri for _, uri in self._subscribers)}

    def _watch_from_now(self, uri: str) -> None:
        """What was there before somebody listened is no change."""
        if uri not in self._heard():
            self._told[uri] = self._resource(uri)


def _connection(session: ServerSession) -> int:
    """The library makes a session for each request; the connection behind them is one."""
    return id(session._connection)
