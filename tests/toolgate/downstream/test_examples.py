"""The files under examples/ are good, and allow what they say."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from director.cli.gateway.init import EXAMPLES as WRITTEN
from tests.toolgate.downstream.gateways import client_of, executed, running
from toolgate.contract import Tier
from toolgate.downstream.configuration import read_config
from toolgate.policy.rules_file import read_rules

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"
ENV = {"BRAVE_API_KEY": "k", "DOCS_KEY": "k", "GITHUB_TOKEN": "t"}
FILES = sorted(path for path in EXAMPLES.rglob("*") if path.name in (".mcp.json", "director.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(EXAMPLES)))
def test_an_example_is_good(path: Path) -> None:
    config = read_config(path, ENV).usable()
    assert all(entry.allow_tools is not None for entry in config.servers) or (path.parent / RULES).is_file()
    assert all(entry.tiers or entry.url for entry in config.servers)


RULES = ".mcp-gateway-rules.json"


def test_without_its_variable_an_example_names_it() -> None:
    config = read_config(EXAMPLES / "two-agents" / ".mcp.json", {})
    assert [issue.code for issue in config.issues] == ["unset_variable"]
    assert "BRAVE_API_KEY" in config.issues[0].message


@pytest.mark.parametrize(
    ("agent", "server", "tool", "allowed"),
    [
        ("researcher", "brave-search", "brave_web_search", True),
        ("researcher", "postgres", "query", False),
        ("backend", "postgres", "query", True),
        ("backend", "postgres", "list_tables", True),
        ("backend", "postgres", "drop_table", False),
        ("backend", "postgres", "insert", False),
        ("nobody", "postgres", "query", False),
    ],
)
def test_the_rules_of_the_example(agent: str, server: str, tool: str, allowed: bool) -> None:
    rules = read_rules(EXAMPLES / "two-agents" / RULES)
    assert rules.decide(agent, server, tool).allowed is allowed


def test_what_init_writes_is_the_first_example() -> None:
    assert WRITTEN[".mcp.json"] == json.loads((EXAMPLES / "time" / ".mcp.json").read_text())


async def test_the_first_example_tells_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = find_spec("mcp_server_time")
    assert found is not None
    scripts = Path(str(found.origin)).parents[4] / "bin"
    monkeypatch.setenv("PATH", f"{scripts}:/usr/bin:/bin")
    servers = json.loads((EXAMPLES / "time" / ".mcp.json").read_text())["mcpServers"]
    async with running(tmp_path, servers) as gateway, client_of(gateway) as client:
        assert {spec.tier for spec in gateway.runner.specs} == {Tier.READ_ONLY}
        seen = await executed(client, "time", "get_current_time", args={"timezone": "Asia/Tokyo"})
        assert seen["structuredContent"]["timezone"] == "Asia/Tokyo"
