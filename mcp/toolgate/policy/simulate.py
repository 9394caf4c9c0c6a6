"""Replays recorded calls against other rules. The records are those of docs/audit.md."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from toolgate.contract import CALL, JsonObject, PolicyDecision
from toolgate.policy.agent_rules import AgentRules
from toolgate.policy.predicates import Predicate

Verdict = Literal["ALLOW", "DENY", "UNKNOWN"]

_NOT_AS_SENT = re.compile(r"<[^<>]*>")
"""What a record has in place of a value that was secret, too long or no JSON: `<REDACTED>`, `...<truncated 5000>`."""
_MORE = "..."
"""The name under which a record says that arguments were left out."""


@dataclass(frozen=True, slots=True)
class DecisionChange:
    """A group of recorded calls, equal in these fields, that the rules would decide otherwise."""

    agent_id: str
    server: str
    tool: str
    was: Verdict
    now: Verdict
    rule_was: str
    rule_now: str
    reason: str


@dataclass(slots=True)
class Simulation:
    """Counts of calls, and the changes with how often each was found."""

    calls: int = 0
    unchanged: int = 0
    would_allow: int = 0
    would_deny: int = 0
    unknown: int = 0
    """It depends on arguments that the record does not have as they were sent."""
    elsewhere: int = 0
    """Decided before the rules were asked: by mode or allowlist, or because there is no such tool."""
    skipped: int = 0
    """Lines that aren't the record of a call."""
    changes: Counter[DecisionChange] = field(default_factory=Counter)

    def to_json(self) -> JsonObject:
        """The counts, and `changes` as a list, the most frequent first."""
        counts = {name: getattr(self, name) for name in self.__slots__ if name != "changes"}
        return {**counts, "changes": [{**asdict(change), "calls": n} for change, n in self.changes.most_common()]}


def simulate(rules: AgentRules, records: Iterable[Any], server: str) -> Simulation:
    """Decides every recorded call anew. `server` is the one of records that name none."""
    told = Simulation()
    for record in records:
        call = _call(record, server)
        if call is None:
            told.skipped += 1
            continue
        told.calls += 1
        # What was too much for a limit had been allowed by the rules before.
        was: Verdict = "ALLOW" if record.get("error_type") == "rate_limited" else record["decision"]
        rule_was = str(record.get("rule") or "")
        if record.get("error_type") == "tool_not_found" or (was == "DENY" and not _is_of_rules(rule_was)):
            told.elsewhere += 1
            continue
        now, decision = _decide(rules, *call, record.get("args"))
        if now == was:
            told.unchanged += 1
            continue
        told.would_allow += now == "ALLOW"
        told.would_deny += now == "DENY"
        told.unknown += now == "UNKNOWN"
        told.changes[DecisionChange(*call, was, now, rule_was, decision.rule, decision.reason)] += 1
    return told


def _call(record: Any, server: str) -> tuple[str, str, str] | None:
    """Agent, server and tool of a record, None where it is none of a call of a tool, as of a view or a list."""
    if not isinstance(record, Mapping) or record.get("operation", CALL) != CALL:
        return None
    if record.get("decision") not in ("ALLOW", "DENY"):
        return None
    named = record.get("agent_id"), record.get("server") or server, record.get("tool")
    if not record.get("tool") or not all(isinstance(name, str) for name in named):
        return None
    return named  # type: ignore[return-value]  # they have just been looked at


def _is_of_rules(rule: str) -> bool:
    return rule.startswith(("agents.", "defaults."))


def _decide(rules: AgentRules, agent_id: str, server: str, tool: str, args: Any) -> tuple[Verdict, PolicyDecision]:
    arguments = args if isinstance(args, Mapping) else {_MORE: ""}

    def known(when: Predicate) -> bool:
        there = [name for name in when.arguments if name in arguments]
        if len(there) < len(when.arguments) and _MORE in arguments:
            return False
        return all(_as_sent(arguments[name]) for name in there)

    possible = rules.ruling(agent_id, server, tool).possible(arguments, known)
    if len({decision.allowed for decision in possible}) > 1:
        unsure = next(decision for decision in possible if decision.rule)
        return "UNKNOWN", PolicyDecision(False, "it depends on arguments that the record does not have", unsure.rule)
    return ("ALLOW" if possible[0].allowed else "DENY"), possible[0]


def _as_sent(value: Any) -> bool:
    if isinstance(value, str):
        return _NOT_AS_SENT.search(value) is None
    if isinstance(value, Mapping):
        return _MORE not in value and all(_as_sent(key) and _as_sent(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(_as_sent, value))
    return True
