"""The runner's tools as a FastMCP server. What a client lists and calls is what its agent may call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mcp_types
from fastmcp import FastMCP
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools import Tool, ToolResult
from mcp.server.context import CallNext as LowCallNext
from mcp.server.context import HandlerResult, ServerRequestContext

from pitwall.server.identity import Identity
from toolgate.contract import Call, JsonObject, Tier, ToolSpec
from toolgate.envelope import envelope_schema
from toolgate.runner import Runner

NAME = "pitwall"

_INSTRUCTIONS = (
    "Tools about one race, live or recorded. Every answer says which moment it describes (as_of), how old the data "
    "is (data_age_s) and what the feed has not told (missing). Say nothing that the tools do not say."
)


def build_server(runner: Runner, version: str, identity: Identity, transport: str = "stdio") -> FastMCP[Any]:
    """A server that lists the runner's tools and sends every call to the runner."""
    gate = _Gate(runner, identity, transport)
    server: FastMCP[Any] = FastMCP(
        NAME,
        _INSTRUCTIONS,
        version=version,
        tools=[_listed(spec) for spec in runner.specs],
        middleware=[gate],
        auth=identity.verifier(),
        mask_error_details=True,
    )
    # Without it the SDK lists all tools before every call over HTTP, only to look up one schema.
    schemas = {spec.name: spec.input_schema for spec in runner.specs}
    server._mcp_server.get_tool_input_schema = schemas.get
    server._mcp_server.middleware.append(gate.malformed)
    return server


class _ListedTool(Tool):
    """What a client sees of a tool. It cannot run by itself."""

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        raise NotImplementedError(f"{self.name} is called through the gate")


class _Gate(Middleware):
    """Takes every call, whatever its name, to the runner. Nothing behind it is ever reached."""

    def __init__(self, runner: Runner, identity: Identity, transport: str) -> None:
        self._runner = runner
        self._identity = identity
        self._transport = transport

    async def on_list_tools(
        self,
        context: MiddlewareContext[mcp_types.ListToolsRequest],
        call_next: CallNext[mcp_types.ListToolsRequest, Sequence[Tool]],
    ) -> Sequence[Tool]:
        listed = {spec.name for spec in self._runner.listed(self._identity.agent(self._transport))}
        return [tool for tool in await call_next(context) if tool.name in listed]

    async def on_call_tool(
        self,
        context: MiddlewareContext[mcp_types.CallToolRequestParams],
        call_next: CallNext[mcp_types.CallToolRequestParams, ToolResult],
    ) -> ToolResult:
        body, text, ok = await self._call(context.message.name, context.message.arguments or {})
        return ToolResult(content=[_text(text)], structured_content=body, is_error=not ok)

    async def malformed(self, ctx: ServerRequestContext[Any, Any], call_next: LowCallNext) -> HandlerResult:
        """A call whose arguments are no object is refused by the gate, which records it, and not by the SDK before."""
        params = ctx.params or {}
        name, arguments = params.get("name"), params.get("arguments")
        if ctx.method != "tools/call" or not isinstance(name, str) or arguments is None or isinstance(arguments, dict):
            return await call_next(ctx)
        body, text, ok = await self._call(name, arguments)
        return mcp_types.CallToolResult(content=[_text(text)], structured_content=body, is_error=not ok)

    async def _call(self, name: str, arguments: Any) -> tuple[JsonObject, str, bool]:
        """The envelope, its text, and whether it is an answer."""
        outcome = await self._runner.call(Call(name, arguments, self._identity.agent(self._transport)))
        body = outcome.envelope
        text = body.get("summary", "") if outcome.ok else f"{body['error']['type']}: {body['error']['message']}"
        return body, text, outcome.ok


def _text(text: str) -> mcp_types.TextContent:
    return mcp_types.TextContent(type="text", text=text)


def _listed(spec: ToolSpec) -> Tool:
    read_only = spec.tier is Tier.READ_ONLY
    return _ListedTool(
        name=spec.name,
        description=spec.description,
        version=str(spec.schema_version),
        parameters=spec.input_schema,
        output_schema=envelope_schema(spec),
        annotations=mcp_types.ToolAnnotations(
            read_only_hint=read_only,
            destructive_hint=spec.tier is Tier.IRREVERSIBLE,
            idempotent_hint=spec.idempotent,
            open_world_hint=False,
        ),
    )
