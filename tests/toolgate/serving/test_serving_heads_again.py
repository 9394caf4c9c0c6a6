"""A head that has come before on its connection is not parsed again, and its request is answered as if it were."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.toolgate.sdk.sdk_tools import broken, get_customer, server, who
from tests.toolgate.sdk.test_sdk_wire import running
from tests.toolgate.serving.test_serving_whole_requests import CALL, JSON, LATER_S, exchange, request
from toolgate.serving.connections import LimitedProtocol
from toolgate.serving.http_front import Front
from toolgate.serving.whole_requests import WholeRequests

WHO = orjson.dumps({"tool": "who", "arguments": {}})
HEALTH = b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The paths of the requests whose heads were parsed."""
    paths: list[bytes] = []
    began = LimitedProtocol.on_headers_complete

    def noted(self: LimitedProtocol) -> None:
        paths.append(self.url)
        began(self)

    monkeypatch.setattr(LimitedProtocol, "on_headers_complete", noted)
    return paths


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[tuple[str, int]]:
    async with running(server(get_customer, broken, who, audit=tmp_path / "audit.jsonl")) as served:
        host, _, port = served.url.rpartition(":")
        yield host, int(port)


def named(name: str) -> bytes:
    return request(WHO, JSON, f"x-agent-id: {name}")


def agents(answers: list[bytes]) -> list[str]:
    said = [orjson.loads(answer.partition(b"\r\n\r\n")[2]) for answer in answers]
    return [one.get("status") or one["result"]["customer_id"] for one in said]


async def test_the_same_head_is_parsed_once_and_every_body_is_read(at: tuple[str, int], parsed: list[bytes]) -> None:
    other = CALL.replace(b'"c"', b'"d"')
    answers = await exchange(at, [request(CALL, JSON), request(other, JSON), request(CALL, JSON)], answers=3)
    assert [b'"c"' in answers[0], b'"d"' in answers[1], answers[2] == answers[0]] == [True, True, True]
    assert len(parsed) == 1
    assert len(await exchange(at, [request(CALL, JSON)])) == 1
    assert len(parsed) == 2, "what came on another connection is not known here"


@pytest.mark.parametrize(
    "pieces",
    [
        [named("a"), named("a")[:40], named("a")[40:]],
        [named("a"), named("a")[:-5], named("a")[-5:]],
        [named("a"), named("a") + named("a")],
        [named("a"), named("a") + named("a")[:30], named("a")[30:]],
        [named("a")[:-5], named("a")[-5:], named("a"), named("a")],
        [named("a"), named("a")[:30], named("a")[30:], named("a")],
        [named("a"), b"\r\n" + named("a"), named("a")],
        [b"\r\n\r\n" + named("a"), named("a")],
        [named("a") + named("a"), named("a") + named("a")],
    ],
)
async def test_what_does_not_come_in_one_read_is_parsed(
    at: tuple[str, int], parsed: list[bytes], pieces: list[bytes]
) -> None:
    whole = b"".join(pieces).count(b"POST ")
    assert agents(await exchange(at, pieces, answers=whole)) == ["a"] * whole
    assert len(parsed) >= 1


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Set once a call that is to be held has come, and to be set so that it goes on."""
    executed, came, goes_on = Front.executed, asyncio.Event(), asyncio.Event()

    async def waits(self: Front, scope: Any, body: bytes) -> Any:
        if b"held" in body:
            came.set()
            await goes_on.wait()
        return await executed(self, scope, body)

    monkeypatch.setattr(Front, "executed", waits)
    return came, goes_on


async def test_a_request_that_comes_before_the_last_is_answered_waits_its_turn(
    held: tuple[asyncio.Event, asyncio.Event], at: tuple[str, int]
) -> None:
    came, goes_on = held
    slow = CALL.replace(b'"c"', b'"held"')
    soon = CALL.replace(b'"c"', b'"soon"')
    reader, writer = await asyncio.open_connection(*at)
    for sent in (slow, soon):  # both heads are known
        goes_on.set()
        writer.write(request(sent, JSON))
        await reader.readuntil(b'"request_id":"r"}')
    came.clear()
    goes_on.clear()
    writer.write(request(slow, JSON))
    await came.wait()
    writer.write(request(soon, JSON))
    await asyncio.sleep(LATER_S)
    goes_on.set()
    text = b""
    while text.count(b"HTTP/1.1 200") < 2 or not text.endswith(b"}"):
        text += await reader.read(65_536)
    writer.close()
    assert text.index(b'"held"') < text.index(b'"soon"')


async def test_however_requests_are_cut_and_mixed_each_gets_its_answer(
    at: tuple[str, int], parsed: list[bytes]
) -> None:
    chosen = random.Random(7)
    for _ in range(12):
        names = [chosen.choice(["a", "b", "ok"]) for _ in range(12)]
        sent = [HEALTH if name == "ok" else named(name) for name in names]
        pieces: list[bytes] = []
        for one in sent:
            where = chosen.choice([0, 0, 0, len(one) // 3, len(one) - 2])
            if pieces and chosen.random() < 0.2:
                pieces[-1] += one[:where]
                pieces.append(one[where:])
            else:
                pieces += [piece for piece in (one[:where], one[where:]) if piece]
        assert agents(await exchange(at, pieces, answers=len(sent))) == names
    assert 0 < parsed.count(b"/mcp/execute") < 12 * 8


async def test_a_connection_that_is_to_be_closed_is(at: tuple[str, int], parsed: list[bytes]) -> None:
    reader, writer = await asyncio.open_connection(*at)
    writer.write(request(CALL, JSON, "connection: close"))
    assert b"connection: close" in await reader.read()
    writer.close()


async def test_few_short_heads_are_kept(
    at: tuple[str, int], parsed: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[int] = []
    came = WholeRequests._came_before

    def noted(self: WholeRequests, data: bytes) -> bool:
        kept.append(len(self._heads))
        return came(self, data)

    monkeypatch.setattr(WholeRequests, "_came_before", noted)
    await exchange(at, [named(f"a{number}") for number in range(10)], answers=10)
    assert (max(kept), len(parsed)) == (4, 10)
    for length, times in ((1700, 1), (2100, 2)):
        parsed.clear()
        await exchange(at, [named("n" * 8 + "\r\nx-more: " + "n" * length)] * 2, answers=2)
        assert len(parsed) == times, length


async def test_a_head_that_is_known_ends_the_wait_for_one(
    at: tuple[str, int], parsed: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: list[tuple[bool, bool]] = []
    again = LimitedProtocol.on_known_head

    def noted(self: LimitedProtocol) -> None:
        before = self._head is not None
        again(self)
        waiting.append((before, self._head is not None))

    monkeypatch.setattr(LimitedProtocol, "on_known_head", noted)
    # A line end between requests is the beginning of a head: it is awaited from then on.
    await exchange(at, [named("a"), b"\r\n", named("a"), named("a")], answers=3)
    assert waiting == [(True, False), (False, False)]
