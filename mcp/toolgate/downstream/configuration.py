"""Reads `.mcp.json` and `director.toml`. Everything that is wrong is found at once; nothing is started.

    .mcp.json        {"mcpServers": {"time": {"command": "mcp-server-time", "args": [], "allow_tools": ["*"]}}}
    director.toml    [[mcp_servers]] with name and command (an array); [policy.mcp] tools, resources; [[secrets]]

A file that ends in .toml is of the second form. docs/gateway.md has every key.
"""

from __future__ import annotations

import json
import shlex
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from toolgate.contract import JsonObject
from toolgate.downstream.checked import Issues, Section
from toolgate.downstream.entries import GatewayConfig, ServerEntry
from toolgate.downstream.secret_values import read_secrets
from toolgate.downstream.server_entries import read_server
from toolgate.downstream.variables import Variables
from toolgate.policy.errors import distinct_keys, kind, quoted

DEFAULT = "default"
"""The name of the server that `--mcp-stdio` starts."""

PLACES = (Path(".mcp.json"), Path("config", ".mcp.json"))
"""Where a configuration is looked for in the working folder."""

_JSON_KEYS = ("mcpServers", "secrets", "$schema")
_TOML_KEYS = ("mcp_servers", "policy", "secrets")


def find_config() -> Path | None:
    """The configuration that lies in the working folder."""
    return next((place for place in PLACES if place.is_file()), None)


def read_config(
    path: Path | None, environ: Mapping[str, str], *, mcp_stdio: str | None = None, run_secrets: bool = True
) -> GatewayConfig:
    """The servers of a file, and the one of `--mcp-stdio`, with every issue.

    Without `run_secrets` no command of a secret is run, so that looking a configuration over starts nothing.
    """
    issues = Issues()
    content = {} if path is None else _content(path, issues)
    folder = Path() if path is None else path.parent
    toml = path is not None and path.suffix == ".toml"
    if content is not None and path is not None:
        _known_keys(content, issues, toml=toml)
    content = content or {}
    secrets = read_secrets(content.get("secrets", []), environ, folder, issues, run=run_secrets)
    variables = Variables(environ, secrets, issues.note)
    servers = list(_servers(content, issues, variables, toml=toml))
    policy = _policy(content.get("policy", {}), issues) if toml else None
    if mcp_stdio is not None:
        servers += _implicit(mcp_stdio, policy, servers, issues, variables)
    return GatewayConfig(servers=tuple(servers), issues=tuple(issues.found), file="" if path is None else path.name)


def _content(path: Path, issues: Issues) -> JsonObject | None:
    """What stands in the file; None where it is not there or cannot be read."""
    try:
        text = path.expanduser().read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        issues.add("$", f"MCP server configuration file not found: {path.name}")
        return None
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "not text in UTF-8"
        issues.add("$", f"MCP server configuration cannot be read: {path.name} ({why})")
        return None
    form = "TOML" if path.suffix == ".toml" else "JSON"
    try:
        content = tomllib.loads(text) if form == "TOML" else json.loads(text, object_pairs_hook=distinct_keys)
    except (ValueError, RecursionError) as error:
        issues.add("$", f"Invalid {form} in MCP server configuration: {error}")
        return None
    if not isinstance(content, dict):
        issues.add("$", f"MCP server configuration must be an object, got {kind(content)}")
        return None
    return content


def _known_keys(content: JsonObject, issues: Issues, *, toml: bool) -> None:
    if not toml and "mcpServers" not in content:
        issues.add("$", 'MCP server configuration must contain "mcpServers" key')
    Section(content, "$", issues).knows(_TOML_KEYS if toml else _JSON_KEYS)


def _servers(content: JsonObject, issues: Issues, variables: Variables, *, toml: bool) -> Iterator[ServerEntry]:
    for name, path, written in _written(content, issues, toml=toml):
        if not isinstance(written, dict):
            issues.add(path, f"Server {quoted(name)} configuration must be an object, got {kind(written)}")
            continue
        rest = {key: value for key, value in written.items() if not (toml and key == "name")}
        section = Section(variables.fill(rest, path), path, issues, f"Server {quoted(name)}: ")
        yield read_server(name, rest, section, variables)


def _written(content: JsonObject, issues: Issues, *, toml: bool) -> Iterable[tuple[str, str, Any]]:
    """Each server's name, path and what stands there."""
    if not toml:
        servers = content.get("mcpServers", {})
        if not isinstance(servers, dict):
            issues.add("mcpServers", f'"mcpServers" must be an object, got {kind(servers)}')
            return
        for name, written in servers.items():
            yield name, f"mcpServers.{name}", written
        return
    listed = content.get("mcp_servers", [])
    if not isinstance(listed, list):
        issues.add("mcp_servers", f'"mcp_servers" must be an array, got {kind(listed)}')
        return
    seen: set[str] = set()
    for i, written in enumerate(listed):
        path = f"mcp_servers[{i}]"
        name = written.get("name") if isinstance(written, dict) else None
        if not isinstance(name, str):
            issues.add(f"{path}.name", f'a server needs a "name", a string; got {kind(name)}')
            continue
        if name in seen:
            issues.add(f"{path}.name", f"two servers are called {quoted(name)}; rename one", "duplicate_mcp_server")
        seen.add(name)
        yield name, path, written


def _policy(given: Any, issues: Issues) -> Section | None:
    """`[policy.mcp]`: what the server of `--mcp-stdio` allows."""
    if not isinstance(given, dict) or not isinstance(given.get("mcp", {}), dict):
        issues.add("policy", '"policy" must be an object with "mcp", an object')
        return None
    Section(given, "policy", issues).knows(("mcp",))
    if "mcp" not in given:
        return None
    section = Section(given["mcp"], "policy.mcp", issues)
    section.knows(("tools", "resources"))
    return section


def _implicit(
    command: str, policy: Section | None, beside: Iterable[ServerEntry], issues: Issues, variables: Variables
) -> list[ServerEntry]:
    """The server that `--mcp-stdio` starts, under the name `default`."""
    flag = "--mcp-stdio"
    if any(entry.name == DEFAULT for entry in beside):
        said = f"the flag {flag} and an entry of the configuration are both called {quoted(DEFAULT)}; keep one"
        issues.add(flag, said, "duplicate_mcp_server")
    try:
        words = shlex.split(command)
    except ValueError as error:
        issues.add(flag, f"the command cannot be split as a shell does: {error}")
        return []
    allowed: JsonObject = {}
    if policy is not None:
        names = {"allow_tools": "tools", "allow_resources": "resources"}
        allowed = {key: policy.values[name] for key, name in names.items() if name in policy}
    section = Section({"command": words, **allowed}, flag, issues, f"Server {quoted(DEFAULT)}: ")
    return [read_server(DEFAULT, {"command": words}, section, variables)]
