"""The gateway as an MCP server: in front of `toolgate.serving`, so that results and lists pass as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import mcp_types
from fastmcp import FastMCP
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from toolgate.contract import AgentContext, JsonObject
from toolgate.downstream.flat_methods import LISTS, METHODS, FlatMethods
from toolgate.downstream.requests import BESIDE, Beside
from toolgate.serving.changes import Changes
from toolgate.serving.identity import Identity
from toolgate.serving.inflight import InFlight
from toolgate.serving.server import build_server

INSTRUCTIONS = (
    "Several MCP servers behind one policy. list_servers says which you may use, get_server_tools what they offer, "
    "execute_tool calls one."
)
_FOR_SERVERS = ("io.modelcontextprotocol/logLevel",)
"""Keys of it that servers look at all the same."""
_ROUNDS = ("inputResponses", "requestState")
"""What a client sends with the second round of a call in which a server has asked something."""
_ABOUT_US = ("io.modelcontextprotocol/", "toolgate/")
"""Keys of `_meta` that are between the client and us."""


class Defining(Protocol):
    """What is served: a gateway, or what it has behind it."""

    def definition(self, name: str) -> JsonObject:
        """A tool as clients list it, by the name that they know."""


def gateway_server(
    front: Any,
    *,
    name: str,
    version: str,
    identity: Identity,
    instructions: str = INSTRUCTIONS,
    in_flight: InFlight | None = None,
    changes: Changes | None = None,
    sessions: bool = True,
) -> FastMCP[Any]:
    """The server of a gateway."""
    server = build_server(
        front,
        name=name,
        instructions=instructions,
        version=version,
        identity=identity,
        in_flight=in_flight,
        changes=changes,
        sessions=sessions,
    )
    low: Any = server._mcp_server
    methods = getattr(front, "methods", None)
    for method in () if methods is None else METHODS:
        low.add_request_handler(method, mcp_types.RequestParams, _announced)
    agent = next(each.agent for each in low.middleware if hasattr(each, "agent"))
    low.middleware.insert(0, _Beside(front, methods, agent))
    return server


async def _announced(ctx: ServerRequestContext[Any, Any], params: mcp_types.RequestParams) -> HandlerResult:
    """Never called: what stands in front answers. That there is a handler is what announces the method."""
    raise RuntimeError(ctx.method)


class _Beside:
    """Keeps what comes beside a call at hand for whoever passes it on; lists tools as their servers do."""

    def __init__(self, front: Defining, methods: FlatMethods | None, agent: Callable[[Any], AgentContext]) -> None:
        self._front = front
        self._methods = methods
        self._agent = agent

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        beside = _beside(ctx)
        token = BESIDE.set(beside)
        try:
            if self._methods is not None and ctx.method in METHODS and ctx.request_id is not None:
                return await self._passed(self._methods, ctx)
            result = await call_next(ctx)
        finally:
            BESIDE.reset(token)
        if self._methods is not None and ctx.method == "tools/call" and beside.errors:
            raise beside.errors[-1]
        if ctx.method == "tools/list" and isinstance(result, dict):
            return {**result, "tools": [self._front.definition(tool["name"]) for tool in result["tools"]]}
        return result

    async def _passed(self, methods: FlatMethods, ctx: ServerRequestContext[Any, Any]) -> HandlerResult:
        result = await methods.answer(ctx.method, dict(ctx.params or {}), self._agent(ctx))
        if ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            return result
        kept = {"ttlMs": 0, "cacheScope": "private"} if ctx.method in LISTS or ctx.method == "resources/read" else {}
        return {"resultType": "complete", **kept, **result}


def _beside(ctx: ServerRequestContext[Any, Any]) -> Beside:
    params = ctx.params or {}
    meta = params.get("_meta") or {}
    back = ctx.session._request_outbound
    given = ctx.session.client_capabilities
    can = None if given is None else given.model_dump(by_alias=True, mode="json", exclude_none=True)

    async def tell(method: str, said: JsonObject) -> None:
        await back.notify(method, said)

    async def ask(method: str, asked: JsonObject) -> JsonObject:
        return await back.send_raw_request(method, asked)

    return Beside(
        meta={key: value for key, value in meta.items() if not key.startswith(_ABOUT_US) or key in _FOR_SERVERS},
        extra={key: value for key, value in params.items() if key in _ROUNDS},
        capabilities=can,
        tell=tell,
        ask=ask,
    )
