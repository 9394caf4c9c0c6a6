"""Our server beside a bare FastMCP server with the same tools and settings, and no gate: whole calls, interleaved.

python benchmarks/serving.py [http] [rest] [clients] [stdio] [start] [alone] [small]

http     one keep-alive client, a call at a time (ms, median); rest: the same call over our REST wire
clients  50 keep-alive clients at once (calls a second)
stdio    a call at a time (ms, median)
start    from nothing to the first answer of tools/list (ms, median)
alone    the bare server has that one tool alone; else it has all of ours
small    a call is get_session_info, whose own work is little; else get_standings of 20 cars

Ours is governed: policy, schema checks of input and output, the audit log.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
SOURCE = "sim:laps=10,cars=20"
BARE = [sys.executable, str(HERE / "serving_bare.py")]
OURS = [sys.executable, "-m", "director", "serve", "--source", SOURCE]
ROUNDS, CALLS = 15, 200
CLIENTS, EACH = 50, 20
SMALL = "small" in sys.argv
NAME: str = "get_session_info" if SMALL else "get_standings"
ARGUMENTS: dict[str, Any] = {} if SMALL else {"top_n": 20}
ANSWERED = b'"schema_version"'
VERSION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def _request(path: str, body: dict[str, Any], *headers: str) -> bytes:
    content = json.dumps(body).encode()
    lines = [f"POST {path} HTTP/1.1", "host: 127.0.0.1", "content-type: application/json", *headers]
    return "\r\n".join([*lines, f"content-length: {len(content)}", "", ""]).encode() + content


MCP = _request(
    "/mcp",
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": NAME, "arguments": ARGUMENTS, "_meta": META},
    },
    "accept: application/json, text/event-stream",
    f"mcp-protocol-version: {VERSION}",
    "mcp-method: tools/call",
    f"mcp-name: {NAME}",
)
REST = _request("/mcp/execute", {"tool": NAME, "arguments": ARGUMENTS})


@contextlib.contextmanager
def server(command: list[str]) -> Iterator[int]:
    """A server over HTTP, and its port."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "DIRECTOR_AUDIT_PATH": f"{folder}/audit.jsonl", "DIRECTOR_LOG_LEVEL": "info"}
        log = Path(folder) / "log"
        with log.open("wb") as stderr, subprocess.Popen(command, stderr=stderr, env=env) as process:
            try:
                while not (found := re.search(r"serving on http://[^:]+:(\d+)/", log.read_text())):
                    time.sleep(0.05)
                    assert process.poll() is None, log.read_text()
                yield int(found[1])
            finally:
                process.kill()


class Line:
    """A keep-alive connection."""

    async def open(self, port: int) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        return self

    async def call(self, request: bytes) -> bytes:
        self.writer.write(request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"content-length: (\d+)", head, re.IGNORECASE)[1])  # type: ignore[index]
        body = await self.reader.readexactly(length)
        assert ANSWERED in body, (head, body[:500])
        return body


async def one(port: int, request: bytes) -> float:
    """Milliseconds of a call, median."""
    spent, line = [], await Line().open(port)
    for _ in range(CALLS):
        begun = time.perf_counter()
        await line.call(request)
        spent.append(time.perf_counter() - begun)
    return median(spent) * 1000


async def many(port: int, request: bytes) -> float:
    """Calls a second."""
    lines = [await Line().open(port) for _ in range(CLIENTS)]

    async def work(line: Line) -> None:
        for _ in range(EACH):
            await line.call(request)

    begun = time.perf_counter()
    await asyncio.gather(*map(work, lines))
    return len(lines) * EACH / (time.perf_counter() - begun)


