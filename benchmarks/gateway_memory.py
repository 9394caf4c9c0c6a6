"""Whether the gateway grows: its resident memory after 2,000 calls, and after 10,000 more (Linux).

    .venv/bin/python benchmarks/gateway_memory.py [FIRST MORE]

Over stdio, by execute_tool, 16 calls at a time; the audit log is written as ever.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path

from fastmcp import Client
from fastmcp.client.transports import StdioTransport

SERVER = Path(__file__).resolve().parents[1] / "tests" / "toolgate" / "downstream" / "servers" / "many_sided.py"
AT_ONCE = 16


def resident_kb(folder: Path) -> int:
    """Of the gateway: the process of ours whose working folder is this one and whose parent we are."""
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if b"gateway" in words and os.readlink(entry / "cwd") == os.path.realpath(folder):
                status = (entry / "status").read_text()
                return int(status.partition("VmRSS:")[2].split()[0])
        except OSError:
            continue
    raise RuntimeError("no such process")


async def main() -> None:
    """Two readings."""
    first, more = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (2000, 10_000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        entry = {"command": sys.executable, "args": ["-I", "-S", str(SERVER)], "allow_tools": ["say"]}
        (folder / ".mcp.json").write_text(json.dumps({"mcpServers": {"b": entry}}))
        env = {**os.environ, "DIRECTOR_LOG_LEVEL": "warning", "DIRECTOR_AUDIT_PATH": str(folder / "audit.jsonl")}
        words = ["-m", "director", "gateway"]
        over = StdioTransport(sys.executable, words, cwd=str(folder), env=env, keep_alive=False)
        given = {"server": "b", "tool": "say", "args": {"text": "x" * 100}}
        async with Client(over) as client:

            async def some(calls: int) -> None:
                for _ in range(calls // AT_ONCE):
                    await asyncio.gather(*(client.call_tool("execute_tool", given) for _ in range(AT_ONCE)))

            await some(first)
            before = resident_kb(folder)
            await some(more)
            after = resident_kb(folder)
    print(f"{before / 1024:.1f} MB after {first} calls, {after / 1024:.1f} MB after {more} more: "
          f"{(after / before - 1) * 100:+.2f} %")  # fmt: skip


if __name__ == "__main__":
    asyncio.run(main())
