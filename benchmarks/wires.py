"""Two servers beside each other on every wire: whole calls, in turn. `serving.py` and `sdk.py` say which servers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

CALLS = 200
CLIENTS, EACH = 50, 20
VERSION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


@dataclass(frozen=True)
class Sides:
    """The commands of both servers by wire (`http`, `stdio`; `lowlevel` for the start alone), and the call."""

    bare: dict[str, list[str]]
    ours: dict[str, list[str]]
    name: str
    arguments: dict[str, Any]
    answered: bytes
    rounds: int = 15

    @property
    def mcp(self) -> bytes:
        """The call over MCP."""
        params = {"name": self.name, "arguments": self.arguments, "_meta": META}
        return _request(
            "/mcp",
            {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params},
            "accept: application/json, text/event-stream",
            f"mcp-protocol-version: {VERSION}",
            "mcp-method: tools/call",
            f"mcp-name: {self.name}",
        )

    @property
    def rest(self) -> bytes:
        """The same over REST."""
        return _request("/mcp/execute", {"tool": self.name, "arguments": self.arguments})


def _request(path: str, body: dict[str, Any], *headers: str) -> bytes:
    content = json.dumps(body).encode()
    lines = [f"POST {path} HTTP/1.1", "host: 127.0.0.1", "content-type: application/json", *headers]
    return "\r\n".join([*lines, f"content-length: {len(content)}", "", ""]).encode() + content


class Serving(NamedTuple):
    """A server over HTTP."""

    port: int
    pid: int

    def worked(self) -> float:
        """Seconds of the processor that its process has had so far: a clock that Linux keeps for each."""
        return time.clock_gettime((~self.pid << 3) | 2)


@contextlib.contextmanager
def server(command: list[str]) -> Iterator[Serving]:
    """A server over HTTP, while it lasts."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "DIRECTOR_AUDIT_PATH": f"{folder}/audit.jsonl", "DIRECTOR_LOG_LEVEL": "info"}
        log = Path(folder) / "log"
        with log.open("wb") as stderr, subprocess.Popen(command, stderr=stderr, env=env) as process:
            try:
                while not (found := re.search(r"serv(?:ing|es) on http://[^:]+:(\d+)/", log.read_text())):
                    time.sleep(0.05)
                    assert process.poll() is None, log.read_text()
                yield Serving(int(found[1]), process.pid)
            finally:
                process.kill()


class Line:
    """A keep-alive connection."""

    async def open(self, port: int, answered: bytes) -> Line:
        self.answered = answered
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        return self

    async def call(self, request: bytes) -> bytes:
        self.writer.write(request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"content-length: (\d+)", head, re.IGNORECASE)[1])  # type: ignore[index]
        body = await self.reader.readexactly(length)
        assert self.answered in body, (head, body[:500])
        return body


class Socket:
    """A keep-alive connection that blocks: of a call at a time it takes next to nothing itself."""

    def __init__(self, port: int, answered: bytes) -> None:
        self.answered = answered
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def call(self, request: bytes) -> None:
        self.socket.sendall(request)
        head, _, body = self.socket.recv(65_536).partition(b"\r\n\r\n")
        length = int(re.search(rb"content-length: (\d+)", head, re.IGNORECASE)[1])  # type: ignore[index]
        while len(body) < length:
            body += self.socket.recv(65_536)
        assert self.answered in body, (head, body[:500])


def one(serving: Serving, request: bytes, answered: bytes) -> tuple[float, float]:
    """Milliseconds of a call, median, and how many of them the server's processor works."""
    spent, line = [], Socket(serving.port, answered)
    worked = serving.worked()
    for _ in range(CALLS):
        begun = time.perf_counter()
        line.call(request)
        spent.append(time.perf_counter() - begun)
    worked = serving.worked() - worked
    line.socket.close()
    return median(spent) * 1000, worked / CALLS * 1000


async def many(port: int, request: bytes, answered: bytes) -> float:
    """Calls a second."""
    lines = [await Line().open(port, answered) for _ in range(CLIENTS)]

    async def work(line: Line) -> None:
        for _ in range(EACH):
            await line.call(request)

    begun = time.perf_counter()
    await asyncio.gather(*map(work, lines))
    return len(lines) * EACH / (time.perf_counter() - begun)


