"""The rules of agents: every row of the oracle in both orders, and what the originals got wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.rows import each_row
from toolgate.policy import AgentRules

Oracle = Callable[[str], Any]
Json = dict[str, Any]

OPERATIONS: dict[str, Callable[..., Any]] = {
    "can_access_server": lambda rules, agent, server: rules.decide_server(agent, server).allowed,
    "can_access_tool": lambda rules, *call: rules.decide(*call, {}).allowed,
    "get_allowed_servers": lambda rules, agent: rules.allowed_servers(agent),
    "get_allowed_tools": lambda rules, agent, server: rules.allowed_tools(agent, server),
}


def rules_of(allow: Json | None = None, deny: Json | None = None, **top: Any) -> AgentRules:
    agent = {name: side for name, side in (("allow", allow), ("deny", deny)) if side is not None}
    return AgentRules.from_dict({"agents": {"a": agent}, **top})


@pytest.mark.parametrize(
    ("file", "extra", "count"),
    [("gateway_policy_rows_m0_seed_order.json", {}, 39),
     ("gateway_policy_rows_head.json", {"precedence": "deny-first"}, 78)],
)  # fmt: skip
def test_every_row_of_the_oracle(oracle: Oracle, file: str, extra: Json, count: int) -> None:
    rows = oracle(file)
    assert len(rows) == count
    wrong = []
    for row in rows:
        rules = AgentRules.from_dict({**row["rules"], **extra})
        if OPERATIONS[row["op"]](rules, *row["args"]) != row["expected"]:
            wrong.append(row)
        if row["op"] == "can_access_tool":
            agent, server, tool = row["args"]
            assert rules.decide(agent, server, tool) == rules.decide(agent, server, tool, {})
    assert not wrong


DB = {"servers": ["db"]}
DOCUMENTED: list[tuple[Json, Json, str, bool, bool]] = [
    # allow, deny, the tool on db, allowed in the document's order, allowed with deny-first
    ({**DB, "tools": {"db": ["*"]}}, {"tools": {"db": ["drop_table"]}}, "query", True, True),
    ({**DB, "tools": {"db": ["*"]}}, {"tools": {"db": ["drop_table"]}}, "drop_table", False, False),
    ({**DB, "tools": {"db": ["*"]}}, {"tools": {"db": ["drop_*"]}}, "drop_database", False, False),
    ({**DB, "tools": {"db": ["dangerous", "safe"]}}, {"tools": {"db": ["dangerous"]}}, "dangerous", False, False),
    ({**DB, "tools": {"db": ["dangerous", "safe"]}}, {"tools": {"db": ["dangerous"]}}, "safe", True, True),
    ({**DB, "tools": {"db": ["delete_user", "get_user"]}}, {"tools": {"db": ["delete_*"]}}, "delete_user", True, False),
    ({**DB, "tools": {"db": ["delete_user", "get_user"]}}, {"tools": {"db": ["delete_*"]}}, "delete_x", False, False),
    (DB, {}, "query", False, True),
    (DB, {"tools": {"db": ["drop_*"]}}, "query", False, True),
    (DB, {"tools": {"db": ["drop_*"]}}, "drop_table", False, False),
    ({**DB, "tools": {"db": ["query", "list_tables"]}}, {}, "drop_table", False, False),
    ({**DB, "tools": {"db": ["get_*"]}}, {}, "get_user", True, True),
    ({**DB, "tools": {"db": ["get_*"]}}, {}, "user", False, False),
    ({**DB, "tools": {"db": ["*_query"]}}, {}, "query_builder", False, False),
    ({"servers": ["api"], "tools": {"db": ["*"]}}, {}, "query", False, False),
    ({}, {}, "query", False, False),
    ({"servers": ["*"], "tools": {"db": ["*"]}}, {"servers": ["db"]}, "query", False, False),
    ({**DB, "tools": {"db": ["*"]}}, {"servers": ["*"]}, "query", True, False),
    # Lists for every server count, and a list without entries grants nothing.
    ({**DB, "tools": {"*": ["get_*"]}}, {}, "drop_table", False, False),
    ({**DB, "tools": {"*": ["get_*"]}}, {}, "get_user", True, True),
    ({**DB, "tools": {"db": ["*"]}}, {"tools": {"*": ["drop_*"]}}, "drop_table", False, False),
    ({**DB, "tools": {"db": ["*"]}}, {"tools": {"*": ["drop_*"]}}, "query", True, True),
    ({**DB, "tools": {"db": []}}, {}, "query", False, False),
    ({**DB, "tools": {"other": ["x"]}}, {}, "query", False, True),
    ({**DB, "tools": {}}, {}, "query", False, True),
    ({"servers": []}, {}, "query", False, False),
]


@each_row("arguments", [{}, None])
@each_row("row", DOCUMENTED)
def test_documented_behaviour(row: tuple[Json, Json, str, bool, bool], arguments: Json | None) -> None:
    allow, deny, tool, by_document, deny_first = row
    assert rules_of(allow, deny).decide("a", "db", tool, arguments).allowed == by_document
    assert rules_of(allow, deny, precedence="document").decide("a", "db", tool, arguments).allowed == by_document
    assert rules_of(allow, deny, precedence="deny-first").decide("a", "db", tool, arguments).allowed == deny_first


BACKEND = {
    "agents": {
        "team.backend": {
            "allow": {"servers": ["files", "postgres"], "tools": {"postgres": ["query", "list_*"], "*": ["get_*"]}},
            "deny": {"servers": ["secrets"], "tools": {"postgres": ["drop_table", "drop_*"], "*": ["list_users"]}},
        }
    }
}


@each_row(
    ("server", "tool", "allowed", "rule"),
    [("postgres", "query", True, "agents.team.backend.allow.tools.postgres[0]"),
     ("postgres", "list_tables", True, "agents.team.backend.allow.tools.postgres[1]"),
     ("postgres", "get_row", True, "agents.team.backend.allow.tools.*[0]"),
     ("postgres", "drop_table", False, "agents.team.backend.deny.tools.postgres[0]"),
     ("postgres", "drop_index", False, "agents.team.backend.deny.tools.postgres[1]"),
     ("postgres", "list_users", False, "agents.team.backend.deny.tools.*[0]"),
     ("postgres", "insert", False, "agents.team.backend.allow.tools.postgres"),
     ("files", "insert", False, "agents.team.backend.allow.tools.*"),
     ("secrets", "get_key", False, "agents.team.backend.deny.servers[0]"),
     ("mail", "get_mail", False, "agents.team.backend.allow.servers")],
)  # fmt: skip
def test_the_rule_is_the_place_in_the_file(server: str, tool: str, allowed: bool, rule: str) -> None:
    decision = AgentRules.from_dict(BACKEND).decide("team.backend", server, tool, {})
    assert (decision.allowed, decision.rule) == (allowed, rule)
    assert (" is allowed" in decision.reason, " is denied" in decision.reason) == (allowed, not allowed)


def test_nothing_is_inherited_along_the_dots_of_a_name() -> None:
    rules = AgentRules.from_dict(
        {"agents": {"team": {"allow": {"servers": ["*"], "tools": {"*": ["*"]}}}, "team.a": {}}}
    )
    assert rules.decide("team", "db", "query", {}).allowed
    assert not rules.decide("team.a", "db", "query", {}).allowed
    assert rules.decide("team.b", "db", "query", {}).rule == "defaults.deny_on_missing_agent"


@pytest.mark.parametrize("precedence", ["document", "deny-first"])
def test_an_unknown_agent_gets_what_the_lists_show_and_no_more(precedence: str) -> None:
    known: Json = {"agents": {"a": {"allow": {"servers": ["db"]}}}, "precedence": precedence}
    for defaults in ({}, {"deny_on_missing_agent": True}):
        rules = AgentRules.from_dict({**known, "defaults": defaults})
        assert rules.allowed_servers("x") == []
        assert rules.allowed_tools("x", "db") == []
        assert rules.shown("x", "db", ["query"]) == []
        assert not rules.decide("x", "db", "query", {}).allowed
    rules = AgentRules.from_dict({**known, "defaults": {"deny_on_missing_agent": False}})
    assert rules.allowed_servers("x") == ["*"]
    assert rules.allowed_tools("x", "db") == "*"
    assert rules.decide("x", "db", "query", {}).allowed
    assert rules.decide("x", "db", "query", {}).rule == "defaults.deny_on_missing_agent"


def test_a_denied_server_is_on_no_list() -> None:
    rules = rules_of({"servers": ["*", "hidden", "db"], "tools": {"*": ["*"]}}, {"servers": ["hidden"]})
    assert rules.allowed_servers("a") == ["*", "db"]
    assert not rules.decide_server("a", "hidden").allowed
    assert rules.allowed_tools("a", "hidden") == []
    assert rules.shown("a", "hidden", ["query"]) == []


def test_lists_of_tools_leave_out_what_a_deny_always_takes() -> None:
    allow = {"servers": ["db"], "tools": {"db": ["dangerous", "safe", "drop_*", "drop_table"], "*": ["get_*", "safe"]}}
    deny = {"tools": {"db": ["dangerous", "dr*"], "*": [{"tool": "get_*", "when": {"id": {"minimum": 1}}}]}}
    assert rules_of(allow, deny).allowed_tools("a", "db") == ["safe", "drop_table", "get_*"]
    assert rules_of(allow, deny, precedence="deny-first").allowed_tools("a", "db") == ["safe", "get_*"]
    tools = ["dangerous", "safe", "drop_table", "drop_x", "get_user", "insert"]
    assert rules_of(allow, deny).shown("a", "db", tools) == ["safe", "drop_table", "get_user"]


CAPPED = {"servers": ["db"], "tools": {"db": [{"tool": "get_*", "when": {"limit": {"maximum": 50}}}, "list"]}}


@each_row("precedence", ["document", "deny-first"])
@each_row(
    ("arguments", "allowed"),
    [(None, True), ({"limit": 50}, True), ({"limit": 1, "other": "x"}, True), ({"limit": 51}, False), ({}, False),
     ({"limit": "1"}, False), ({"limit": None}, False), ({"limit": True}, False), ({"limit": [1]}, False)],
)  # fmt: skip
def test_an_allow_with_a_condition(precedence: str, arguments: Json | None, allowed: bool) -> None:
    decision = rules_of(CAPPED, precedence=precedence).decide("a", "db", "get_user", arguments)
    assert decision.allowed == allowed
    assert decision.rule == "agents.a.allow.tools.db" + ("[0]" if allowed else "")


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [(None, True), ({}, True), ({"limit": 51}, False), ({"limit": 50}, True), ({"limit": "x"}, True)],
)
def test_a_deny_with_a_condition(arguments: Json | None, allowed: bool) -> None:
    deny = {"tools": {"db": [{"tool": "query", "when": {"limit": {"exclusiveMinimum": 50}}}]}}
    decision = rules_of({**DB, "tools": {"db": ["query"]}}, deny).decide("a", "db", "query", arguments)
    assert decision.allowed == allowed
    assert decision.rule == ("agents.a.allow.tools.db[0]" if allowed else "agents.a.deny.tools.db[0]")


def test_a_condition_that_is_not_met_leaves_the_call_to_the_next_rule() -> None:
    when = {"tool": "get_x", "when": {"limit": {"maximum": 5}}}
    rules = rules_of(
        {**DB, "tools": {"db": [when, "get_*"]}},
        {"tools": {"db": [{"tool": "get_*", "when": {"all": {"const": True}}}]}},
    )
    assert rules.decide("a", "db", "get_x", {"limit": 3, "all": True}).rule == "agents.a.allow.tools.db[0]"
    assert rules.decide("a", "db", "get_x", {"limit": 9, "all": True}).rule == "agents.a.deny.tools.db[0]"
    assert rules.decide("a", "db", "get_x", {"limit": 9}).rule == "agents.a.allow.tools.db[1]"


def test_names_of_others_stay_on_one_line_of_a_reason() -> None:
    rules = rules_of({"servers": ["*"]})
    for decision in (rules.decide("x\ny" * 999, "db", "t", {}), rules.decide("a", "d\nb", "t\x1b[2J" * 999, {})):
        assert decision.reason.isprintable()
        assert len(decision.reason) < 500


def test_rules_do_not_follow_the_dict_they_came_from() -> None:
    given: Json = {
        "agents": {"a": {"allow": {"servers": ["db"], "tools": {"db": [{"tool": "*", "when": {"n": {"maximum": 5}}}]}}}}
    }
    rules = AgentRules.from_dict(given)
    given["agents"]["a"]["allow"]["tools"]["db"][0]["when"]["n"]["maximum"] = 500
    given["agents"]["a"]["allow"]["servers"].append("other")
    assert not rules.decide("a", "db", "query", {"n": 6}).allowed
    assert rules.allowed_servers("a") == ["db"]
