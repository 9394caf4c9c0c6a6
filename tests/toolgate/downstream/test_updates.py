"""Notify, then read; and calls that only say what they would do."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from tests.command import director
from tests.toolgate.downstream.gateways import client_of, config_of, entry, executed, records, result
from toolgate.audit.journal import AuditLog
from toolgate.contract import AgentContext
from toolgate.downstream.gateway import Gateway
from toolgate.downstream.servers import Servers
from toolgate.downstream.updates import updates
from toolgate.gate import Gate

MODERN = """
from mcp.server.mcpserver import MCPServer, Context

server = MCPServer("modern")


@server.resource("docs://pages/1")
def page() -> str:
    return "one"


@server.tool()
async def touch(uri: str, ctx: Context) -> str:
    await ctx.notify_resource_updated(uri)
    return "touched"


server.run("stdio")
"""


@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_a_change_is_heard(tmp_path: Path, era: str) -> None:
    described = entry(allow_resources=["docs://*"])
    if era == "modern":
        (tmp_path / "modern.py").write_text(MODERN)
        described = {**described, "command": sys.executable, "args": [str(tmp_path / "modern.py")]}
    behind = Servers(config_of(tmp_path, {"a": described}))
    gateway = Gateway(Gate(server="gateway", foreign=behind), behind)
    agent = AgentContext("ann")
    try:
        await behind.start(gateway.runner)
        async with client_of(gateway) as client, aclosing(updates(behind, "a", "docs://pages/1", agent)) as changes:
            assert await anext(changes) is None
            heard: asyncio.Task[Any] = asyncio.create_task(anext(changes))
            while not heard.done():
                seen = await executed(client, "a", "touch", agent_id="ann", args={"uri": "docs://pages/1"})
                assert not seen.get("isError"), seen
                await asyncio.sleep(0.05)
            assert heard.result() == "docs://pages/1"
    finally:
        await behind.close()


async def test_a_dry_run_judges_and_touches_nothing(tmp_path: Path) -> None:
    config = config_of(tmp_path, {"a": entry(allow_tools=["count", "say", "lie"], allow_resources=["docs://*"])})
    behind = Servers(config, dry_run=True)
    log = AuditLog(tmp_path / "audit.jsonl")
    gateway = Gateway(Gate(server="gateway", foreign=behind, log=log), behind)
    try:
        await behind.start(gateway.runner)
        async with client_of(gateway) as client:
            seen = (await executed(client, "a", "count", args={"x": 1}))["structuredContent"]
            assert seen == {
                "dry_run": True,
                "server": "a",
                "method": "tools/call",
                "name": "count",
                "arguments": {"x": 1},
            }
            assert (await executed(client, "a", "lie"))["structuredContent"]["dry_run"] is True
            assert (await executed(client, "a", "pid"))["structuredContent"]["error"]["code"] == "DENIED_BY_POLICY"
            wrong = await executed(client, "a", "say", args={"text": 5})
            assert wrong["structuredContent"]["error"]["code"] == "INVALID_ARGUMENTS"
            assert not (await result(client, "read_resource", server="a", uri="docs://pages/1")).get("isError")
        behind.all["a"]._dry_run = False
        async with client_of(gateway) as client:
            assert (await executed(client, "a", "count"))["structuredContent"] == {"count": 1}
        assert [one["tool"] for one in records(tmp_path) if one["decision"] == "DENY"] == ["pid"]
    finally:
        await behind.close()
        log.close()


def test_watching_needs_a_server_and_an_address_that_may_be_read(tmp_path: Path) -> None:
    path = tmp_path / ".mcp.json"
    path.write_text(json.dumps({"mcpServers": {"a": entry(allow_resources=["docs://*"]), "b": entry()}}))
    settings = {"DIRECTOR_AUDIT_PATH": str(tmp_path / "audit.jsonl"), "GATEWAY_MCP_CONFIG": str(path)}
    denied = director("watch", "secret://x", **settings)
    assert (denied.returncode, "may not be read" in denied.stderr) == (1, True)
    unknown = director("watch", "docs://pages/1", "--server", "c", **settings)
    assert (unknown.returncode, "there is no server 'c'" in unknown.stderr) == (2, True)


def test_a_change_asks_the_race(tmp_path: Path) -> None:
    path = tmp_path / ".mcp.json"
    path.write_text(json.dumps({"mcpServers": {"a": entry("restless", allow_resources=["docs://*"])}}))
    settings = {"DIRECTOR_AUDIT_PATH": str(tmp_path / "audit.jsonl"), "GATEWAY_RULES": ""}
    watch = ("watch", "docs://pages/1", "--config", str(path), "--count", "1")
    alone = director(*watch, **settings)
    (line,) = alone.stdout.splitlines()
    assert alone.returncode == 0, alone.stderr
    assert json.loads(line)["contents"][0]["text"] == "one"
    asked = director(*watch, "--ask", "who leads the race?", "--source", "sim:laps=2,cars=4", **settings)
    changed, answer = asked.stdout.splitlines()
    assert json.loads(changed)["uri"] == "docs://pages/1"
    assert answer.endswith(".")
    assert not answer.startswith(("silent", "failed"))
    assert [one["tool"] for one in records(tmp_path) if one["tool"] == "read_resource"] == ["read_resource"] * 2


def test_watching_needs_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    nowhere = director("watch", "docs://pages/1", "--ask", "who leads?", GATEWAY_MCP_CONFIG="")
    assert (nowhere.returncode, "name one with --config" in nowhere.stderr) == (2, True)
