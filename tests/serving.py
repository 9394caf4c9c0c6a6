"""What `director serve --transport http` runs, in the test's own process: the same wire without the start of an interpreter."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

from director.cli.serve import TRANSPORTS
from director.race.loading import open_beside
from director.settings import load_settings
from toolgate.serving.http import Served


@asynccontextmanager
async def served_here(source: str, **environment: str) -> AsyncIterator[str]:
    """The address of a server that runs with these variables set, on a free port."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        race = open_beside(load_settings(), source)
    transport = TRANSPORTS["http"](race, 0)
    assert isinstance(transport, Served)
    serving, loading = asyncio.create_task(transport.run()), asyncio.create_task(race.load())
    try:
        yield transport.url
    finally:
        await loading
        await transport.stop()
        await serving
        race.close()
        logging.getLogger("uvicorn.error").disabled = False


@asynccontextmanager
async def client_here(source: str, **environment: str) -> AsyncIterator[Client[Any]]:
    """A client of MCP that is connected to such a server."""
    async with served_here(source, **environment) as url, Client(StreamableHttpTransport(f"{url}/mcp")) as client:
        yield client
