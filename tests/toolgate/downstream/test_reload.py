"""An edit of the configuration changes what it says and nothing else, while calls go on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client

from tests.toolgate.downstream.gateways import client_of, entry, eventually, executed, lives, result, running
from toolgate.downstream.configuration import read_config
from toolgate.downstream.gateway import Gateway
from toolgate.downstream.reload import Reload

Edit = Callable[[Any], None]


@asynccontextmanager
async def followed(folder: Path, **servers: Any) -> AsyncIterator[tuple[Gateway, Client[Any], Reload, Edit]]:
    """A gateway whose configuration is followed, and a way to edit it."""
    path = folder / ".mcp.json"

    def edit(content: Any) -> None:
        path.write_text(content if isinstance(content, str) else json.dumps({"mcpServers": content}))

    async with running(folder, servers) as gateway, client_of(gateway) as client:
        reload = Reload(path, lambda: read_config(path, {}), gateway.servers)
        yield gateway, client, reload, edit


async def works(client: Client[Any], server: str, tool: str = "say") -> bool:
    return not (await executed(client, server, tool)).get("isError", False)


async def pid(client: Client[Any], server: str) -> int:
    return int((await executed(client, server, "pid"))["structuredContent"]["pid"])


def names(reload: Reload) -> list[tuple[str, str]]:
    return [(event.name, event.server) for event in reload.events]


async def test_a_list_is_rotated_and_no_process_with_it(tmp_path: Path) -> None:
    async with followed(tmp_path, a=entry(), b=entry()) as (gateway, client, reload, edit):
        before = await pid(client, "a"), await pid(client, "b")
        slow = asyncio.create_task(executed(client, "a", "sleep", args={"seconds": 0.5}))
        await eventually(lambda: len(gateway.servers.all["a"].in_flight) > 0)
        generation = gateway.generation
        edit({"a": entry(allow_tools=["pid"]), "b": entry()})
        await reload.apply()
        assert gateway.generation != generation
        assert [await works(client, "a"), await works(client, "b")] == [False, True]
        assert (await pid(client, "a"), await pid(client, "b")) == before
        assert (await slow)["content"][0]["text"] == "slept"
        assert names(reload) == [("reload.started", ""), ("reload.mcp_allowlist", "a"), ("reload.succeeded", "")]


async def test_a_new_command_is_a_new_process_of_that_server_alone(tmp_path: Path) -> None:
    async with followed(tmp_path, a=entry(), b=entry()) as (gateway, client, reload, edit):
        before = await pid(client, "a"), await pid(client, "b")
        slow = asyncio.create_task(executed(client, "a", "sleep", args={"seconds": 0.5}))
        await eventually(lambda: len(gateway.servers.all["a"].in_flight) > 0)
        edit({"a": entry(env={"NEW": "1"}), "b": entry()})
        await reload.apply()
        assert await pid(client, "a") != before[0]
        assert await pid(client, "b") == before[1]
        assert (await slow)["content"][0]["text"] == "slept"
        await eventually(lambda: not lives(before[0]))
        assert ("reload.mcp_respawn", "a") in names(reload)


async def test_a_command_that_fails_keeps_the_old_child_and_list_and_holds_back_no_sibling(tmp_path: Path) -> None:
    async with followed(tmp_path, a=entry(), b=entry()) as (_, client, reload, edit):
        before = await pid(client, "a")
        edit({"a": entry(command="/bin/false", args=[], allow_tools=["pid"]), "b": entry(allow_tools=["pid"])})
        await reload.apply()
        assert await pid(client, "a") == before
        assert [await works(client, "a"), await works(client, "b")] == [True, False]
        assert reload.status()["errors"] == {"a": 'server "a": it ended before the handshake'}
        assert ("reload.mcp_respawn_failed", "a") in names(reload)
        assert names(reload)[-1] == ("reload.failed", "")


@pytest.mark.parametrize("broken", ['{"mcpServers": ', '{"servers": {}}'])
async def test_a_file_that_is_broken_as_a_whole_keeps_everything(tmp_path: Path, broken: str) -> None:
    async with followed(tmp_path, a=entry()) as (_, client, reload, edit):
        edit(broken)
        await reload.apply()
        assert await works(client, "a")
        assert set(reload.status()["errors"]) == {"$"}
        edit({"a": entry()})
        await reload.apply()
        assert reload.status()["errors"] == {}
        assert names(reload)[-1] == ("reload.skipped", "")


async def test_a_broken_entry_stays_as_it_was_and_the_others_change(tmp_path: Path) -> None:
    async with followed(tmp_path, a=entry(), b=entry()) as (_, client, reload, edit):
        edit({"a": entry(alow_tools=[]), "b": entry(allow_tools=["pid"])})
        await reload.apply()
        assert [await works(client, "a"), await works(client, "b")] == [True, False]
        assert "alow_tools" in reload.status()["errors"]["a"]


async def test_a_server_that_is_taken_away_is_denied_at_once_and_ends(tmp_path: Path) -> None:
    async with followed(tmp_path, a=entry(), b=entry()) as (gateway, client, reload, edit):
        before = await pid(client, "a")
        slow = asyncio.create_task(executed(client, "a", "sleep", args={"seconds": 0.5}))
        await eventually(lambda: len(gateway.servers.all["a"].in_flight) > 0)
        edit({"b": entry()})
        await reload.apply()
        assert not await works(client, "a")
        assert [one["name"] for one in (await client.call_tool("list_servers", {})).data] == ["b"]
        assert lives(before)
        assert (await slow)["content"][0]["text"] == "slept"
        await eventually(lambda: not lives(before))
        assert ("reload.mcp_dropped_from_config", "a") in names(reload)


async def test_a_server_that_is_added_is_there_and_one_that_cannot_be_is_listed_with_its_reason(tmp_path: Path) -> None:
    async with followed(tmp_path, b=entry()) as (_, client, reload, edit):
        edit({"c": entry(command="/bin/false", args=[]), "a": entry(), "b": entry()})
        await reload.apply()
        listed = (await client.call_tool("list_servers", {})).data
        assert [(one["name"], "reason" in one) for one in listed] == [("c", True), ("a", False), ("b", False)]
        assert [await works(client, "a"), await works(client, "b"), await works(client, "c")] == [True, True, False]


async def test_the_file_is_followed_without_a_call_and_clients_are_told(tmp_path: Path) -> None:
    async with followed(tmp_path, a=entry()) as (gateway, client, reload, edit):
        watching = asyncio.create_task(reload.watch())
        generation = gateway.generation
        edit({"a": entry(allow_tools=["pid"])})
        await eventually(lambda: gateway.generation != generation)
        watching.cancel()
        shown = (await result(client, "get_server_tools", server="a"))["structuredContent"]
        assert [tool["name"] for tool in shown["tools"]] == ["pid"]
