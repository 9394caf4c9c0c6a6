"""`director gateway` as a program: what it says before it starts, over stdio and HTTP, and on signals."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from tests.command import director
from tests.serving import gateway_here
from tests.toolgate.downstream.gateways import entry, result

HIDDEN = ("GATEWAY_MCP_CONFIG", "GATEWAY_RULES", "GATEWAY_DEFAULT_AGENT", "GATEWAY_AUDIT_LOG", "GATEWAY_DEBUG")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder of its own, and no setting of whoever runs the tests."""
    monkeypatch.chdir(tmp_path)
    for name in HIDDEN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DIRECTOR_AUDIT_PATH", str(tmp_path / "state" / "audit.jsonl"))
    return tmp_path


def write(folder: Path, servers: Any, name: str = ".mcp.json") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"mcpServers": servers}))
    return path


def touching(folder: Path) -> dict[str, Any]:
    """An entry whose server would leave a trace if it were started."""
    return {"command": "touch", "args": [str(folder / "started")]}


def validated(*arguments: str, **environment: str) -> tuple[int, list[tuple[str, str]]]:
    done = director("gateway", "--validate-only", *arguments, **environment)
    body = json.loads(done.stdout)
    assert body["ok"] is (not body["issues"])
    return done.returncode, [(issue["code"], issue["path"]) for issue in body["issues"]]


def plan(folder: Path, *servers: str | None) -> str:
    steps = [{"id": f"s{i}", "name": "t", **({"server": s} if s else {})} for i, s in enumerate(servers)]
    path = folder / "plan.json"
    path.write_text(json.dumps({"plan": steps}))
    return str(path)


def test_a_plan_is_held_to_the_servers_and_nothing_is_started(here: Path) -> None:
    write(here, {"a": touching(here), "b": touching(here)})
    assert validated() == (0, [])
    assert validated("--plan", plan(here, "a", None, "c")) == (
        2,
        [("ambiguous_mcp_server", "plan[1].server"), ("unknown_mcp_server", "plan[2].server")],
    )
    write(here, {"a": touching(here)})
    assert validated("--plan", plan(here, None, "a")) == (0, [])
    assert validated(
        "--config", ".mcp.json", "--mcp-stdio", "touch started", "--plan", plan(here, None, "default")
    ) == (
        2,
        [("ambiguous_mcp_server", "plan[0].server")],
    )
    write(here, {})
    assert validated("--plan", plan(here, None, "a")) == (
        2,
        [("ambiguous_mcp_server", "plan[0].server"), ("unknown_mcp_server", "plan[1].server")],
    )
    assert validated("--mcp-stdio", "touch started", "--plan", plan(here, None, "default")) == (0, [])
    assert not (here / "started").exists()


def test_every_mistake_of_configuration_rules_and_flag_is_told_at_once(here: Path) -> None:
    write(here, {"default": {"command": "x", "alow_tools": []}, "b": {"command": "x", "args": ["${BRAVE_API_KEY}"]}})
    (here / "rules.json").write_text('{"agnets": {}}')
    status, issues = validated("--config", ".mcp.json", "--rules", "rules.json", "--mcp-stdio", "y")
    assert (status, [code for code, _ in issues]) == (
        2,
        ["unknown_key", "unset_variable", "duplicate_mcp_server", "invalid_rules"],
    )


def test_without_a_flag_the_folder_is_searched_and_what_is_taken_is_said(here: Path) -> None:
    done = director("gateway", "--validate-only")
    assert (done.returncode, ".mcp.json" in done.stderr) == (2, True)
    write(here, {}, "config/.mcp.json")
    assert "config" in director("gateway", "--validate-only").stderr
    write(here, {})
    assert director("gateway", "--validate-only").stderr.endswith("those of .mcp.json\n")
    elsewhere = write(here, {}, "other.json")
    assert director("gateway", "--validate-only", GATEWAY_MCP_CONFIG=str(elsewhere)).stderr == ""


def test_what_cannot_be_started_ends_with_one_line_for_each_reason(here: Path) -> None:
    write(here, {"a": {"command": "x", "args": ["${BRAVE_API_KEY}"]}})
    done = director("gateway")
    assert done.returncode == 2
    assert 'mcpServers.a.args[0]: Environment variable "BRAVE_API_KEY" is not set' in done.stderr
    write(here, {"broken": {"command": "/bin/cat", "allow_tools": ["*"]}})
    done = director("gateway")
    assert (done.returncode, 'server "broken"' in done.stderr, "Traceback" in done.stderr) == (1, True, False)


def test_serving_a_race_ends_where_a_server_cannot_be_started_or_has_its_name(here: Path) -> None:
    serve = ("serve", "--source", "sim:laps=1,cars=2", "--config", ".mcp.json")
    write(here, {"broken": {"command": "/bin/false", "allow_tools": ["*"]}})
    dead = director(*serve)
    assert (dead.returncode, 'server "broken"' in dead.stderr, "Traceback" in dead.stderr) == (1, True, False)
    write(here, {"pitwall": entry()})
    taken = director(*serve)
    assert (taken.returncode, "rename that server" in taken.stderr) == (2, True)


