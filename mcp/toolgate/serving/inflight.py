"""Calls that have come and are not answered yet: a server that is told to stop waits for them."""

from __future__ import annotations

import asyncio
from types import TracebackType


class InFlight:
    """Counts what is inside `with in_flight:`."""

    def __init__(self) -> None:
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def __len__(self) -> int:
        return self._count

    def __enter__(self) -> None:
        self._count += 1
        self._idle.clear()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._count -= 1
        if not self._count:
            self._idle.set()

    async def drained(self, within_s: float) -> bool:
        """Waits at most `within_s` seconds for all calls to end. Returns whether they have."""
        try:
            async with asyncio.timeout(within_s):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True
