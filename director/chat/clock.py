"""The clock port: what time it is, and waiting. Tests hand in one that they move themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from toolgate.waiting import abandon

T = TypeVar("T")


class ChatClock(Protocol):
    """Time as chat sees it."""

    def now(self) -> float:
        """Seconds that only grow."""

    def wall(self) -> float:
        """Seconds since 1970, UTC."""

    async def sleep(self, seconds: float) -> None:
        """Waits."""


class SystemClock:
    """The machine's own."""

    def now(self) -> float:
        """Seconds that only grow."""
        return time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970, UTC."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        await asyncio.sleep(seconds)


async def within(clock: ChatClock, seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """What `work` gives or raises. TimeoutError where it takes longer: it is cancelled and not waited for."""
    task, alarm = asyncio.create_task(work), asyncio.ensure_future(clock.sleep(seconds))
    try:
        await asyncio.wait({task, alarm}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        alarm.cancel()
        abandon(task)
