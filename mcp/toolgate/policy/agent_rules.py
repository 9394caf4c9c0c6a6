"""Who may call what: the rules of agents, compiled.

A call is decided in this order, and the first rule that applies decides:

    0  an agent that the rules do not name: `defaults.deny_on_missing_agent`
    1  the server, by its own four steps: explicit deny, explicit allow, wildcard deny, wildcard allow, else denied
    2  the tool: explicit deny, explicit allow, wildcard deny, wildcard allow, else denied

With `"precedence": "deny-first"` wildcard deny comes before explicit allow in 1 and 2, and a server that is allowed
and has no list of tools is allowed with all of them. Explicit is what names a tool in full. Entries under the server
`*` count for every server, after its own. A rule with `when` applies only to arguments that meet it; before these are
known, an allow with `when` counts as possible and a deny with `when` does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from toolgate.contract import PolicyDecision
from toolgate.policy.errors import quoted
from toolgate.policy.parse import Agent, Document, Effect, Quota, Side, ToolEntry, parse
from toolgate.policy.patterns import PatternTable
from toolgate.policy.predicates import Predicate

_REMEMBERED = 4096

_DOCUMENT: tuple[tuple[Effect, bool], ...] = (("deny", True), ("allow", True), ("deny", False), ("allow", False))
_DENY_FIRST: tuple[tuple[Effect, bool], ...] = (("deny", True), ("deny", False), ("allow", True), ("allow", False))
"""What is asked in turn: an effect, and whether the entries that name the tool in full or those with a wildcard."""

Tables = Mapping[str, PatternTable[ToolEntry]]
LookUp = Callable[[str], list[ToolEntry]]


class Ruling(Struct, frozen=True):
    """All that the rules say of one tool to one agent: conditional steps in order, then the last word."""

    steps: tuple[tuple[Predicate, PolicyDecision], ...]
    last: PolicyDecision
    listed: PolicyDecision
    """The decision before the arguments are known. If it is a refusal, no arguments change it."""

    def on(self, arguments: Mapping[str, Any]) -> PolicyDecision:
        """The decision on a call with these arguments."""
        for when, decision in self.steps:
            if when.met(arguments):
                return decision
        return self.last

    def possible(self, arguments: Mapping[str, Any], known: Callable[[Predicate], bool]) -> list[PolicyDecision]:
        """Every decision that can come out where some predicates cannot be known, in order."""
        found = []
        for when, decision in self.steps:
            if not known(when):
                found.append(decision)
            elif when.met(arguments):
                return [*found, decision]
        return [*found, self.last]


class _Compiled(Struct, frozen=True):
    """One agent: where it names each server, and its lists of tools as tables."""

    agent: Agent
    servers: Mapping[Effect, Mapping[str, str]]
    """The path of the first entry for each server, by effect."""
    tools: Mapping[Effect, Tables]


class AgentRules:
    """Compiled rules. They never change: a reload makes new ones."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._agents = {name: _compile(agent) for name, agent in document.agents.items()}
        self._deny_first = document.precedence == "deny-first"
        self._order = _DENY_FIRST if self._deny_first else _DOCUMENT
        # Only for agents that the rules name: whoever invents names does not fill the memory.
        self._ruling = lru_cache(_REMEMBERED)(self._rule)
        self._server = lru_cache(_REMEMBERED)(self._rule_server)
        self._look_ups = lru_cache(_REMEMBERED)(self._in_turn)

    @classmethod
    def from_dict(cls, rules: Any) -> AgentRules:
        """Rules from what stands in the file (the form is in toolgate.policy.parse). RulesError names a mistake."""
        return cls(parse(rules))

    def decide(
        self, agent_id: str, server: str, tool: str, arguments: Mapping[str, Any] | None = None
    ) -> PolicyDecision:
        """Whether the agent may call the tool. `arguments=None`: they are not known yet."""
        ruling = self.ruling(agent_id, server, tool)
        return ruling.listed if arguments is None else ruling.on(arguments)

    def ruling(self, agent_id: str, server: str, tool: str) -> Ruling:
        """What the rules say of the tool to the agent, before any arguments."""
        if agent_id in self._agents:
            return self._ruling(agent_id, server, tool)
        missing = self._missing(agent_id)
        return Ruling((), missing, missing)

    def decide_server(self, agent_id: str, server: str) -> PolicyDecision:
        """Whether the agent may reach the server at all."""
        return self._server(agent_id, server) if agent_id in self._agents else self._missing(agent_id)

    def reaches(self, agent_id: str, server: str) -> bool:
        """Whether the agent may reach the server, without the reason, which takes longer to word."""
        known = self._agents.get(agent_id)
        if known is None:
            return not self.document.deny_on_missing_agent
        effect, _ = self._naming(known, server)
        return effect == "allow"

    def allowed_servers(self, agent_id: str) -> list[str]:
        """The servers that the agent may reach, in the order of the file; `*` stands for those that no deny names."""
        known = self._agents.get(agent_id)
        named: Iterable[str] = ("*",) if known is None else dict.fromkeys(known.agent.allow.servers or ())
        return [name for name in named if self.reaches(agent_id, name)]

    def allowed_tools(self, agent_id: str, server: str) -> list[str] | Literal["*"]:
        """The patterns of the tools that the agent may call there, in the order of the file; `*` stands for all.

        What a deny always takes away is left out; a pattern may still lose some of its tools to one.
        """
        if not self.reaches(agent_id, server):
            return []
        known = self._agents.get(agent_id)
        if known is None or self._grants_all(known, server):
            return "*"
        entries = [entry for name in _lists(server) for entry in (known.agent.allow.tools or {}).get(name, ())]
        patterns = dict.fromkeys(e.pattern.text for e in entries if self.shadow(agent_id, server, e) is None)
        return "*" if "*" in patterns else list(patterns)

    def shown(self, agent_id: str, server: str, tools: Iterable[str]) -> list[str]:
        """The tools of a server that the agent may call with some arguments: what a list shows."""
        return [tool for tool in tools if self.decide(agent_id, server, tool).allowed]

    def limits(self, agent_id: str) -> tuple[Quota, ...]:
        """How many calls the agent has; empty where the rules say nothing."""
        known = self._agents.get(agent_id)
        return () if known is None else known.agent.limits

    def shadow(self, agent_id: str, server: str, allow: ToolEntry) -> ToolEntry | None:
        """The deny that comes before this allow on the server whatever is called, so that the allow never applies."""
        exact = allow.pattern.kind == "exact"
        for table in _tables(self._agents[agent_id].tools["deny"], server):
            for deny in table.covering(allow.pattern):
                first = deny.pattern.kind == "exact" or self._deny_first or not exact
                if deny.when is None and first:
                    return deny
        return None

    def _missing(self, agent_id: str) -> PolicyDecision:
        allowed = not self.document.deny_on_missing_agent
        says = "is allowed: deny_on_missing_agent is false" if allowed else "is denied"
        return PolicyDecision(
            allowed, f"agent {quoted(agent_id)} {says}; the rules do not name it", "defaults.deny_on_missing_agent"
        )

    def _grants_all(self, known: _Compiled, server: str) -> bool:
        """Whether the server counts as allowed with all its tools, because no list of tools speaks of it."""
        return self._deny_first and not any(name in known.tools["allow"] for name in _lists(server))

    def _rule_server(self, agent_id: str, server: str) -> PolicyDecision:
        known = self._agents[agent_id]
        named = quoted(server)
        effect, path = self._naming(known, server)
        if effect is not None:
            return _decision(effect, f"server {named}", path)
        side = known.agent.allow
        rule = f"{side.path}.servers" if side.servers is not None else known.agent.path
        return PolicyDecision(False, f"server {named} is denied: no entry of allow.servers names it", rule)

    def _naming(self, known: _Compiled, server: str) -> tuple[Effect | None, str]:
        """The entry that decides on the server, and its path; None where none names it."""
        for effect, explicit in self._order:
            if (path := known.servers[effect].get(server if explicit else "*")) is not None:
                return effect, path
        return None, ""

    def _rule(self, agent_id: str, server: str, tool: str) -> Ruling:
        known = self._agents[agent_id]
        on_server = self._server(agent_id, server)
        if not on_server.allowed:
            return Ruling((), on_server, on_server)
        steps: list[tuple[Predicate, PolicyDecision]] = []
        listed = None
        for effect, find in self._look_ups(agent_id, server):
            for entry in find(tool):
                text, path = entry.pattern.text, entry.path
                if entry.when is None:
                    last = _decision_on(effect, text, server, path)
                    return Ruling(tuple(steps), last, listed or last)
                steps.append((entry.when, _decision_on(effect, text, server, path, " with these arguments")))
                if effect == "allow" and listed is None:
                    listed = _decision_on(effect, text, server, path, " with some arguments")
        last = self._default(known, on_server, server, tool, conditional=listed is not None)
        return Ruling(tuple(steps), last, listed or last)

    def _in_turn(self, agent_id: str, server: str) -> tuple[tuple[Effect, LookUp], ...]:
        """How a tool's entries are found, in the order in which they decide."""
        tables = self._agents[agent_id].tools
        return tuple(
            (effect, table.exact if explicit else table.wild)
            for effect, explicit in self._order
            for table in _tables(tables[effect], server)
        )

    def _default(
        self, known: _Compiled, on_server: PolicyDecision, server: str, tool: str, *, conditional: bool
    ) -> PolicyDecision:
        """The decision where no entry applies."""
        if self._grants_all(known, server):
            return PolicyDecision(True, f"{on_server.reason}, with all its tools", on_server.rule)
        why = "its arguments meet no when of allow.tools" if conditional else "no entry of allow.tools names it"
        reason = f"{quoted(tool)} on {quoted(server)} is denied: {why}"
        return PolicyDecision(False, reason, _nearest(known.agent.allow, server, known.agent.path))


