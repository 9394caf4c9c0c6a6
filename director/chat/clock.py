"""The clock port: what time it is, and waiting. Tests hand in one that they move themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from toolgate.waiting import abandon

T = TypeVar("T")


class ChatClock(Protocol):
    """The clock of a chat."""

    def now(self) -> float:
        """Monotonic time, in seconds."""

    def wall(self) -> float:
        """Unix time, in seconds."""

    async def sleep(self, seconds: float) -> None:
        """Waits."""


class SystemClock:
    """The clock of the machine."""

    def now(self) -> float:
        """Monotonic time, in seconds."""
        return time.monotonic()

    def wall(self) -> float:
        """Unix time, in seconds."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        await asyncio.sleep(seconds)


async def within(clock: ChatClock, seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Returns or raises what `work` does. After `seconds`, TimeoutError: `work` is cancelled and not waited for."""
    task, alarm = asyncio.create_task(work), asyncio.ensure_future(clock.sleep(seconds))
    try:
        await asyncio.wait({task, alarm}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        alarm.cancel()
        abandon(task)
