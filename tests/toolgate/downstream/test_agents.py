"""Who calls, and what each agent sees and reaches: the same in every path."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from fastmcp import Client

from tests.toolgate.downstream.gateways import client_of, entry, executed, records, result, running
from toolgate.contract import AgentContext, Call
from toolgate.downstream.flat import Flat
from toolgate.downstream.gateway import Gateway

pytestmark = pytest.mark.asyncio(loop_scope="module")

SERVERS = {
    "brave-search": entry(allow_resources=["docs://*"]),
    "postgres": entry(allow_resources=["docs://*"]),
    "bare": {**entry(), "allow_tools": ["say"]},
}
ALLOW_ALL = {"servers": ["*"], "tools": {"*": ["*"]}}
RULES = {
    "agents": {
        "researcher": {"allow": {"servers": ["brave-search"], "tools": {"brave-search": ["*"]}}},
        "backend": {
            "allow": {"servers": ["postgres"], "tools": {"postgres": ["count", "say", "p*"]}},
            "deny": {"tools": {"postgres": ["p*"]}},
        },
        "most": {"allow": ALLOW_ALL, "deny": {"servers": ["postgres"]}},
        "default": {"allow": {"servers": ["bare"], "tools": {"bare": ["*"]}}},
    },
    "defaults": {"deny_on_missing_agent": True},
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("agents")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(folder: Path) -> AsyncIterator[Gateway]:
    async with running(folder, SERVERS, rules=RULES, default_agent="default", debug=True) as gateway:
        yield gateway


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(gateway: Gateway) -> AsyncIterator[Client[Any]]:
    async with client_of(gateway) as client:
        yield client


async def code(client: Client[Any], called: str, **given: Any) -> tuple[str, str | None]:
    seen = await result(client, called, **given)
    error = seen.get("structuredContent", {}).get("error")
    return ("", None) if error is None else (error["code"], error.get("rule"))


async def servers(client: Client[Any], agent: str) -> list[str]:
    return [one["name"] for one in (await client.call_tool("list_servers", {"agent_id": agent})).data]


async def test_each_agent_is_listed_its_own_servers(client: Client[Any]) -> None:
    assert await servers(client, "researcher") == ["brave-search"]
    assert await servers(client, "backend") == ["postgres"]
    assert await servers(client, "most") == ["brave-search", "bare"]


async def test_a_denied_server_is_denied_in_every_path(client: Client[Any]) -> None:
    rule = "agents.most.deny.servers[0]"
    of = {"agent_id": "most", "server": "postgres"}
    assert await code(client, "get_server_tools", **of) == ("DENIED_BY_POLICY", rule)
    assert await code(client, "execute_tool", **of, tool="say") == ("DENIED_BY_POLICY", rule)
    assert await code(client, "read_resource", **of, uri="docs://pages/1") == ("DENIED_BY_POLICY", rule)


async def test_what_is_there_and_what_is_not_look_the_same_to_who_may_have_neither(client: Client[Any]) -> None:
    """A server, and a tool of a server, that the rules do not give an agent."""
    for tool, more in (("get_server_tools", {}), ("execute_tool", {"tool": "say"}), ("read_resource", {"uri": "x:y"})):
        told = []
        for name in ("postgres", "nothere!"):
            seen = await result(client, tool, agent_id="researcher", server=name, **more)
            told.append(str({**seen, "_meta": None}).replace(name, "NAME"))
        assert told[0] == told[1]
    told = []
    for name in ("pid", "nothere!"):
        seen = await executed(client, "bare", name, agent_id="default")
        told.append(str({**seen, "_meta": None}).replace(name, "NAME"))
    assert told[0] == told[1]


async def test_counts_and_lists_tell_of_nothing_that_may_not_be_called(client: Client[Any]) -> None:
    seen = (await result(client, "get_server_tools", agent_id="backend", server="postgres"))["structuredContent"]
    assert [tool["name"] for tool in seen["tools"]] == ["say", "count"]
    assert seen["total_available"] == 2
    assert await code(client, "execute_tool", agent_id="backend", server="postgres", tool="pid") == (
        "DENIED_BY_POLICY",
        "agents.backend.deny.tools.postgres[0]",
    )
    seen = await result(client, "execute_tool", agent_id="backend", server="postgres", tool="sayy")
    assert "fail" not in str(seen)


async def test_both_lists_must_allow(client: Client[Any]) -> None:
    assert await code(client, "execute_tool", agent_id="default", server="bare", tool="say") == ("", None)
    assert await code(client, "execute_tool", agent_id="default", server="bare", tool="count") == (
        "DENIED_BY_POLICY",
        "mcpServers.bare.allow_tools",
    )


async def test_the_status_tells_an_agent_of_its_own_servers(client: Client[Any]) -> None:
    seen = await result(client, "get_gateway_status", agent_id="researcher")
    assert seen["structuredContent"]["available_servers"] == ["brave-search"]


@pytest.mark.parametrize(
    ("missing_denied", "default", "agents", "named", "expected"),
    [
        (True, "default", ("default",), None, "INVALID_AGENT_ID"),
        (True, "default", ("default",), "", "INVALID_AGENT_ID"),
        (True, "default", ("default",), "default", ""),
        (False, "special", ("default", "special"), None, "special"),
        (False, "special", ("default", "special"), "default", "default"),
        (False, "", ("default",), None, "default"),
        (False, "", ("other",), None, "NO_FALLBACK_CONFIGURED"),
        (False, "", ("other",), "who?", "INVALID_AGENT_ID"),
    ],
)
async def test_who_calls(
    tmp_path: Path, missing_denied: bool, default: str, agents: tuple[str, ...], named: str | None, expected: str
) -> None:
    rules = {
        "agents": {name: {"allow": ALLOW_ALL} for name in agents},
        "defaults": {"deny_on_missing_agent": missing_denied},
    }
    async with running(tmp_path, {}, rules=rules, default_agent=default) as gateway, client_of(gateway) as client:
        seen = await result(client, "list_servers", agent_id=named)
        if expected.isupper():
            assert seen["structuredContent"]["error"]["code"] == expected
            assert (await executed(client, "x", "y", agent_id=named))["structuredContent"]["error"]["code"] == expected
        else:
            assert "isError" not in seen or seen["isError"] is False
            assert records(tmp_path)[-1]["agent_id"] == expected or named


async def test_a_token_wins_over_what_is_claimed(gateway: Gateway, folder: Path) -> None:
    known = AgentContext("backend", metadata={"client_id": "backend"})
    outcome = await gateway.call(Call("list_servers", {"agent_id": "researcher"}, known))
    assert [one["name"] for one in outcome.native["structuredContent"]["result"]] == ["postgres"]
    assert records(folder)[-1]["agent_id"] == "backend"


async def test_who_is_not_named_in_the_rules_gets_no_more_than_the_list_shows(tmp_path: Path) -> None:
    rules = {"agents": {}, "defaults": {"deny_on_missing_agent": False}}
    async with running(tmp_path, {"lab": entry()}, rules=rules) as gateway, client_of(gateway) as client:
        assert await servers(client, "anybody") == ["lab"]
        shown = (await result(client, "get_server_tools", agent_id="anybody", server="lab"))["structuredContent"]
        for tool in shown["tools"][:3]:
            assert await code(client, "execute_tool", agent_id="anybody", server="lab", tool=tool["name"]) == ("", None)
    unlisted = {key: value for key, value in entry().items() if key != "allow_tools"}
    async with running(tmp_path, {"lab": unlisted}, rules=rules) as gateway, client_of(gateway) as client:
        shown = (await result(client, "get_server_tools", agent_id="anybody", server="lab"))["structuredContent"]
        assert shown["tools"] == []
        assert (await code(client, "execute_tool", agent_id="anybody", server="lab", tool="count"))[0] == (
            "DENIED_BY_POLICY"
        )


async def test_without_lists_and_rules_nothing_is_callable(tmp_path: Path) -> None:
    unlisted = {key: value for key, value in entry().items() if key != "allow_tools"}
    async with running(tmp_path, {"lab": unlisted}) as gateway, client_of(gateway) as client:
        assert await servers(client, "anybody") == []
        assert await code(client, "execute_tool", server="lab", tool="say") == (
            "DENIED_BY_POLICY",
            "mcpServers.lab.allow_tools",
        )


TIERS = {"say": "READ_ONLY", "count": "STATEFUL", "fl*": "IRREVERSIBLE"}


@pytest.mark.parametrize(
    ("mode", "gate", "rules", "listed", "expected"),
    [
        ("guarded", {}, None, ["*"], {"say": True, "count": True, "flood": False, "destroy": False}),
        ("guarded", {"allow": ["^flood$"]}, None, ["*"], {"flood": True, "destroy": False}),
        ("guarded", {"deny": ["count"]}, None, ["*"], {"say": True, "count": False}),
        ("readonly", {"allow": [".*"]}, None, ["*"], {"say": True, "count": False, "flood": False}),
        ("open", {"deny": ["^lab:count"]}, None, ["*"], {"count": False, "flood": True, "destroy": True}),
        ("guarded", {}, {"tools": {"lab": ["co*"]}}, None, {"count": True, "say": False, "flood": False}),
        ("guarded", {}, {"tools": {"*": ["*"]}}, None, {"count": True, "say": True, "flood": False}),
        ("guarded", {}, "deny-first", None, {"count": False, "say": True, "flood": False}),
    ],
)
async def test_an_allow_that_names_a_tool_admits_stateful_and_no_more(
    tmp_path: Path, mode: str, gate: Any, rules: Any, listed: list[str] | None, expected: dict[str, bool]
) -> None:
    lab = {**entry(tiers=TIERS), "allow_tools": listed}
    if listed is None:
        del lab["allow_tools"]
    book = None
    if rules is not None:
        allow = {"servers": ["lab"], **(rules if isinstance(rules, dict) else {})}
        book = {"agents": {"ann": {"allow": allow}}}
        if rules == "deny-first":
            book["precedence"] = rules
    async with running(tmp_path, {"lab": lab}, rules=book, mode=mode, **gate) as gateway:
        for name, passes in expected.items():
            call = Call(name, {"bytes": 1} if name == "flood" else {}, AgentContext("ann"), "lab")
            outcome = await gateway.runner.call(call)
            assert outcome.ok is passes, name
        shown = {spec.name for spec in gateway.runner.listed(AgentContext("ann"))} & set(expected)
        assert shown == {name for name, passes in expected.items() if passes}


async def test_a_tool_that_nobody_has_spoken_of_is_taken_at_its_worst_word(tmp_path: Path) -> None:
    servers = {"lab": entry(tiers={"say": "READ_ONLY"})}
    for gate, passes in (({}, False), ({"allow": ["^pid$"]}, True), ({"mode": "open"}, True)):
        async with running(tmp_path, servers, **gate) as gateway:
            outcome = await gateway.runner.call(Call("pid", {"irreversible": True}, AgentContext("a"), "lab"))
            assert outcome.ok is passes
            assert (await gateway.runner.call(Call("pid", {"irreversible": False}, AgentContext("a"), "lab"))).ok
            assert (await gateway.runner.call(Call("say", {"irreversible": True}, AgentContext("a"), "lab"))).ok


async def test_in_the_transparent_mode_an_agent_sees_its_own_too(gateway: Gateway) -> None:
    flat = Flat(gateway)
    seen = await flat.list_tools(AgentContext("backend"), "tools/list")
    assert [spec.name for spec in seen] == ["postgres__say", "postgres__count"]
    outcome = await flat.call(Call("brave-search__say", {}, AgentContext("backend")))
    there = outcome.native["structuredContent"]["error"]
    outcome = await flat.call(Call("nothere__say", {}, AgentContext("backend")))
    not_there = outcome.native["structuredContent"]["error"]
    assert str(there).replace("brave-search", "N") == str(not_there).replace("nothere", "N")
    listed = await flat.methods.answer("resources/list", {}, AgentContext("backend"))
    assert {one["uri"] for one in listed["resources"]} == {"docs://pages/1"}