def _compile(agent: Agent) -> _Compiled:
    sides: dict[Effect, Side] = {"allow": agent.allow, "deny": agent.deny}
    return _Compiled(
        agent,
        {
            # From the end, so that the first entry for a server is the one that stays.
            effect: {name: f"{side.path}.servers[{i}]" for i, name in reversed(list(enumerate(side.servers or ())))}
            for effect, side in sides.items()
        },
        {
            effect: {
                server: PatternTable((entry.pattern, entry) for entry in entries)
                for server, entries in (side.tools or {}).items()
            }
            for effect, side in sides.items()
        },
    )


def _lists(server: str) -> Collection[str]:
    """The lists that speak of a server: its own, then the one of every server."""
    return dict.fromkeys((server, "*"))


def _tables(tables: Tables, server: str) -> Iterator[PatternTable[ToolEntry]]:
    return (tables[name] for name in _lists(server) if name in tables)


@lru_cache(_REMEMBERED)
def _decision_on(effect: Effect, pattern: str, server: str, rule: str, how: str = "") -> PolicyDecision:
    """What an entry decides. One pattern stands for many tools."""
    return _decision(effect, f"{quoted(pattern)} on {quoted(server)}{how}", rule)


def _decision(effect: Effect, what: str, rule: str) -> PolicyDecision:
    allowed = effect == "allow"
    return PolicyDecision(allowed, f"{what} is {'allowed' if allowed else 'denied'}", rule)


def _nearest(allow: Side, server: str, agent_path: str) -> str:
    """The path in the file where an entry that allows the tool is missing."""
    if allow.tools is None:
        return agent_path
    for name in _lists(server):
        if name in allow.tools:
            return f"{allow.path}.tools.{name}"
    return f"{allow.path}.tools"
