"""Warnings about valid rules that are probably not meant. A warning stops nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

from toolgate.policy.agent_rules import AgentRules
from toolgate.policy.errors import quoted
from toolgate.policy.parse import Agent, Side


class RulesWarning(Struct, frozen=True):
    """One warning: its path in the file, and what is odd there."""

    path: str
    message: str


def lint(rules: AgentRules, servers: Collection[str] | None = None) -> list[RulesWarning]:
    """All warnings. `servers` are those that exist; without them, none is reported as undefined."""
    found = [] if servers is None else list(undefined_servers(rules, servers))
    found += _missing_agents(rules)
    for name, agent in rules.document.agents.items():
        found += _server_conflicts(rules, name, agent)
        found += _tool_conflicts(rules, name, agent)
        found += _idle(rules, name, agent)
    return found


def undefined_servers(rules: AgentRules, servers: Collection[str]) -> Iterator[RulesWarning]:
    """Servers that the rules name and that do not exist."""
    for name, agent in rules.document.agents.items():
        for effect, side in (("allow", agent.allow), ("deny", agent.deny)):
            for part, named in (("servers", side.servers), ("tools", side.tools)):
                for server in dict.fromkeys(named or ()):
                    if server != "*" and server not in servers:
                        said = f'Agent "{name}" {effect}.{part} references undefined server {quoted(server)}'
                        yield RulesWarning(f"{side.path}.{part}", said)


def _missing_agents(rules: AgentRules) -> Iterator[RulesWarning]:
    if not rules.document.deny_on_missing_agent:
        said = "deny_on_missing_agent is false: an agent that the rules do not name may call everything"
        yield RulesWarning("defaults.deny_on_missing_agent", said)


def _server_conflicts(rules: AgentRules, name: str, agent: Agent) -> Iterator[RulesWarning]:
    for i, server in enumerate(agent.allow.servers or ()):
        decision = rules.decide_server(name, server)
        if not decision.allowed:
            said = f'Agent "{name}" allow.servers[{i}] {quoted(server)} never applies: {decision.rule} comes before it'
            yield RulesWarning(f"{agent.allow.path}.servers[{i}]", said)


def _tool_conflicts(rules: AgentRules, name: str, agent: Agent) -> Iterator[RulesWarning]:
    for server, entries in (agent.allow.tools or {}).items():
        for entry in entries:
            if (deny := rules.shadow(name, server, entry)) is not None:
                what = f"{entry.label} {quoted(entry.pattern.text)} never applies"
                yield RulesWarning(entry.path, f"{what}: {deny.path} {quoted(deny.pattern.text)} comes before it")


def _idle(rules: AgentRules, name: str, agent: Agent) -> Iterator[RulesWarning]:
    """Lists of tools of a server that is not allowed, and in the document's order allowed servers without a list."""
    allow: Side = agent.allow
    admitted = rules.allowed_servers(name)
    for server in allow.tools or {}:
        if not (admitted if server == "*" else rules.reaches(name, server)):
            said = f'Agent "{name}" allow.tools[{quoted(server)}] never applies: the server is not allowed'
            yield RulesWarning(f"{allow.path}.tools.{server}", said)
    if rules.document.precedence == "deny-first":
        return
    listed = (allow.tools or {}).keys()
    for i, server in enumerate(allow.servers or ()):
        if server in admitted and "*" not in listed and (server not in listed if server != "*" else not listed):
            said = f'Agent "{name}" allow.servers[{i}] {quoted(server)} grants no tool'
            remedy = f'list what it may call, or "*", in allow.tools[{quoted(server)}]'
            yield RulesWarning(f"{allow.path}.servers[{i}]", f"{said}; {remedy}")