def test_init_writes_examples_that_are_good_and_overwrites_nothing(here: Path) -> None:
    assert director("gateway", "--init").stdout.split() == [".mcp.json", ".mcp-gateway-rules.json"]
    assert validated("--config", ".mcp.json") == (0, [])
    assert director("gateway", "--init").returncode == 2
    assert director("gateway", "--plan", "x.json").returncode == 2


@asynccontextmanager
async def over_stdio(folder: Path, *arguments: str, **environment: str) -> AsyncIterator[tuple[Client[Any], Any]]:
    """The program over stdio, with what it takes to signal it."""
    transport = StdioTransport(
        sys.executable,
        ["-m", "director", "gateway", *arguments],
        cwd=str(folder),
        env={**os.environ, "GATEWAY_DEBUG": "true", **environment},
        keep_alive=False,
        log_file=folder / "log",
    )
    async with Client(transport) as client:
        yield client, folder


def our_pid(folder: Path) -> int:
    """The process whose working folder is this one."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path(f"/proc/{name}/cmdline").read_bytes().split(b"\0")
            if b"gateway" in words and os.readlink(f"/proc/{name}/cwd") == str(folder):
                return int(name)
        except OSError:
            continue
    raise AssertionError("no such process")


@pytest.mark.skipif(sys.platform != "linux", reason="it is found in /proc")
async def test_a_signal_and_a_written_file_take_effect_without_a_call(here: Path) -> None:
    path = write(here, {"lab": entry()})
    told = asyncio.Event()

    async with over_stdio(here, GATEWAY_AUDIT_LOG=str(here / "own.jsonl")) as (client, _):
        pid = our_pid(here)
        assert (await result(client, "execute_tool", server="lab", tool="say"))["content"]
        for allowed, signalled in ((["pid"], False), (["count"], True)):
            write(here, {"lab": entry(allow_tools=allowed)})
            if signalled:
                os.kill(pid, signal.SIGHUP)
            until = time.monotonic() + 60
            while time.monotonic() < until:
                shown = await result(client, "get_server_tools", server="lab")
                if [tool["name"] for tool in shown["structuredContent"]["tools"]] == allowed:
                    told.set()
                    break
        assert told.is_set()
        path.write_text("{")
        until = time.monotonic() + 60
        status: Any = {}
        while time.monotonic() < until and not status.get("reload_status", {}).get("errors"):
            status = (await result(client, "get_gateway_status"))["structuredContent"]
        assert "Invalid JSON" in status["message"]
        assert status["available_servers"] == ["lab"]
        assert status["policy_state"]["mode"] == "guarded"
        assert status["config_paths"]["mcp_config"] == ".mcp.json"
    assert (here / "own.jsonl").is_file()


async def test_the_real_clock_over_stdio_and_transparent(here: Path) -> None:
    clock = {"command": sys.executable, "args": ["-m", "mcp_server_time"], "allow_tools": ["get_*"]}
    write(here, {"time": clock})
    async with over_stdio(here, "--flat") as (client, _):
        assert [tool.name for tool in await client.list_tools()] == ["get_current_time"]
        seen = await result(client, "get_current_time", timezone="Asia/Tokyo")
        assert seen["structuredContent"]["timezone"] == "Asia/Tokyo"
        assert seen["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "mcp-time"
        with pytest.raises(Exception, match="DENIED_BY_POLICY"):
            await client.call_tool("convert_time", {})


async def test_each_agent_reaches_its_own_server_and_no_other(here: Path) -> None:
    write(here, {"brave-search": entry(), "postgres": entry()})
    own = {"researcher": "brave-search", "backend": "postgres"}
    agents = {agent: {"allow": {"servers": [server], "tools": {server: ["say"]}}} for agent, server in own.items()}
    (here / "rules.json").write_text(json.dumps({"agents": agents}))
    async with gateway_here(Path(".mcp.json"), gateway_rules=Path("rules.json")) as client:
        for agent, server in own.items():
            listed = (await client.call_tool("list_servers", {"agent_id": agent})).data
            assert [one["name"] for one in listed] == [server]
            for other in own.values():
                given = {"agent_id": agent, "server": other, "tool": "say", "args": {"text": agent}}
                said = await result(client, "execute_tool", **given)
                if other == server:
                    assert said["content"][0]["text"] == agent
                else:
                    assert said["structuredContent"]["error"]["code"] == "DENIED_BY_POLICY"
        nobody = (await result(client, "list_servers"))["structuredContent"]
        assert nobody["error"]["code"] == "INVALID_AGENT_ID"


async def test_the_server_of_the_flag_is_called_default(here: Path) -> None:
    (here / "director.toml").write_text('[policy.mcp]\ntools = ["say"]\n')
    program = entry()
    words = shlex.join([program["command"], *program["args"]])
    async with gateway_here(Path("director.toml"), words) as client:
        said = await result(client, "execute_tool", server="default", tool="say", args={"text": "x"})
        assert said["content"][0]["text"] == "x"
        denied = (await result(client, "execute_tool", server="default", tool="count"))["structuredContent"]
        assert denied["error"]["code"] == "DENIED_BY_POLICY"
