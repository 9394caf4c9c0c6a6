"""How long who sends wrong tokens waits, for how long that is remembered, and of how many; how long a login lasts."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.virtual_time import loop_time, timed
from toolgate.contract import ToolSpec
from toolgate.runner import Runner
from toolgate.serving.bad_requests import refused_by
from toolgate.serving.identity import Identity, Login
from toolgate.serving.logins import FailedLogins
from toolgate.serving.rest import Rest
from toolgate.serving.websocket import Sockets


class Guessing:
    """Somebody who tries tokens, on a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waited: list[float] = []
        self.logins = FailedLogins(sleep=self._sleep, clock=lambda: self.now)

    async def _sleep(self, seconds: float) -> None:
        self.waited.append(seconds)

    async def fail(self, address: str = "10.0.0.1", after_s: float = 0.0) -> float:
        """The pause before the answer to a wrong token that comes so many seconds later."""
        self.now += after_s
        await self.logins.failed(address)
        return self.waited[-1]


async def test_each_pause_is_twice_the_one_before_until_eight_seconds() -> None:
    guessing = Guessing()
    assert [await guessing.fail() for _ in range(9)] == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0, 8.0]
    assert await guessing.fail("10.0.0.2") == 0.25


async def test_ten_minutes_are_remembered_and_no_more() -> None:
    guessing = Guessing()
    pauses = [await guessing.fail(after_s=after_s) for after_s in (0.0, 599.9, 599.9, 600.1)]
    assert pauses == [0.25, 0.5, 1.0, 0.25]


async def test_so_many_addresses_are_remembered_and_no_more() -> None:
    guessing = Guessing()
    for number in range(1024):
        await guessing.fail(f"10.0.{number // 250}.{number % 250}")
    assert await guessing.fail("10.0.0.0") == 0.5  # the last of all again
    await guessing.fail("10.9.9.9")
    assert (await guessing.fail("10.0.0.2"), await guessing.fail("10.0.0.1")) == (0.5, 0.25)


def _connected(login: Login | None, *, lasting_s: float, frames_every_s: float) -> list[Any]:
    """What a client is sent that calls again and again over one WebSocket, and goes away after so many seconds."""
    schema = {"type": "object"}
    runner = Runner(
        (ToolSpec("now", "", schema, schema, lambda *_: {"summary": "now"}, blocking=False),), server="here"
    )
    rest = Rest(runner, "here", "1", lambda: (True, {}), lambda: b"", refused_by(runner))
    sent: list[Any] = []

    async def connection() -> None:
        began = True

        async def receive() -> Any:
            nonlocal began
            if began:
                began = False
                return {"type": "websocket.connect"}
            if loop_time() >= lasting_s:
                return {"type": "websocket.disconnect"}
            await asyncio.sleep(frames_every_s)
            return {"type": "websocket.receive", "text": '{"id": 1, "execute": {"tool": "now"}}'}

        async def send(message: Any) -> None:
            sent.append({**message, "at": loop_time()})

        await Sockets(rest, Identity(), loop_time).serve({}, login, receive, send)

    timed(connection())
    return sent


@pytest.mark.parametrize("ends_at", [0.0, 10.0, 3600.0])
async def test_a_connection_lasts_as_long_as_its_login_and_no_longer(ends_at: float) -> None:
    sent = await asyncio.to_thread(
        _connected, Login("ann", ends_at=ends_at), lasting_s=ends_at + 60, frames_every_s=0.25
    )
    answers = [one["at"] for one in sent if one["type"] == "websocket.send"]
    assert all(at <= ends_at for at in answers)
    assert not answers or answers[-1] >= ends_at - 0.25
    assert (sent[-1]["type"], sent[-1]["code"], sent[-1]["at"]) == ("websocket.close", 1008, ends_at)


async def test_a_login_without_an_end_lasts_as_long_as_its_connection() -> None:
    for login in (None, Login("ann")):
        sent = await asyncio.to_thread(_connected, login, lasting_s=100_000.0, frames_every_s=1000.0)
        assert [one["type"] for one in sent[1:]] == ["websocket.send"] * 100
