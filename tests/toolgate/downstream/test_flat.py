"""The transparent mode: the servers' own tools, resources and prompts, as if a client spoke to them itself."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import mcp_types
import pytest
import pytest_asyncio
from fastmcp import Client
from mcp.shared.exceptions import MCPError

from tests.toolgate.downstream.gateways import EVERYTHING, client_of, entry, executed, records, result, running
from toolgate.contract import JsonObject
from toolgate.downstream.entries import ConfigError
from toolgate.downstream.flat import Flat

pytestmark = pytest.mark.asyncio(loop_scope="module")

ONE = {"docs": entry(allow_tools=["*"], allow_resources=["docs://pages/*"])}
TWO = {"docs": entry(allow_tools=["say", "count"]), "lab": entry(allow_resources=["secret://*"])}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("flat")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def flat(folder: Path) -> AsyncIterator[Flat]:
    async with running(folder, ONE) as gateway:
        yield Flat(gateway)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(flat: Flat) -> AsyncIterator[Client[Any]]:
    async with client_of(flat, mode="legacy") as client:
        yield client


async def test_tools_are_listed_as_their_server_lists_them(client: Client[Any], flat: Flat) -> None:
    listed = await client.session.send_request(mcp_types.ListToolsRequest(), mcp_types.ListToolsResult)
    shown = [tool.model_dump(by_alias=True, mode="json", exclude_unset=True) for tool in listed.tools]
    natives = [tool.native for tool in flat._gateway.servers.all["docs"].tools]
    assert [tool["name"] for tool in shown] == [n["name"] for n in natives if n["name"] != "destroy"]
    assert next(tool for tool in shown if tool["name"] == "everything") == next(
        native for native in natives if native["name"] == "everything"
    )


async def test_a_result_passes_as_it_came(client: Client[Any]) -> None:
    seen = await result(client, "everything")
    assert seen["_meta"].pop("toolgate/request-id")
    assert seen == json.loads(EVERYTHING.read_text())


async def test_a_protocol_error_of_a_server_is_one_for_the_client(client: Client[Any]) -> None:
    with pytest.raises(MCPError) as raised:
        await result(client, "bad_error")
    assert (raised.value.error.code, raised.value.error.message) == (-32050, "no\nthank you")
    assert raised.value.error.data == {"k": 1}


async def test_meta_and_progress_pass_both_ways(client: Client[Any]) -> None:
    told: list[Any] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        told.append((done, total, message))

    meta: Any = {"mine": [1], "toolgate/model": "m", "io.modelcontextprotocol/clientInfo": {"name": "x"}}
    given: Any = {"progress_callback": progress, "meta": meta}
    seen: Any = await client.session.call_tool("progress", {"a": None}, **given)
    assert told == [(1, 2, "step 1"), (2, 2, "step 2")]
    assert seen.structured_content is not None
    assert seen.structured_content["given"] == {"a": None}
    assert set(seen.structured_content["meta"]) == {"mine", "progressToken"}
    assert seen.structured_content["meta"]["mine"] == [1]


async def test_log_lines_go_to_the_client_whose_call_it_is(flat: Flat) -> None:
    told: list[Any] = []

    async def log(message: Any) -> None:
        told.append((message.level, message.logger, message.data))

    async with client_of(flat, mode="legacy", log_handler=log) as client:
        await result(client, "log")
    assert told == [("info", "l", {"n": 1})]


async def test_what_a_server_asks_goes_to_the_client_and_its_capabilities_to_the_server(tmp_path: Path) -> None:
    async def elicited(message: str, response_type: Any, params: Any, context: Any) -> Any:
        return {"name": "ann"}

    question = {"message": "who?", "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}
    async with (
        running(tmp_path, ONE) as gateway,
        client_of(Flat(gateway), mode="legacy", elicitation_handler=elicited) as client,
    ):
        can = (await result(client, "capabilities"))["structuredContent"]["capabilities"]
        assert "elicitation" in can
        asked = {"method": "elicitation/create", "params": question}
        seen = (await result(client, "ask_client", **asked))["structuredContent"]
        assert seen["result"]["content"] == {"name": "ann"}
        asked = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 5}}
        seen = (await result(client, "ask_client", **asked))["structuredContent"]
        assert "error" in seen


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_what_a_server_asks_in_mid_call_is_asked_by_either_protocol(tmp_path: Path, mode: Any) -> None:
    """The server speaks the older one. A client of the newer one is asked with a result and makes the call again."""
    told: list[Any] = []

    async def elicited(message: str, response_type: Any, params: Any, context: Any) -> Any:
        told.append(message)
        return {"name": "ann"}

    async def sampled(messages: Any, params: Any, context: Any) -> str:
        return f"{len(messages)} of {params.max_tokens}"

    async with (
        running(tmp_path, ONE) as gateway,
        client_of(
            Flat(gateway), mode=mode, elicitation_handler=elicited, sampling_handler=sampled, roots=["file:///r"]
        ) as client,
    ):

        async def asked(method: str, **params: Any) -> JsonObject:
            called = await client.call_tool("ask_client", {"method": method, "params": params})
            seen: JsonObject = (called.structured_content or {})["result"]
            return seen

        form = {"type": "object", "properties": {"name": {"type": "string"}}}
        elicit = {"mode": "form", "message": "who?", "requestedSchema": form}
        assert (await asked("elicitation/create", **elicit))["content"] == {"name": "ann"}
        said = {"role": "user", "content": {"type": "text", "text": "hello"}}
        answer = await asked("sampling/createMessage", messages=[said], maxTokens=5)
        assert answer["content"]["text"] == "1 of 5"
        assert (await asked("roots/list"))["roots"][0]["uri"] == "file:///r"
        assert len(gateway.servers.all["docs"].held) == 0
    assert told == ["who?"]
    rounds = [one["tool"] for one in records(tmp_path) if one.get("tool") == "ask_client"]
    assert len(rounds) == (3 if mode == "legacy" else 6)


async def test_resources_prompts_and_completions_pass_through_the_same_door(client: Client[Any], folder: Path) -> None:
    before = len(records(folder))
    assert [str(one.uri) for one in await client.list_resources()] == ["docs://pages/1"]
    assert [one.uri_template for one in await client.list_resource_templates()] == ["docs://pages/{n}"]
    (content,) = await client.read_resource("docs://pages/1")
    assert content.text == "one"  # type: ignore[union-attr]
    assert [one.name for one in await client.list_prompts()] == ["greet"]
    prompt = await client.get_prompt("greet", {"who": "ann"})
    assert prompt.messages[0].content.text == "hello ann"  # type: ignore[union-attr]
    assert prompt.meta is not None
    assert prompt.meta["mine"] == 3
    completed = await client.complete(
        mcp_types.PromptReference(type="ref/prompt", name="greet"), {"name": "who", "value": "a"}
    )
    assert completed.values == ["ax"]
    assert [record["operation"] for record in records(folder)[before:]] == [
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
        "prompts/get",
        "completion/complete",
    ]


@pytest.mark.parametrize("uri", ["secret://x", "docs://pages/..%2fx"])
async def test_a_resource_beyond_the_list_is_denied(client: Client[Any], folder: Path, uri: str) -> None:
    with pytest.raises(MCPError) as raised:
        await client.read_resource_mcp(uri)
    assert (raised.value.error.code, raised.value.error.data["code"]) == (-32000, "DENIED_BY_POLICY")
    assert records(folder)[-1]["decision"] == "DENY"


async def test_with_several_servers_names_say_which(tmp_path: Path) -> None:
    async with running(tmp_path, TWO) as gateway, client_of(Flat(gateway)) as client:
        names = [tool.name for tool in await client.list_tools()]
        assert {"docs__say", "docs__count", "lab__say"} <= set(names)
        assert not {"docs__pid", "say", "list_servers"} & set(names)
        assert (await result(client, "docs__count"))["structuredContent"] == {"count": 1}
        assert (await result(client, "lab__count"))["structuredContent"] == {"count": 1}
        (record,) = [one for one in records(tmp_path) if one["server"] == "lab"]
        assert record["tool"] == "count"
        for name, code in (("docs__pid", "DENIED_BY_POLICY"), ("say", "TOOL_NOT_FOUND"), ("x__y", "TOOL_NOT_FOUND")):
            seen = await result(client, name)
            assert seen["structuredContent"]["error"]["code"] == code
        assert [str(one.uri) for one in await client.list_resources()] == ["secret://x"]
        assert await executed_is_unknown(client)


async def executed_is_unknown(client: Client[Any]) -> bool:
    """The gateway's own tools are not there."""
    seen = await executed(client, "docs", "say")
    return bool(seen["structuredContent"]["error"]["code"] == "TOOL_NOT_FOUND")


