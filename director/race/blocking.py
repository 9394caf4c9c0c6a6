"""Runs blocking work without blocking the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


async def apart(work: Callable[[], T]) -> T:
    """Runs `work` in a daemon thread and returns or raises what it does. An interrupt ends the wait at once."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[tuple[T | None, Exception | None]] = loop.create_future()

    def settle(result: T | None, error: Exception | None) -> None:
        if not done.done():
            done.set_result((result, error))

    def run() -> None:
        try:
            result, error = work(), None
        except Exception as raised:  # noqa: BLE001 - carried over to the caller, whatever it is
            result, error = None, raised
        with suppress(RuntimeError):  # the loop has gone: nobody waits any more
            loop.call_soon_threadsafe(settle, result, error)

    Thread(target=run, name="work", daemon=True).start()
    result, error = await done
    if error is not None:
        raise error
    return result  # type: ignore[return-value]  # without an error it is what work gave
