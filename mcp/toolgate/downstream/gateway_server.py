"""The gateway as an MCP server: in front of `toolgate.serving`, so that results and lists pass as they are."""

from __future__ import annotations

from typing import Any, Protocol

from fastmcp import FastMCP
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

from toolgate.contract import JsonObject
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


class Offering(Protocol):
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
    server._mcp_server.middleware.insert(0, _Beside(front))
    return server


class _Beside:
    """Keeps what comes beside a call at hand for whoever passes it on; lists tools as their servers do."""

    def __init__(self, front: Offering) -> None:
        self._front = front

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        token = BESIDE.set(_beside(ctx))
        try:
            result = await call_next(ctx)
        finally:
            BESIDE.reset(token)
        if ctx.method == "tools/list" and isinstance(result, dict):
            return {**result, "tools": [self._front.definition(tool["name"]) for tool in result["tools"]]}
        return result


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
