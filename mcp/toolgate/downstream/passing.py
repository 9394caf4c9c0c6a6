"""What comes beside a call, kept at hand for whoever passes it on to a server of other people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp_types import CLIENT_CAPABILITIES_META_KEY
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from toolgate.contract import JsonObject
from toolgate.downstream.back_channel import LOG
from toolgate.downstream.log_levels import wanted, with_level
from toolgate.downstream.requests import BESIDE, ROUNDS, Beside, Listener

PRIVATE_DOORS = (
    "_request_outbound",
    "_connection.exit_stack.callback",
    "_connection.notify",
    "_connection.send_resource_updated",
    "_connection.state",
)
"""What we use of a client's session that the library does not promise; a test says which of it has gone."""

_FOR_SERVERS = ("io.modelcontextprotocol/logLevel",)
"""Keys of it that servers look at all the same."""
_ABOUT_US = ("io.modelcontextprotocol/", "toolgate/")
"""Keys of `_meta` that are between the client and us."""


class Defining(Protocol):
    """A front that knows how other servers list their tools."""

    def definition(self, name: str) -> JsonObject | None:
        """A tool as its server lists it, by the name that clients know; None where it is listed as our own are."""


class Passing:
    """Keeps what comes beside a call at hand for whoever passes it on; lists tools as their servers do."""

    def __init__(self, front: Defining) -> None:
        self._front = front

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        with at_hand(_beside(ctx) if self._passes(ctx) else Beside()) as beside:
            return await self._answer(ctx, call_next, beside)

    def _passes(self, ctx: ServerRequestContext[Any, Any]) -> bool:
        """What our own tools call is not the client's: its servers hear nothing of who has called us."""
        name = (ctx.params or {}).get("name")
        return ctx.method != "tools/call" or (isinstance(name, str) and self._front.definition(name) is not None)

    async def _answer(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext, beside: Beside) -> HandlerResult:
        result = await call_next(ctx)
        if ctx.method == "tools/list" and isinstance(result, dict):
            return {**result, "tools": [self._front.definition(tool["name"]) or tool for tool in result["tools"]]}
        return result


@contextmanager
def at_hand(beside: Beside) -> Iterator[Beside]:
    """Sets `BESIDE` inside the `with` block."""
    token = BESIDE.set(beside)
    try:
        yield beside
    finally:
        BESIDE.reset(token)


def _beside(ctx: ServerRequestContext[Any, Any]) -> Beside:
    params = ctx.params or {}
    meta = {
        key: value
        for key, value in (params.get("_meta") or {}).items()
        if not key.startswith(_ABOUT_US) or key in _FOR_SERVERS
    }
    modern = ctx.protocol_version in MODERN_PROTOCOL_VERSIONS
    back, connection = ctx.session._request_outbound, ctx.session._connection

    async def tell(method: str, said: JsonObject) -> None:
        if method != LOG or wanted(ctx, said):
            await back.notify(method, said)

    async def ask(method: str, asked: JsonObject) -> JsonObject:
        return await back.send_raw_request(method, asked)

    return Beside(
        meta=with_level(ctx, meta),
        extra={key: value for key, value in params.items() if key in ROUNDS},
        capabilities=_capabilities(ctx, modern=modern),
        tell=tell,
        ask=None if modern else ask,
        listener=None if modern else Listener(id(connection), connection.send_resource_updated, connection),
    )


def _capabilities(ctx: ServerRequestContext[Any, Any], *, modern: bool) -> JsonObject | None:
    """What the client can do: by the newer protocol it says so, in its own words, with every request."""
    if modern:
        said = ((ctx.params or {}).get("_meta") or {}).get(CLIENT_CAPABILITIES_META_KEY)
        return said if isinstance(said, dict) else None
    given = ctx.session.client_capabilities
    return None if given is None else given.model_dump(by_alias=True, mode="json", exclude_none=True)
