"""Over real stdio and real HTTP: a foreign result arrives as it was, and who listens hears that the list has changed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client

from tests.toolgate.serving.foreign import NATIVE, Foreign
from toolgate.serving.bad_requests import refused_by
from toolgate.serving.http import Http, Served
from toolgate.serving.identity import REQUEST_META
from toolgate.serving.rest import Rest

PATIENCE_S = 60.0
ROOT = Path(__file__).resolve().parents[3]


@asynccontextmanager
async def _http() -> AsyncIterator[tuple[str, Served]]:
    foreign, http = Foreign(), Http(port=0)
    rest = Rest(foreign.runner, "docs", "1", lambda: (True, {}), lambda: b"", refused_by(foreign.runner))
    listener = http.listen(foreign.identity)
    served = http.served(foreign.server, rest, foreign.identity, foreign.changes, listener)
    running = asyncio.create_task(served.run())
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", served
    finally:
        await served.stop()
        await running


@asynccontextmanager
async def _client(wire: str, mode: Any) -> AsyncIterator[Client]:
    if wire == "http":
        async with _http() as (url, _), Client(url, mode=mode) as client:
            yield client
        return
    command = StdioServerParameters(command=sys.executable, args=["-m", "tests.toolgate.serving.foreign"], cwd=ROOT)
    async with Client(stdio_client(command), mode=mode) as client:
        yield client


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("wire", ["stdio", "http"])
async def test_a_foreign_result_arrives_as_it_was(wire: str, mode: str) -> None:
    async with asyncio.timeout(PATIENCE_S), _client(wire, mode) as client:
        for failed in (False, True):
            result = await client.call_tool("page", {"missing": failed})
            shown = result.model_dump(by_alias=True, exclude_unset=True, mode="json")
            assert shown["content"] == NATIVE["content"]
            assert shown["structuredContent"] == NATIVE["structuredContent"]
            assert shown["isError"] is failed
            assert shown["_meta"].pop(REQUEST_META)
            assert shown["_meta"].items() >= NATIVE["_meta"].items()


@pytest.mark.parametrize("wire", ["stdio", "http"])
async def test_who_listens_hears_that_the_list_has_changed(wire: str) -> None:
    async with asyncio.timeout(PATIENCE_S), _client(wire, "auto") as client:
        async with client.listen(tools_list_changed=True, prompts_list_changed=True) as heard:
            assert heard.honored.tools_list_changed
            await client.call_tool("change", {})
            event = await anext(aiter(heard))
        assert type(event).__name__ == "ToolsListChanged"
        assert {tool.name for tool in (await client.list_tools()).tools} == {"page", "change", "page2"}


async def test_a_server_that_is_told_to_stop_ends_the_streams_of_those_that_listen() -> None:
    async with (
        asyncio.timeout(PATIENCE_S),
        _http() as (url, served),
        Client(url) as client,
        client.listen(tools_list_changed=True) as heard,
    ):
        stopping = asyncio.create_task(served.stop())
        assert [event async for event in heard] == []
        await stopping
