"""Tokens that were wrong: each is logged and counted, and who goes on guessing waits longer and longer."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from opentelemetry.metrics import Meter, get_meter

_log = logging.getLogger("toolgate.serving")

FAILED = "toolgate.logins.failed"

_FIRST_S = 0.25
_LONGEST_S = 8.0
_FORGIVEN_S = 600.0
_ADDRESSES = 1024


class FailedLogins:
    """Failures by address, of at most 1024 addresses. Only the answer to a wrong token waits, never a right one."""

    def __init__(
        self,
        meter: Meter | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] | None = None,
    ) -> None:
        meter = meter or get_meter("toolgate")
        self._count = meter.create_counter(FAILED, description="requests with a wrong token")
        self._sleep = sleep
        self._clock = clock or (lambda: asyncio.get_running_loop().time())
        self._failures: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._failures)

    async def failed(self, address: str) -> None:
        """A token was wrong. Returns when the answer may go: after 0.25 s, twice as long each time, at most 8 s."""
        now = self._clock()
        times, last = self._failures.pop(address, (0, now))
        times = 1 if now - last > _FORGIVEN_S else times + 1
        self._failures[address] = (times, now)
        while len(self._failures) > _ADDRESSES:
            self._failures.popitem(last=False)
        self._count.add(1)
        _log.warning("a wrong token from %s (%d in a row)", address, times)
        await self._sleep(min(_FIRST_S * 2 ** min(times - 1, 10), _LONGEST_S))
