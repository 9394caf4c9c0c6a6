"""Servers as supervised sessions: each agent's own, opened again when they are lost, and gone when we are."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from fastmcp import Client

from tests.toolgate.downstream.gateways import (
    MANY_SIDED,
    client_of,
    entry,
    eventually,
    executed,
    lives,
    result,
    running,
)
from toolgate.downstream import connection
from toolgate.downstream.child_process import ServerUnavailable
from toolgate.downstream.gateway import Gateway

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Gateway]:
    servers = {
        "own": entry("draft-04", env={"TOKEN": "t0ken"}),
        "shared": entry(isolate=False),
        "beside": entry(),
    }
    async with running(tmp_path_factory.mktemp("sessions"), servers) as gateway:
        yield gateway


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(gateway: Gateway) -> AsyncIterator[Client[Any]]:
    async with client_of(gateway) as client:
        yield client


async def said(client: Client[Any], server: str, tool: str, **more: Any) -> Any:
    """The structured answer, or its text where there is none."""
    seen = await executed(client, server, tool, **more)
    return seen.get("structuredContent", seen["content"][0].get("text") if seen["content"] else None)


async def pid(client: Client[Any], server: str, agent: str = "ann") -> int:
    return int((await said(client, server, "pid", agent_id=agent))["pid"])


async def test_agents_do_not_share_a_session_unless_the_entry_says_so(client: Client[Any]) -> None:
    counts = [await said(client, "own", "count", agent_id=agent) for agent in ("ann", "bob", "ann")]
    assert counts == [{"count": 1}, {"count": 1}, {"count": 2}]
    counts = [await said(client, "shared", "count", agent_id=agent) for agent in ("ann", "bob")]
    assert counts == [{"count": 1}, {"count": 2}]


async def test_a_server_that_is_killed_is_there_for_the_next_call_and_others_hear_nothing(client: Client[Any]) -> None:
    before, beside = await pid(client, "own"), await pid(client, "beside")
    os.kill(before, signal.SIGKILL)
    await eventually(lambda: not lives(before))
    after = await pid(client, "own")
    assert after != before
    assert await pid(client, "beside") == beside


async def test_a_crash_ends_its_own_call_alone(client: Client[Any], gateway: Gateway) -> None:
    error = (await said(client, "own", "crash", agent_id="ann"))["error"]
    assert error == {
        "code": "SERVER_UNAVAILABLE",
        "message": 'server "own" ended during the call',
        "server": "own",
    }
    assert await said(client, "own", "count", agent_id="ann") == {"count": 1}


async def test_odd_servers_are_borne(client: Client[Any]) -> None:
    assert await said(client, "own", "ask_ping") == "asked"
    assert await said(client, "own", "flood", args={"bytes": 3_000_000}) == "flooded"
    assert len(await said(client, "own", "long_line", args={"bytes": 3_000_000})) == 3_000_000
    assert await said(client, "own", "say", args={"text": "still there"}) == "still there"


async def test_an_answer_beyond_the_budget_is_refused_not_cut(client: Client[Any]) -> None:
    error = (await said(client, "own", "long_line", args={"bytes": 17 << 20}))["error"]
    assert error["code"] == "OUTPUT_INVALID"
    assert await said(client, "own", "say", args={"text": "on"}) == "on"


async def test_calls_run_beside_each_other_and_are_answered_out_of_order(client: Client[Any]) -> None:
    slow = asyncio.create_task(said(client, "own", "sleep", args={"seconds": 60}, timeout_ms=60_000))
    texts = [said(client, "own", "say", args={"text": str(n)}) for n in range(20)]
    assert await asyncio.gather(*texts) == [str(n) for n in range(20)]
    assert not slow.done()
    slow.cancel()


async def test_old_schemas_are_read_and_crooked_ones_left_out_by_name(client: Client[Any], gateway: Gateway) -> None:
    shown = await result(client, "get_server_tools", server="own", names="old,crooked")
    assert [tool["name"] for tool in shown["structuredContent"]["tools"]] == ["old"]
    assert (await executed(client, "own", "old", args={"n": 0}))["isError"] is True
    assert "isError" not in await executed(client, "own", "old", args={"n": 1})
    crooked, nameless = sorted(gateway.servers.all["own"].faults, key=len, reverse=True)
    assert "crooked" in crooked
    assert re.fullmatch(r"tool at index \d+ of the list: it has no name: its server must list it with one", nameless)


async def test_a_child_is_given_what_its_entry_names_and_nothing_else(
    client: Client[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTHERS_SECRET", "s3cret")
    given = await said(client, "own", "environment", agent_id="new")
    assert given["values"]["TOKEN"] == "t0ken"
    assert set(given["names"]) - {"LC_CTYPE"} <= {"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "TOKEN"}


async def test_what_a_server_changes_in_its_list_is_served(client: Client[Any], gateway: Gateway) -> None:
    before = gateway.generation
    assert await said(client, "beside", "change_tools") == "changed"
    await eventually(lambda: gateway.generation != before)
    shown = (await result(client, "get_server_tools", server="beside", pattern="added_*"))["structuredContent"]
    assert shown["returned"] == 1


async def test_who_is_quiet_the_longest_makes_room(
    client: Client[Any], gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolgate.downstream.sessions.SESSIONS", 2)
    first = await pid(client, "beside", "one")
    await pid(client, "beside", "two")
    await pid(client, "beside", "three")
    assert not lives(first)
    assert await pid(client, "beside", "one") != first


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["/nonexistent"], "there is no program '/nonexistent'"),
        (["/bin/false"], "it ended before the handshake"),
        (["/bin/cat"], "the handshake failed"),
        ([sys.executable, "-c", "import sys; sys.exit('no licence')"], "no licence"),
        ([sys.executable, "-I", "-S", str(MANY_SIDED), "no-list"], "does not list its tools: Method not found"),
        ([sys.executable, "-I", "-S", str(MANY_SIDED), "silent"], "did not answer within"),
    ],
)
async def test_what_cannot_be_started_is_named(
    tmp_path: Path, command: list[str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HANDSHAKE_S", 0.5 if "silent" in command else 30.0)
    servers = {"broken": entry(command=command[0], args=command[1:]), "good": entry()}
    with pytest.raises(ServerUnavailable, match='server "broken": ') as told:
        async with running(tmp_path, servers):
            pass
    assert why in str(told.value)


async def test_a_dead_server_is_listed_with_its_reason_where_that_is_borne(tmp_path: Path) -> None:
    servers = {"broken": entry(command="/bin/false", args=[]), "good": entry()}
    async with running(tmp_path, servers, lenient=True) as gateway, client_of(gateway) as client:
        broken, good = (await client.call_tool("list_servers", {})).data
        assert broken == {
            "name": "broken",
            "transport": "stdio",
            "status": "unavailable",
            "reason": "it ended before the handshake",
        }
        assert good == {"name": "good", "transport": "stdio"}
        error = (await said(client, "broken", "say"))["error"]
        assert (error["code"], error["server"]) == ("SERVER_UNAVAILABLE", "broken")
        assert await said(client, "good", "say", args={"text": "x"}) == "x"
