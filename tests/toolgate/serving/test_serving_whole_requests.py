"""A call that arrives whole is answered like one that arrives in pieces: byte for byte, whoever sends it and however."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.toolgate.sdk.sdk_tools import broken, get_customer, server, who
from tests.toolgate.sdk.test_sdk_wire import running
from toolgate.serving.http_front import Front
from toolgate.serving.whole_requests import WholeRequests

CALL = orjson.dumps({"tool": "get_customer", "arguments": {"customer_id": "c"}})
JSON = "content-type: application/json"
LATER_S = 0.01


def request(body: bytes, *headers: str, start: str = "POST /mcp/execute HTTP/1.1") -> bytes:
    lines = [start, "host: 127.0.0.1", "x-request-id: r", *headers, f"content-length: {len(body)}", "", ""]
    return "\r\n".join(lines).encode() + body


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The bodies that went the shorter way."""
    went, executed = [], Front.executed

    async def noted(self: Front, scope: Any, body: bytes) -> Any:
        went.append(body)
        return await executed(self, scope, body)

    monkeypatch.setattr(Front, "executed", noted)
    return went


@pytest.fixture
async def at(tmp_path: Path, whole: list[bytes]) -> AsyncIterator[tuple[str, int]]:
    async with running(server(get_customer, broken, who, audit=tmp_path / "audit.jsonl")) as served:
        host, _, port = served.url.rpartition(":")
        yield host, int(port)


async def exchange(at: tuple[str, int], pieces: Iterable[bytes], answers: int = 1) -> list[bytes]:
    """What comes back, without what differs from call to call: the date and when it was answered."""
    reader, writer = await asyncio.open_connection(*at)
    for piece in pieces:
        writer.write(piece)
        await asyncio.sleep(LATER_S)
    found = []
    for _ in range(answers):
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        assert length is not None
        found.append(head + await reader.readexactly(int(length[1])))
    writer.close()
    return [re.sub(rb"date: [^\r]+\r\n|[\d-]+T[\d:.]+Z", b"", answer) for answer in found]


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (request(CALL, JSON), 200),
        (request(CALL, JSON, "connection: close"), 200),
        (request(CALL, JSON, start="POST /mcp/execute HTTP/1.0"), 200),
        (request(CALL.replace(b"get_customer", b"broken"), JSON), 500),
        (request(b'{"tool": "nobody"}', JSON), 404),
        (request(b'{"tool', JSON), 400),
        (request(CALL), 415),
        (request(CALL, JSON, "content-encoding: gzip"), 415),
        (request(CALL, JSON).replace(b"127.0.0.1", b"evil.example"), 421),
    ],
)
async def test_it_does_not_matter_how_a_request_arrives(
    at: tuple[str, int], whole: list[bytes], sent: bytes, status: int
) -> None:
    (answer,) = await exchange(at, [sent])
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert len(whole) == 1
    head = sent.index(b"\r\n\r\n") + 4
    assert await exchange(at, [sent[: head + 1], sent[head + 1 :]]) == [answer]
    assert await exchange(at, [sent[:20], sent[20:head], sent[head:]]) == [answer]
    assert len(whole) == 1


@pytest.mark.parametrize(
    "header",
    ["origin: http://127.0.0.1", "expect: 100-continue", "x-forwarded-for: 10.0.0.1", "x-forwarded-proto: https"],
)
async def test_what_depends_on_more_than_itself_goes_the_usual_way(
    at: tuple[str, int], whole: list[bytes], header: str
) -> None:
    sent = request(CALL, JSON, header)
    body = len(sent) - len(CALL)
    reader, writer = await asyncio.open_connection(*at)
    writer.write(sent[:body] + sent[body:])
    line = await reader.readuntil(b"\r\n")
    assert line.split()[1] in (b"100", b"200", b"403")
    writer.close()
    assert whole == []


async def test_requests_behind_one_another_are_answered_in_their_order(at: tuple[str, int], whole: list[bytes]) -> None:
    health = b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    calls = [
        request(orjson.dumps({"tool": "who", "arguments": {}}), JSON, f"x-agent-id: a{number}") for number in (1, 2)
    ]
    answers = await exchange(at, [health + calls[0] + health + calls[1] + calls[0][:30], calls[0][30:]], answers=5)
    said = [orjson.loads(answer.partition(b"\r\n\r\n")[2]) for answer in answers]
    assert [one.get("status") or one["result"]["customer_id"] for one in said] == ["ok", "a1", "ok", "a2", "a1"]
    again = await exchange(at, [calls[0] + calls[1]], answers=2)
    assert [b'"a1"' in again[0], b'"a2"' in again[1]] == [True, True]


async def test_what_fails_in_the_shorter_way_is_told_in_the_shape_of_errors(
    at: tuple[str, int], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken_check(self: Front, scope: Any, headers: Any) -> None:
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr(Front, "_check", broken_check)
    (answer,) = await exchange(at, [request(CALL, JSON)])
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 500 ")
    assert b"connection: close" in head
    assert orjson.loads(body) == {
        "error": "EXECUTION_ERROR", "message": "the server failed; its log says why", "request_id": "r",
    }  # fmt: skip
    assert "a secret of ours" in caplog.text


async def test_who_goes_away_during_a_call_is_written_nothing(
    at: tuple[str, int], whole: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, gone = asyncio.Event(), asyncio.Event()
    written: list[Any] = []
    in_flight: list[int] = []

    async def slow(self: Front, scope: Any, headers: Any) -> None:
        begun.set()
        await gone.wait()

    lost, write = WholeRequests.connection_lost, WholeRequests._write

    def noticed(self: WholeRequests, error: Exception | None) -> None:
        in_flight.append(len(self.tasks))  # a server that is told to stop waits for these
        lost(self, error)
        gone.set()

    monkeypatch.setattr(Front, "_login", slow)
    monkeypatch.setattr(WholeRequests, "connection_lost", noticed)
    monkeypatch.setattr(WholeRequests, "_write", lambda *given: written.append(write(*given)))
    _, writer = await asyncio.open_connection(*at)
    writer.write(request(CALL, JSON))
    await begun.wait()
    writer.close()
    await gone.wait()
    await asyncio.sleep(LATER_S)
    assert (len(whole), in_flight, written) == (1, [1], [])


async def test_a_known_head_is_no_way_past_a_check(
    at: tuple[str, int], whole: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    fronts: list[Front] = []
    check = Front._check

    def noted(self: Front, scope: Any, headers: Any) -> None:
        fronts.append(self)
        check(self, scope, headers)

    monkeypatch.setattr(Front, "_check", noted)
    sent = request(CALL, JSON).replace(b"x-request-id: r\r\n", b"")
    (first,), (again,) = await exchange(at, [sent]), await exchange(at, [sent])
    assert (first.startswith(b"HTTP/1.1 200 "), len(fronts), len(whole)) == (True, 1, 2)
    numbers = [orjson.loads(answer.partition(b"\r\n\r\n")[2])["request_id"] for answer in (first, again)]
    assert re.sub(numbers[0].encode(), numbers[1].encode(), first) == again
    assert numbers[0] != numbers[1]
    for wrong, status in ((sent.replace(b"127.0.0.1", b"evil.example"), 421), (request(CALL, "a: b"), 415)):
        for _ in range(2):
            assert (await exchange(at, [wrong]))[0].startswith(b"HTTP/1.1 %d " % status)
    fronts[0].stopping = True
    assert (await exchange(at, [sent]))[0].startswith(b"HTTP/1.1 503 ")
