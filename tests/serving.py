"""What `director serve` and `director gateway` run, in the test's own process: the same without the start of an interpreter."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from anyio.from_thread import start_blocking_portal
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

from director.cli.gateway.opening import open_gateway
from director.cli.gateway.reloads import reloads
from director.cli.serve import TRANSPORTS
from director.race.loading import open_beside
from director.settings import load_settings
from tests.toolgate.downstream.gateways import client_of
from toolgate.serving.changes import Changes
from toolgate.serving.http import Served
from toolgate.waiting import abandon

PATIENCE_S = 120.0


@asynccontextmanager
async def served_here(
    source: str, *, at: str | None = None, speed: float | None = None, **environment: str
) -> AsyncIterator[str]:
    """The address of a server that runs with these variables set, on a free port."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        race = open_beside(load_settings(), source)
    transport = TRANSPORTS["http"](race, 0)
    assert isinstance(transport, Served)
    serving, loading = asyncio.create_task(transport.run()), asyncio.create_task(race.load(at, speed))
    try:
        yield transport.url
    finally:
        if speed is not None:
            loading.cancel()
        await asyncio.wait([loading])
        await transport.stop()
        await serving
        race.close()
        logging.getLogger("uvicorn.error").disabled = False


@asynccontextmanager
async def client_here(
    source: str, *, at: str | None = None, speed: float | None = None, **environment: str
) -> AsyncIterator[Client[Any]]:
    """A client of MCP that is connected to such a server."""
    async with (
        served_here(source, at=at, speed=speed, **environment) as url,
        Client(StreamableHttpTransport(f"{url}/mcp")) as client,
    ):
        yield client


class Rest:
    """A server by its address and the folder of its audit log, and requests of its REST wire."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder

    @property
    def address(self) -> tuple[str, int]:
        host, _, port = self.url.removeprefix("http://").partition(":")
        return host, int(port)

    def get(self, path: str, **fields: Any) -> httpx2.Response:
        return httpx2.get(self.url + path, timeout=PATIENCE_S, **fields)

    def execute(self, body: Any, **fields: Any) -> httpx2.Response:
        content = body if isinstance(body, bytes) else json.dumps(body)
        headers = {"content-type": "application/json", **fields.pop("headers", {})}
        return httpx2.post(f"{self.url}/mcp/execute", content=content, headers=headers, timeout=PATIENCE_S, **fields)


@contextmanager
def served_beside(folder: Path, source: str = "sim:laps=4,cars=4", **environment: str) -> Iterator[Rest]:
    """A server in a thread of its own, for tests that block: its audit log is `audit.jsonl` in the folder."""
    serving = served_here(source, at=None, speed=None, DIRECTOR_AUDIT_PATH=str(folder / "audit.jsonl"), **environment)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(serving) as url:
        yield Rest(url, folder)


@asynccontextmanager
async def gateway_here(config: Path, mcp_stdio: str | None = None, **given: Any) -> AsyncIterator[Client[Any]]:
    """A client of what `director gateway --debug` puts together and follows; `given` are fields of its settings."""
    chosen = {"gateway_config": config, "gateway_debug": True, "audit_path": config.parent / "audit.jsonl", **given}
    opened = open_gateway(load_settings(given=chosen), mcp_stdio)
    gateway = opened.gateway
    following = asyncio.create_task(reloads(asyncio.Event(), gateway.gate, opened.reload))
    try:
        await opened.servers.start(gateway.runner)
        async with client_of(gateway, changes=Changes(lambda: gateway.generation, 0.05)) as client:
            yield client
    finally:
        abandon(following)
        await opened.close()
