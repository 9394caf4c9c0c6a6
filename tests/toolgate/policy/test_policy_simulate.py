"""New rules on recorded calls: what would change, and what cannot be known."""

from __future__ import annotations

from typing import Any

from tests.rows import each_row
from toolgate.policy import AgentRules
from toolgate.policy.simulate import simulate

Json = dict[str, Any]

RULES = AgentRules.from_dict(
    {
        "agents": {
            "a": {
                "allow": {
                    "servers": ["db"],
                    "tools": {"db": ["query", {"tool": "get_*", "when": {"limit": {"maximum": 50}}}]},
                },
                "deny": {"tools": {"db": [{"tool": "query", "when": {"text": {"pattern": "drop"}}}]}},
            }
        }
    }
)


def record(tool: str, decision: str = "ALLOW", args: Any = None, **fields: Any) -> Json:
    base = {"agent_id": "a", "server": "db", "tool": tool, "args": {} if args is None else args, "tier": 0, "rule": ""}
    return {**base, "decision": decision, **fields}


@each_row(
    ("row", "now"),
    [
        (record("query"), "unchanged"),
        (record("query", server=None), "unchanged"),
        (record("insert"), "would_deny"),
        (record("query", agent_id="b"), "would_deny"),
        (record("query", "DENY", rule="agents.a.allow.tools.db"), "would_allow"),
        (record("query", "DENY", rule="defaults.deny_on_missing_agent"), "would_allow"),
        (record("insert", "DENY", rule="agents.a"), "unchanged"),
        (record("query", "DENY", rule="mode.guarded"), "elsewhere"),
        (record("query", "DENY", rule="deny[0]"), "elsewhere"),
        (record("query", "DENY"), "elsewhere"),
        (record("nobody", error_type="tool_not_found"), "elsewhere"),
        (record("query", "DENY", rule="agents.a.limits.calls_per_day", error_type="rate_limited"), "unchanged"),
        (record("insert", "DENY", rule="agents.a.limits.calls_per_day", error_type="rate_limited"), "would_deny"),
        (record("get_x", args={"limit": 5}), "unchanged"),
        (record("get_x", args={"limit": 51}), "would_deny"),
        (record("get_x", args={}), "would_deny"),
        (record("get_x", args={"limit": "<REDACTED>"}), "unknown"),
        (record("get_x", "DENY", {"limit": "<REDACTED>"}, rule="agents.a"), "unknown"),
        (record("get_x", args={"limit": "<int of 2000 bits>"}), "unknown"),
        (record("get_x", args={"...": "<3 more>"}), "unknown"),
        (record("get_x", args={"limit": 5, "...": "<3 more>"}), "unchanged"),
        (record("get_x", args="<unreadable>"), "unknown"),
        (record("query", args={"text": "select"}), "unchanged"),
        (record("query", args={"text": "drop x"}), "would_deny"),
        (record("query", args={"text": "password=<REDACTED>"}), "unknown"),
        (record("query", args={"text": "aaa...<truncated 9000>"}), "unknown"),
        (record("query", args={"other": "<REDACTED>"}), "unchanged"),
        (record("insert", args={"limit": "<REDACTED>"}), "would_deny"),
        ({"operation": "audit/repair", "decision": "ALLOW", "tool": "", "agent_id": ""}, "skipped"),
        (record("query", agent_id=None), "skipped"),
        (record("query", "MAYBE"), "skipped"),
        ("no record", "skipped"),
        (None, "skipped"),
    ],
)  # fmt: skip
def test_one_recorded_call(row: Any, now: str) -> None:
    told = simulate(RULES, [row], "db").to_json()
    assert {name for name, count in told.items() if count == 1 and name != "calls"} == {now}
    assert told["calls"] == (now != "skipped")
    assert len(told["changes"]) == (now in ("would_allow", "would_deny", "unknown"))


def test_changes_are_counted_with_the_rules_before_and_after() -> None:
    rows = [record("insert", rule="agents.a.allow.tools.db[0]")] * 3 + [record("query")] * 2
    rows += [record("get_x", args={"limit": "<REDACTED>"})]
    told = simulate(RULES, rows, "db").to_json()
    assert (told["calls"], told["unchanged"], told["would_deny"], told["unknown"]) == (6, 2, 3, 1)
    first, second = told["changes"]
    assert first == {
        "agent_id": "a", "server": "db", "tool": "insert", "was": "ALLOW", "now": "DENY", "calls": 3,
        "rule_was": "agents.a.allow.tools.db[0]", "rule_now": "agents.a.allow.tools.db",
        "reason": '"insert" on "db" is denied: no entry of allow.tools names it',
    }  # fmt: skip
    assert (second["now"], second["rule_now"]) == ("UNKNOWN", "agents.a.allow.tools.db[1]")


def test_lists_and_views_are_no_calls() -> None:
    rows = [
        record("chart", operation="view"),
        record("x", operation="tools/list"),
        record("query", operation="tools/call"),
    ]
    told = simulate(RULES, rows, "db")
    assert (told.calls, told.unchanged, told.skipped) == (1, 1, 2)
