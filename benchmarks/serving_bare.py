"""The peer of serving.py: the same tools as a bare FastMCP server, or by the SDK's low-level server. No gate, no audit.

python benchmarks/serving_bare.py stdio | http | lowlevel [TOOL]

With TOOL it has that one alone, which spares it the list that the SDK makes before every call over HTTP.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from typing import Any

os.environ.setdefault("FASTMCP_CHECK_FOR_UPDATES", "off")
os.environ.setdefault("FASTMCP_ENABLE_RICH_LOGGING", "false")

ONLY = sys.argv[2:]
SOURCE = "sim:laps=10,cars=20"


def specs() -> tuple[Any, ...]:
    from pitwall.sources import open_source
    from pitwall.state import StateCache
    from pitwall.tools import build_tools

    cache = StateCache()
    cache.load(open_source(SOURCE))
    cache.pin("end")
    return tuple(spec for spec in build_tools(cache) if not ONLY or spec.name in ONLY)


def fastmcp_server() -> Any:
    from fastmcp import FastMCP
    from fastmcp.tools import Tool, ToolResult
    from mcp_types import TextContent

    from toolgate.contract import AgentContext

    class Bare(Tool):
        _spec: Any

        async def run(self, arguments: dict[str, Any]) -> ToolResult:
            payload = self._spec.handler(arguments, AgentContext("mcp"))
            text = TextContent(type="text", text=payload["summary"])
            return ToolResult(content=[text], structured_content={"schema_version": 1, "generated_at": "", **payload})

    def bare(spec: Any) -> Tool:
        tool = Bare(
            name=spec.name, description=spec.description, parameters=spec.input_schema, output_schema=spec.output_schema
        )
        tool._spec = spec
        return tool

    return FastMCP("bare", tools=[bare(spec) for spec in specs()])


async def http() -> None:
    server = fastmcp_server()
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    print(f"serving on http://127.0.0.1:{listener.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    await server.run_http_async(
        show_banner=False, path="/mcp", sockets=[listener], json_response=True, stateless_http=True, log_level="warning"
    )


async def stdio() -> None:
    await fastmcp_server().run_stdio_async(show_banner=False)


async def lowlevel() -> None:
    import mcp_types
    from mcp.server.lowlevel.server import Server
    from mcp.server.stdio import stdio_server

    listed = [
        mcp_types.Tool(
            name=spec.name,
            description=spec.description,
            input_schema=spec.input_schema,
            output_schema=spec.output_schema,
        )
        for spec in specs()
    ]

    async def list_tools(ctx: Any, params: Any) -> mcp_types.ListToolsResult:
        return mcp_types.ListToolsResult(tools=listed)

    server: Server[Any] = Server("bare", on_list_tools=list_tools)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run({"http": http, "stdio": stdio, "lowlevel": lowlevel}[sys.argv[1]]())
