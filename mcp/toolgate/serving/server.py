"""The runner's tools as a FastMCP server. What a client lists and calls is what its agent may call.

FastMCP gives transport, sessions and authentication. Listing and calling are ours: they stand in front of what it
would do with its own tools, of which it has none. So are resources, prompts, completions and subscriptions, where the
server has any. `PRIVATE_DOORS` names what we use of it that it does not promise.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast
from weakref import WeakKeyDictionary

import mcp_types
import orjson
from fastmcp import FastMCP
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.server.request_state import RequestStateBoundary
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from starlette.authentication import UnauthenticatedUser
from starlette.requests import Request

from toolgate.contract import AgentContext, Call, JsonObject, Outcome, ToolSpec
from toolgate.offers import Offers
from toolgate.serving import listing
from toolgate.serving.bad_requests import refused_by
from toolgate.serving.changes import Changes
from toolgate.serving.identity import Identity, Login
from toolgate.serving.inflight import InFlight
from toolgate.serving.offering import Offering
from toolgate.serving.peers import McpPeer
from toolgate.serving.seclusion import secluded
from toolgate.serving.served_tools import ServedTools

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
    runner: ServedTools,
    *,
    name: str,
    instructions: str,
    version: str,
    identity: Identity,
    in_flight: InFlight | None = None,
    changes: Changes | None = None,
    sessions: bool = True,
    offers: Offers | None = None,
    converses: bool = False,
    middleware: Sequence[Any] = (),
) -> FastMCP[Any]:
    """A server that lists the runner's tools and sends every call to the runner.

    `offers` are its resources and prompts; where it `converses`, its tools may send log lines to their callers.
    `middleware` stands before all handlers, behind the seal of what clients carry from round to round.

    With `changes` its clients are told when the list has changed: those that listen for it, and where the transport
    has `sessions`, as stdio does, all that are connected.
    """
    server: FastMCP[Any] = FastMCP(
        name,
        instructions,
        version=version,
        auth=identity.auth,
        mask_error_details=True,
        dereference_schemas=False,
    )
    low: Server[Any] = server._mcp_server
    door = _Door(runner, identity, in_flight or InFlight(), cast("Mapping[str, Any]", low.server_info_stamp), changes)
    _register(low, door, changes, offers, converses)
    tools_changed = changes is not None and sessions
    cast("Any", low).notification_options = NotificationOptions(tools_changed=tools_changed)
    # Without it the SDK lists all tools before every call over HTTP, to see what its schema wants repeated in
    # headers (x-mcp-header). None does: such keywords are not listed.
    low.get_tool_input_schema = _no_schema
    # Answers of earlier rounds come to the door opened, and leave it sealed.
    sealing = [one for one in low.middleware if isinstance(one, RequestStateBoundary)]
    low.middleware[:] = [*sealing, *middleware, door, *(one for one in low.middleware if one not in sealing)]
    return server


def _register(low: Server[Any], door: _Door, changes: Changes | None, offers: Offers | None, converses: bool) -> None:
    """Registers the handlers of what there is, which announces it, and takes back those of what there is not."""
    for method in ABSENT:
        low._request_handlers.pop(method, None)
    low.add_request_handler("tools/list", mcp_types.PaginatedRequestParams, door.list_tools)
    listen: Any = None if changes is None else changes.listen
    if offers is not None:
        offering = Offering(offers, door, changes)
        offering.register(low)
        listen = None if changes is None else offering.listen
    if listen is not None:
        low.add_request_handler("subscriptions/listen", mcp_types.SubscriptionsListenRequestParams, listen)
    if converses:
        low.add_request_handler("logging/setLevel", mcp_types.SetLevelRequestParams, door.set_level)


class _Door:
    """Takes every call, whatever its name, to the runner. Nothing of the library behind it sees one."""

    def __init__(
        self,
        runner: ServedTools,
        identity: Identity,
        in_flight: InFlight,
        stamp: Mapping[str, Any],
        changes: Changes | None,
    ) -> None:
        self._runner = runner
        self._undecodable = refused_by(runner)
        self._identity = identity
        self._in_flight = in_flight
        self._stamp = {mcp_types.SERVER_INFO_META_KEY: dict(stamp)}
        self._changes = changes
        self._listed: dict[tuple[str | None, str], tuple[ToolSpec, mcp_types.Tool]] = {}
        self._levels: WeakKeyDictionary[Any, str] = WeakKeyDictionary()

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """A call goes to the runner; whether its arguments are any is the gate's business, which records it."""
        if self._changes is not None and ctx.method == "notifications/initialized":
            self._changes.connected(ctx.session)
        params = ctx.params or {}
        name, arguments = params.get("name"), params.get("arguments")
        if ctx.method != "tools/call" or ctx.request_id is None or _too_early(ctx):
            return await call_next(ctx)
        agent = self.agent(ctx)
        if not isinstance(name, str):
            await self._undecodable(orjson.dumps(params, default=repr), "it names no tool", agent)
            return await call_next(ctx)
        call = Call(name, {} if arguments is None else arguments, agent)
        outcome = await self.run(ctx, lambda _: self._runner.call(call), agent)
        if isinstance(outcome, Outcome):
            answer = listing.result(outcome, agent.request_id, ctx.protocol_version)
        else:
            answer = outcome
        if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            answer.setdefault("resultType", "complete")
            answer["_meta"] = {**self._stamp, **answer.get("_meta", {})}
        return answer

    async def run(
        self,
        ctx: ServerRequestContext[Any, Any],
        work: Callable[[AgentContext], Awaitable[Outcome]],
        agent: AgentContext | None = None,
    ) -> Outcome | JsonObject:
        """Does the work with the client at hand. Returns its outcome, or the result that asks the client something."""
        if "inputResponses" in (ctx.params or {}) and not isinstance((ctx.params or {})["inputResponses"], Mapping):
            raise MCPError(mcp_types.INVALID_PARAMS, "inputResponses must be an object")
        peer = McpPeer(ctx, self._levels.get(_connection(ctx), "debug"))
        with self._in_flight, secluded(peer):
            outcome = await work(agent or self.agent(ctx))
        if peer.refusal is not None:
            raise peer.refusal
        return outcome if peer.result is None else peer.result

    async def set_level(
        self, ctx: ServerRequestContext[Any, Any], params: mcp_types.SetLevelRequestParams
    ) -> mcp_types.EmptyResult:
        """Sets the lowest level of log lines that the client of a connection is sent."""
        self._levels[_connection(ctx)] = params.level
        return mcp_types.EmptyResult()

    async def list_tools(
        self, ctx: ServerRequestContext[Any, Any], params: mcp_types.PaginatedRequestParams
    ) -> mcp_types.ListToolsResult:
        """The tools that the caller may call."""
        specs = await self._runner.list_tools(self.agent(ctx), operation="tools/list")
        return mcp_types.ListToolsResult(tools=[self._shown(spec) for spec in specs])

    def _shown(self, spec: ToolSpec) -> mcp_types.Tool:
        """The tool as it is listed, which is worked out once."""
        key = spec.server, spec.name
        known = self._listed.get(key)
        if known is None or known[0] is not spec:
            known = self._listed[key] = (spec, listing.listed(spec))
        return known[1]

    def agent(self, ctx: ServerRequestContext[Any, Any]) -> AgentContext:
        """The caller of a request."""
        request, meta = ctx.request, (ctx.params or {}).get("_meta")
        known = meta if isinstance(meta, Mapping) else {}
        client = _client(ctx)
        if not isinstance(request, Request):
            return self._identity.over_stdio(known, client)
        user = request.scope.get("user")
        login = None if user is None or isinstance(user, UnauthenticatedUser) else Login.of(user.access_token)
        return self._identity.over_http(request.headers, login, known, client)


def _connection(ctx: ServerRequestContext[Any, Any]) -> Any:
    """The library makes a session for each request; the connection behind them is one."""
    return ctx.session._connection


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
