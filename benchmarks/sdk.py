"""A server of the SDK beside a bare FastMCP server with the same tool and output schema, and what a process costs.

python benchmarks/sdk.py [http] [rest] [clients] [stdio] [start] [process] [inline] [awake] [rounds=15]

http to start   as in serving.py
awake           a process of the lowest priority on every core keeps it from sleeping, as on a machine that has other work
inline          both run the tool in their event loop instead of a thread (`isolation="inline"`, `run_in_thread=False`)
process         a call in this process: with isolation="thread" and with "process", warm (ms, median and p99)

Ours is governed: schemas of input and output, a policy, the audit record in a file.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Literal

os.environ.setdefault("FASTMCP_CHECK_FOR_UPDATES", "off")
os.environ.setdefault("FASTMCP_ENABLE_RICH_LOGGING", "false")

from pydantic import BaseModel

CALLS = 1000
NAME, ARGUMENTS = "get_customer", {"customer_id": "c"}
INLINE = "inline" in sys.argv


class Request(BaseModel):
    customer_id: str


class Customer(BaseModel):
    customer_id: str
    status: str


def ours(transport: Literal["http", "stdio"] = "http") -> Any:
    from toolgate.sdk import AgentContext, McpServer, PolicyDecision, tool

    def allow(ctx: AgentContext, name: str, arguments: dict[str, Any]) -> PolicyDecision:
        return PolicyDecision.allow()

    audit = Path(tempfile.mkdtemp()) / "audit.jsonl"
    server = McpServer(name="ours", version="1", transport=transport, policies=[allow], audit=audit, port=0)
    server.register(tool(name=NAME, description="A customer.", isolation="inline" if INLINE else "thread")(customer))
    return server


def customer(request: Request) -> Customer:
    return Customer(customer_id=request.customer_id, status="active")


def serve_bare(transport: str) -> None:
    import socket

    from fastmcp import FastMCP

    bare: FastMCP[Any] = FastMCP("bare")

    @bare.tool(name=NAME, output_schema=Customer.model_json_schema(), run_in_thread=not INLINE)
    def get_customer(customer_id: str) -> dict[str, Any]:
        return {"customer_id": customer_id, "status": "active"}

    if transport == "stdio":
        asyncio.run(bare.run_stdio_async(show_banner=False))
        return
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
def awake() -> Iterator[None]:
    """No core sleeps meanwhile: a call then takes what it works, and not what waking costs."""
    spin = [sys.executable, "-c", "import os\nos.nice(19)\nwhile True: pass"]
    spinning = [subprocess.Popen(spin) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


async def in_process() -> None:
    from toolgate.sdk import tool

    apart = tool(name="get_apart", description="A customer, from another process.", isolation="process")(apart_customer)
    server = ours()
    server.register(apart)
    for name in (NAME, "get_apart"):
        await server.call(name, ARGUMENTS)
        took = []
        for _ in range(CALLS):
            began = time.perf_counter()
            outcome = await server.call(name, ARGUMENTS)
            took.append((time.perf_counter() - began) * 1000)
            assert outcome.ok
        print(f"{name:12} {median(took):6.3f} ms   p99 {quantiles(took, n=100)[98]:6.3f} ms")
    await server.aclose()


def apart_customer(request: Request) -> Customer:
    return Customer(customer_id=request.customer_id, status="active")


def main(asked: set[str], rounds: int) -> None:
    from wires import Sides, run

    wires = asked - {"process", "awake"}
    how = ["inline"] if INLINE else []
    if wires or not asked:
        command = [sys.executable, str(Path(__file__).resolve())]
        bare, mine = (
            {wire: [*command, side, *how, wire] for wire in ("http", "stdio")} for side in ("--bare", "--ours")
        )
        with awake() if "awake" in asked else contextlib.nullcontext():
            run(Sides(bare, mine, NAME, dict(ARGUMENTS), b"active", rounds), wires)
    if "process" in asked or not asked:
        logging.disable(logging.INFO)
        asyncio.run(in_process())


if __name__ == "__main__":
    if "--bare" in sys.argv:
        serve_bare(sys.argv[-1])
    elif "--ours" in sys.argv:
        ours(sys.argv[-1]).run()  # type: ignore[arg-type]
    else:
        given = [word for word in sys.argv[1:] if word.startswith("rounds=")]
        main(set(sys.argv[1:]) - {*given, "inline"}, int(given[0].removeprefix("rounds=")) if given else 15)
