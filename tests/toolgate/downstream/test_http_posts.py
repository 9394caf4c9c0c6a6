"""Requests over plain HTTP as POSTs of their own: whatever a server answers, and however it comes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.shared.exceptions import MCPError

from toolgate.contract import JsonObject
from toolgate.downstream import kept_connections
from toolgate.downstream.entries import ServerEntry
from toolgate.downstream.http_posts import NotTaken, Posts

RESULT = {"content": [], "big": 2**70, "precise": 0.1, "text": "é\u2028\U0001f600"}
MESSAGE = json.dumps({"jsonrpc": "2.0", "id": "g-1", "result": RESULT}).encode()


def answered(body: bytes, *headers: str, status: str = "200 OK", kind: str = "application/json") -> bytes:
    head = "\r\n".join((f"HTTP/1.1 {status}", f"content-type: {kind}", *headers))
    return f"{head}\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body


def chunked(*parts: bytes, kind: str = "application/json") -> bytes:
    body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (*parts, b""))
    return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n".encode() + body


class Scripted:
    """A server that answers each request with the next of its answers, and keeps what it was asked."""

    def __init__(self, *answers: bytes | Callable[[asyncio.StreamWriter], Awaitable[None]]) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, JsonObject]] = []
        self.connections = 0
        self.ended = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = int(head.lower().partition("content-length: ")[2].partition("\r\n")[0])
                self.asked.append((head, json.loads(await reader.readexactly(length))))
                answer = self.answers.pop(0)
                if not isinstance(answer, bytes):
                    await answer(writer)
                    continue
                writer.write(answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            self.ended.set()
        finally:
            writer.close()


@asynccontextmanager
async def served(server: Scripted, **fields: Any) -> AsyncIterator[Posts]:
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    async with listening:
        port = listening.sockets[0].getsockname()[1]
        posts = Posts.to(ServerEntry(name="web", url=f"http://127.0.0.1:{port}/mcp?a=b", **fields))
        assert posts is not None
        try:
            yield posts
        finally:
            posts.close()


async def asked(posts: Posts, told: list[Any] | None = None, **headers: str) -> JsonObject:
    async def hears(method: str, params: JsonObject) -> None:
        if told is not None:
            told.append((method, params))

    message = {"jsonrpc": "2.0", "id": "g-1", "method": "tools/call", "params": {"name": "t", "n": 2**70}}
    return await posts.request(message, headers, hears)


EVENTS = b': ping\r\n\r\nevent: message\r\ndata: {"method":"notifications/progress","params":{"progress":1}}\r\n\r\n'
WAYS = {
    "whole": answered(MESSAGE),
    "in chunks": chunked(MESSAGE[:10], MESSAGE[10:]),
    "to the end of the connection": b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n" + MESSAGE,
    "after a 103": b"HTTP/1.1 103 Early Hints\r\n\r\n" + answered(MESSAGE),
    "as an event": answered(EVENTS + b"data: " + MESSAGE + b"\n\n", kind="text/event-stream; charset=utf-8"),
    "as an event in two lines": answered(
        EVENTS + b"data:" + MESSAGE.replace(b', "id"', b',\ndata: "id"') + b"\n\n", kind="text/event-stream"
    ),
}


@pytest.mark.parametrize("way", WAYS)
async def test_a_result_comes_as_it_is_in_whatever_pieces(way: str) -> None:
    async def bytewise(writer: asyncio.StreamWriter) -> None:
        for byte in WAYS[way]:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0)
        if way == "to the end of the connection":
            writer.close()

    server = Scripted(bytewise)
    told: list[Any] = []
    async with served(server, headers={"X-Key": "k", "Accept": "none"}) as posts:
        assert await asked(posts, told, **{"mcp-method": "tools/call"}) == RESULT
    head, message = server.asked[0]
    assert head.startswith("POST /mcp?a=b HTTP/1.1\r\nhost: 127.0.0.1:")
    assert "\r\nx-key: k\r\n" in head
    assert "\r\nmcp-method: tools/call\r\n" in head
    assert "\r\naccept: application/json, text/event-stream\r\n" in head
    assert message["params"]["n"] == 2**70
    assert told == ([("notifications/progress", {"progress": 1})] if "event" in way else [])


async def test_connections_are_kept_and_as_many_as_calls_at_a_time() -> None:
    server = Scripted(*[answered(MESSAGE)] * 6)
    async with served(server) as posts:
        for _ in range(3):
            await asked(posts)
        assert server.connections == 1
        await asyncio.gather(*(asked(posts) for _ in range(3)))
        assert server.connections == 3


async def test_a_connection_that_was_idle_for_long_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server may be about to end it."""
    server = Scripted(*[answered(MESSAGE)] * 2)
    async with served(server) as posts:
        await asked(posts)
        monkeypatch.setattr(kept_connections, "IDLE_S", -1)
        await asked(posts)
    assert server.connections == 2


