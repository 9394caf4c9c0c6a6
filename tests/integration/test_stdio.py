"""The IDE server as an IDE meets it: a real process, real pipes, FastMCP's own client."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from fastmcp import Client
from fastmcp.client.client import CallToolResult
from fastmcp.client.transports import StdioTransport
from mcp_types import TextContent

from tests.command import director
from tests.mcp_errors import error_envelope
from tests.serving import client_here
from toolgate.compatibility.schema_store import SchemaStore
from toolgate.serving.compact import compact

ROOT = Path(__file__).resolve().parents[2]
STORE = SchemaStore(ROOT / "docs" / "schemas")
OF_LIVE_RACES = {"sync_broadcast"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
ANSWER_WITHIN_S = 300.0
SMALL = "sim:laps=3,cars=4"


@asynccontextmanager
async def client(*arguments: str) -> AsyncIterator[Client[Any]]:
    transport = StdioTransport(
        sys.executable, ["-m", "director", "serve", *arguments], env=dict(os.environ), keep_alive=False
    )
    async with Client(transport) as connected:
        yield connected


async def test_an_ide_gets_the_same_evidence_as_the_command_line(simulated_folder: Path) -> None:
    source = ["--source", str(simulated_folder), "--at", "lap:20"]
    async with client(*source) as connected:
        result = await connected.call_tool("get_current_battle", {})
    ours = json.loads((await asyncio.to_thread(director, "call", "get_current_battle", *source)).stdout)
    assert result.structured_content is not None
    assert _timeless(result.structured_content) == _timeless(ours)
    assert ours["as_of"]["lap"] == 20
    assert _text(result) == ours["summary"]


def _text(result: CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


def _timeless(envelope: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in envelope.items() if key != "generated_at"}


async def test_tools_are_listed_with_schemas_and_with_what_they_change() -> None:
    async with client_here(SMALL, DIRECTOR_POLICY_MODE="open") as connected:
        tools = await connected.list_tools()
    assert {tool.name for tool in tools} == {*STORE.tools(), "ask"} - OF_LIVE_RACES
    for tool in tools:
        if tool.name == "ask":
            continue
        stored = STORE.load(tool.name, max(STORE.versions(tool.name)))
        assert stored is not None
        assert tool.input_schema == compact(stored.input)
        assert tool.output_schema == compact(stored.output, notes=False)
        assert tool.annotations is not None
        changes = tool.name in ("pin_driver", "unpin_driver", "add_note", "announce")
        assert tool.annotations.read_only_hint is not changes
        if changes:
            assert tool.annotations.destructive_hint is (tool.name == "announce")
            assert tool.annotations.idempotent_hint is (tool.name not in ("add_note", "announce"))


async def test_errors_are_envelopes_marked_as_errors() -> None:
    calls: list[tuple[str, dict[str, Any], str]] = [
        ("no_such_tool", {}, "tool_not_found"),
        ("get_driver", {"driver": "nobody at all"}, "validation_error"),
        ("get_driver", {}, "validation_error"),
        ("get_current_battle", {"top_n_pairs": 0}, "validation_error"),
        ("get_current_battle", {"nonsense": 1}, "validation_error"),
        ("get_standings", {"at_lap": 999}, "validation_error"),
    ]
    schema = STORE.error_schema()
    async with client_here(SMALL) as connected:
        for name, arguments, error_type in calls:
            result = await connected.call_tool(name, arguments, raise_on_error=False)
            envelope = error_envelope(result)
            jsonschema.validate(envelope, schema)
            assert envelope["error"]["type"] == error_type
        assert not (await connected.call_tool("get_standings", {})).is_error


async def test_a_race_that_plays_moves() -> None:
    async with client_here("sim:cars=3,laps=60", speed=20) as connected:
        seen: list[str] = []
        deadline = time.monotonic() + ANSWER_WITHIN_S
        while len(set(seen)) < 3 and time.monotonic() < deadline:
            result = await connected.call_tool("get_standings", {})
            assert result.structured_content is not None
            seen.append(result.structured_content["as_of"]["session_time"])
            await asyncio.sleep(0.05)
    assert len(set(seen)) >= 3
    assert seen == sorted(seen)


class Server:
    """A server by its raw pipes."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "director", "serve", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self._buffer = b""

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: dict[str, Any]) -> None:
        self.write(json.dumps(message).encode() + b"\n")

    def answer_to(self, wanted: int | None) -> dict[str, Any]:
        """The message with that id; other messages are passed over."""
        assert self.process.stdout is not None
        deadline = time.monotonic() + ANSWER_WITHIN_S
        while time.monotonic() < deadline:
            line, newline, rest = self._buffer.partition(b"\n")
            if newline:
                self._buffer = rest
                message: dict[str, Any] = json.loads(line)
                if "id" in message and message["id"] == wanted:
                    return message
                continue
            if select.select([self.process.stdout], [], [], 1)[0]:
                self._buffer += os.read(self.process.stdout.fileno(), 65536)
        raise AssertionError(f"no answer to {wanted}")

    def log_so_far(self) -> str:
        """What the log says by now; `end` gives the rest."""
        assert self.process.stderr is not None
        said = b""
        while select.select([self.process.stderr], [], [], 0)[0] and (
            more := os.read(self.process.stderr.fileno(), 65536)
        ):
            said += more
        return said.decode()

    def end(self) -> tuple[int, str]:
        """Exit status and log."""
        assert self.process.stderr is not None
        status = self.process.wait(ANSWER_WITHIN_S)
        return status, self.process.stderr.read().decode()


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    servers: list[Server] = []

    def start(*arguments: str) -> Server:
        servers.append(Server(*arguments))
        return servers[-1]

    yield start
    for server in servers:
        server.process.kill()
        server.process.wait()
        for pipe in (server.process.stdin, server.process.stdout, server.process.stderr):
            assert pipe is not None
            pipe.close()


