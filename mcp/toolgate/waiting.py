"""Beginning tasks again and ending them: each is cancelled once, has a moment to clean up, and is then left behind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

GRACE_S = 0.05
"""How long cancelled tasks may take to clean up. What takes longer goes on by itself, and nobody waits for it."""


async def let_go(tasks: Iterable[asyncio.Task[Any]], grace_s: float = GRACE_S) -> None:
    """Cancels what still runs and waits for it, at most `grace_s` seconds."""
    running = [task for task in tasks if not task.done()]
    for task in running:
        abandon(task)
    if running:
        await asyncio.wait(running, timeout=grace_s)


def abandon(task: asyncio.Task[Any]) -> None:
    """Cancels a task without waiting for it."""
    # A second cancellation would interrupt the clean-up that the first has begun.
    if not task.cancelling():
        task.cancel()
    # asyncio reports an exception that nobody has looked at, long after anybody could use it.
    task.add_done_callback(look_at)


def look_at(task: asyncio.Task[Any]) -> None:
    """Takes note of how a task ended, so that asyncio does not report it: for `add_done_callback`."""
    if not task.cancelled():
        task.exception()


async def over_and_over(work: Callable[[], Awaitable[None]], every_s: float) -> None:
    """Does the work, and again `every_s` seconds after its end. A cancellation waits for the work under way."""
    while True:
        doing = asyncio.ensure_future(work())
        try:
            await asyncio.shield(doing)
        except asyncio.CancelledError:
            await doing
            raise
        await asyncio.sleep(every_s)
