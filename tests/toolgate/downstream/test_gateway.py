"""The gateway's own tools in front of real servers: what clients see, what is recorded."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from fastmcp import Client

from tests.toolgate.downstream.gateways import EVERYTHING, client_of, entry, executed, records, result, running
from toolgate.downstream.gateway import Gateway

pytestmark = pytest.mark.asyncio(loop_scope="module")

SERVERS = {
    "docs": entry(description="papers", allow_tools=["say", "everything", "fail", "lie", "pid", "a/b", "bad_error"]),
    "lab": entry(allow_resources=["docs://pages/*"]),
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("gateway")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(folder: Path) -> AsyncIterator[Gateway]:
    async with running(folder, SERVERS) as gateway:
        yield gateway


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(gateway: Gateway) -> AsyncIterator[Client[Any]]:
    async with client_of(gateway) as client:
        yield client


async def test_the_own_tools_are_what_a_client_lists(client: Client[Any]) -> None:
    tools = await client.list_tools()
    assert [tool.name for tool in tools] == ["list_servers", "get_server_tools", "execute_tool", "read_resource"]
    shown = json.dumps([t.model_dump(by_alias=True, exclude={"output_schema"}, exclude_none=True) for t in tools])
    assert len(shown) / 4 <= 450


async def test_servers_are_listed_with_their_transport(client: Client[Any]) -> None:
    assert (await client.call_tool("list_servers", {})).data == [
        {"name": "docs", "transport": "stdio", "description": "papers"},
        {"name": "lab", "transport": "stdio"},
    ]
    more = (await client.call_tool("list_servers", {"include_metadata": True})).data
    assert [set(one) for one in more] == [{"name", "transport", "description", "command"}] * 2


async def test_a_servers_tools_are_listed_by_name_pattern_and_budget(client: Client[Any]) -> None:
    async def names(**given: Any) -> tuple[list[str], int, int | None]:
        body = (await result(client, "get_server_tools", server="docs", **given))["structuredContent"]
        assert (body["returned"], body["error"]) == (len(body["tools"]), None)
        return [tool["name"] for tool in body["tools"]], body["total_available"], body["tokens_used"]

    every = ["say", "fail", "everything", "lie", "pid", "a/b", "bad_error"]
    assert await names() == (every, 7, None)
    assert await names(names=" pid , say,nobody") == (["say", "pid"], 7, None)
    assert await names(names=" ", pattern="") == (every, 7, None)
    assert await names(pattern="*i*") == (["fail", "everything", "lie", "pid"], 7, None)
    assert await names(pattern="[!a-l]??", names="say,pid") == (["say", "pid"], 7, None)
    assert await names(max_schema_tokens=0) == ([], 7, 0)
    some, _, used = await names(max_schema_tokens=60)
    assert some == every[: len(some)]
    assert 0 < len(some) < 7
    assert used is not None
    assert 0 < used <= 60
    assert (await names(max_schema_tokens=used))[::2] == (some, used)
    assert len((await names(max_schema_tokens=used - 1))[0]) == len(some) - 1


async def test_a_result_passes_as_it_came(client: Client[Any]) -> None:
    seen = await executed(client, "docs", "everything")
    meta = seen.pop("_meta")
    assert meta["mine"] == {"deep": [1]}
    del seen["resultType"]
    assert {**seen, "_meta": {"mine": meta["mine"]}} == json.loads(EVERYTHING.read_text())


async def test_an_error_of_a_server_passes_as_it_came(client: Client[Any]) -> None:
    seen = await executed(client, "docs", "fail")
    assert (seen["isError"], seen["structuredContent"]) == (True, {"why": "so"})
    assert seen["content"] == [{"type": "text", "text": "it went wrong"}]
    error = (await executed(client, "docs", "bad_error"))["structuredContent"]["error"]
    assert error == {"code": "TOOL_FAILED", "message": 'server "docs": no thank you', "number": -32050}


async def test_what_a_server_promises_it_has_to_keep(client: Client[Any]) -> None:
    error = (await executed(client, "docs", "lie"))["structuredContent"]["error"]
    assert (error["code"], error["path"]) == ("OUTPUT_INVALID", "/n")


async def test_a_slash_is_a_part_of_a_name(client: Client[Any]) -> None:
    assert (await executed(client, "docs", "a/b"))["content"] == [{"type": "text", "text": "a/b is done"}]


async def test_what_no_list_names_is_denied_and_its_server_hears_nothing(
    client: Client[Any], gateway: Gateway, folder: Path
) -> None:
    def asked() -> int:
        return sum(session._count for session in gateway.servers.all["docs"].sessions)

    before, requests = len(records(folder)), asked()
    seen = await executed(client, "docs", "count")
    assert seen["isError"] is True
    assert seen["structuredContent"]["error"] == {
        "code": "DENIED_BY_POLICY",
        "message": 'mcp tool "count" denied by allowlist on server "docs"',
        "rule": "mcpServers.docs.allow_tools",
    }
    assert asked() == requests
    (record,) = records(folder)[before:]
    assert (record["server"], record["tool"], record["decision"]) == ("docs", "count", "DENY")
    assert record["rule"] == "mcpServers.docs.allow_tools"
    assert (await executed(client, "lab", "count"))["structuredContent"] == {"count": 1}


@pytest.mark.parametrize(
    ("tool", "given", "code"),
    [
        ("execute_tool", {"server": "nobody", "tool": "x"}, "TOOL_NOT_FOUND"),
        ("execute_tool", {"server": "lab", "tool": "nothing"}, "TOOL_NOT_FOUND"),
        ("execute_tool", {"server": "lab", "tool": "sleep", "timeout_ms": -5}, "INVALID_ARGUMENTS"),
        ("execute_tool", {"server": "lab", "tool": "sleep", "timeout_ms": 0}, "INVALID_ARGUMENTS"),
        ("execute_tool", {"server": "lab", "tool": "sleep", "args": {"seconds": 3}, "timeout_ms": 50}, "TIMEOUT"),
        ("execute_tool", {"server": "lab", "tool": "say", "args": {"text": 5}}, "INVALID_ARGUMENTS"),
        ("execute_tool", {"server": "lab"}, "INVALID_ARGUMENTS"),
        ("execute_tool", {"server": "lab", "tool": "destroy"}, "DENIED_BY_POLICY"),
        ("read_resource", {"server": "lab", "uri": "secret://x"}, "DENIED_BY_POLICY"),
        ("read_resource", {"server": "lab", "uri": "docs://pages/../x"}, "DENIED_BY_POLICY"),
        ("read_resource", {"server": "docs", "uri": "docs://pages/1"}, "DENIED_BY_POLICY"),
        ("read_resource", {"server": "lab", "uri": "docs://pages/2"}, "TOOL_FAILED"),
        ("get_gateway_status", {}, "TOOL_NOT_FOUND"),
        ("nothing", {}, "TOOL_NOT_FOUND"),
    ],
)
async def test_every_failure_has_its_code_and_one_record(
    client: Client[Any], folder: Path, tool: str, given: dict[str, Any], code: str
) -> None:
    before = len(records(folder))
    seen = await result(client, tool, **given)
    assert (seen["isError"], seen["structuredContent"]["error"]["code"]) == (True, code)
    assert len(records(folder)) == before + 1
    assert (await executed(client, "lab", "say", args={"text": "on"}))["content"][0]["text"] == "on"


async def test_a_server_that_is_not_there_has_no_tools_and_an_error_beside_them(client: Client[Any]) -> None:
    seen = await result(client, "get_server_tools", server="nobody")
    assert seen["isError"] is False
    assert seen["structuredContent"]["error"]["code"] == "TOOL_NOT_FOUND"
    assert (seen["structuredContent"]["tools"], seen["structuredContent"]["total_available"]) == ([], 0)


async def test_a_resource_passes_as_it_came(client: Client[Any]) -> None:
    seen = await result(client, "read_resource", server="lab", uri="docs://pages/1")
    contents = [{"uri": "docs://pages/1", "text": "one", "mimeType": "text/plain"}]
    assert seen["structuredContent"] == {"contents": contents}
    assert seen["content"] == [{"type": "resource", "resource": contents[0]}]
    assert seen["_meta"]["mine"] == 2


async def test_lists_are_recorded(client: Client[Any], folder: Path) -> None:
    before = len(records(folder))
    await client.list_tools()
    await client.call_tool("list_servers", {})
    await client.call_tool("get_server_tools", {"server": "docs"})
    made = [(record["operation"], record["tool"]) for record in records(folder)[before:]]
    assert made == [("tools/list", ""), ("tools/call", "list_servers"), ("tools/call", "get_server_tools")]