async def test_a_connection_that_the_server_closes_is_not_used_again() -> None:
    server = Scripted(answered(MESSAGE, "connection: close"), answered(MESSAGE))
    async with served(server) as posts:
        await asked(posts)
        await asked(posts)
    assert server.connections == 2


REFUSED = {
    "its own error": (
        answered(b'{"id":1,"error":{"code":-32602,"message":"no","data":[1]}}', status="400 Bad"),
        -32602,
    ),
    "not found": (answered(b"", status="404 Not Found", kind="text/plain"), -32601),
    "broken": (answered(b"oops", status="500 Oops", kind="text/html"), -32603),
    "accepted": (answered(b"", status="202 Accepted", kind="text/plain"), -32600),
    "no JSON": (answered(b"{"), -32700),
    "no message": (answered(b"[]"), -32600),
    "no result": (answered(b'{"result": 1}'), -32600),
    "no HTTP": (b"SMTP ready\r\n\r\n", -32000),
    "an end in the middle": (
        b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
        -32000,
    ),
    "a stream without an answer": (answered(EVENTS, kind="text/event-stream"), -32000),
}


@pytest.mark.parametrize("way", REFUSED)
async def test_what_is_no_result_is_an_error_of_the_protocol(way: str) -> None:
    answer, code = REFUSED[way]

    async def once(writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        writer.close()

    async with served(Scripted(once)) as posts:
        with pytest.raises(MCPError) as refused:
            await asked(posts)
    assert refused.value.error.code == code
    if way == "its own error":
        assert (refused.value.error.message, refused.value.error.data) == ("no", [1])


async def test_nobody_listens() -> None:
    posts = Posts(ServerEntry(name="web", url="http://127.0.0.1:9/mcp"))
    with pytest.raises(MCPError, match="Connection closed"):
        await asked(posts)


async def test_who_gives_up_ends_the_connection_and_so_the_call() -> None:
    """That is how the newer protocol cancels over HTTP."""
    silent = asyncio.Event()

    async def silence(writer: asyncio.StreamWriter) -> None:
        silent.set()

    server = Scripted(silence)
    async with served(server) as posts:
        call = asyncio.create_task(asked(posts))
        await silent.wait()
        call.cancel()
        await server.ended.wait()
    with pytest.raises(asyncio.CancelledError):
        await call


async def test_closing_ends_calls_under_way() -> None:
    began = asyncio.Event()

    async def silence(writer: asyncio.StreamWriter) -> None:
        began.set()

    async with served(Scripted(silence)) as posts:
        call = asyncio.create_task(asked(posts))
        await began.wait()
        posts.close()
        with pytest.raises(MCPError, match="Connection closed"):
            await call


@pytest.mark.parametrize("status", ["301 Moved", "307 Temporary", "401 Unauthorized"])
async def test_what_needs_another_address_or_a_login_is_left_to_the_other_client(status: str) -> None:
    async with served(Scripted(answered(b"", "location: /other", status=status))) as posts:
        with pytest.raises(NotTaken):
            await asked(posts)


async def test_a_flood_waits_in_the_servers_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is told slowly has the server wait: nothing is kept beyond a bound and what was on its way."""
    monkeypatch.setattr(kept_connections, "BUFFERED_BYTES", 1000)
    event = b'data: {"method":"m","params":{"text":"' + b"x" * 5000 + b'"}}\n\n'
    server = Scripted(chunked(*[event] * 1000, b"data: " + MESSAGE + b"\n\n", kind="text/event-stream"))
    held: list[int] = []
    async with served(server) as posts:

        async def hears(method: str, params: JsonObject) -> None:
            held.append(posts.held)
            await asyncio.sleep(0)

        assert await posts.request({"id": "g-1", "params": {}}, {}, hears) == RESULT
    assert len(held) == 1000
    assert max(held) < 600_000


@pytest.mark.parametrize(
    "fields",
    [
        {"url": "https://a.example/mcp"},
        {"url": "http://user:word@a.example/mcp"},
        {"url": "http://a.example/mcp", "oauth": True},
        {"url": "http://a.example/m cp"},
        {"url": "http://a.example/mcp", "headers": {"x": "é"}},
        {"url": "http://a.example/mcp", "headers": {"x": "1\r\ny: 2"}},
        {"url": "http://a.example/m\r\ncp"},
    ],
)
def test_what_it_cannot_do_it_leaves(fields: Any) -> None:
    assert Posts.to(ServerEntry(name="web", **fields)) is None


def test_a_proxy_is_not_gone_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://proxy.example:3128")
    monkeypatch.setenv("no_proxy", "near.example")
    assert Posts.to(ServerEntry(name="web", url="http://far.example/mcp")) is None
    assert Posts.to(ServerEntry(name="web", url="http://near.example/mcp")) is not None


@given(st.binary(max_size=200))
def test_whatever_comes_ends_in_a_result_or_an_error(noise: bytes) -> None:
    async def one() -> None:
        async def once(writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n" + noise)
            writer.close()

        async with served(Scripted(once)) as posts:
            with pytest.raises(MCPError):
                await asked(posts)

    asyncio.run(one())
