"""A connection that is renewed for as long as somebody wants it: server after server, with pauses that grow."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle

from toolgate.backoff import Backoff
from toolgate.nats.connection import Connected, NatsRefused, NatsUnavailable, connected, hangs_up, refusal, why
from toolgate.nats.options import NatsOptions, host_and_port

_log = logging.getLogger("toolgate.nats")


class NatsLink:
    """Servers that are tried in turn. `missed` counts what came too fast to be taken."""

    def __init__(
        self,
        url: str,
        options: NatsOptions | None = None,
        *,
        backoff: Backoff | None = None,
        lost: Callable[[str], None] = lambda why: None,
    ) -> None:
        """`url` may be several with commas between (NatsUrlError: one is invalid). `lost` gets each reason."""
        self.missed = 0
        self._options = options or NatsOptions()
        self._urls = [part.strip() for part in url.split(",")]
        for part in self._urls:
            host_and_port(part)
            self._options.tls(part)
        self._turn = cycle(self._urls)
        self._backoff = backoff or Backoff()
        self._lost = lost
        self._said = ""
        self._was_there = False

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Connected]:
        """Waits until there is a connection. The one before must have been left; after a loss there is a pause first.

        NatsRefused after so many refusals in a row as the options allow.
        """
        lost = ""
        async with AsyncExitStack() as stack:
            here = await self._open(stack)
            try:
                yield here
            except Exception as error:
                if not _is_lost(error):
                    raise
                lost = f"the connection to {here.where} is lost ({why(error)})"
            else:  # before our own closing ends it too
                lost = f"the connection to {here.where} is lost" if here.gone.is_set() else ""
        if lost:
            await self._pause(lost)

    async def _open(self, stack: AsyncExitStack) -> Connected:
        """Tries until there is a connection."""
        refused = 0
        for url in self._turn:
            where = host_and_port(url)
            try:
                here = await stack.enter_async_context(connected(url, self._options, self._count))
            except NatsUnavailable as error:
                # A server that refuses hangs up at once, and the hang-up may overtake its word.
                is_refusal = isinstance(error, NatsRefused) or (refused and hangs_up(error.__cause__))
                refused = refused + 1 if is_refusal else 0
                if self._options.failfast_auth and refused >= self._options.auth_violations:
                    raise refusal(where) from None
                await self._pause(str(error))
                continue
            self._backoff.reset()
            self._said, self._was_there = "", True
            return here
        raise AssertionError  # the turn of the servers never ends

    async def _pause(self, why: str) -> None:
        if (task := asyncio.current_task()) is not None and task.cancelling():
            raise asyncio.CancelledError  # the client swallows one that comes while it closes
        pause_s = self._backoff.next_s()
        # Who never had a connection says so at the end, if that matters; a loss is told at once.
        level = logging.WARNING if self._was_there and why != self._said else logging.INFO
        _log.log(level, "%s; trying again in %.1f s", why, pause_s)
        self._said = why
        self._lost(why)
        await asyncio.sleep(pause_s)

    def _count(self) -> None:
        self.missed += 1


def _is_lost(error: Exception) -> bool:
    """Whether that is what a client raises whose connection goes while it is used."""
    from nats.errors import Error

    return isinstance(error, Error | TimeoutError | OSError)
