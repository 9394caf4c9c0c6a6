"""What the server announces is what there is, and what we use of the library behind its front is still there."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import replace
from operator import attrgetter
from typing import Any

import mcp_types
import pytest
from fastmcp import Client

from toolgate.contract import AgentContext, Native, ToolSpec
from toolgate.runner import Runner
from toolgate.serving.bad_requests import refused_by
from toolgate.serving.changes import Changes
from toolgate.serving.identity import REQUEST_META, Identity
from toolgate.serving.inflight import InFlight
from toolgate.serving.server import ABSENT, PRIVATE_DOORS, build_server
from toolgate.serving.stdio import Stdio


async def _echo(arguments: dict[str, Any], agent: AgentContext) -> dict[str, Any]:
    return {
        "summary": "said",
        "model": agent.model,
        "client": agent.metadata.get("client"),
        "request": agent.request_id,
    }


SCHEMA = {"type": "object"}
ECHO = ToolSpec("echo", "says it again", SCHEMA, SCHEMA, _echo)


def _server(changes: Changes | None = None) -> Any:
    runner = Runner((ECHO,), server="here")
    return build_server(
        runner, name="here", instructions="Say it.", version="1", identity=Identity(), changes=changes, sessions=True
    )


@pytest.mark.parametrize("door", PRIVATE_DOORS)
def test_the_doors_that_we_use_of_the_library_are_there(door: str) -> None:
    from fastmcp import FastMCP

    try:
        attrgetter(door)(FastMCP("bare"))
    except AttributeError as gone:
        pytest.fail(f"fastmcp has no {door} any more ({gone}): toolgate/serving/server.py uses it")


@pytest.mark.parametrize("method", ABSENT)
def test_what_is_taken_back_was_there_to_be_announced(method: str) -> None:
    from fastmcp import FastMCP

    assert method in FastMCP("bare")._mcp_server._request_handlers, f"fastmcp registers no {method} any more"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_only_tools_are_announced(mode: Any) -> None:
    async with Client(_server(), mode=mode) as client:
        capabilities = client.initialize_result.capabilities if client.initialize_result else None
        if capabilities is not None:
            named = capabilities.model_dump(exclude_none=True)
            assert set(named) - {"experimental", "extensions"} == {"tools"}
            assert not named["tools"].get("list_changed")
        with pytest.raises(Exception, match=r"(?i)method not found|not supported"):
            await client.list_prompts()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_call_carries_who_is_behind_it_and_the_reply_its_number(mode: Any) -> None:
    async with Client(_server(), mode=mode, client_info=mcp_types.Implementation(name="pit", version="2")) as client:
        meta = {"toolgate/model": "some-model", REQUEST_META: "r-9"}
        result = await client.call_tool("echo", {}, meta=meta)
    assert result.structured_content is not None
    assert result.structured_content["model"] == "some-model"
    assert result.structured_content["client"] == "pit/2"
    assert result.structured_content["request"] == "r-9"
    assert (result.meta or {})[REQUEST_META] == "r-9"


async def test_a_client_is_told_once_of_each_change() -> None:
    version = [1]
    told: list[str] = []

    async def hear(message: Any) -> None:
        told.append(type(message).__name__)

    changes = Changes(lambda: version[0])
    async with Client(_server(changes), mode="legacy", message_handler=hear) as client:
        assert client.initialize_result is not None
        assert client.initialize_result.capabilities.tools is not None
        assert client.initialize_result.capabilities.tools.list_changed
        await client.list_tools()
        await changes.look()
        version[0] = 2
        await changes.look()
        await changes.look()
        await client.list_tools()  # whatever was sent before this answer has arrived
    assert told.count("ToolListChangedNotification") == 1


def test_the_gate_alone_loads_no_server_library() -> None:
    code = (
        "import sys, toolgate, toolgate.runner; print([m for m in ('fastmcp', 'mcp', 'starlette') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


NATIVE = {
    "content": [
        {"type": "text", "text": "a page"},
        {"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"},
    ],
    "structuredContent": {"rows": [1, None]},
    "isError": False,
    "_meta": {"docs/page": 7},
}


def _foreign(result: dict[str, Any], error: str | None = None) -> Any:
    specs = [
        ToolSpec("page", "a page", SCHEMA, SCHEMA, lambda arguments, agent: Native(result, {}, error), blocking=False)
    ]
    return build_server(
        Runner(specs, server="docs"), name="here", instructions="", version="1", identity=Identity(), sessions=True
    )


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("failed", [False, True])
async def test_a_foreign_result_goes_over_the_wire_as_it_came(mode: Any, failed: bool) -> None:
    server = _foreign({**NATIVE, "isError": failed}, "no such page" if failed else None)
    async with Client(server, mode=mode) as client:
        result = await client.call_tool_mcp("page", {})
    shown = result.model_dump(by_alias=True, exclude_none=True, mode="json")
    assert shown["content"] == NATIVE["content"]
    assert result.structured_content == NATIVE["structuredContent"]
    assert result.is_error is failed
    assert (result.meta or {})["docs/page"] == 7
    assert (result.meta or {})[REQUEST_META]


async def test_two_servers_tools_of_one_name_are_each_listed_as_they_are() -> None:
    runner = Runner((ECHO,), server="here")
    runner.replace("there", [replace(ECHO, description="says it elsewhere")])
    server = build_server(runner, name="here", instructions="", version="1", identity=Identity())
    async with Client(server) as client:
        for _ in range(2):
            listed = await client.list_tools_mcp()
            assert [tool.description for tool in listed.tools] == ["says it again", "says it elsewhere"]


async def test_a_server_on_stdio_that_is_told_to_stop_waits_for_its_calls() -> None:
    changes, in_flight = Changes(lambda: 1), InFlight()
    stdio = Stdio(_server(changes), Identity(), refused_by(Runner((ECHO,))), in_flight, changes, drain_s=60.0)
    with in_flight:
        stopping = asyncio.create_task(stdio.stop())
        for _ in range(5):
            await asyncio.sleep(0)
        assert not stopping.done()
    await stopping


async def test_and_no_longer_than_it_is_given(caplog: pytest.LogCaptureFixture) -> None:
    changes, in_flight = Changes(lambda: 1), InFlight()
    stdio = Stdio(_server(changes), Identity(), refused_by(Runner((ECHO,))), in_flight, changes, drain_s=0.0)
    with in_flight:
        await stdio.stop()
    assert "calls were cut short: 1" in caplog.text
