"""A server over HTTP that speaks the older protocol alone: sessions that it may forget, and lists in pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.toolgate.downstream.gateways import client_of, executed, result, running
from toolgate.contract import JsonObject
from toolgate.downstream import connection

TOOLS = [{"name": f"t{n}", "inputSchema": {"type": "object"}} for n in range(5)]
PAGE = 2


class Older:
    """The server. `forget` makes it know none of the sessions that it has begun."""

    def __init__(self) -> None:
        self.began = 0
        self.known: set[str] = set()
        self.called: list[str] = []

    def forget(self) -> None:
        self.known.clear()

    def answer(self, session: str, message: JsonObject) -> tuple[str, JsonObject | None, str]:
        """Status, what is answered, and the session that has begun."""
        method, params = message.get("method"), message.get("params") or {}
        if method == "initialize":
            self.began += 1
            self.known.add(f"s{self.began}")
            info = {"name": "older", "version": "1"}
            shown = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
            return "200 OK", {"result": shown}, f"s{self.began}"
        if method == "server/discover" or session not in self.known:
            return "404 Not Found", None, ""
        if method == "tools/list":
            start = int(params.get("cursor", 0))
            more = {"nextCursor": str(start + PAGE)} if start + PAGE < len(TOOLS) else {}
            return "200 OK", {"result": {"tools": TOOLS[start : start + PAGE], **more}}, ""
        if method == "tools/call":
            self.called.append(session)
            return "200 OK", {"result": {"content": [{"type": "text", "text": params["name"]}]}}, ""
        return "202 Accepted", None, ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                length = int(head.partition("content-length: ")[2].partition("\r\n")[0] or 0)
                message = json.loads(await reader.readexactly(length) or "{}")
                session = head.partition("mcp-session-id: ")[2].partition("\r\n")[0]
                status, answer, begun = self.answer(session, message)
                body = b"" if answer is None else json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}).encode()
                more = f"mcp-session-id: {begun}\r\n" if begun else ""
                lines = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\n{more}content-length: {len(body)}\r\n"
                writer.write(f"{lines}\r\n".encode() + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def listening() -> AsyncIterator[tuple[Older, dict[str, Any]]]:
    """The server, and what a configuration says of it."""
    older = Older()
    server = await asyncio.start_server(older.serve, "127.0.0.1", 0)
    async with server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp"
        yield older, {"web": {"url": url, "allow_tools": ["*"]}}


async def test_a_list_in_pages_is_had_whole(tmp_path: Path) -> None:
    async with listening() as (_, servers), running(tmp_path, servers) as gateway, client_of(gateway) as client:
        shown = (await result(client, "get_server_tools", server="web"))["structuredContent"]["tools"]
        assert [tool["name"] for tool in shown] == [tool["name"] for tool in TOOLS]


@pytest.mark.parametrize(("most", "names"), [(3, 5), (2, 4)])
async def test_so_many_pages_are_read_and_what_is_left_out_is_told(
    most: int, names: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connection, "MOST_PAGES", most)
    async with listening() as (_, servers), running(tmp_path, servers) as gateway, client_of(gateway) as client:
        shown = (await result(client, "get_server_tools", server="web"))["structuredContent"]["tools"]
    assert len(shown) == names
    told = f"server web: tools/list: over {most} pages, the rest is left out"
    assert (told in caplog.text) is (names < len(TOOLS))


async def test_a_session_that_the_server_has_forgotten_is_begun_anew_and_the_call_made_once(tmp_path: Path) -> None:
    async with listening() as (older, servers), running(tmp_path, servers) as gateway, client_of(gateway) as client:
        first = older.began
        assert (await executed(client, "web", "t1"))["content"][0]["text"] == "t1"
        older.forget()
        assert (await executed(client, "web", "t2"))["content"][0]["text"] == "t2"
        assert (older.began, len(older.called)) == (first + 1, 2)
