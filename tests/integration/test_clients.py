"""Other people's clients meet the server over stdio and HTTP: answers and errors arrive whole in each of them.

Those in TypeScript need Node 22 and a folder where `npm ci` has installed tests/clients: TEST_CLIENTS names it. They are
skipped without it, unless TEST_CLIENTS_REQUIRED is set.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mcp_types
import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp.client import Client as SdkClient
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from tests.node import clients_folder
from tests.serving import Rest, served_beside

SOURCE = "sim:laps=2,cars=4"
SERVE = [sys.executable, "-m", "director", "serve", "--source", SOURCE]
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("get_driver", {"driver": "hamiltn"}),
    ("get_standings", {}),
    ("get_driver", {}),
]
PATIENCE_S = 240.0
PATIENT = ("--connect-timeout", "200000")
"""The Inspector waits 30 s for a server to start, too little on a machine that does much else."""
SCRIPT = Path(__file__).resolve().parents[1] / "clients" / "call.mjs"

Seen = tuple[list[str], list[dict[str, Any]]]
"""The names of the tools, and of each call the result as it came over the wire."""


@pytest.fixture(scope="module")
def over_http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rest]:
    with served_beside(tmp_path_factory.mktemp("clients"), SOURCE) as running:
        yield running


@pytest.fixture(scope="module")
def folder() -> Path:
    """Where the clients in TypeScript are installed."""
    return clients_folder()


def _typescript(which: str, url: str | None, folder: Path) -> Seen:
    target = {"command": SERVE[0], "args": SERVE[1:]} if url is None else {"url": url}
    env = {**os.environ, "CLIENT": which, "TARGET": json.dumps(target), "CALLS": json.dumps(CALLS)}
    with SCRIPT.open("rb") as script:
        command = ["node", "--input-type=module", "-"]
        done = subprocess.run(
            command, stdin=script, capture_output=True, check=False, timeout=PATIENCE_S, cwd=folder, env=env
        )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    seen = json.loads(done.stdout)
    assert set(seen["capabilities"]) == {"completions", "prompts", "resources", "tools"}
    return seen["tools"], seen["results"]


def _sdk(url: str | None, folder: Path) -> Seen:
    return _typescript("sdk", url, folder)


def _client(url: str | None, folder: Path) -> Seen:
    return _typescript("client", url, folder)


def _inspector(url: str | None, folder: Path) -> Seen:
    command = [str(folder / "node_modules" / ".bin" / "mcp-inspector"), "--cli"]
    command += SERVE if url is None else [url, "--transport", "http"]

    def run(*method: str) -> dict[str, Any]:
        done = subprocess.run(
            [*command, *PATIENT, "--method", *method], capture_output=True, check=False, timeout=PATIENCE_S, cwd=folder
        )
        found: dict[str, Any] = json.loads(done.stdout) if done.stdout else {"thrown": done.stderr.decode()[-2000:]}
        return found

    results = []
    for name, arguments in CALLS:
        given = [part for key, value in arguments.items() for part in ("--tool-arg", f"{key}={value}")]
        results.append(run("tools/call", "--tool-name", name, *given))
    return [tool["name"] for tool in run("tools/list")["tools"]], results


def _fastmcp(url: str | None, folder: Path) -> Seen:
    async def run() -> Seen:
        stdio = StdioTransport(SERVE[0], SERVE[1:], env=dict(os.environ), keep_alive=False)
        async with Client(stdio if url is None else StreamableHttpTransport(url)) as client:
            tools = [tool.name for tool in await client.list_tools()]
            return tools, [_dumped(await client.call_tool_mcp(*call)) for call in CALLS]

    return asyncio.run(run())


def _python_sdk(url: str | None, folder: Path) -> Seen:
    async def run() -> Seen:
        stdio = StdioServerParameters(command=SERVE[0], args=SERVE[1:], env=dict(os.environ))
        transport = stdio_client(stdio) if url is None else streamable_http_client(url)
        async with SdkClient(transport) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            results = []
            for call in CALLS:
                result = await client.call_tool(*call)
                assert isinstance(result, mcp_types.CallToolResult)
                results.append(_dumped(result))
            return tools, results

    return asyncio.run(run())


def _dumped(result: mcp_types.CallToolResult) -> dict[str, Any]:
    return result.model_dump(by_alias=True, mode="json", exclude_none=True)


IN_PYTHON = (_fastmcp, _python_sdk)
IN_TYPESCRIPT = (_sdk, _client, _inspector)


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("client", IN_PYTHON)
def test_clients_in_python_see_answers_and_errors_whole(
    client: Callable[[str | None, Path], Seen], transport: str, over_http: Rest, tmp_path: Path
) -> None:
    _hold(client(f"{over_http.url}/mcp" if transport == "http" else None, tmp_path))


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("client", IN_TYPESCRIPT)
def test_clients_in_typescript_see_answers_and_errors_whole(
    client: Callable[[str | None, Path], Seen], transport: str, over_http: Rest, folder: Path
) -> None:
    _hold(client(f"{over_http.url}/mcp" if transport == "http" else None, folder))


INSPECTED = (
    ("tools/list", "--strict"),
    ("tools/call", "--tool-name", "ask", "--tool-arg", "question=who leads the race?"),
    ("resources/list",),
    ("resources/templates/list",),
    ("resources/read", "--uri", "race://live/leaderboard"),
    ("prompts/list",),
    ("prompts/get", "--prompt-name", "race_summary"),
)
"""What a person does with the Inspector, each by itself. It refuses --strict with anything but tools/list."""


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_the_inspector_finds_nothing_to_object_to(transport: str, over_http: Rest, folder: Path) -> None:
    command = [str(folder / "node_modules" / ".bin" / "mcp-inspector"), "--cli"]
    command += SERVE if transport == "stdio" else [f"{over_http.url}/mcp", "--transport", "http"]
    results = {}
    for method in INSPECTED if transport == "http" else INSPECTED[:2]:
        asked = [*command, *PATIENT, "--method", *method]
        done = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=PATIENCE_S, cwd=folder)
        assert done.returncode == 0, (method, done.stdout[-1000:], done.stderr[-2000:])
        results[method[0]] = json.loads(done.stdout)
    assert results["tools/call"]["structuredContent"]["status"] == "answered"
    if transport == "http":
        assert len(results["resources/list"]["resources"]) == 6
        board = json.loads(results["resources/read"]["contents"][0]["text"])
        assert len(board["rows"]) == 4
        assert results["prompts/get"]["messages"][0]["content"]["type"] == "text"


def _hold(seen: Seen) -> None:
    tools, (misspelt, answered, incomplete) = seen
    assert {"get_driver", "get_standings"} <= set(tools)
    error = _error(misspelt)
    assert error["message"] == "no driver 'hamiltn' here"
    assert [candidate["name"] for candidate in error["details"]["candidates"]]
    assert _error(incomplete)["type"] == "validation_error"
    assert not answered.get("isError")
    assert len(answered["structuredContent"]["rows"]) == 4
    assert answered["content"][0]["text"] == answered["structuredContent"]["summary"]
    assert answered["_meta"]["toolgate/request-id"]


def _error(result: dict[str, Any]) -> dict[str, Any]:
    """The error of an envelope that stands in a result as text."""
    assert result["isError"], result
    assert "structuredContent" not in result
    envelope = json.loads(result["content"][0]["text"])
    assert set(envelope) == {"schema_version", "generated_at", "error"}
    error: dict[str, Any] = envelope["error"]
    return error
