"""Requests over a pipe: each is a line, its answer is seen by nobody else, and who gives one up has the server told."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import mcp_types
import pytest
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage

from tests.virtual_time import timed
from toolgate.contract import JsonObject
from toolgate.downstream.pipe_requests import PipeRequests
from toolgate.serving.pipes import LineReader, LineWriter


class Server:
    """The other end of both pipes; `written` are the messages that it has got, `passed` those that the client's saw."""

    def __init__(self) -> None:
        self.written: list[JsonObject] = []
        self.passed: list[Any] = []
        self.closed = False
        self._stream = asyncio.StreamReader()
        self.reading = LineReader(self._stream, lambda line, error: None)
        self.requests = PipeRequests(self.reading, LineWriter(self))  # type: ignore[arg-type]
        self._pump = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for item in self.reading:
            assert isinstance(item, SessionMessage)
            self.passed.append(item.message.model_dump(exclude_unset=True))

    def write(self, line: bytes) -> None:
        if self.closed:
            raise BrokenPipeError
        assert line.endswith(b"\n")
        self.written.append(json.loads(line))

    async def drain(self) -> None: ...

    def says(self, **message: Any) -> None:
        self._stream.feed_data(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def ends(self) -> None:
        self._stream.feed_eof()

    def asked(self, number: int, seconds: float | None = None, **params: Any) -> asyncio.Task[JsonObject]:
        message = {"jsonrpc": "2.0", "id": f"g-{number}", "method": "tools/call", "params": params}
        return asyncio.create_task(self.requests.request(message, seconds))


async def _settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def _cancelled(number: int, reason: str) -> JsonObject:
    params = {"requestId": f"g-{number}", "reason": reason}
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}


async def test_each_gets_its_own_answer_and_the_rest_passes() -> None:
    server = Server()
    first, second = server.asked(1, name="a", big=10**30), server.asked(2)
    await _settled()
    assert server.written == [
        {"jsonrpc": "2.0", "id": "g-1", "method": "tools/call", "params": {"name": "a", "big": 10**30}},
        {"jsonrpc": "2.0", "id": "g-2", "method": "tools/call"},
    ]
    server.says(method="notifications/progress", params={"progressToken": "g-1", "progress": 1})
    server.says(id=7, result={"of": "the SDK's client"})
    server.says(id="g-2", result={"n": 2})
    server.says(id="g-1", result={"n": 1})
    assert (await first, await second) == ({"n": 1}, {"n": 2})
    assert [message.get("id", message.get("method")) for message in server.passed] == ["notifications/progress", 7]


async def test_an_error_is_the_servers_own() -> None:
    server = Server()
    asked = server.asked(1)
    await _settled()
    server.says(id="g-1", error={"code": -32001, "message": "not today", "data": {"again": "tomorrow"}})
    with pytest.raises(MCPError) as raised:
        await asked
    error = raised.value.error
    assert (error.code, error.message, error.data) == (-32001, "not today", {"again": "tomorrow"})


@pytest.mark.parametrize("seconds", [1.0, 30.0])
def test_a_request_has_its_time_and_the_server_is_told_when_it_is_up(seconds: float) -> None:
    async def late() -> tuple[int, list[JsonObject], list[Any]]:
        server = Server()
        with pytest.raises(MCPError) as raised:
            await server.asked(1, seconds)
        server.says(id="g-1", result={})  # too late: it is nobody's any more
        await _settled()
        return raised.value.error.code, server.written[1:], server.passed

    (code, told, passed), took = timed(late())
    assert code == mcp_types.REQUEST_TIMEOUT
    assert took == pytest.approx(seconds)
    assert told == [_cancelled(1, f"timed out after {seconds}s")]
    assert [message["id"] for message in passed] == ["g-1"]


async def test_the_server_is_told_of_a_request_that_is_given_up() -> None:
    server = Server()
    asked = server.asked(1)
    await _settled()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert server.written[1:] == [_cancelled(1, "caller cancelled")]


async def test_a_pipe_that_ends_ends_what_waits_and_what_comes_later() -> None:
    server = Server()
    asked = server.asked(1)
    await _settled()
    server.ends()
    for request in (asked, server.asked(2)):
        with pytest.raises(MCPError) as raised:
            await request
        assert (raised.value.error.code, raised.value.error.message) == (
            mcp_types.CONNECTION_CLOSED,
            "Connection closed",
        )
    assert len(server.written) == 1


async def test_a_pipe_that_nobody_reads_is_closed() -> None:
    server = Server()
    server.closed = True
    with pytest.raises(MCPError) as raised:
        await server.asked(1)
    assert raised.value.error.code == mcp_types.CONNECTION_CLOSED
