"""The race as an MCP server. Its tools hold no handler: every call of every name goes through the runner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mcp_types
from fastmcp import FastMCP
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools import Tool, ToolResult

from toolgate.contract import AgentContext, Call, Tier, ToolSpec
from toolgate.envelope import envelope_schema
from toolgate.runner import Runner

NAME = "pitwall"

_INSTRUCTIONS = (
    "Tools about one race, live or recorded. Every answer says which moment it describes (as_of), how old the data "
    "is (data_age_s) and what the feed has not told (missing). Say nothing that the tools do not say."
)


def build_server(runner: Runner, version: str) -> FastMCP[Any]:
    """A FastMCP server that lists the runner's tools and sends every call to the runner."""
    return FastMCP(
        NAME,
        _INSTRUCTIONS,
        version=version,
        tools=[_listed(spec) for spec in runner.specs],
        middleware=[_Gate(runner)],
        mask_error_details=True,
    )


class _ListedTool(Tool):
    """What a client sees of a tool. It cannot run by itself."""

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        raise NotImplementedError(f"{self.name} is called through the gate")


class _Gate(Middleware):
    """Takes every call, whatever its name, to the runner. Nothing behind it is ever reached."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    async def on_call_tool(
        self,
        context: MiddlewareContext[mcp_types.CallToolRequestParams],
        call_next: CallNext[mcp_types.CallToolRequestParams, ToolResult],
    ) -> ToolResult:
        message = context.message
        call = Call(message.name, message.arguments or {}, AgentContext(agent_id="mcp"))
        outcome = await self._runner.call(call)
        body = outcome.envelope
        text = body.get("summary", "") if outcome.ok else f"{body['error']['type']}: {body['error']['message']}"
        content: Sequence[mcp_types.ContentBlock] = [mcp_types.TextContent(type="text", text=text)]
        return ToolResult(content=list(content), structured_content=body, is_error=not outcome.ok)


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
