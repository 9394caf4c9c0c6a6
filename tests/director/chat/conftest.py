"""A chat without a network, and a clock that is moved by hand."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator, Callable, Mapping
from itertools import count
from types import TracebackType
from typing import Any, Self

import orjson
import pytest

from director.answer import Answer, Status
from director.chat.alerts import Alert
from director.chat.answering import Hold
from director.chat.delivery import Delivery
from director.chat.log_entry import LogEntry
from director.chat.message import ChatAnswer
from director.chat.outlet import PlainOutlet
from director.chat.responder import Responder
from director.chat.responder_options import ResponderOptions
from toolgate.contract import Plan


class ManualClock:
    """Time that passes only when it is told to."""

    def __init__(self) -> None:
        self.t = 1000.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    def now(self) -> float:
        return self.t

    def wall(self) -> float:
        return 1_700_000_000.0 + self.t

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.t + seconds, next(self._numbers), woken))
        await woken

    async def pass_by(self, seconds: float = 0.0) -> None:
        """Lets everybody do what they can, until so much time has gone."""
        end = self.t + seconds
        await settle()
        while self._sleepers and self._sleepers[0][0] <= end:
            self.t, _, woken = heapq.heappop(self._sleepers)
            if not woken.done():
                woken.set_result(None)
                await settle()
        self.t = end


async def settle() -> None:
    for _ in range(40):
        await asyncio.sleep(0)


def result(question: str, answer: str, status: Status = "answered", reason: str = "") -> Answer:
    return Answer(
        question=question,
        text=answer,
        status=status,
        reason=reason,
        planner="scripted",
        plan=Plan(),
        repaired=(),
        rejected=(),
        steps=(),
        timings_ms={"plan": 1.0},
    )


Reply = Answer | Exception | float
"""What asking gives: an answer, an error, or a wait of so many seconds before the answer."""


class Chat:
    """A responder with everything round it. Unscripted questions are answered with `A: <question>`."""

    def __init__(
        self,
        *,
        replies: Mapping[str, Reply] | None = None,
        asks: Callable[[str], bool] = lambda text: True,
        hold: Hold | None = None,
        alert: Alert = lambda question, many: None,
        **rules: Any,
    ) -> None:
        self.clock = ManualClock()
        self.replies = dict(replies or {})
        self.failures: list[Exception] = []
        """What publishing raises, once each."""
        self.publishing_takes_s = 0.0
        self.asked: list[tuple[str, str]] = []
        self.said: list[tuple[float, ChatAnswer]] = []
        self.entries: list[LogEntry] = []
        self.remembered: list[tuple[str, str]] = []
        self.responder = Responder(
            self._ask,
            PlainOutlet(self._publish, self.clock),
            ResponderOptions(**rules),
            self.clock,
            keep=self.entries.append,
            remember=lambda username, answer: self.remembered.append((username, answer.question)),
            asks=asks,
            hold=hold,
            alert=alert,
            channel="test",
        )
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._ids = count(1)

    async def __aenter__(self) -> Self:
        self._serving = asyncio.ensure_future(self.responder.serve(self._source()))
        await settle()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._serving.done():
            await self.stop()

    async def hear(self, text: str, username: str = "ann", message_id: str = "") -> str:
        """A message comes; gives its id."""
        message_id = message_id or f"m{next(self._ids)}"
        data = {"id": message_id, "username": username, "message": text, "timestamp": 1_700_000_000}
        await self.hear_frame(orjson.dumps({"type": "youtube_chat_message", "data": data}))
        return message_id

    async def hear_frame(self, frame: bytes) -> None:
        self._frames.put_nowait(frame)
        await settle()

    async def finish(self, seconds: float = 100_000.0) -> None:
        """The source ends; all that waits is settled."""
        self._frames.put_nowait(None)
        await self.clock.pass_by(seconds)
        await self._serving

    async def stop(self) -> None:
        """As by a signal."""
        self._serving.cancel()
        await self.clock.pass_by(10)
        assert self._serving.done()

    @property
    def answers(self) -> list[str]:
        return [answer.answer for _, answer in self.said]

    @property
    def fates(self) -> dict[str, str]:
        return {entry.input_id: entry.fate for entry in self.entries}

    async def _source(self) -> AsyncIterator[Delivery]:
        while (frame := await self._frames.get()) is not None:
            yield Delivery(frame)

    async def _ask(self, question: str, username: str) -> Answer:
        self.asked.append((question, username))
        reply = self.replies.get(question)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, float):
            await self.clock.sleep(reply)
            reply = None
        return reply or result(question, f"A: {question}")

    async def _publish(self, answer: ChatAnswer) -> None:
        if self.failures:
            raise self.failures.pop(0)
        await self.clock.sleep(self.publishing_takes_s)
        self.said.append((self.clock.now(), answer))


@pytest.fixture(scope="session")
def make_chat() -> Callable[..., Chat]:
    return Chat


@pytest.fixture(scope="session")
def make_result() -> Callable[..., Answer]:
    return result
