"""Other people's clients at the gateway, in both of its modes, over stdio and HTTP: results and errors arrive whole.

Those in TypeScript need Node 22 and a folder where `npm ci` has installed tests/clients: TEST_CLIENTS names it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.integration.test_clients import SCRIPT
from tests.node import clients_folder
from tests.toolgate.downstream.gateways import entry

PATIENCE_S = 240.0
PATIENT = ("--connect-timeout", "200000")
"""The Inspector waits 30 s for a server to start, too little on a machine that does much else."""
WAYS = [(mode, transport) for mode in ("gateway", "flat") for transport in ("stdio", "http")]


@pytest.fixture(scope="module")
def folder() -> Path:
    """Where the clients are installed."""
    return clients_folder()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the configuration lies: a server on nothing but the standard library."""
    folder = tmp_path_factory.mktemp("gateway")
    lab = entry(allow_tools=["say", "fail", "everything"], allow_resources=["docs://*"])
    (folder / ".mcp.json").write_text(json.dumps({"mcpServers": {"lab": lab}}))
    return folder


def settings(home: Path) -> dict[str, str]:
    """What the gateway is told by its environment."""
    return {
        "DIRECTOR_AUDIT_PATH": str(home / "audit.jsonl"),
        "GATEWAY_MCP_CONFIG": str(home / ".mcp.json"),
    }


def environment(home: Path) -> dict[str, str]:
    """Of the gateway, or of a client that starts it."""
    return {**os.environ, **settings(home)}


def command(mode: str) -> list[str]:
    return [sys.executable, "-m", "director", "gateway", *(["--flat"] if mode == "flat" else [])]


@contextmanager
def over_http(home: Path, mode: str) -> Iterator[str]:
    log = home / f"{mode}.log"
    with log.open("w") as errors:
        words = [*command(mode), "--transport", "http", "--port", "0"]
        process = subprocess.Popen(words, stderr=errors, env=environment(home))
    try:
        while (found := re.search(r"serving on (http://\S+)", log.read_text())) is None:
            assert process.poll() is None, log.read_text()
            time.sleep(0.05)
        yield found[1]
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module", params=WAYS, ids=" over ".join)
def target(request: pytest.FixtureRequest, folder: Path, home: Path) -> Iterator[tuple[str, str | None]]:
    """The mode, and the address; none over stdio."""
    mode, transport = request.param
    if transport == "stdio":
        yield mode, None
        return
    with over_http(home, mode) as url:
        yield mode, url


def calls(mode: str) -> list[tuple[str, dict[str, Any]]]:
    wanted: list[tuple[str, dict[str, Any]]] = [
        ("say", {"text": "hello"}),
        ("fail", {}),
        ("everything", {}),
        ("pid", {}),
    ]
    if mode == "flat":
        return wanted
    return [("execute_tool", {"server": "lab", "tool": tool, "args": given}) for tool, given in wanted]


@pytest.mark.parametrize("client", ["sdk", "client"])
def test_the_typescript_sdks_see_results_as_their_server_gave_them(
    client: str, target: tuple[str, str | None], folder: Path, home: Path
) -> None:
    mode, url = target
    started = command(mode)
    where: dict[str, Any] = {"url": url} if url else {"command": started[0], "args": started[1:]}
    env = {**environment(home), "CLIENT": client, "TARGET": json.dumps(where), "CALLS": json.dumps(calls(mode))}
    with SCRIPT.open("rb") as script:
        words = ["node", "--input-type=module", "-"]
        done = subprocess.run(
            words, stdin=script, capture_output=True, check=False, timeout=PATIENCE_S, cwd=folder, env=env
        )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    seen = json.loads(done.stdout)
    assert {"say", "fail", "everything"} <= set(seen["tools"]) or {"list_servers", "execute_tool"} <= set(seen["tools"])
    said, failed, everything, denied = seen["results"]
    assert said["content"] == [{"type": "text", "text": "hello"}]
    assert (failed["isError"], failed["structuredContent"]) == (True, {"why": "so"})
    kinds = {block["type"] for block in everything["content"]}
    assert {"text", "image", "audio"} <= kinds
    assert (denied["isError"], denied["structuredContent"]["error"]["code"]) == (True, "DENIED_BY_POLICY")


def test_the_inspector_finds_nothing_to_object_to(target: tuple[str, str | None], folder: Path, home: Path) -> None:
    mode, url = target
    program = [str(folder / "node_modules" / ".bin" / "mcp-inspector"), "--cli"]
    given = [part for name, value in settings(home).items() for part in ("-e", f"{name}={value}")]
    program += [*given, *command(mode)] if url is None else [url, "--transport", "http"]
    methods = [["tools/list", "--strict"]]
    if mode == "flat":
        methods += [["tools/call", "--tool-name", "say", "--tool-arg", "text=hello"]]
    if mode == "flat" and url is not None:
        methods += [
            ["resources/list"],
            ["prompts/list"],
            ["prompts/get", "--prompt-name", "greet", "--prompt-args", "who=you"],
        ]
    results = {}
    for method in methods:
        asked = [*program, *PATIENT, "--method", *method]
        done = subprocess.run(
            asked, capture_output=True, text=True, check=False, timeout=PATIENCE_S, cwd=folder, env=environment(home)
        )
        assert done.returncode == 0, (method, done.stdout[-1000:], done.stderr[-2000:])
        results[method[0]] = json.loads(done.stdout)
    assert results["tools/list"]["tools"]
    if "tools/call" in results:
        assert results["tools/call"]["content"] == [{"type": "text", "text": "hello"}]
    if "resources/list" in results:
        assert [one["uri"] for one in results["resources/list"]["resources"]] == ["docs://pages/1"]
        assert results["prompts/get"]["messages"][0]["content"]["text"] == "hello you"
