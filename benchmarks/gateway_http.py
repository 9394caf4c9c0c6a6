"""What the gateway costs where both legs are HTTP: beside a direct call, and beside FastMCP's proxy in the same place.

    .venv/bin/python benchmarks/gateway_http.py [CALLS]

Every part is a process of its own. Calls are interleaved, so that what else the machine does meets all of them; medians
and their ratio to the direct call. Clients speak the newer protocol, and the older one in the last two lines.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

SERVER = """
import sys
from fastmcp import FastMCP

server = FastMCP("b")


@server.tool
def add(a: int, b: int) -> int:
    return a + b


server.run("http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False, log_level="ERROR")
"""
PROXY = """
import sys
from fastmcp.server import create_proxy

create_proxy(sys.argv[2]).run("http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False, log_level="ERROR")
"""
GIVEN = {"a": 1, "b": 2}


def free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def running(*words: str, **env: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen([sys.executable, *words], stderr=subprocess.PIPE, text=True, env={**os.environ, **env})
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextmanager
def gateway(folder: Path, *more: str) -> Iterator[str]:
    env = {"DIRECTOR_AUDIT_PATH": str(folder / "audit.jsonl"), "GATEWAY_MCP_CONFIG": str(folder / ".mcp.json")}
    with running("-m", "director", "gateway", "--transport", "http", "--port", "0", *more, **env) as process:
        assert process.stderr is not None
        url = next(found[1] for line in process.stderr if (found := re.search(r"serving on (http://\S+)", line)))
        import threading

        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield url


@contextmanager
def script(folder: Path, name: str, text: str, *arguments: str) -> Iterator[str]:
    (folder / name).write_text(text)
    port = free_port()
    with running(str(folder / name), str(port), *arguments):
        for _ in range(600):
            import socket

            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/mcp"


async def main() -> None:
    """Everything."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    with tempfile.TemporaryDirectory() as name, ExitStack() as programs:
        folder = Path(name)
        direct = programs.enter_context(script(folder, "server.py", SERVER))
        entry = {"url": direct, "allow_tools": ["*"], "tiers": {"*": "READ_ONLY"}}
        (folder / ".mcp.json").write_text(json.dumps({"mcpServers": {"b": entry}}))
        proxy = programs.enter_context(script(folder, "proxy.py", PROXY, direct))
        own = programs.enter_context(gateway(folder))
        flat = programs.enter_context(gateway(folder, "--flat"))
        executed = {"server": "b", "tool": "add", "args": GIVEN}
        places: dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]] = {
            "direct": (direct, "add", GIVEN, {}),
            "gateway": (own, "execute_tool", executed, {}),
            "flat": (flat, "add", GIVEN, {}),
            "create_proxy": (proxy, "add", GIVEN, {}),
            "direct, older": (direct, "add", GIVEN, {"mode": "legacy"}),
            "flat, older": (flat, "add", GIVEN, {"mode": "legacy"}),
        }
        async with AsyncExitStack() as stack:
            ways = {}
            for way, (url, tool, given, options) in places.items():
                client = await stack.enter_async_context(Client(StreamableHttpTransport(url), **options))
                ways[way] = (client, tool, given)
            took: dict[str, list[float]] = {way: [] for way in ways}
            for n in range(calls + 20):
                for way, (client, tool, given) in ways.items():
                    began = perf_counter()
                    await client.call_tool(tool, given)
                    if n >= 20:
                        took[way].append((perf_counter() - began) * 1000)
        for way, each in took.items():
            base = took["direct, older" if "older" in way else "direct"]
            print(f"{way:14} {median(each):7.2f} ms  {median(each) / median(base):5.2f} x")


if __name__ == "__main__":
    asyncio.run(main())
