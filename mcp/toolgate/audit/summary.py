"""Statistics of a log: calls by tool, agent, decision and error, with latencies."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from toolgate.contract import JsonObject, qualified


@dataclass(slots=True)
class Group:
    """Statistics of the calls of one group, such as one tool."""

    calls: int = 0
    denied: int = 0
    failed: int = 0
    latencies: list[float] = field(default_factory=list)

    def add(self, record: JsonObject) -> None:
        """Adds one call. A denied call is not counted as failed."""
        self.calls += 1
        denied = record.get("denied") is True
        self.denied += denied
        self.failed += not denied and record.get("exit_code") is not None
        if isinstance(latency := record.get("latency_ms"), int | float):
            self.latencies.append(float(latency))

    def include(self, other: Group) -> None:
        """Adds the calls of another group."""
        self.calls += other.calls
        self.denied += other.denied
        self.failed += other.failed
        self.latencies += other.latencies

    def latency(self, share: float) -> float | None:
        """The latency percentile of this share of the calls (0 to 1), in ms."""
        ranked = sorted(self.latencies)
        return ranked[min(len(ranked) - 1, int(len(ranked) * share))] if ranked else None

    def to_json(self) -> JsonObject:
        """`{"calls", "denied", "failed", "p50_ms", "p95_ms"}`."""
        return {
            "calls": self.calls,
            "denied": self.denied,
            "failed": self.failed,
            "p50_ms": self.latency(0.5),
            "p95_ms": self.latency(0.95),
        }


@dataclass(slots=True)
class Summary:
    """A log at a glance. `unreadable` counts lines that aren't records; verify says which.

    A tool has its bare name, or `server:name` where the log knows that name of several servers.
    """

    calls: Group = field(default_factory=Group)
    first_ts: str | None = None
    last_ts: str | None = None
    of_servers: defaultdict[tuple[str | None, str], Group] = field(default_factory=lambda: defaultdict(Group))
    """By server and tool."""
    agents: defaultdict[str, Group] = field(default_factory=lambda: defaultdict(Group))
    decisions: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    unreadable: int = 0

    @property
    def tools(self) -> dict[str, Group]:
        """By tool."""
        known = Counter(tool for _, tool in self.of_servers)
        found: defaultdict[str, Group] = defaultdict(Group)
        for (server, tool), group in self.of_servers.items():
            # Added, not set: a call of an unknown tool may have made up the same name, as `docs:search`.
            found[qualified(server, tool) if known[tool] > 1 else tool].include(group)
        return found

    def to_json(self) -> JsonObject:
        """The summary as plain JSON; the groups with the most calls first."""
        return {
            **self.calls.to_json(),
            "first_ts": self.first_ts,
            "last_ts": self.last_ts,
            "tools": {name: group.to_json() for name, group in most_first(self.tools)},
            "agents": {name: group.to_json() for name, group in most_first(self.agents)},
            "decisions": dict(self.decisions.most_common()),
            "errors": dict(self.errors.most_common()),
            "denying_rules": dict(self.rules.most_common()),
            "notes": dict(self.notes.most_common()),
            "unreadable": self.unreadable,
        }


def summarize(records: Iterable[JsonObject | None]) -> Summary:
    """Counts the records of a log; None stands for a line that isn't a record."""
    summary = Summary()
    for record in records:
        if record is None:
            summary.unreadable += 1
        elif record.get("safety") is not None:
            summary.notes[str(record["safety"])] += 1
        else:
            _add(summary, record)
    return summary


def most_first(groups: dict[str, Group]) -> list[tuple[str, Group]]:
    """Groups sorted by calls, then by name."""
    return sorted(groups.items(), key=lambda item: (-item[1].calls, item[0]))


def _add(summary: Summary, record: dict[str, Any]) -> None:
    summary.calls.add(record)
    ts = str(record.get("ts", ""))
    summary.first_ts = min(summary.first_ts or ts, ts)
    summary.last_ts = max(summary.last_ts or ts, ts)
    server = record.get("server")
    summary.of_servers[None if server is None else str(server), str(record.get("tool", ""))].add(record)
    summary.agents[str(record.get("agent_id", ""))].add(record)
    summary.decisions[str(record.get("decision", "DENY" if record.get("denied") else "ALLOW"))] += 1
    if record.get("error_type"):
        summary.errors[str(record["error_type"])] += 1
    if record.get("denied") is True:
        summary.rules[str(record.get("rule") or record.get("decision_reason", ""))] += 1
