"""A server of the SDK beside a bare FastMCP server with the same tool and output schema, and what a process costs.

python benchmarks/sdk.py [http] [process]

http     one keep-alive client, a call at a time: over MCP to each, over REST and a WebSocket to ours (ms, median)
process  a call in this process: with isolation="thread" and with "process", warm (ms, median and p99)

Ours is governed: schemas of input and output, a policy, the audit record in a file.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

os.environ.setdefault("FASTMCP_CHECK_FOR_UPDATES", "off")
os.environ.setdefault("FASTMCP_ENABLE_RICH_LOGGING", "false")

import httpx2
from pydantic import BaseModel

from toolgate.sdk import AgentContext, McpServer, PolicyDecision, tool

ROUNDS, CALLS = 10, 100
VERSION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
MCP_HEADERS = {
    "accept": "application/json, text/event-stream",
    "mcp-protocol-version": VERSION,
    "mcp-method": "tools/call",
    "mcp-name": "get_customer",
}


class Request(BaseModel):
    customer_id: str


class Customer(BaseModel):
    customer_id: str
    status: str


@tool(name="get_customer", description="A customer.")
def get_customer(request: Request) -> Customer:
    return Customer(customer_id=request.customer_id, status="active")


@tool(name="get_apart", description="A customer, from another process.", isolation="process")
def get_apart(request: Request) -> Customer:
    return Customer(customer_id=request.customer_id, status="active")


def allow(ctx: AgentContext, name: str, arguments: dict[str, Any]) -> PolicyDecision:
    return PolicyDecision.allow()


def ours(port: int = 0) -> McpServer:
    audit = Path(tempfile.mkdtemp()) / "audit.jsonl"
    server = McpServer(name="ours", version="1", policies=[allow], audit=audit, port=port)
    server.register(get_customer)
    server.register(get_apart)
    return server


def serve_bare() -> None:
    import socket

    from fastmcp import FastMCP

    bare: FastMCP[Any] = FastMCP("bare")

    @bare.tool(name="get_customer", output_schema=Customer.model_json_schema())
    def customer(customer_id: str) -> dict[str, Any]:
        return {"customer_id": customer_id, "status": "active"}

    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    print(f"serves on http://127.0.0.1:{listener.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    asyncio.run(
        bare.run_http_async(
            show_banner=False, path="/mcp", sockets=[listener], json_response=True, stateless_http=True,
            log_level="warning",
        )
    )  # fmt: skip


@contextlib.contextmanager
def started(which: str) -> Iterator[str]:
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen([sys.executable, __file__, which], stderr=log)
        try:
            yield _url(log)
        finally:
            process.kill()
            process.wait()


def _url(log: Any) -> str:
    """Where it serves, once it says so."""
    while True:
        log.seek(0)
        for line in log.readlines():
            if "serves on" in line:
                return str(line.rpartition(" ")[2].strip().removesuffix("/mcp"))
        time.sleep(0.05)


async def timed(call: Any, times: int = CALLS) -> list[float]:
    took = []
    for _ in range(times):
        began = time.perf_counter()
        await call()
        took.append((time.perf_counter() - began) * 1000)
    return took


async def over_http() -> None:
    import websockets

    params = {"name": "get_customer", "arguments": {"customer_id": "c"}, "_meta": META}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    execute = {"tool": "get_customer", "arguments": {"customer_id": "c"}}
    found: dict[str, list[float]] = {}
    with started("--ours") as url, started("--bare") as bare:
        async with httpx2.AsyncClient() as client, websockets.connect(f"ws{url[4:]}/mcp/ws") as socket:

            async def mcp(where: str) -> None:
                answer = await client.post(f"{where}/mcp", json=body, headers=MCP_HEADERS)
                assert not answer.json()["result"]["isError"]

            async def rest() -> None:
                assert (await client.post(f"{url}/mcp/execute", json=execute)).status_code == 200

            async def frame() -> None:
                await socket.send(json.dumps({"execute": execute}))
                assert json.loads(await socket.recv())["status"] == 200

            ways = {"MCP, bare": lambda: mcp(bare), "MCP, ours": lambda: mcp(url), "REST": rest, "WebSocket": frame}
            for _ in range(ROUNDS):
                for name, way in ways.items():
                    found.setdefault(name, []).extend(await timed(way))
    for name, took in found.items():
        print(f"{name:12} {median(took):6.2f} ms   {median(took) / median(found['MCP, bare']):5.2f} of bare")


async def in_process() -> None:
    server = ours()
    for name in ("get_customer", "get_apart"):
        await server.call(name, {"customer_id": "c"})
        took = await timed(lambda name=name: server.call(name, {"customer_id": "c"}), ROUNDS * CALLS)
        print(f"{name:12} {median(took):6.3f} ms   p99 {quantiles(took, n=100)[98]:6.3f} ms")
    await server.aclose()


if __name__ == "__main__":
    asked = sys.argv[1:] or ["http", "process"]
    if "--bare" in asked:
        serve_bare()
    elif "--ours" in asked:
        ours().run()
    else:
        logging.disable(logging.INFO)
        if "http" in asked:
            asyncio.run(over_http())
        if "process" in asked:
            asyncio.run(in_process())
