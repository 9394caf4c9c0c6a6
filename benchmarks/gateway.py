"""What the gateway costs: a call through it beside a direct one, over stdio; lists and configurations of a large house.

    .venv/bin/python benchmarks/gateway.py [CALLS]

Calls are interleaved, so that what else the machine does meets all of them; medians and their ratio to the direct call.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from toolgate.contract import AgentContext, Call
from toolgate.downstream.configuration import read_config
from toolgate.downstream.gateway import Gateway
from toolgate.downstream.servers import Servers
from toolgate.gate import Gate
from toolgate.policy import AgentRules

SERVER = """
from fastmcp import FastMCP

server = FastMCP("b")


@server.tool
def add(a: int, b: int) -> int:
    return a + b


server.run(show_banner=False, log_level="ERROR")
"""
GIVEN = {"a": 1, "b": 2}


async def through(folder: Path, calls: int) -> None:
    """A trivial tool: directly, by execute_tool, and in the transparent mode."""
    script = folder / "server.py"
    script.write_text(SERVER)
    entry = {"command": sys.executable, "args": [str(script)], "allow_tools": ["*"], "tiers": {"*": "READ_ONLY"}}
    (folder / ".mcp.json").write_text(json.dumps({"mcpServers": {"b": entry}}))
    env = {**os.environ, "DIRECTOR_LOG_LEVEL": "warning", "DIRECTOR_AUDIT_PATH": str(folder / "audit.jsonl")}

    def over(*arguments: str) -> StdioTransport:
        return StdioTransport(sys.executable, list(arguments), cwd=str(folder), env=env, keep_alive=False)

    async with AsyncExitStack() as stack:
        direct = await stack.enter_async_context(Client(over(str(script))))
        gateway = await stack.enter_async_context(Client(over("-m", "director", "gateway")))
        flat = await stack.enter_async_context(Client(over("-m", "director", "gateway", "--flat")))
        executed = {"server": "b", "tool": "add", "args": GIVEN}
        ways = {
            "direct": (direct, "add", GIVEN),
            "gateway": (gateway, "execute_tool", executed),
            "flat": (flat, "add", GIVEN),
        }
        took: dict[str, list[float]] = {name: [] for name in ways}
        for n in range(calls + 20):
            for name, (client, tool, given) in ways.items():
                began = perf_counter()
                await client.call_tool(tool, given)
                if n >= 20:
                    took[name].append((perf_counter() - began) * 1000)
    for name, each in took.items():
        print(f"{name:8} {median(each):6.2f} ms  {median(each) / median(took['direct']):.2f} x")


async def large_house(folder: Path) -> None:
    """list_servers with 100 servers and 1,000 agents, and how long a configuration of that size takes to read."""
    servers = {f"s{n}": {"command": "true", "allow_tools": ["*"], "env": {"A": "${HOME}"}} for n in range(100)}
    path = folder / "large.json"
    path.write_text(json.dumps({"mcpServers": servers}))
    allow: dict[str, Any] = {"tools": {"*": ["*"]}}
    agents = {f"a{n}": {"allow": {"servers": [f"s{(n + k) % 100}" for k in range(20)], **allow}} for n in range(1000)}
    began = perf_counter()
    config = read_config(path, dict(os.environ)).usable()
    read = perf_counter()
    rules = AgentRules.from_dict({"agents": agents})
    print(f"configuration {(read - began) * 1000:.1f} ms, rules {(perf_counter() - read) * 1000:.1f} ms")
    behind = Servers(config)
    gateway = Gateway(Gate(server="gateway", rules=rules, foreign=behind), behind)
    took = []
    for n in range(3000):
        began = perf_counter()
        outcome = await gateway.call(Call("list_servers", {}, AgentContext(f"a{n % 1000}")))
        took.append((perf_counter() - began) * 1000)
        assert len(outcome.native["structuredContent"]["result"]) == 20
    print(f"list_servers p50 {median(took):.3f} ms, p95 {quantiles(took, n=20)[-1]:.3f} ms")


async def main() -> None:
    """Everything."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    with tempfile.TemporaryDirectory() as folder:
        await large_house(Path(folder))
        await through(Path(folder), calls)


if __name__ == "__main__":
    asyncio.run(main())
