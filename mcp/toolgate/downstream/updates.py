"""Notify, then read: waits for a server to say that a resource has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from mcp.client.subscriptions import SubscriptionLost, listen
from mcp.shared.exceptions import MCPError

from toolgate.contract import AgentContext, ToolError
from toolgate.downstream.child_process import ServerUnavailable
from toolgate.downstream.downstream import Downstream
from toolgate.printable import printable

_AGAIN_S = 1.0


async def updates(server: Downstream, uri: str, agent: AgentContext) -> AsyncGenerator[None, None]:
    """One item whenever the resource has changed, and one where that may have been missed, as after a restart.

    ServerUnavailable where the server does not tell of it.
    """
    first = True
    while True:
        connection = await server.session(agent.agent_id, {})
        if not first:
            yield
        first = False
        try:
            if connection.modern:
                async with listen(connection.session, resource_subscriptions=[uri]) as told:
                    async for _ in told:
                        yield
            else:
                await connection.request("resources/subscribe", {"uri": uri})
                changed = server.updated.setdefault(uri, asyncio.Event())
                while not connection.gone:
                    waiting = asyncio.create_task(changed.wait())
                    await asyncio.wait({waiting}, timeout=_AGAIN_S)
                    waiting.cancel()
                    if changed.is_set():
                        changed.clear()
                        yield
        except (SubscriptionLost, ToolError):
            await asyncio.sleep(_AGAIN_S)
        except MCPError as error:
            if not connection.gone:
                said = printable(" ".join(str(error.error.message)[:200].split()))
                raise ServerUnavailable(server.entry.name, f"does not tell of changes: {said}") from None
            await asyncio.sleep(_AGAIN_S)
