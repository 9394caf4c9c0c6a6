"""let_go: every task is cancelled once, has its moment to clean up, and is waited for no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.virtual_time import timed
from toolgate.waiting import GRACE_S, abandon, let_go, over_and_over


async def clean_up(seconds: float, cancelled: list[str], error: Exception | None = None) -> None:
    """Work that takes so long to end once it is cancelled."""
    try:
        await asyncio.sleep(3600)
    except asyncio.CancelledError:
        cancelled.append("once")
        await asyncio.sleep(seconds)
        cancelled.append("clean")
        if error is not None:
            raise error from None
        raise


async def started(*works: Any) -> list[asyncio.Task[None]]:
    tasks = [asyncio.create_task(work) for work in works]
    await asyncio.sleep(0)
    return tasks


def test_who_cleans_up_in_time_is_waited_for() -> None:
    cancelled: list[str] = []

    async def run() -> None:
        (task,) = await started(clean_up(GRACE_S / 2, cancelled))
        await let_go([task])
        assert task.cancelled()

    _, took = timed(run())
    assert cancelled == ["once", "clean"]
    assert took == pytest.approx(GRACE_S / 2)


@pytest.mark.parametrize("grace_s", [GRACE_S, 2.0])
def test_who_takes_longer_is_left_behind(grace_s: float) -> None:
    async def run() -> float:
        loop = asyncio.get_running_loop()
        tasks = await started(clean_up(9.0, []), clean_up(5.0, []))
        begun = loop.time()
        await let_go(tasks, grace_s)
        assert not any(task.done() for task in tasks)
        return loop.time() - begun

    took, _ = timed(run())
    assert took == pytest.approx(grace_s)


def test_a_clean_up_is_not_interrupted_by_a_second_cancellation() -> None:
    cancelled: list[str] = []

    async def run() -> None:
        (task,) = await started(clean_up(1.0, cancelled))
        abandon(task)
        await asyncio.sleep(0.5)
        await let_go([task], 3.0)

    timed(run())
    assert cancelled == ["once", "clean"]


def test_what_has_ended_takes_no_time() -> None:
    async def run() -> None:
        tasks = await started(asyncio.sleep(0))
        await asyncio.sleep(0)
        await let_go(tasks)
        await let_go([])

    assert timed(run())[1] == 0


def test_nobody_is_told_of_an_error_that_came_too_late(collect_garbage: Callable[[], object]) -> None:
    told: list[Any] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context))
        (task,) = await started(clean_up(1.0, [], ValueError("late")))
        await let_go([task])
        await asyncio.sleep(2.0)
        assert task.done()
        del task
        collect_garbage()

    timed(run())
    assert not told


@pytest.mark.parametrize(("cancelled_at", "done"), [(0.5, [1.0]), (1.5, [1.0]), (3.5, [1.0, 4.0]), (4.5, [1.0, 4.0])])
def test_what_is_done_over_and_over_is_never_left_half_done(cancelled_at: float, done: list[float]) -> None:
    ends: list[float] = []

    async def work() -> None:
        await asyncio.sleep(1)
        ends.append(asyncio.get_running_loop().time() - began[0])

    began: list[float] = []

    async def run() -> None:
        began.append(asyncio.get_running_loop().time())
        (task,) = await started(over_and_over(work, 2.0))
        await asyncio.sleep(cancelled_at)
        await let_go([task], 5.0)
        assert task.cancelled()

    timed(run())
    assert ends == pytest.approx(done)