Serve = Callable[..., Server]


def test_initialize_is_answered_before_the_race_is_loaded(serve: Serve) -> None:
    """A race of 64 cars and 40 laps takes seconds to simulate and load; the handshake does not wait for it."""
    server = serve("--source", "sim:cars=64,laps=40")
    server.send(INITIALIZE)
    assert "serverInfo" in server.answer_to(1)["result"]
    so_far = server.log_so_far()
    assert "serving over stdio" in so_far
    assert "the race is loaded" not in so_far
    server.send(READY)
    server.send({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
    listed = {tool["name"] for tool in server.answer_to(2)["result"]["tools"]}
    assert listed == {*STORE.tools(), "ask"} - OF_LIVE_RACES - {"add_note", "announce"}
    server.send({"jsonrpc": "2.0", "id": 3, "method": "tools/call",
                 "params": {"name": "get_standings", "arguments": {"place": 1}}})  # fmt: skip
    result = server.answer_to(3)["result"]
    assert result["isError"] is False
    assert result["structuredContent"]["as_of"]["lap"] == 40
    assert server.process.stdin is not None
    server.process.stdin.close()
    status, log = server.end()
    assert status == 0
    assert "the race is loaded" in log


def test_malformed_lines_do_no_harm_and_a_closed_stdin_ends_it(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call that cannot be decoded is answered and recorded."""
    monkeypatch.setenv("DIRECTOR_AUDIT_PATH", str(tmp_path / "audit.jsonl"))
    server = serve("--source", "sim:cars=3,laps=2")
    server.send(INITIALIZE)
    server.answer_to(1)
    server.send(READY)
    call = b'{"jsonrpc": "2.0", "id": %d, "method": "tools/call", "params": {"name": "get_roster", "arguments": %b}}'
    deep = b'{"a": ' * 2000 + b"1" + b"}" * 2000
    for number, arguments in ((3, b'{"driver": "\\ud800"}'), (4, deep)):
        server.write(call % (number, arguments) + b"\n")
        assert server.answer_to(number)["error"]["code"] == -32700
    kept = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text().splitlines()]
    assert [record["tool"] for record in kept] == ["<undecodable>", "<undecodable>"]
    assert all(record["request_id"] and record["args"]["bytes"] > 100 for record in kept)
    for odd, under in ((call.replace(b"%d", b"1.5") % b"{}", None), (b"[%b]" % (call % (5, b"{}")), 5)):
        server.write(odd + b"\n")
        assert server.answer_to(under)["error"]["code"] == -32600
        record = json.loads((tmp_path / "audit.jsonl").read_text().splitlines()[-1])
        assert (record["tool"], record["args"]["sha256"]) == ("<undecodable>", sha256(odd + b"\n").hexdigest())
    server.write(b'garbage{{{\n\xff\xfe\x00\n[]\nnull\n{"jsonrpc":"2.0"}\n{"id":7}\n\n' + b"x" * 100_000 + b"\n")
    server.send({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_roster", "arguments": {}}})
    assert server.answer_to(2)["result"]["structuredContent"]["count"] == 3
    assert server.process.stdin is not None
    server.process.stdin.close()
    status, log = server.end()
    assert status == 0
    assert "Traceback" not in log
    assert '"tool":"get_roster"' in log
    assert log.rstrip().endswith("the client has gone: stopped")


def test_a_log_that_nobody_reads_stalls_no_call(serve: Serve) -> None:
    server = serve("--source", "sim:seed=1,laps=1,cars=2")
    assert server.process.stderr is not None
    fcntl.fcntl(server.process.stderr, getattr(fcntl, "F_SETPIPE_SZ", 1031), 4096)
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    server.send({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
    server.answer_to(0)
    server.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    call = {"name": "get_session_info", "arguments": {}}
    for number in range(1, 61):  # a line of the log each
        server.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call})
        assert not server.answer_to(number)["result"]["isError"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly_with_its_log_flushed(serve: Serve, number: signal.Signals) -> None:
    server = serve("--source", "sim:cars=3,laps=2")
    server.send(INITIALIZE)
    server.answer_to(1)
    server.send(READY)
    server.send({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_roster", "arguments": {}}})
    server.answer_to(2)
    server.process.send_signal(number)
    status, log = server.end()
    assert status == 0
    assert "Traceback" not in log
    assert '"tool":"get_roster"' in log
    assert log.rstrip().endswith("stopped by a signal")


async def test_a_source_that_breaks_while_loading_refuses_calls_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "TimingData.jsonStream").mkdir()
    (tmp_path / "DriverList.jsonStream").symlink_to(tmp_path / "TimingData.jsonStream")
    async with client_here(str(tmp_path), at="lap:3") as connected:
        error = error_envelope(await connected.call_tool("get_roster", {}, raise_on_error=False))["error"]
    assert error["type"] == "server_unavailable"
    assert "lap 3 hasn't been completed yet" in error["message"]
