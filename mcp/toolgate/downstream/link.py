"""A transport that is open: what a session with a server speaks over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from mcp.client._transport import TransportStreams
from msgspec import Struct

from toolgate.downstream.child_process import ChildProcess
from toolgate.downstream.entries import ServerEntry
from toolgate.downstream.http_posts import Posts
from toolgate.downstream.pipe_requests import PipeRequests


async def _nothing() -> str:
    return ""


class Link(Struct):
    """A transport that is open: its streams, whether its server has gone, and what it last said."""

    streams: TransportStreams
    ended: asyncio.Event
    gone: Callable[[], bool] = lambda: False
    last_words: Callable[[], Awaitable[str]] = _nothing
    pid: int | None = None
    posts: Posts | None = None
    """Takes requests by the newer protocol, where that is shorter than by the streams."""
    piped: PipeRequests | None = None
    """Takes requests by either protocol, over a pipe."""


Opened = Callable[[ServerEntry], Any]
"""Opens a transport: an asynchronous context that gives a `Link`."""


@asynccontextmanager
async def over_stdio(entry: ServerEntry) -> AsyncIterator[Link]:
    """A child process of ours."""
    child = await ChildProcess.start(entry)
    streams = (child.reading, child.writing)
    piped = PipeRequests(*streams)
    try:
        yield Link(streams, child.reading.ended, lambda: child.gone, child.last_words, child.process.pid, piped=piped)
    finally:
        await child.stop()