async def over_http(sides: Sides, wanted: set[str]) -> None:
    with server(sides.bare["http"]) as bare, server(sides.ours["http"]) as ours:
        singles: dict[str, list[tuple[float, float]]] = {"bare": [], "ours": [], "rest": []}
        rates: dict[str, list[float]] = {"bare": [], "ours": [], "rest": []}
        for _ in range(sides.rounds):
            for side, request in (("bare", sides.mcp), ("ours", sides.mcp), ("rest", sides.rest)):
                serving = bare if side == "bare" else ours
                if wanted & {"http", "rest"}:
                    singles[side].append(one(serving, request, sides.answered))
                if "clients" in wanted:
                    rates[side].append(await many(serving.port, request, sides.answered))
    if wanted & {"http", "rest"}:
        _print_singles(singles)
    if "clients" in wanted:
        middle = {side: median(values) for side, values in rates.items()}
        ratios = median(o / b for o, b in zip(rates["ours"], rates["bare"], strict=True))
        rest = median(r / b for r, b in zip(rates["rest"], rates["bare"], strict=True))
        print(f"50 clients   bare {middle['bare']:.0f}/s, ours {middle['ours']:.0f}/s: {ratios:.2f}")
        print(f"50 clients   rest {middle['rest']:.0f}/s: {rest:.1f} times the calls a second of bare MCP")


def _print_singles(singles: dict[str, list[tuple[float, float]]]) -> None:
    """By the clock, and by what the processor works for the server, which neither client nor neighbours change much."""
    for which, name in ((0, "by the clock"), (1, "of the server's processor")):
        each = {side: [values[which] for values in rounds] for side, rounds in singles.items()}
        middle = {side: median(values) for side, values in each.items()}
        ratio = median(o / b for o, b in zip(each["ours"], each["bare"], strict=True))
        rest = median(b / r for b, r in zip(each["bare"], each["rest"], strict=True))
        print(f"http   bare {middle['bare']:.3f} ms, ours {middle['ours']:.3f} ms: {ratio:.2f} {name}")
        print(f"rest   {middle['rest']:.3f} ms: {rest:.1f} times the calls a second of bare MCP {name}")


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


def over_stdio(sides: Sides) -> None:
    with tempfile.TemporaryDirectory() as folder:
        pipes = {"bare": Pipe(sides.bare["stdio"], folder), "ours": Pipe(sides.ours["stdio"], folder)}
        spent: dict[str, list[float]] = {"bare": [], "ours": []}
        for pipe in pipes.values():
            pipe.send("tools/list", {})
        for _ in range(sides.rounds):
            for side, pipe in pipes.items():
                times = []
                for number in range(CALLS):
                    begun = time.perf_counter()
                    answer = pipe.send("tools/call", {"name": sides.name, "arguments": sides.arguments}, number)
                    times.append(time.perf_counter() - begun)
                    assert sides.answered in answer, answer[:500]
                spent[side].append(median(times) * 1000)
        for pipe in pipes.values():
            pipe.end()
    ratio = median(o / b for o, b in zip(spent["ours"], spent["bare"], strict=True))
    print(f"stdio  bare {median(spent['bare']):.3f} ms, ours {median(spent['ours']):.3f} ms: {ratio:.2f}")


def start(sides: Sides) -> None:
    commands = {"bare": sides.bare["stdio"], "lowlevel": sides.bare.get("lowlevel"), "ours": sides.ours["stdio"]}
    started = {side: command for side, command in commands.items() if command}
    spent: dict[str, list[float]] = {side: [] for side in started}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(sides.rounds):
            for side, command in started.items():
                begun = time.perf_counter()
                pipe = Pipe(command, folder)
                assert sides.name.encode() in pipe.send("tools/list", {})
                spent[side].append((time.perf_counter() - begun) * 1000)
                pipe.end()
    middle = {side: median(values) for side, values in spent.items()}
    print("start ", ", ".join(f"{side} {value:.0f} ms" for side, value in middle.items()), end="")
    lowlevel = f", {middle['ours'] / middle['lowlevel']:.2f} of the low-level SDK" if "lowlevel" in middle else ""
    print(f": {middle['ours'] / middle['bare']:.2f} of bare{lowlevel}")


def run(sides: Sides, wanted: set[str]) -> None:
    """Measures what is wanted of http, rest, clients, stdio and start; all of it where nothing is."""
    wanted = wanted or {"http", "rest", "clients", "stdio", "start"}
    if wanted & {"http", "rest", "clients"}:
        asyncio.run(over_http(sides, wanted))
    others: dict[str, Callable[[Sides], None]] = {"stdio": over_stdio, "start": start}
    for name, measure in others.items():
        if name in wanted:
            measure(sides)
