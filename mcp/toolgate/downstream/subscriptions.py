"""Clients that want to be told when resources of servers change: one watch for each agent and address."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from contextlib import aclosing

from toolgate.contract import AgentContext, ToolError
from toolgate.downstream.child_process import ServerUnavailable
from toolgate.downstream.requests import Listener
from toolgate.downstream.servers import Servers
from toolgate.downstream.updates import updates
from toolgate.printable import printable
from toolgate.waiting import abandon

_log = logging.getLogger("toolgate.downstream")

MOST_WATCHES = 1024
"""Watches of all agents together; one more is refused."""

Key = tuple[str, str, str]
"""Agent, server, address."""

MayRead = Callable[[AgentContext, str, str], bool]
"""Whether an agent may read the address on the server, now."""


class Subscriptions:
    """Begins a watch with its first listener and ends it with its last."""

    def __init__(self, servers: Servers, may_read: MayRead) -> None:
        self._servers = servers
        self._may_read = may_read
        self._watches: dict[Key, _Watch] = {}
        self._connected: set[Hashable] = set()

    def __len__(self) -> int:
        return len(self._watches)

    async def add(self, server: str, uri: str, agent: AgentContext, listener: Listener) -> None:
        """Tells the listener of each change from now on. ToolError where the server does not tell of the resource."""
        key = agent.agent_id, server, uri
        watch = self._watches.get(key)
        if watch is None:
            if len(self._watches) >= MOST_WATCHES:
                raise ToolError("rate_limited", f"{MOST_WATCHES} resources are watched already; try again later")
            watch = self._watches[key] = _Watch(self._servers, server, uri, agent, self._may_read)
            watch.task.add_done_callback(lambda _: self._ended(key, watch))
        watch.listeners[listener.key] = listener
        if listener.connection is not None and listener.key not in self._connected:
            self._connected.add(listener.key)
            listener.connection.exit_stack.callback(self.gone, listener.key)
        try:
            await asyncio.shield(watch.begun)
        except ServerUnavailable as error:
            raise ToolError("server_unavailable", str(error), server=server) from None
        except asyncio.CancelledError:
            self._leave(key, listener.key)
            raise

    def remove(self, server: str, uri: str, agent: AgentContext, listener: Hashable) -> None:
        """Ends the listener's subscription to one resource."""
        self._leave((agent.agent_id, server, uri), listener)

    def close(self) -> None:
        """Ends every watch."""
        for watch in list(self._watches.values()):
            abandon(watch.task)

    def gone(self, listener: Hashable) -> None:
        """Removes a listener whose connection or stream has ended."""
        self._connected.discard(listener)
        for key in list(self._watches):
            self._leave(key, listener)

    def _ended(self, key: Key, watch: _Watch) -> None:
        if self._watches.get(key) is watch:
            del self._watches[key]

    def _leave(self, key: Key, listener: Hashable) -> None:
        watch = self._watches.get(key)
        if watch is not None and watch.listeners.pop(listener, None) is not None and not watch.listeners:
            del self._watches[key]
            abandon(watch.task)


class _Watch:
    """One resource of one server, for one agent."""

    def __init__(self, servers: Servers, server: str, uri: str, agent: AgentContext, may_read: MayRead) -> None:
        self.listeners: dict[Hashable, Listener] = {}
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._agent = agent
        self._server = server
        self._may_read = may_read
        self.task = asyncio.create_task(self._run(servers, uri), name=f"watch {uri[:100]}")

    async def _run(self, servers: Servers, uri: str) -> None:
        try:
            async with aclosing(updates(servers, self._server, uri, self._agent)) as told:
                async for changed in told:
                    if changed is not None:
                        await self._tell(changed)
                    elif not self.begun.done():
                        self.begun.set_result(None)
        except ServerUnavailable as error:
            if not self.begun.done():
                self.begun.set_exception(error)
                self.begun.exception()  # it may be that nobody waits any more
            _log.warning("%s: %s is no longer watched", error, printable(uri[:200]))
        finally:
            self.begun.cancel()

    async def _tell(self, changed: str) -> None:
        """Rules may have changed meanwhile: who may not read any more is told nothing."""
        if self._may_read(self._agent, self._server, changed):
            for listener in list(self.listeners.values()):
                await listener.tell(changed)
