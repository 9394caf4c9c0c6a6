"""Configurations of servers: what is read, and every mistake at once."""

from __future__ import annotations

import json
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from toolgate.contract import Tier
from toolgate.downstream.configuration import read_config
from toolgate.downstream.entries import ConfigError, GatewayConfig
from toolgate.downstream.self_spawn import starts_us

ENV = {"KEY": "k3y", "EMPTY": ""}


def read(folder: Path, content: Any, *, toml: bool = False, mcp_stdio: str | None = None) -> GatewayConfig:
    path = folder / ("director.toml" if toml else ".mcp.json")
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return read_config(path, ENV, mcp_stdio=mcp_stdio)


def server(folder: Path, **fields: Any) -> GatewayConfig:
    return read(folder, {"mcpServers": {"db": fields}})


def messages(config: GatewayConfig) -> list[str]:
    return [issue.message for issue in config.issues]


def codes(config: GatewayConfig) -> list[tuple[str, str]]:
    return [(issue.code, issue.path) for issue in config.issues]


def test_the_rows_of_the_reference_are_answered_in_its_words(shared: Path, tmp_path: Path) -> None:
    rows = shared / "oracles" / "gateway_config_rows_head.json"
    if not rows.is_file():
        pytest.skip("../shared/oracles is not there")
    checked = 0
    for row in json.loads(rows.read_text()):
        if row["op"] not in ("load_mcp_config", "validate_mcp_config"):
            continue
        text = row["file"] if "file" in row else json.dumps(row["arg"])
        path = tmp_path / "nonexistent.json"
        path.unlink(missing_ok=True)
        if text is not None:
            path.write_text(text)
        config = read_config(path, ENV)
        wanted = row["error"][1] if isinstance(row["error"], list) else row["error"]
        if wanted == 'Missing required key "mcpServers"':
            wanted = 'MCP server configuration must contain "mcpServers" key'
        assert (config.issues[0].message if config.issues else None) == wanted
        checked += 1
    assert checked == 22