async def over_http(wanted: set[str], alone: list[str]) -> None:
    with server([*BARE, "http", *alone]) as bare, server([*OURS, "--transport", "http", "--port", "0"]) as ours:
        singles: dict[str, list[float]] = {"bare": [], "ours": [], "rest": []}
        rates: dict[str, list[float]] = {"bare": [], "ours": [], "rest": []}
        for _ in range(ROUNDS):
            for side, request in (("bare", MCP), ("ours", MCP), ("rest", REST)):
                port = bare if side == "bare" else ours
                if wanted & {"http", "rest"}:
                    singles[side].append(await one(port, request))
                if "clients" in wanted:
                    rates[side].append(await many(port, request))
    if wanted & {"http", "rest"}:
        middle = {side: median(values) for side, values in singles.items()}
        ratios = median(o / b for o, b in zip(singles["ours"], singles["bare"], strict=True))
        rest = median(b / r for b, r in zip(singles["bare"], singles["rest"], strict=True))
        print(f"http   bare {middle['bare']:.3f} ms, ours {middle['ours']:.3f} ms: {ratios:.2f}")
        print(f"rest   {middle['rest']:.3f} ms: {rest:.1f} times the calls a second of bare MCP")
    if "clients" in wanted:
        middle = {side: median(values) for side, values in rates.items()}
        ratios = median(o / b for o, b in zip(rates["ours"], rates["bare"], strict=True))
        print(
            f"50 clients   bare {middle['bare']:.0f}/s, ours {middle['ours']:.0f}/s: {ratios:.2f}; rest {middle['rest']:.0f}/s"
        )


class Pipe:
    """A server over stdio."""

    def __init__(self, command: list[str], folder: str) -> None:
        env = {**os.environ, "DIRECTOR_AUDIT_PATH": f"{folder}/audit.jsonl", "DIRECTOR_LOG_LEVEL": "warning"}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env
        )

    def send(self, method: str, params: dict[str, Any], number: int = 1) -> bytes:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": {**params, "_meta": META}}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


def over_stdio(alone: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        pipes = {"bare": Pipe([*BARE, "stdio", *alone], folder), "ours": Pipe(OURS, folder)}
        spent: dict[str, list[float]] = {"bare": [], "ours": []}
        for pipe in pipes.values():
            pipe.send("tools/list", {})
        for _ in range(ROUNDS):
            for side, pipe in pipes.items():
                times = []
                for number in range(CALLS):
                    begun = time.perf_counter()
                    answer = pipe.send("tools/call", {"name": NAME, "arguments": ARGUMENTS}, number)
                    times.append(time.perf_counter() - begun)
                    assert ANSWERED in answer, answer[:500]
                spent[side].append(median(times) * 1000)
        for pipe in pipes.values():
            pipe.end()
    ratio = median(o / b for o, b in zip(spent["ours"], spent["bare"], strict=True))
    print(f"stdio  bare {median(spent['bare']):.3f} ms, ours {median(spent['ours']):.3f} ms: {ratio:.2f}")


def start(alone: list[str]) -> None:
    sides = {"bare": [*BARE, "stdio", *alone], "lowlevel": [*BARE, "lowlevel", *alone], "ours": OURS}
    spent: dict[str, list[float]] = {side: [] for side in sides}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(ROUNDS):
            for side, command in sides.items():
                begun = time.perf_counter()
                pipe = Pipe(command, folder)
                assert NAME.encode() in pipe.send("tools/list", {})
                spent[side].append((time.perf_counter() - begun) * 1000)
                pipe.end()
    middle = {side: median(values) for side, values in spent.items()}
    print("start ", ", ".join(f"{side} {value:.0f} ms" for side, value in middle.items()), end="")
    print(
        f": {middle['ours'] / middle['bare']:.2f} of bare, {middle['ours'] / middle['lowlevel']:.2f} of the low-level SDK"
    )


def main() -> None:
    alone = [NAME] if "alone" in sys.argv else []
    wanted = set(sys.argv[1:]) - {"alone", "small"} or {"http", "rest", "clients", "stdio", "start"}
    if wanted & {"http", "rest", "clients"}:
        asyncio.run(over_http(wanted, alone))
    others: dict[str, Callable[[list[str]], None]] = {"stdio": over_stdio, "start": start}
    for name, run in others.items():
        if name in wanted:
            run(alone)


if __name__ == "__main__":
    main()
