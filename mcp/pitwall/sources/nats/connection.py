"""One connection to a NATS server, and what is wrong where there is none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pitwall.sources.base import SourceError, SourceUnavailable

if TYPE_CHECKING:
    from nats.aio.client import Client

SCHEMES = ("nats", "tls", "ws", "wss")
CONNECT_S = 10.0
CONFIRM_S = 5.0
PING_S = 15


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[tuple[Client, asyncio.Event]]:
    """A client, and an event that is set once its connection is gone: it does not connect again by itself.

    SourceUnavailable where nobody answers, or user and password are wrong; SourceError where nats-py is not installed.
    """
    try:
        from nats.aio.client import Client
    except ImportError:
        raise SourceError("NATS needs another package: install race-director[nats]") from None
    client, gone, failures = Client(), asyncio.Event(), list[Exception]()

    async def closed() -> None:
        gone.set()

    async def failed(error: Exception) -> None:
        failures[:] = [error]

    try:
        connecting = client.connect(
            url,
            name="director",
            closed_cb=closed,
            disconnected_cb=closed,
            error_cb=failed,
            allow_reconnect=False,
            max_reconnect_attempts=1,
            reconnect_time_wait=0,
            connect_timeout=5,
            ping_interval=PING_S,
        )
        await asyncio.wait_for(connecting, CONNECT_S)
        yield client, gone
    except SourceUnavailable:
        raise
    except Exception as error:  # noqa: BLE001 - the client raises its own errors and the system's
        raise SourceUnavailable(_why(failures[0] if failures else error, url)) from None
    finally:
        with suppress(Exception):
            await asyncio.wait_for(client.close(), CONFIRM_S)


def host_and_port(url: str) -> str:
    """Host and port of a URL, without what is secret in it. SourceError where it is no URL of NATS."""
    try:
        parts = urlsplit(url)
        port = parts.port or 4222
    except ValueError:
        parts, port = urlsplit(""), 0
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise SourceError(f"that isn't a URL of NATS: write nats://host:4222 (or {', '.join(SCHEMES[1:])})")
    return f"{parts.hostname}:{port}"


def _why(error: Exception, url: str) -> str:
    where, text = host_and_port(url), str(error).lower()
    if "authorization" in text or "authentication" in text:
        return f"{where} rejects the connection: check user and password"
    return f"can't reach NATS at {where}: is the server running?"
