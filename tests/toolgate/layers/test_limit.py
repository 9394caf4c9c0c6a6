"""Handlers in threads: one that has been quick is waited for, and nothing is told through the loop; others are told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from toolgate.contract import AgentContext, Call, JsonObject, ToolSpec
from toolgate.layers import limit
from toolgate.layers.threads import Threads, Work
from toolgate.runner import Runner

ANY: JsonObject = {"type": "object"}
LONG_S = 60.0
"""Only a failure takes so long."""


class Watched:
    """A tool whose handler takes as long as the clock that it is timed by says, and how long its callers waited."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, moment_s: float) -> None:
        self.now = self.takes = 0.0
        self.go = threading.Event()
        self.waits: list[float] = []
        monkeypatch.setattr(limit, "perf_counter", lambda: self.now)
        ends_within = Work.ends_within

        def watched(work: Work[Any], seconds: float) -> bool:
            self.waits.append(seconds)
            return ends_within(work, moment_s)

        monkeypatch.setattr(Work, "ends_within", watched)
        self.runner = Runner([ToolSpec("probe", "A probe.", ANY, ANY, self.handle, timeout_ms=60_000)])

    def handle(self, arguments: JsonObject, agent: AgentContext) -> JsonObject:
        assert self.go.wait(LONG_S)
        self.now += self.takes
        return {"summary": "Done."}

    async def call(self) -> bool:
        """Whether others went on meanwhile. The handler ends once they do, if it has not been let go before."""
        went_on: list[bool] = []

        def others() -> None:
            went_on.append(True)
            self.go.set()

        asyncio.get_running_loop().call_soon(others)
        assert (await self.runner.call(Call("probe"))).ok
        return bool(went_on)


async def test_a_quick_handler_is_waited_for_and_nothing_goes_on_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    tool = Watched(monkeypatch, LONG_S)
    tool.go.set()
    assert [await tool.call() for _ in range(3)] == [False] * 3
    assert tool.waits == [0.0005] * 3


async def test_a_handler_that_took_more_than_a_moment_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    tool = Watched(monkeypatch, LONG_S)
    tool.go.set()
    went_on, waited = [], []
    for tool.takes in (0.00049, 0.00051, 0.00049, 0.00049):
        tool.waits.clear()
        went_on.append(await tool.call())
        waited.append(len(tool.waits))
        await asyncio.sleep(0)
    assert waited == [1, 1, 0, 1]  # what it took the last time decides
    assert went_on == [False, False, True, False]


async def test_a_handler_that_does_not_end_is_waited_for_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tool = Watched(monkeypatch, 0.001)
    both = [asyncio.ensure_future(tool.call()) for _ in range(2)]
    assert await asyncio.gather(*both) == [True, True]
    assert len(tool.waits) == 1


async def test_what_ends_before_anybody_looks_has_shown_how_quick_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def begun_and_ended(self: Threads, do: Callable[[], Any]) -> Work[Any]:
        work = Work(do)
        work.run()
        work.end()
        return work

    monkeypatch.setattr(Threads, "begin", begun_and_ended)
    tool = Watched(monkeypatch, LONG_S)
    tool.go.set()
    waited = []
    for tool.takes in (0.00051, 0.00049, 0.00049):
        tool.waits.clear()
        await tool.call()
        waited.append(len(tool.waits))
    assert waited == [1, 0, 1]
