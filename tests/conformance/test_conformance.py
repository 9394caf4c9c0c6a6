"""The official conformance suite of MCP against a server written on the SDK, and against it through the gateway.

Every required scenario of two revisions passes, with the same few failures on every way: `director gateway --flat` loses
nothing, whether it reaches the server over HTTP or over stdio. The suite needs Node 22 and a folder where `npm ci` has
installed tests/clients: TEST_CLIENTS names it. `make conformance` runs it alone. What fails must stand in
known_failures.txt, and what stands there must fail.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.node import clients_folder

HERE = Path(__file__).parent
PATIENCE_S = 300.0
REQUIRED = {"2026-07-28": 37, "2025-11-25": 30}
WAYS = ("direct", "gateway to http", "gateway to stdio")

_SUMMARY = re.compile(r"^([✓✗]) ([a-z0-9-]+): \d+ passed, \d+ failed", re.MULTILINE)
_UNSCORED = re.compile(r"^  [✓✗] ([a-z0-9-]+) \(", re.MULTILINE)


@contextmanager
def serving(folder: Path, name: str, *command: str) -> Iterator[str]:
    """A program that serves over HTTP, and its address."""
    env = {**os.environ, "DIRECTOR_AUDIT_PATH": str(folder / "audit.jsonl"), "GATEWAY_RULES": ""}
    log = folder / f"{name}.log"
    with log.open("w") as errors:
        server = subprocess.Popen([sys.executable, *command], stderr=errors, cwd=HERE.parents[1], env=env)
    try:
        while (found := re.search(r"(?:serves|serving) on (http://\S+)", log.read_text())) is None:
            assert server.poll() is None, log.read_text()
            time.sleep(0.05)
        yield found[1]
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=PATIENCE_S)


@pytest.fixture(scope="module", params=WAYS)
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    clients_folder()
    folder = tmp_path_factory.mktemp("conformance")
    script = str(HERE / "server.py")
    if request.param == "gateway to stdio":
        with gateway(folder, {"command": sys.executable, "args": [script, "stdio"]}) as address:
            yield address
        return
    with serving(folder, "server", script, "0") as direct:
        if request.param == "direct":
            yield direct
            return
        with gateway(folder, {"url": direct}) as address:
            yield address


@contextmanager
def gateway(folder: Path, server: dict[str, Any]) -> Iterator[str]:
    """The transparent mode in front of one server."""
    everything = {"allow_tools": ["*"], "allow_resources": ["*"], "tiers": {"*": "READ_ONLY"}}
    config = folder / ".mcp.json"
    config.write_text(json.dumps({"mcpServers": {"conformance": {**server, **everything}}}))
    command = ("-m", "director", "gateway", "--flat", "--config", str(config), "--transport", "http", "--port", "0")
    with serving(folder, "gateway", *command) as address:
        yield address


@pytest.mark.parametrize("revision", REQUIRED)
def test_every_required_scenario_passes_and_what_fails_is_known(revision: str, url: str, tmp_path: Path) -> None:
    suite = clients_folder() / "node_modules" / ".bin" / "conformance"
    command = [str(suite), "server", "--requirements", revision, "--url", url, "-o", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_S, env=os.environ)
    summary = done.stdout.partition("=== SUMMARY ===")[2]
    results = {name: mark == "✓" for mark, name in _SUMMARY.findall(summary)}
    unscored = set(_UNSCORED.findall(summary))
    required = results.keys() - unscored
    assert len(required) == REQUIRED[revision], done.stdout[-3000:] + done.stderr[-2000:]
    assert [name for name in required if not results[name]] == [], summary
    assert {name for name, passed in results.items() if not passed} == _known(revision)
    assert done.returncode == 0


def _known(revision: str) -> set[str]:
    lines = (HERE / "known_failures.txt").read_text().splitlines()
    named = [re.fullmatch(r"(\S+) (\S+): .+", line) for line in lines if not line.startswith("#")]
    assert all(named)
    return {found[2] for found in named if found is not None and found[1] == revision}
