"""Deadlines that hold even where the work ignores its cancellation."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from time import monotonic
from typing import Any, TypeVar

from toolgate.waiting import let_go

T = TypeVar("T")

MARGIN_S = 0.5
"""Extra time for work that has a timeout of its own: its error says more than ours would."""


class Deadline:
    """A point in time by which everything must be done."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    def left(self, at_most: float = float("inf")) -> float:
        """The seconds left, never below zero."""
        return max(min(self._end - monotonic(), at_most), 0.0)


async def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Returns or raises what `work` does; TimeoutError after `seconds`. A cancellation is passed on to `work`.

    At the end of the time `work` has MARGIN_S seconds more: an event loop that was held up has held it up as well.
    """
    task = asyncio.create_task(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
        if not done:
            done, _ = await asyncio.wait({task}, timeout=MARGIN_S)
    finally:
        await let_go([task])
    if done:
        return task.result()
    raise TimeoutError
