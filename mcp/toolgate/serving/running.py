"""Runs a transport until its client has gone or the process is told to stop."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from toolgate.signals import handle

_log = logging.getLogger("toolgate.serving")


class Transport(Protocol):
    """A way for clients to connect."""

    async def run(self) -> None:
        """Serves until the client has gone or it is told to stop."""

    async def stop(self) -> None:
        """Takes no more calls, and lets those in flight end for a while."""


async def signalled() -> None:
    """Waits for SIGTERM or SIGINT. Later ones, while calls in flight end, change nothing."""
    came = asyncio.Event()
    for name in ("SIGTERM", "SIGINT"):
        handle(name, came.set)
    await came.wait()


async def run_until_stopped(transport: Transport) -> None:
    """Serves. A signal lets calls in flight end; what the transport raises is raised."""
    stopping = asyncio.create_task(signalled())
    await asyncio.sleep(0)  # our signal handlers must be there before those of the HTTP server, which restores them
    serving = asyncio.create_task(transport.run())
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if stopping.done():
        await transport.stop()
        _log.info("stopped by a signal")
    stopping.cancel()
    if serving.done():
        serving.result()
    else:
        serving.cancel()
