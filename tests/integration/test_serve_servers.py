"""`director serve --config`: the race with other people's tools beside its own, over MCP and REST, under one gate."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

from tests.integration.test_http import Served
from tests.toolgate.downstream.gateways import entry, eventually, result

pytestmark = pytest.mark.asyncio(loop_scope="module")

SOURCE = "sim:laps=2,cars=4"
CLOCK = {
    "command": sys.executable,
    "args": ["-m", "mcp_server_time"],
    "tiers": {"*": "READ_ONLY"},
    "allow_tools": ["*"],
}
SERVERS = {"lab": entry(allow_tools=["say", "progress", "count"]), "time": CLOCK}
RULES = {
    "agents": {
        "default": {"allow": {"servers": ["*"], "tools": {"*": ["*"]}}},
        "fan": {"allow": {"servers": ["pitwall"], "tools": {"pitwall": ["*"]}}},
    },
    "defaults": {"deny_on_missing_agent": False},
}


def write(folder: Path, servers: Any) -> Path:
    path = folder / ".mcp.json"
    path.write_text(json.dumps({"mcpServers": servers}))
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("serve")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Served]:
    write(folder, SERVERS)
    (folder / "rules.json").write_text(json.dumps(RULES))
    command = [sys.executable, "-m", "director", "serve", "--transport", "http", "--port", "0", "--source", SOURCE]
    command += ["--config", str(folder / ".mcp.json")]
    env = {
        **os.environ,
        "DIRECTOR_AUDIT_PATH": str(folder / "audit.jsonl"),
        "GATEWAY_RULES": str(folder / "rules.json"),
    }
    with (folder / "log").open("w") as log, subprocess.Popen(command, stderr=log, text=True, env=env) as process:
        found = None
        while found is None:
            assert process.poll() is None, (folder / "log").read_text()
            time.sleep(0.05)
            found = re.search(r"serving on (http://[^/]+)/mcp", (folder / "log").read_text())
        try:
            yield Served(process, found[1], folder)
        finally:
            process.terminate()
            process.wait()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(server: Served) -> AsyncIterator[Client[Any]]:
    async with Client(StreamableHttpTransport(f"{server.url}/mcp"), mode="legacy") as client:
        yield client


async def test_the_races_tools_are_bare_and_theirs_say_whose_they_are(client: Client[Any]) -> None:
    tools = {tool.name: tool for tool in await client.list_tools()}
    assert {"get_standings", "ask", "lab__say", "lab__count", "time__get_current_time"} <= set(tools)
    assert not {"say", "lab__pid", "list_servers"} & set(tools)
    assert tools["lab__say"].input_schema == {"type": "object", "properties": {"text": {"type": "string"}}}
    assert (await result(client, "get_standings"))["structuredContent"]["rows"]
    seen = await result(client, "lab__say", text="hello")
    assert (seen["content"], "structuredContent" in seen) == ([{"type": "text", "text": "hello"}], False)


async def test_what_comes_beside_a_call_passes(client: Client[Any]) -> None:
    heard: list[float] = []

    async def told(progress: float, total: float | None, message: str | None) -> None:
        heard.append(progress)

    await client.call_tool("lab__progress", {}, progress_handler=told)
    assert heard == [1, 2]


async def test_ask_uses_them_too(client: Client[Any]) -> None:
    answer = (await result(client, "ask", question="what time is it in Asia/Tokyo?"))["structuredContent"]
    assert answer["status"] == "answered", answer
    assert "Asia/Tokyo" in answer["answer"]
    assert [step["name"] for step in answer["steps"]] == ["get_current_time"]


async def test_rest_takes_the_server_or_the_whole_name(server: Served) -> None:
    for body in (
        {"tool": "say", "server": "lab", "arguments": {"text": "x"}},
        {"tool": "lab__say", "arguments": {"text": "x"}},
    ):
        answer = server.execute(body).json()
        assert answer["content"] == [{"type": "text", "text": "x"}]
        assert answer["result"]["text"] == "x"
    assert server.execute({"tool": "get_standings", "arguments": {}}).json()["result"]["rows"]
    assert server.execute({"tool": "get_standings", "server": "pitwall", "arguments": {}}).status_code == 200
    assert server.execute({"tool": "say", "arguments": {}}).status_code == 404
    assert server.execute({"tool": "pid", "server": "lab", "arguments": {}}).status_code == 403
    names = [tool["name"] for tool in server.get("/mcp/capabilities").json()["tools"]]
    assert {"get_standings", "lab__say"} <= set(names)


async def test_an_agent_hears_nothing_of_servers_that_it_may_not_reach(server: Served) -> None:
    as_fan = {"x-agent-id": "fan"}
    names = [tool["name"] for tool in server.get("/mcp/capabilities", headers=as_fan).json()["tools"]]
    assert "get_standings" in names
    assert not [name for name in names if "__" in name]
    messages = set()
    for name in ("lab__say", "lab__nothing", "nowhere__say"):
        refused = server.execute({"tool": name, "arguments": {}}, headers=as_fan)
        assert refused.status_code == 403
        messages.add(re.sub(r"lab|nowhere", "*", refused.json()["message"]))
    assert len(messages) == 1


async def test_every_call_is_recorded_under_its_server(server: Served, folder: Path) -> None:
    server.execute({"tool": "lab__count", "arguments": {}})
    records = [json.loads(line) for line in (folder / "audit.jsonl").read_text().splitlines()]
    assert (records[-1]["server"], records[-1]["tool"], records[-1]["decision"]) == ("lab", "count", "ALLOW")


async def test_an_edit_and_a_signal_take_effect_without_a_call(
    server: Served, client: Client[Any], folder: Path
) -> None:
    write(folder, {"lab": entry(allow_tools=["count"])})
    if hasattr(signal, "SIGHUP"):
        server.process.send_signal(signal.SIGHUP)

    def names() -> list[str]:
        tools = httpx2.get(f"{server.url}/mcp/capabilities").json()["tools"]
        return [tool["name"] for tool in tools if "__" in tool["name"]]

    await eventually(lambda: names() == ["lab__count"])
    write(folder, {"lab": entry(allow_tools=["count"]), "pitwall": entry()})
    await eventually(lambda: "rename that server" in (folder / "log").read_text())
    assert names() == ["lab__count"]


async def test_over_stdio_by_the_environment(tmp_path: Path) -> None:
    config = write(tmp_path, {"lab": entry(allow_tools=["say"])})
    env = {**os.environ, "DIRECTOR_AUDIT_PATH": str(tmp_path / "audit.jsonl"), "GATEWAY_MCP_CONFIG": str(config)}
    command = ["-m", "director", "serve", "--source", SOURCE]
    async with Client(StdioTransport(sys.executable, command, env=env, keep_alive=False)) as client:
        seen, standings = await asyncio.gather(result(client, "lab__say", text="x"), result(client, "get_standings"))
        assert seen["content"][0]["text"] == "x"
        assert len(standings["structuredContent"]["rows"]) == 4
