"""Tells connected clients that the list of tools has changed, as when rules were read again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable

from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged

_log = logging.getLogger("toolgate")

POLL_S = 1.0


class Changes:
    """Watches what the list depends on. `version()` gives something else whenever that has changed; it must be cheap.

    Who listens by the newer protocol is told on its stream. By the older one a client is told on its own connection:
    over stdio there is one; HTTP without sessions has none, so nothing is announced there.
    """

    def __init__(self, version: Callable[[], Hashable], poll_s: float = POLL_S) -> None:
        self._bus = InMemorySubscriptionBus()
        self.listen = ListenHandler(self._bus)
        self._version = version
        self._seen = version()
        self._poll_s = poll_s
        self._session: ServerSession | None = None

    def connected(self, session: ServerSession) -> None:
        """The client at the other end of the connection is ready to be told."""
        self._session = session

    async def watch(self) -> None:
        """Looks periodically, until it is cancelled."""
        while True:
            await asyncio.sleep(self._poll_s)
            await self.look()

    async def look(self) -> None:
        """Notifies every client if something has changed since the last look."""
        now = self._version()
        if now == self._seen:
            return
        self._seen = now
        _log.info("the list of tools has changed: clients are told")
        await self._bus.publish(ToolsListChanged())
        if self._session is not None:
            await self._session.send_tool_list_changed()

    def close(self) -> None:
        """Ends the streams of those that listen."""
        self.listen.close()
