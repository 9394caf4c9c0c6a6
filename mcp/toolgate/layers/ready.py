"""ready: calls wait until what the tools read has been loaded. The wait is outside their own timeout."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from toolgate.contract import Call, Outcome, ToolError
from toolgate.layers import Next


class Ready:
    """Closed until `open` or `fail`. After a failure every call is refused as server_unavailable."""

    unchanging = True

    def __init__(self) -> None:
        self._settled = asyncio.Event()
        self._failure: str | None = None

    def open(self) -> None:
        """Lets calls through from now on."""
        self._settled.set()

    def fail(self, why: str) -> None:
        """Refuses calls from now on, with this reason."""
        self._failure = why
        self._settled.set()

    @property
    def is_open(self) -> bool:
        """Whether calls are let through."""
        return self._settled.is_set() and self._failure is None

    def __call__(self, call: Call, next: Next, /) -> Awaitable[Outcome]:
        return next(call) if self.is_open else self._once_settled(call, next)

    async def _once_settled(self, call: Call, next: Next) -> Outcome:
        await self._settled.wait()
        if self._failure is not None:
            raise ToolError("server_unavailable", self._failure)
        return await next(call)
