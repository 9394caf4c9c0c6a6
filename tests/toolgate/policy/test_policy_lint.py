"""Warnings: what is probably not meant."""

from __future__ import annotations

from typing import Any

from tests.rows import each_row
from toolgate.policy import AgentRules, lint

Json = dict[str, Any]


def warnings(
    allow: Json, deny: Json | None = None, servers: list[str] | None = None, **top: Any
) -> list[tuple[str, str]]:
    rules = AgentRules.from_dict({"agents": {"a": {"allow": allow, "deny": deny or {}}}, **top})
    return [(warning.path.removeprefix("agents.a."), warning.message) for warning in lint(rules, servers)]


def test_good_rules_have_no_warnings() -> None:
    allow = {"servers": ["db", "api"], "tools": {"db": ["query", "delete_user"], "*": ["get_*"]}}
    assert warnings(allow, {"servers": ["mail"], "tools": {"db": ["drop_*", "delete_*"]}}, ["db", "api", "mail"]) == []
    assert warnings({"servers": ["*"], "tools": {"*": ["*"]}}, {"servers": ["mail"]}, ["mail"]) == []


@each_row(
    ("allowed", "denied", "precedence", "shadowed"),
    [("drop", "drop", "document", True), ("drop", "drop_*", "document", False), ("drop_x", "drop_*", "document", False),
     ("drop_x", "drop_*", "deny-first", True), ("drop_*", "drop_*", "document", True), ("drop_t*", "drop_*", "document", True),
     ("drop_*", "drop_t*", "deny-first", False), ("*_x", "*x", "document", True), ("get_*", "*", "document", True),
     ("get", "*", "document", False), ("get", "*", "deny-first", True), ("*", "get_*", "deny-first", False),
     ("get_*", "get_x", "deny-first", False)],
)  # fmt: skip
def test_an_allow_that_a_deny_always_comes_before(allowed: str, denied: str, precedence: str, shadowed: bool) -> None:
    for deny_list in ("db", "*"):
        found = warnings(
            {"servers": ["db"], "tools": {"db": [allowed]}}, {"tools": {deny_list: [denied]}}, precedence=precedence
        )
        place = f"agents.a.deny.tools.{deny_list}[0]"
        message = f'Agent "a" allow.tools["db"][0] "{allowed}" never applies: {place} "{denied}" comes before it'
        assert found == ([("allow.tools.db[0]", message)] if shadowed else [])


def test_a_deny_with_a_condition_or_on_another_server_shadows_nothing() -> None:
    allow = {"servers": ["db"], "tools": {"*": ["x"]}}
    assert warnings(allow, {"tools": {"*": [{"tool": "x", "when": {"n": {"minimum": 1}}}]}}) == []
    assert warnings(allow, {"tools": {"db": ["x"]}}) == []


def test_servers_allowed_and_denied() -> None:
    allow = {"servers": ["db", "*"], "tools": {"*": ["*"]}}
    assert warnings(allow, {"servers": ["db"]}) == [
        ("allow.servers[0]", 'Agent "a" allow.servers[0] "db" never applies: agents.a.deny.servers[0] comes before it')
    ]


def test_tools_of_a_server_that_is_not_allowed() -> None:
    said = 'Agent "a" allow.tools["db"] never applies: the server is not allowed'
    assert warnings({"servers": ["api"], "tools": {"api": ["x"], "db": ["*"]}}) == [("allow.tools.db", said)]
    assert warnings({"tools": {"*": ["*"]}}) == [("allow.tools.*", said.replace('"db"', '"*"'))]


def test_a_server_without_tools_grants_nothing_in_the_order_of_the_document() -> None:
    said = 'Agent "a" allow.servers[1] "api" grants no tool; list what it may call, or "*", in allow.tools["api"]'
    allow = {"servers": ["db", "api"], "tools": {"db": ["x"]}}
    assert warnings(allow) == [("allow.servers[1]", said)]
    assert warnings(allow, precedence="deny-first") == []
    assert [path for path, _ in warnings({"servers": ["*"]})] == ["allow.servers[0]"]


def test_undefined_servers() -> None:
    allow = {"servers": ["db", "nowhere"], "tools": {"db": ["*"], "nowhere": ["*"]}}
    found = warnings(allow, {"servers": ["gone"]}, ["db"])
    assert found == [
        ("allow.servers", 'Agent "a" allow.servers references undefined server "nowhere"'),
        ("allow.tools", 'Agent "a" allow.tools references undefined server "nowhere"'),
        ("deny.servers", 'Agent "a" deny.servers references undefined server "gone"'),
    ]
    assert warnings(allow, {"servers": ["gone"]}) == []


def test_agents_that_the_rules_do_not_name() -> None:
    ((path, message),) = warnings({}, defaults={"deny_on_missing_agent": False})
    assert path == "defaults.deny_on_missing_agent"
    assert "may call everything" in message
