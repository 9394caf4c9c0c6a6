"""Notify, then read: waits for a server to say that a resource has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

from mcp.client.subscriptions import ResourceUpdated, SubscriptionLost, listen
from mcp.shared.exceptions import MCPError

from toolgate.contract import AgentContext, ToolError
from toolgate.downstream.child_process import ServerUnavailable
from toolgate.downstream.connection import Connection
from toolgate.downstream.requests import BESIDE
from toolgate.downstream.servers import Servers
from toolgate.printable import printable

_AGAIN_S = 1.0
_RENEW_S = 30.0
"""Over HTTP the older protocol has no sign that a server has gone: after so long a silence it is asked again."""


async def updates(servers: Servers, name: str, uri: str, agent: AgentContext) -> AsyncGenerator[str | None, None]:
    """Yields None once the server has agreed to tell of the resource, then a URI at each change: the resource's own or
    that of a part of it. Also yields one where a change may have been missed, as after a restart.

    ServerUnavailable where the server does not tell of it, or has been taken away.
    """
    first = True
    while True:
        server = servers.all.get(name)
        if server is None:
            raise ServerUnavailable(name, "is not configured any more")
        try:
            connection = await server.session(agent.agent_id, BESIDE.get().openly)
            watch = _by_stream(connection, uri) if connection.modern else _by_subscription(connection, uri)
            async with aclosing(watch):
                async for changed in watch:
                    yield changed if changed is not None or first else uri
                    first = False
        except (SubscriptionLost, ToolError):
            if first and name in servers.all and server.failure is not None:
                raise ServerUnavailable(name, server.failure) from None
        except MCPError as error:
            if not connection.gone and not server.sessions.closed:
                said = printable(" ".join(str(error.error.message)[:200].split()))
                raise ServerUnavailable(name, f"can't tell of changes: {said}") from None
        await asyncio.sleep(_AGAIN_S)


async def _by_stream(connection: Connection, uri: str) -> AsyncGenerator[str | None, None]:
    """Updates by the newer protocol, until the stream ends."""
    async with listen(connection.session, resource_subscriptions=[uri]) as told:
        yield None
        async for event in told:
            yield event.uri if isinstance(event, ResourceUpdated) else uri


async def _by_subscription(connection: Connection, uri: str) -> AsyncGenerator[str | None, None]:
    """Updates by the older protocol, until the connection ends."""
    heard: asyncio.Queue[str] = asyncio.Queue()

    def told(changed: str) -> None:
        if _is_of(changed, uri):
            heard.put_nowait(changed)

    connection.listeners.add(told)
    connection.subscribed[uri] += 1
    quiet_s = 0.0
    try:
        await connection.request("resources/subscribe", {"uri": uri})
        yield None
        while not connection.gone:
            try:
                changed = await asyncio.wait_for(heard.get(), _AGAIN_S)
            except TimeoutError:
                quiet_s += _AGAIN_S
                if connection.entry.url and quiet_s >= _RENEW_S:
                    quiet_s = 0.0
                    await connection.request("resources/subscribe", {"uri": uri})
                continue
            yield changed
    finally:
        connection.listeners.discard(told)
        connection.subscribed[uri] -= 1
        if not connection.subscribed[uri] and not connection.gone:
            with suppress(MCPError, TimeoutError):
                await asyncio.wait_for(connection.request("resources/unsubscribe", {"uri": uri}), _AGAIN_S)


def _is_of(changed: str, uri: str) -> bool:
    """Whether an address is that resource or a part of it."""
    return changed == uri or changed.startswith(f"{uri.rstrip('/')}/")
