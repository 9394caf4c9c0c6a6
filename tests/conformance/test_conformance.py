"""The official conformance suite of MCP against a server written on the SDK: every required scenario of two revisions.

It needs Node 22 and a folder where `npm ci` has installed tests/clients: TEST_CLIENTS names it. `make conformance` runs
it alone. What fails must stand in known_failures.txt, and what stands there must fail.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.node import clients_folder

HERE = Path(__file__).parent
PATIENCE_S = 300.0
REQUIRED = {"2026-07-28": 37, "2025-11-25": 30}

_SUMMARY = re.compile(r"^([✓✗]) ([a-z0-9-]+): \d+ passed, \d+ failed", re.MULTILINE)
_UNSCORED = re.compile(r"^  [✓✗] ([a-z0-9-]+) \(", re.MULTILINE)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    clients_folder()
    server = subprocess.Popen(
        [sys.executable, str(HERE / "server.py"), "0"], stderr=subprocess.PIPE, text=True, cwd=HERE.parents[1]
    )
    assert server.stderr is not None
    try:
        said = next(line for line in server.stderr if "serves on" in line)
        yield said.rpartition(" ")[2].strip()
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=PATIENCE_S)


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
