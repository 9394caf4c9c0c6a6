"""Clients and suites of other people that need Node 22, from the folder where tests/clients is installed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest


def clients_folder() -> Path:
    """The folder that TEST_CLIENTS names; the test is skipped where it is not there, unless TEST_CLIENTS_REQUIRED is set."""
    named = os.environ.get("TEST_CLIENTS", "")
    if (Path(named) / "node_modules" / "@modelcontextprotocol").is_dir() and named and _node() >= 22:
        return Path(named)
    why = "Node 22 and the clients of tests/clients are not installed: name their folder in TEST_CLIENTS"
    if os.environ.get("TEST_CLIENTS_REQUIRED"):
        pytest.fail(why)
    pytest.skip(why)


def _node() -> int:
    try:
        said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return 0
    return int(said.removeprefix("v").partition(".")[0] or 0)
