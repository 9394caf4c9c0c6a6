"""The runner's tools as a FastMCP server. What a client lists and calls is what its agent may call.

FastMCP gives transport, sessions and authentication. Listing and calling are ours: they stand in front of what it
would do with its own tools, of which it has none. `PRIVATE_DOORS` names what we use of it that it does not promise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import mcp_types
from fastmcp import FastMCP
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from starlette.authentication import UnauthenticatedUser
from starlette.requests import Request

from toolgate.contract import AgentContext, Call, ToolSpec
from toolgate.runner import Runner
from toolgate.serving import listing
from toolgate.serving.changes import Changes
from toolgate.serving.identity import Identity
from toolgate.serving.inflight import InFlight

PRIVATE_DOORS = (
    "_mcp_server",
    "_mcp_server._request_handlers",
    "_mcp_server.get_tool_input_schema",
    "_mcp_server.middleware",
    "_mcp_server.notification_options",
    "_mcp_server.server_info_stamp",
)
"""Attributes of a FastMCP server that we set or read; a test says which of them has gone."""

ABSENT = (
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "logging/setLevel",
)
"""What FastMCP answers, and so announces, whether there is any or not."""


def build_server(
    runner: Runner,
    *,
    name: str,
    instructions: str,
    version: str,
    identity: Identity,
    in_flight: InFlight | None = None,
    changes: Changes | None = None,
    sessions: bool = True,
) -> FastMCP[Any]:
    """A server that lists the runner's tools and sends every call to the runner.

    With `changes` its clients are told when the list has changed: those that listen for it, and where the transport
    has `sessions`, as stdio does, all that are connected.
    """
    server: FastMCP[Any] = FastMCP(
        name,
        instructions,
        version=version,
        auth=identity.verifier,
        mask_error_details=True,
        dereference_schemas=False,
    )
    low: Server[Any] = server._mcp_server
    for method in ABSENT:
        low._request_handlers.pop(method, None)
    door = _Door(runner, identity, in_flight or InFlight(), cast("Mapping[str, Any]", low.server_info_stamp), changes)
    low.add_request_handler("tools/list", mcp_types.PaginatedRequestParams, door.list_tools)
    tools_changed = changes is not None and sessions
    cast("Any", low).notification_options = NotificationOptions(tools_changed=tools_changed)
    if changes is not None:
        low.add_request_handler("subscriptions/listen", mcp_types.SubscriptionsListenRequestParams, changes.listen)
    # Without it the SDK lists all tools before every call over HTTP, to see what its schema wants repeated in
    # headers (x-mcp-header). None does: such keywords are not listed.
    low.get_tool_input_schema = _no_schema
    low.middleware.insert(0, door)
    return server


class _Door:
    """Takes every call, whatever its name, to the runner. Nothing of the library behind it sees one."""

    def __init__(
        self,
        runner: Runner,
        identity: Identity,
        in_flight: InFlight,
        stamp: Mapping[str, Any],
        changes: Changes | None,
    ) -> None:
        self._runner = runner
        self._identity = identity
        self._in_flight = in_flight
        self._stamp = {mcp_types.SERVER_INFO_META_KEY: dict(stamp)}
        self._changes = changes
        self._listed: dict[tuple[str | None, str], tuple[ToolSpec, mcp_types.Tool]] = {}

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """A call goes to the runner; whether its arguments are any is the gate's business, which records it."""
        if self._changes is not None and ctx.method == "notifications/initialized":
            self._changes.connected(ctx.session)
        params = ctx.params or {}
        name, arguments = params.get("name"), params.get("arguments")
        if ctx.method != "tools/call" or ctx.request_id is None or not isinstance(name, str) or _too_early(ctx):
            return await call_next(ctx)
        agent = self._agent(ctx)
        with self._in_flight:
            outcome = await self._runner.call(Call(name, {} if arguments is None else arguments, agent))
        answer = listing.result(outcome, agent.request_id, ctx.protocol_version)
        if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            answer.setdefault("resultType", "complete")
            answer["_meta"] = {**self._stamp, **answer["_meta"]}
        return answer

    async def list_tools(
        self, ctx: ServerRequestContext[Any, Any], params: mcp_types.PaginatedRequestParams
    ) -> mcp_types.ListToolsResult:
        """The tools that the caller may call."""
        specs = await self._runner.list_tools(self._agent(ctx), operation="tools/list")
        return mcp_types.ListToolsResult(tools=[self._shown(spec) for spec in specs])

    def _shown(self, spec: ToolSpec) -> mcp_types.Tool:
        """The tool as it is listed, which is worked out once."""
        key = spec.server, spec.name
        known = self._listed.get(key)
        if known is None or known[0] is not spec:
            known = self._listed[key] = (spec, listing.listed(spec))
        return known[1]

    def _agent(self, ctx: ServerRequestContext[Any, Any]) -> AgentContext:
        request, meta = ctx.request, (ctx.params or {}).get("_meta")
        known = meta if isinstance(meta, Mapping) else {}
        client = _client(ctx)
        if not isinstance(request, Request):
            return self._identity.over_stdio(known, client)
        user = request.scope.get("user")
        owner = None if user is None or isinstance(user, UnauthenticatedUser) else user.access_token.client_id
        return self._identity.over_http(request.headers, owner, known, client)


def _no_schema(tool: str) -> None:
    return None


def _client(ctx: ServerRequestContext[Any, Any]) -> str:
    """The name and version that the client gave itself."""
    given = ctx.session.client_params
    return "" if given is None else f"{given.client_info.name}/{given.client_info.version}"


def _too_early(ctx: ServerRequestContext[Any, Any]) -> bool:
    """Before the handshake of a connection that has one: the SDK refuses it."""
    return (
        ctx.request is None
        and ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS
        and ctx.session.client_params is None
    )
