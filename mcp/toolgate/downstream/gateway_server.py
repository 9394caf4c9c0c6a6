"""The gateway as an MCP server: in front of `toolgate.serving`, so that results and lists pass as they are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import mcp_types
from fastmcp import FastMCP
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import NotificationOptions
from mcp.server.request_state import RequestStateBoundary
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from toolgate.contract import AgentContext
from toolgate.downstream.flat_methods import METHODS, OLDER, SUBSCRIBE, FlatMethods
from toolgate.downstream.flat_offers import LISTS
from toolgate.downstream.passing import Defining, Passing, at_hand
from toolgate.downstream.requests import Beside, Listener
from toolgate.downstream.servers import Servers
from toolgate.serving.changes import Changes, ListenStream
from toolgate.serving.identity import Identity
from toolgate.serving.inflight import InFlight
from toolgate.serving.server import build_server

INSTRUCTIONS = (
    "Several MCP servers behind one policy. list_servers says which you may use, get_server_tools what they offer, "
    "execute_tool calls one."
)


def gateway_server(
    front: Any,
    *,
    name: str,
    version: str,
    identity: Identity,
    instructions: str = INSTRUCTIONS,
    in_flight: InFlight | None = None,
    changes: Changes | None = None,
) -> FastMCP[Any]:
    """The server of a gateway, whose clients have connections on which they can be told and asked."""
    server = build_server(
        front,
        name=name,
        instructions=instructions,
        version=version,
        identity=identity,
        in_flight=in_flight,
        changes=changes,
    )
    low: Any = server._mcp_server
    # What a server wants to have back with the next round passes as it is: sealing it is that server's business.
    low.middleware[:] = [one for one in low.middleware if not isinstance(one, RequestStateBoundary)]
    agent = next(each.agent for each in low.middleware if hasattr(each, "agent"))
    low.middleware.insert(0, RootsChanged(front.servers, agent))
    methods = getattr(front, "methods", None)
    if methods is None:
        low.middleware.insert(0, Passing(front))
    else:
        flat = FlatPassing(front, methods, agent, changes)
        flat.register(low)
        low.middleware.insert(0, flat)
    return server


class RootsChanged:
    """Middleware that tells the servers an agent is using when the roots of its client have changed."""

    def __init__(self, servers: Servers, agent: Callable[[Any], AgentContext]) -> None:
        self._servers = servers
        self._agent = agent

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        if ctx.method == "notifications/roots/list_changed":
            agent = self._agent(ctx).agent_id
            await asyncio.gather(*(server.sessions.roots_changed(agent) for server in self._servers.all.values()))
        return await call_next(ctx)


class FlatPassing(Passing):
    """Passing in the transparent mode, where servers answer everything themselves."""

    def __init__(
        self,
        front: Defining,
        methods: FlatMethods,
        agent: Callable[[Any], AgentContext],
        changes: Changes | None,
    ) -> None:
        super().__init__(front)
        self._methods = methods
        self._agent = agent
        self._changes = changes

    def register(self, low: Any) -> None:
        """Registers the methods that pass, so that the library announces them to clients."""
        for method in METHODS:
            low.add_request_handler(method, mcp_types.RequestParams, _announced)
        if self._changes is not None:
            low.add_request_handler("subscriptions/listen", mcp_types.SubscriptionsListenRequestParams, self._listen)
            low.notification_options = NotificationOptions(
                tools_changed=True, resources_changed=True, prompts_changed=True
            )

    async def _answer(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext, beside: Beside) -> HandlerResult:
        older = ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS
        if ctx.method in METHODS and ctx.request_id is not None and (older or ctx.method not in OLDER):
            return await self._passed(ctx)
        result = await super()._answer(ctx, call_next, beside)
        if ctx.method == "tools/call" and beside.errors:
            raise beside.errors[-1]
        return result

    async def _passed(self, ctx: ServerRequestContext[Any, Any]) -> HandlerResult:
        result = await self._methods.answer(ctx.method, dict(ctx.params or {}), self._agent(ctx))
        if ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            return result
        kept = {"ttlMs": 0, "cacheScope": "private"} if ctx.method in LISTS or ctx.method == "resources/read" else {}
        return {"resultType": "complete", **kept, **result}

    async def _listen(
        self, ctx: ServerRequestContext[Any, Any], params: mcp_types.SubscriptionsListenRequestParams
    ) -> HandlerResult:
        """A stream by the newer protocol: of what the agent may not read it hears nothing."""
        assert self._changes is not None
        agent, stream = self._agent(ctx), ListenStream(self._changes.bus)
        wanted = [str(uri) for uri in params.notifications.resource_subscriptions or ()]
        heard = []
        with self._changes.streamed(stream) as handler:
            try:
                for uri in wanted:
                    with at_hand(Beside(listener=Listener(id(stream), stream.updated))), suppress(MCPError):
                        await self._methods.answer(SUBSCRIBE, {"uri": uri}, agent)
                        heard.append(uri)
                asked = params.notifications.model_copy(update={"resource_subscriptions": heard or None})
                return await handler(ctx, params.model_copy(update={"notifications": asked}))
            finally:
                self._methods.subscriptions.gone(id(stream))


async def _announced(ctx: ServerRequestContext[Any, Any], params: mcp_types.RequestParams) -> HandlerResult:
    """Never called: what stands in front answers. That there is a handler is what announces the method."""
    raise RuntimeError(ctx.method)