async def test_two_tools_of_one_name_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path, {"a": entry(), "a__": entry()}) as gateway:
        Flat(gateway).names.check()
    servers = {"a": entry("named", "b__c"), "a__b": entry("named", "c")}
    async with running(tmp_path, servers) as gateway:
        with pytest.raises(ConfigError, match="'b__c' of a and 'c' of a__b would both be 'a__b__c'"):
            Flat(gateway).names.check()
        async with client_of(Flat(gateway)) as client:
            assert "a__b__c" not in [tool.name for tool in await client.list_tools()]


async def test_prompts_of_several_servers_say_whose_they_are(tmp_path: Path) -> None:
    async with running(tmp_path, TWO) as gateway, client_of(Flat(gateway), mode="legacy") as client:
        assert [one.name for one in await client.list_prompts()] == ["docs__greet", "lab__greet"]
        got = await client.get_prompt_mcp("lab__greet", {"who": "ann"})
        assert got.messages[0].content.text == "hello ann"  # type: ignore[union-attr]
        ref = mcp_types.PromptReference(type="ref/prompt", name="docs__greet")
        assert (await client.complete(ref, {"name": "who", "value": "a"})).values == ["ax"]
        for name in ("greet", "nowhere__greet", "docs__nothing"):
            with pytest.raises(MCPError) as raised:
                await client.get_prompt_mcp(name, {"who": "ann"})
            assert raised.value.error.code == -32002


async def test_a_resource_that_two_servers_list_is_nobodys(tmp_path: Path) -> None:
    servers = {
        "docs": entry(allow_resources=["docs://*"]),
        "shadow": entry(allow_resources=["*"]),
    }
    async with running(tmp_path, servers) as gateway, client_of(Flat(gateway), mode="legacy") as client:
        with pytest.raises(MCPError, match="several servers have it: narrow their allow_resources"):
            await client.read_resource_mcp("docs://pages/1")
        seen = await client.read_resource_mcp("secret://x")
        assert seen.contents[0].text == "secret"  # type: ignore[union-attr]