def test_a_file_that_is_not_there_and_servers_that_are_no_object_are_named(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    (missing,) = read_config(path, ENV).issues
    assert (missing.path, missing.message) == ("$", "MCP server configuration file not found: servers.json")
    path.write_text('{"mcpServers": ["db"]}')
    (wrong,) = read_config(path, ENV).issues
    assert (wrong.path, wrong.message) == ("mcpServers", '"mcpServers" must be an object, got list')


def test_everything_that_an_entry_may_say(tmp_path: Path) -> None:
    config = server(
        tmp_path,
        command="prog",
        args=["-v", "${KEY}-${NONE:-x}"],
        env={"TOKEN": "Bearer ${KEY}", "E": "${EMPTY}", "D": "${EMPTY:-d}"},
        cwd="/srv",
        description="a database",
        allow_tools=["get_*", "*_read", "query"],
        allow_resources=["docs://pages/*", "docs://one?x=[1]"],
        timeout_ms=250,
        tiers={"get_*": "read_only", "drop": "IRREVERSIBLE"},
        isolate=False,
        type="stdio",
    ).usable()
    (entry,) = config.servers
    assert entry.command == ("prog", "-v", "k3y-x")
    assert entry.env == {"TOKEN": "Bearer k3y", "E": "", "D": "d"}
    assert (entry.cwd, entry.description, entry.timeout_ms, entry.isolate) == ("/srv", "a database", 250, False)
    assert (entry.transport, entry.shown) == ("stdio", "prog")
    assert [entry.tier_of(name) for name in ("get_x", "drop", "other")] == [Tier.READ_ONLY, Tier.IRREVERSIBLE, None]
    assert entry.allow_tools is not None
    assert [entry.allow_tools.index(name) for name in ("get_a", "x_read", "query", "queries")] == [0, 1, 2, None]


def test_an_address_is_shown_without_what_is_secret_in_it(tmp_path: Path) -> None:
    config = server(tmp_path, url="https://me:${KEY}@host.example/mcp?key=${KEY}", headers={"X-Key": "${KEY}"})
    (entry,) = config.usable().servers
    assert (entry.transport, entry.headers) == ("http", {"X-Key": "k3y"})
    assert entry.shown == "https://host.example/mcp"


def test_every_mistake_is_told_at_once_with_its_path(tmp_path: Path) -> None:
    config = read(
        tmp_path,
        {
            "mcpServers": {
                "a": {"command": "", "alow_tools": ["*"], "timeout_ms": 0, "isolate": "yes"},
                "b": {"command": "x", "url": "http://h"},
                "c": {"url": "http://"},
                "d": {"command": "x", "args": ["${NOWHERE}", "${}"], "allow_tools": ["a*b"], "tiers": {"x": "HIGH"}},
                "e": 5,
                "": {"command": "x"},
                "f": {"url": "https://h", "headers": {"A B": "x", "C": "x\ny"}, "auth": "basic", "type": "stdio"},
            },
            "servers": {},
        },
    )
    assert codes(config) == [
        ("unknown_key", "$.servers"),
        ("unknown_key", "mcpServers.a.alow_tools"),
        ("invalid_config", "mcpServers.a.command"),
        ("invalid_config", "mcpServers.a.isolate"),
        ("invalid_config", "mcpServers.a.timeout_ms"),
        ("invalid_config", "mcpServers.b"),
        ("invalid_config", "mcpServers.c.url"),
        ("unset_variable", "mcpServers.d.args[0]"),
        ("invalid_config", "mcpServers.d.args[1]"),
        ("invalid_config", "mcpServers.d.allow_tools[0]"),
        ("invalid_config", "mcpServers.d.tiers.x"),
        ("invalid_config", "mcpServers.e"),
        ("invalid_config", "mcpServers."),
        ("invalid_config", "mcpServers.f.type"),
        ("invalid_config", "mcpServers.f.headers.A B"),
        ("invalid_config", "mcpServers.f.headers.C"),
        ("invalid_config", "mcpServers.f.auth"),
    ]
    assert 'unknown key "alow_tools"; did you mean "allow_tools"?' in messages(config)[1]
    assert 'Environment variable "NOWHERE" is not set' in messages(config)[7]
    with pytest.raises(ConfigError) as told:
        config.usable()
    lines = str(told.value).splitlines()
    assert len(lines) == 17
    assert all(line.startswith(".mcp.json: ") for line in lines)


@pytest.mark.parametrize("text", ["", "[]", "5", '{"mcpServers": [', '{"mcpServers": {"a": {}, "a": {}}}', "\xff"])
def test_what_is_no_configuration_is_one_issue_at_least(tmp_path: Path, text: str) -> None:
    path = tmp_path / ".mcp.json"
    path.write_bytes(text.encode("latin-1"))
    assert read_config(path, ENV).issues
    assert read_config(tmp_path, ENV).issues


TOML = """
[[mcp_servers]]
name = "github"
command = ["npx", "-y", "server"]
env = { GITHUB_TOKEN = "gh", PLAIN = "as it is", MIXED = "x-${gh}" }
allow_tools = ["read_*"]

[[mcp_servers]]
name = "web"
url = "https://host/mcp"

[policy.mcp]
tools = ["a"]

[[secrets]]
name = "gh"
file = "token.txt"
"""


def test_the_toml_form(tmp_path: Path) -> None:
    (tmp_path / "token.txt").write_text("s3cret\n")
    config = read(tmp_path, TOML, toml=True).usable()
    assert config.names() == ["github", "web"]
    github = config.servers[0]
    assert (github.command, github.path) == (("npx", "-y", "server"), "mcp_servers[0]")
    assert github.env == {"GITHUB_TOKEN": "s3cret", "PLAIN": "as it is", "MIXED": "x-s3cret"}


def test_secrets_come_from_the_environment_a_file_or_a_command_and_are_not_shown(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("from file")
    secrets = """
[[secrets]]
name = "e"
env = "KEY"
[[secrets]]
name = "f"
file = "f"
[[secrets]]
name = "c"
command = ["printf", "from command"]
"""
    entry = '[[mcp_servers]]\nname = "x"\ncommand = ["p", "${e}", "${f}", "${c}"]\n'
    config = read(tmp_path, entry + secrets, toml=True).usable()
    assert config.servers[0].command == ("p", "k3y", "from file", "from command")
    wrong = """
[[secrets]]
name = "e"
env = "NOWHERE"
[[secrets]]
name = "e"
file = "nowhere"
[[secrets]]
name = "c"
command = ["false"]
[[secrets]]
name = "two"
env = "KEY"
file = "f"
[[secrets]]
"""
    config = read(tmp_path, wrong, toml=True)
    assert [path for _, path in codes(config)] == [
        "secrets[0].env",
        "secrets[1].name",
        "secrets[1].file",
        "secrets[2].command",
        "secrets[3]",
        "secrets[4].name",
        "secrets[4]",
    ]
    assert "k3y" not in str(config.issues)


def test_looking_over_runs_no_command_of_a_secret(tmp_path: Path) -> None:
    path = tmp_path / "director.toml"
    made = tmp_path / "made"
    path.write_text(f'[[secrets]]\nname = "c"\ncommand = ["touch", "{made}"]\n')
    assert read_config(path, ENV, run_secrets=False).issues == ()
    assert not made.exists()
    read_config(path, ENV)
    assert made.exists()


def test_names_are_unique_and_the_flag_beside_an_entry_of_its_name_is_refused(tmp_path: Path) -> None:
    twice = '[[mcp_servers]]\nname = "a"\ncommand = ["x"]\n' * 2
    assert codes(read(tmp_path, twice, toml=True)) == [("duplicate_mcp_server", "mcp_servers[1].name")]
    config = read(tmp_path, {"mcpServers": {"default": {"command": "x"}}}, mcp_stdio="y")
    assert codes(config) == [("duplicate_mcp_server", "--mcp-stdio")]
    assert "--mcp-stdio" in messages(config)[0]
    assert '"default"' in messages(config)[0]


def test_the_flag_is_a_server_with_the_policy_of_the_file(tmp_path: Path) -> None:
    policy = '[policy.mcp]\ntools = ["a", "b_*"]\nresources = ["docs://*"]\n'
    config = read(tmp_path, policy, toml=True, mcp_stdio="prog 'two words' \"x y\"").usable()
    (entry,) = config.servers
    assert (entry.name, entry.command) == ("default", ("prog", "two words", "x y"))
    assert entry.allow_tools is not None
    assert [entry.allow_tools.index(name) for name in ("a", "b_1", "c")] == [0, 1, None]
    (bare,) = read_config(None, ENV, mcp_stdio="prog").usable().servers
    assert bare.allow_tools is None
    assert codes(read_config(None, ENV, mcp_stdio="")) == [("invalid_config", "--mcp-stdio.command")]
    assert codes(read_config(None, ENV, mcp_stdio="'")) == [("invalid_config", "--mcp-stdio")]


@pytest.mark.parametrize(
    ("command", "ours"),
    [
        ("director gateway", True),
        ("/opt/venv/bin/director gateway --flat", True),
        ("python -m director gateway", True),
        ("python /x/director/__main__.py gateway", True),
        ("uvx --from race-director director gateway", True),
        ("uvx race-director[nats]==1.0 gateway", True),
        ("env A=1 director --settings x gateway", True),
        ("director serve --config .mcp.json", True),
        ("director serve", False),
        ("director serve --source sim:", False),
        ("npx gateway", False),
        ("prog director", False),
    ],
)
def test_a_gateway_is_not_its_own_child(tmp_path: Path, command: str, ours: bool) -> None:
    assert starts_us(command.split()) is ours
    assert starts_us(["sh", "-c", f"cd /x && {command}"]) is ours
    config = server(tmp_path, command=command.partition(" ")[0], args=command.split()[1:])
    assert codes(config) == ([("self_spawn", "mcpServers.db")] if ours else [])
    assert all('"db"' in message for message in messages(config))


JSONISH = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "x", "*", "${KEY}", "${", "http://h", "\0"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "x"]), inner, max_size=2),
    max_leaves=6,
)
KEYS = ("command", "args", "env", "url", "headers", "allow_tools", "tiers", "timeout_ms", "isolate", "auth", "type")


@given(st.dictionaries(st.sampled_from(KEYS), JSONISH, max_size=5))
@examples(50)
def test_whatever_stands_in_an_entry_is_an_entry_or_an_issue(tmp_path_factory: Any, fields: Any) -> None:
    config = server(tmp_path_factory.getbasetemp(), **fields)
    assert config.issues or config.servers[0].command or config.servers[0].url
    assert all(set(issue.message) <= set(string.printable) for issue in config.issues)
