"""The rules of agents as they stand in the file, checked and read into values. Nothing is decided here.

    {"agents": {"<agent>": {
        "allow": {"servers": ["<server>" | "*"],
                  "tools": {"<server>" | "*": ["<pattern>" | {"tool": "<pattern>", "when": {...}}]}},
        "deny": {the same},
        "limits": {"calls_per_minute": 60, "calls_per_day": 1000, "tools": {"<pattern>": {the same two}}}}},
     "defaults": {"deny_on_missing_agent": true},
     "precedence": "document" | "deny-first"}

Every part may be left out. A key that is not listed here is a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

from msgspec import Struct, field

from toolgate.contract import qualified
from toolgate.policy.errors import RulesError, kind, quoted, unknown
from toolgate.policy.patterns import NamePattern, mistake, pattern
from toolgate.policy.predicates import Predicate

AGENT_ID = re.compile(r"[A-Za-z0-9_.-]+")

Precedence = Literal["document", "deny-first"]
Effect = Literal["allow", "deny"]
EFFECTS: tuple[Effect, ...] = get_args(Effect)
_PRECEDENCES: tuple[Precedence, ...] = get_args(Precedence)
DAY_S = 86_400
_LIMITS = {"calls_per_minute": 60, "calls_per_day": DAY_S}
"""The limits by name, each with its span in seconds."""


class ToolEntry(Struct, frozen=True):
    """One entry of a list of tools."""

    path: str
    """Where it stands: `agents.backend.allow.tools.postgres[0]`."""
    label: str
    """The same as messages have it: `Agent "backend" allow.tools["postgres"][0]`."""
    pattern: NamePattern
    when: Predicate | None = None


class Quota(Struct, frozen=True):
    """How many calls an agent has in a span of time, of all tools or of those that the pattern stands for."""

    path: str
    calls: int
    span_s: int
    pattern: NamePattern | None = None

    @property
    def name(self) -> str:
        """`calls_per_minute` or `calls_per_day`."""
        return self.path.rpartition(".")[2]

    def speaks_of(self, tool: str, server: str | None = None) -> bool:
        """Whether calls of the tool count: by its name, or by `server:name`."""
        if self.pattern is None or self.pattern.matches(tool):
            return True
        return server is not None and self.pattern.matches(qualified(server, tool))


class Side(Struct, frozen=True):
    """What an agent is allowed, or what it is denied."""

    path: str
    servers: tuple[str, ...] | None = None
    """None where the file has no list; a list without entries grants nothing."""
    tools: Mapping[str, tuple[ToolEntry, ...]] | None = None


class Agent(Struct, frozen=True):
    """The rules of one agent."""

    path: str
    allow: Side
    deny: Side
    limits: tuple[Quota, ...] = ()


class Document(Struct, frozen=True):
    """A rules file that has no mistakes."""

    agents: Mapping[str, Agent] = field(default_factory=dict)
    deny_on_missing_agent: bool = True
    precedence: Precedence = "document"

    @property
    def has_limits(self) -> bool:
        """Whether calls of any agent are counted."""
        return any(agent.limits for agent in self.agents.values())


def parse(rules: Any) -> Document:
    """Reads the rules. The first mistake raises RulesError with its path."""
    top = _object(rules, "$", "the rules")
    _known(top, ("agents", "defaults", "precedence"), "$", "the rules")
    defaults = _object(top.get("defaults", {}), "defaults", '"defaults"')
    _known(defaults, ("deny_on_missing_agent",), "defaults", '"defaults"')
    denies = defaults.get("deny_on_missing_agent", True)
    if not isinstance(denies, bool):
        place = "defaults.deny_on_missing_agent"
        raise RulesError(place, f'"{place}" must be a boolean, got {kind(denies)}; write true or false')
    precedence = top.get("precedence", "document")
    if precedence not in _PRECEDENCES:
        allowed = " or ".join(map(quoted, _PRECEDENCES))
        raise RulesError("precedence", f'"precedence" must be {allowed}, got {quoted(precedence)}')
    agents = _object(top.get("agents", {}), "agents", '"agents"')
    return Document({name: _agent(name, given) for name, given in agents.items()}, denies, precedence)


def _agent(name: Any, given: Any) -> Agent:
    if not isinstance(name, str) or not name:
        got = "''" if name == "" else kind(name)
        raise RulesError("agents", f"Agent ID must be a non-empty string, got {got}")
    if not AGENT_ID.fullmatch(name):
        allowed = "Only alphanumeric, underscore, dot, and hyphen allowed."
        raise RulesError("agents", f"Agent ID {quoted(name)} contains invalid characters. {allowed}")
    path, label = f"agents.{name}", f'Agent "{name}"'
    rules = _object(given, path, f"{label} configuration")
    _known(rules, (*EFFECTS, "limits"), path, label)
    allow, deny = (_side(rules.get(effect, {}), f"{path}.{effect}", f"{label} {effect}") for effect in EFFECTS)
    return Agent(path, allow, deny, tuple(_limits(rules.get("limits", {}), f"{path}.limits", f"{label} limits")))


def _side(given: Any, path: str, label: str) -> Side:
    side = _object(given, path, label)
    _known(side, ("servers", "tools"), path, label)
    servers = tools = None
    if "servers" in side:
        listed = _array(side["servers"], f"{path}.servers", f"{label}.servers")
        for i, name in enumerate(listed):
            if odd := _server_mistake(name):
                raise RulesError(f"{path}.servers[{i}]", f"{label}.servers[{i}]{odd}")
        servers = tuple(listed)
    if "tools" in side:
        by_server = _object(side["tools"], f"{path}.tools", f"{label}.tools")
        tools = {
            _server(server, f"{path}.tools", f"{label}.tools"): tuple(
                _entries(entries, f"{path}.tools.{server}", f"{label}.tools[{quoted(server)}]")
            )
            for server, entries in by_server.items()
        }
    return Side(path, servers, tools)


def _server(name: Any, path: str, label: str) -> str:
    if odd := _server_mistake(name):
        raise RulesError(path, f"{label}{odd}")
    return str(name)


def _server_mistake(name: Any) -> str:
    """What is wrong with the name of a server, to stand after what it is the name of; `` where nothing is."""
    if not isinstance(name, str):
        return f" must be a string, got {kind(name)}"
    if odd := mistake(name):
        return f": {odd}"
    if "*" in name and name != "*":
        return f': wildcard in {quoted(name)} can only be used alone; write "*" or the name'
    return ""


def _entries(given: Any, path: str, label: str) -> Iterator[ToolEntry]:
    for i, entry in enumerate(_array(given, path, label)):
        yield _entry(entry, f"{path}[{i}]", f"{label}[{i}]")


def _entry(given: Any, path: str, label: str) -> ToolEntry:
    name, when = given, None
    if isinstance(given, Mapping):
        _known(given, ("tool", "when"), path, label)
        if "tool" not in given:
            raise RulesError(path, f'{label} names no tool: write {{"tool": "get_*", "when": {{...}}}}')
        name = given["tool"]
        when = Predicate(given["when"], path, label) if "when" in given else None
    return ToolEntry(path, label, _pattern(name, path, label), when)


def _pattern(name: Any, path: str, label: str) -> NamePattern:
    if not isinstance(name, str):
        raise RulesError(path, f"{label} must be a string, got {kind(name)}")
    try:
        return pattern(name)
    except ValueError as wrong:
        raise RulesError(path, f"{label}: {wrong}") from None


def _limits(given: Any, path: str, label: str, only: NamePattern | None = None) -> Iterator[Quota]:
    limits = _object(given, path, label)
    _known(limits, (*_LIMITS, *(() if only else ("tools",))), path, label)
    for name, span_s in _LIMITS.items():
        if name in limits:
            calls = limits[name]
            if isinstance(calls, bool) or not isinstance(calls, int) or calls < 1:
                said = f"{label}.{name} must be a whole number of at least 1, got {quoted(calls)}"
                raise RulesError(f"{path}.{name}", said)
            yield Quota(f"{path}.{name}", calls, span_s, only)
    if "tools" in limits:
        for text, inner in _object(limits["tools"], f"{path}.tools", f"{label}.tools").items():
            place, where = f"{path}.tools.{text}", f"{label}.tools[{quoted(text)}]"
            yield from _limits(inner, place, where, _pattern(text, f"{path}.tools", where))


def _object(given: Any, path: str, label: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise RulesError(path, f"{label} must be an object, got {kind(given)}")
    return given


def _array(given: Any, path: str, label: str) -> list[Any]:
    if not isinstance(given, list):
        raise RulesError(path, f"{label} must be an array, got {kind(given)}")
    return given


def _known(given: Mapping[str, Any], known: tuple[str, ...], path: str, label: str) -> None:
    for key in given:
        if key not in known:
            place = quoted(key)[1:-1] or "$"
            raise RulesError(place if path == "$" else f"{path}.{place}", f"{label}: {unknown(key, known)}")
