"""The connection of the moment: whoever needs the server waits until there is one, and tries again when it goes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.js import JetStreamContext

T = TypeVar("T")
_AGAIN_AFTER_S = 0.2


class ServerLine:
    """A connection that comes and goes, and the clock of the server behind it."""

    def __init__(self) -> None:
        self._js: JetStreamContext | None = None
        self._there = asyncio.Event()
        self._ahead_s = float("-inf")

    @property
    def js(self) -> JetStreamContext | None:
        """The JetStream context of the connection, None where there is no connection."""
        return self._js

    def connect(self, client: Client) -> None:
        """Takes a new connection: calls that wait go on."""
        self._js = client.jetstream()
        self._there.set()

    def disconnect(self) -> None:
        """Forgets the connection, which is lost."""
        self._js = None
        self._there.clear()

    async def call(self, work: Callable[[JetStreamContext], Awaitable[T]]) -> T:
        """Returns what `work` gives; waits for a connection and runs it again wherever the server cannot be reached.

        `work` may thus reach the server several times. APIError where the server refuses.
        """
        from nats.errors import Error
        from nats.js.errors import APIError, ServiceUnavailableError

        while True:
            await self._there.wait()
            js = self._js
            if js is not None:
                try:
                    return await work(js)
                except (Error, OSError, TimeoutError) as error:
                    if isinstance(error, APIError) and not isinstance(error, ServiceUnavailableError):
                        raise
            await asyncio.sleep(_AGAIN_AFTER_S)

    def stamp(self, moment: datetime | None) -> float:
        """A moment of the server as seconds since 1970, 0 for None. Each one makes `now` more exact."""
        at = moment.timestamp() if moment is not None else 0.0
        self._ahead_s = max(self._ahead_s, at - time.monotonic())
        return at

    def now(self) -> float:
        """The server's clock, seconds since 1970: a little late, never ahead; 0 before the first stamp."""
        return time.monotonic() + self._ahead_s if self._ahead_s > float("-inf") else 0.0
