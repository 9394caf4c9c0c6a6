"""A server of the SDK on real wires, as tests speak to it that are no coroutines: one connection each, kept."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import sys
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

import httpx2
import pytest
import websockets

from tests.toolgate.sdk.fuzz_inputs import TOOLS
from tests.toolgate.sdk.sdk_tools import server
from tests.toolgate.sdk.test_sdk_wire import running

T = TypeVar("T")

PATIENCE_S = 60.0
ROOT = Path(__file__).resolve().parents[3]
_SET_PIPE_SIZE = getattr(fcntl, "F_SETPIPE_SZ", 1031)
_JSON = {"content-type": "application/json", "accept": "application/json, text/event-stream"}


class KeptLoop:
    """An event loop that goes on from call to call, and stands still between them. What takes too long is a hang."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(asyncio.wait_for(work, PATIENCE_S))

    def close(self) -> None:
        self._runner.close()


class Records:
    """The audit log, as far as it has been read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = 0

    def new(self) -> list[dict[str, Any]]:
        if not self._path.exists():
            return []
        with self._path.open("rb") as file:
            file.seek(self._read)
            lines = file.read()
        self._read += len(lines)
        return [json.loads(line) for line in lines.splitlines()]


class Wire:
    """A way to a server: `call` sends a call, `send` whatever is sent; both give the texts that came back."""

    def __init__(self, log: Path) -> None:
        self.records = Records(log)
        self._log = log
        self._stack = AsyncExitStack()

    async def open(self) -> None:
        """Starts the server and connects."""
        self._at = await self._stack.enter_async_context(running(server(*TOOLS, audit=self._log)))
        self.url = f"http://{self._at.url}"

    async def close(self) -> None:
        await self._stack.aclose()

    async def call(self, name: Any, arguments: Any) -> list[str]:
        raise NotImplementedError

    async def send(self, message: bytes) -> list[str]:
        raise NotImplementedError


class Rest(Wire):
    """POST /mcp/execute."""

    path = "/mcp/execute"

    async def open(self) -> None:
        await super().open()
        client = httpx2.AsyncClient(base_url=self.url, headers=_JSON, timeout=PATIENCE_S)
        self._client = await self._stack.enter_async_context(client)

    async def call(self, name: Any, arguments: Any) -> list[str]:
        return await self.send(json.dumps({"tool": name, "arguments": arguments}).encode())

    async def ask(self, method: str, url: str, headers: Any, body: Any) -> httpx2.Response:
        """Sends a request as it is."""
        return await self._client.request(method, url, headers=headers, content=body)

    async def send(self, message: bytes) -> list[str]:
        answer = await self._client.post(self.path, content=message)
        body = answer.text
        if answer.status_code >= 500:
            assert json.loads(body)["error"] == "EXECUTION_ERROR", body
            assert "failed; its log says why" not in body
        return [body]


class McpHttp(Rest):
    """POST /mcp, by the older protocol, which needs no handshake here."""

    path = "/mcp"

    async def call(self, name: Any, arguments: Any) -> list[str]:
        params = {"name": name, "arguments": arguments}
        return await self.send(
            json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
        )


class Socket(Wire):
    """/mcp/ws. A frame that is no text ends the connection, and another one is opened."""

    async def open(self) -> None:
        await super().open()
        await self._connect()
        self._stack.push_async_callback(lambda: self._socket.close())

    async def _connect(self) -> None:
        self._socket = await websockets.connect(f"ws://{self._at.url}/mcp/ws", ping_interval=None)

    async def call(self, name: Any, arguments: Any) -> list[str]:
        return await self.send(json.dumps({"execute": {"tool": name, "arguments": arguments}}).encode())

    async def send(self, message: bytes) -> list[str]:
        await self._socket.send(message, text=True)
        if _is_text(message):
            return [str(await self._socket.recv())]
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await self._socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007
        await self._connect()
        return []


def _is_text(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


class Stdio(Wire):
    """MCP on the pipes of a process. After what may have no answer comes a ping, which has one."""

    async def open(self) -> None:
        command = (sys.executable, "-m", "tests.toolgate.sdk.fuzz_wires", str(self._log))
        pipe, limit = asyncio.subprocess.PIPE, 1 << 24
        self._unread, log = os.pipe()  # nobody ever reads the log: that must make no call wait
        fcntl.fcntl(log, _SET_PIPE_SIZE, 4096)
        self._process = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), *sys.path))},
            stdin=pipe, stdout=pipe, stderr=log, limit=limit,
        )  # fmt: skip
        os.close(log)
        start = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "fuzz", "version": "1"}}
        await self._say({"jsonrpc": "2.0", "id": "start", "method": "initialize", "params": start})
        await self._hear()
        await self._say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self._asked = 1000

    async def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert await asyncio.wait_for(self._process.wait(), PATIENCE_S) == 0
        os.close(self._unread)

    async def call(self, name: Any, arguments: Any) -> list[str]:
        params = {"name": name, "arguments": arguments}
        marker = await self._ask("tools/call", params)
        return (await self._until(marker))[-1:]

    async def send(self, message: bytes) -> list[str]:
        await self._write(message.replace(b"\n", b" ").replace(b"\r", b" "))
        return (await self._until(await self._ask("ping", {})))[:-1]

    async def _ask(self, method: str, params: Any) -> int:
        self._asked += 1
        await self._say({"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params})
        return self._asked

    async def _until(self, marker: int) -> list[str]:
        """What comes until the answer under that id, which is the last."""
        heard = [await self._hear()]
        while json.loads(heard[-1]).get("id") != marker:
            heard.append(await self._hear())
        return heard

    async def _say(self, message: dict[str, Any]) -> None:
        await self._write(json.dumps(message).encode())

    async def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        await self._process.stdin.drain()

    async def _hear(self) -> str:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        assert line, "the server has ended"
        return line.decode()


if __name__ == "__main__":
    server(*TOOLS, transport="stdio", audit=sys.argv[1]).run()
