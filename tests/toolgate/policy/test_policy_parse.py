"""Mistakes in the rules: each is refused with its place and a remedy, and nothing else comes out of any input."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from toolgate.policy import AgentRules, PolicyError, RulesError, lint, read_rules
from toolgate.policy.lint import undefined_servers

Oracle = Callable[[str], Any]
Json = dict[str, Any]


def test_every_configuration_row_about_rules(oracle: Oracle, tmp_path: Path) -> None:
    """The rows about servers (load_mcp_config, validate_mcp_config) belong to the gateway and are not held here."""
    rows = oracle("gateway_config_rows_head.json")
    held = 0
    for row in rows:
        held += 1
        match row["op"]:
            case "validate_gateway_rules":
                assert _mistake(partial(AgentRules.from_dict, row["arg"])) == row["error"], row
            case "load_gateway_rules":
                path = tmp_path / "nonexistent.json"
                path.unlink(missing_ok=True)
                if row["file"] is not None:
                    path.write_text(row["file"])
                expected = None if row["error"] is None else row["error"][1]
                assert _mistake(partial(read_rules, path)) == expected, row
            case "validate_rules_against_servers":
                rules, servers = AgentRules.from_dict(row["rules"]), row["mcp"]["mcpServers"]
                assert [warning.message for warning in undefined_servers(rules, servers)] == row["warnings"], row
                assert set(row["warnings"]) <= {warning.message for warning in lint(rules, servers)}
            case _:
                held -= 1
    assert held == 36


def _tried(load: Callable[[], AgentRules]) -> AgentRules | RulesError:
    try:
        return load()
    except RulesError as wrong:
        return wrong


def _mistake(load: Callable[[], AgentRules]) -> str | None:
    found = _tried(load)
    return found.message if isinstance(found, RulesError) else None


def agent(**rules: Any) -> Json:
    return {"agents": {"a": rules}}


def tools(*entries: Any) -> Json:
    return agent(allow={"tools": {"db": list(entries)}})


def when(schema: Any) -> Json:
    return tools({"tool": "x", "when": {"n": schema}})


AT = "agents.a.allow.tools.db[0]"


@pytest.mark.parametrize(
    ("rules", "path", "message"),
    [
        ([], "$", "the rules must be an object, got list"),
        (None, "$", "the rules must be an object, got NoneType"),
        ({"agnets": {}}, "agnets", 'the rules: unknown key "agnets"; did you mean "agents"?'),
        ({"xyz": {}}, "xyz", 'unknown key "xyz"; known keys: agents, defaults, precedence'),
        ({5: {}}, "5", 'unknown key "5"'),
        ({"defaults": []}, "defaults", '"defaults" must be an object, got list'),
        ({"defaults": {"deny_on_mising_agent": True}}, "defaults.deny_on_mising_agent", 'did you mean "deny_on_missing_agent"?'),
        ({"defaults": {"deny_on_missing_agent": "true"}}, "defaults.deny_on_missing_agent", "must be a boolean, got str"),
        ({"precedence": "allow-first"}, "precedence", 'must be "document" or "deny-first", got "allow-first"'),
        ({"precedence": []}, "precedence", 'must be "document" or "deny-first"'),
        ({"agents": {"a\n": {}}}, "agents", r'Agent ID "a\n" contains invalid characters'),
        ({"agents": {"ä": {}}}, "agents", "contains invalid characters"),
        ({"agents": {3: {}}}, "agents", "Agent ID must be a non-empty string, got int"),
        (agent(alow={}), "agents.a.alow", 'Agent "a": unknown key "alow"; did you mean "allow"?'),
        (agent(allow=[]), "agents.a.allow", 'Agent "a" allow must be an object, got list'),
        (agent(deny={"server": []}), "agents.a.deny.server", 'did you mean "servers"?'),
        (agent(allow={"servers": [["x"]]}), "agents.a.allow.servers[0]", "must be a string, got list"),
        (agent(allow={"servers": ["ok", "db-*"]}), "agents.a.allow.servers[1]", 'wildcard in "db-*" can only be used alone'),
        (agent(allow={"servers": ["db?"]}), "agents.a.allow.servers[0]", '"?" in "db?" is not a wildcard; only * is'),
        (agent(allow={"servers": [""]}), "agents.a.allow.servers[0]", '"" is not a name'),
        (agent(allow={"servers": ["db\n"]}), "agents.a.allow.servers[0]", r'"db\n" has a control character'),
        (agent(allow={"tools": {"d*": []}}), "agents.a.allow.tools", 'wildcard in "d*" can only be used alone'),
        (agent(allow={"tools": {1: []}}), "agents.a.allow.tools", "must be a string, got int"),
        (agent(deny={"tools": {"db": "x"}}), "agents.a.deny.tools.db", 'Agent "a" deny.tools["db"] must be an array, got str'),
        (tools("drop_?"), AT, 'Agent "a" allow.tools["db"][0]: "?" in "drop_?" is not a wildcard; only * is'),
        (tools("drop_[ab]"), AT, '"[" in "drop_[ab]" is not a wildcard'),
        (tools("a**"), AT, 'multiple wildcards in pattern "a**"'),
        (tools("*a*"), AT, "multiple wildcards"),
        (tools("a*b"), AT, 'wildcard in pattern "a*b" must be at start, end, or alone'),
        (tools(""), AT, '"" is not a name'),
        (tools("x\u202e"), AT, r'"x\u202e" has a control character'),
        (tools({"when": {"n": {}}}), AT, "names no tool"),
        (tools({"tool": 3}), AT, "must be a string, got int"),
        (tools({"tool": "x", "wen": {}}), AT + ".wen", 'unknown key "wen"; did you mean "when"?'),
        (tools({"tool": "x", "when": []}), AT + ".when", "when must be an object, got list"),
        (tools({"tool": "x", "when": {}}), AT + ".when", "when must name arguments"),
        (when(5), AT + ".when.n", 'when["n"] must be a JSON Schema, as {"maximum": 50}, got int'),
        (when({"maximun": 5}), AT + ".when.n", 'unknown key "maximun"; did you mean "maximum"?'),
        (when({"maximum": "5"}), AT + ".when.n", 'when["n"] is not a JSON Schema: "5" is not of type "number"'),
        (when({"anyOf": [{"maximum": 1}, {"minimun": 5}]}), AT + ".when.n.anyOf[1]", 'did you mean "minimum"?'),
        (when({"properties": {"a": {"typ": "string"}}}), AT + ".when.n.properties.a", 'did you mean "type"?'),
        (when({"pattern": "("}), AT + ".when.n", "is not a JSON Schema"),
        (when({"pattern": "(?=a)b"}), AT + ".when.n", "is not a JSON Schema"),
        (when({"format": "no-such"}), AT + ".when.n", "is not a JSON Schema"),
        (when({"type": "nope"}), AT + ".when.n", "is not a JSON Schema"),
        (when({"$ref": "http://elsewhere/schema"}), AT + ".when.n", 'unknown key "$ref"'),
        (agent(limits={"calls_per_minut": 5}), "agents.a.limits.calls_per_minut", 'did you mean "calls_per_minute"?'),
        (agent(limits={"calls_per_day": 0}), "agents.a.limits.calls_per_day", 'must be a whole number of at least 1, got "0"'),
        (agent(limits={"calls_per_day": True}), "agents.a.limits.calls_per_day", "must be a whole number"),
        (agent(limits={"calls_per_day": 1.5}), "agents.a.limits.calls_per_day", "must be a whole number"),
        (agent(limits={"calls_per_day": -(10**5000)}), "agents.a.limits.calls_per_day", "must be a whole number"),
        (agent(limits={"tools": {"a*b": {}}}), "agents.a.limits.tools", 'wildcard in pattern "a*b"'),
        (agent(limits={"tools": {"x": {"tools": {}}}}), "agents.a.limits.tools.x.tools", 'unknown key "tools"'),
        (agent(limits={"tools": {"x": {"calls_per_day": "1"}}}), "agents.a.limits.tools.x.calls_per_day", "a whole number"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place(rules: Any, path: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        AgentRules.from_dict(rules)
    assert caught.value.path == path
    assert message in str(caught.value)
    assert str(caught.value).isprintable()
    assert isinstance(caught.value, PolicyError)


def test_a_condition_nested_too_deep_is_refused() -> None:
    deep: Any = {"maximum": 5}
    for _ in range(5000):
        deep = {"not": deep}
    with pytest.raises(RulesError, match="nested more than 20 deep"):
        AgentRules.from_dict(when(deep))
    value: Any = 5
    for _ in range(5000):
        value = [value]
    with pytest.raises(RulesError, match="is not a JSON Schema"):
        AgentRules.from_dict(when({"const": value}))


@pytest.mark.parametrize("name", ["team.role", "a-b_c.D9", "x", "..."])
def test_names_of_agents(name: str) -> None:
    assert name in AgentRules.from_dict({"agents": {name: {}}}).document.agents


scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8))
words = st.sampled_from(
    ["agents", "defaults", "precedence", "deny_on_missing_agent", "allow", "deny", "limits", "servers", "tools", "tool", "when",
     "calls_per_minute", "calls_per_day", "maximum", "type", "pattern", "anyOf", "not", "const", "properties", "a", "db", "*"]
)  # fmt: skip
anything = st.recursive(
    st.one_of(scalars, st.sampled_from(["*", "get_*", "deny-first", "document", "string", True, 5])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(words, st.text(max_size=4), st.integers()), inner, max_size=4),
    ),
    max_leaves=12,
)
tools_like = st.dictionaries(
    st.one_of(words, st.text(max_size=3)), st.one_of(st.lists(anything, max_size=3), anything), max_size=3
)
side_like = st.one_of(
    anything, st.fixed_dictionaries({}, optional={"servers": anything, "tools": st.one_of(anything, tools_like)})
)
agent_like = st.one_of(
    anything, st.fixed_dictionaries({}, optional={"allow": side_like, "deny": side_like, "limits": anything})
)
rules_like = st.one_of(
    anything,
    st.fixed_dictionaries(
        {
            "agents": st.one_of(
                anything, st.dictionaries(st.sampled_from(["a", "b.c", "", "x y"]), agent_like, max_size=2)
            )
        },
        optional={"defaults": anything, "precedence": anything},
    ),
    st.builds(when, anything),
    st.builds(lambda given: agent(limits=given), anything),
)


@examples(100)
@given(rules_like)
def test_any_input_gives_rules_or_a_mistake_with_its_place(rules: Any) -> None:
    compiled = _tried(lambda: AgentRules.from_dict(rules))
    if isinstance(compiled, RulesError):
        assert compiled.path
        assert str(compiled).isprintable()
        assert len(str(compiled)) < 1500
        return
    lint(compiled, ["db"])
    for name in [*compiled.document.agents, "nobody"]:
        compiled.decide(name, "db", "get_user", {"n": 5, "limit": "x"})
        compiled.allowed_tools(name, "db")
        compiled.allowed_servers(name)


@examples(50)
@given(
    st.binary(max_size=60)
    | st.builds(lambda rules: json.dumps(rules).encode()[:-1], st.dictionaries(words, st.text(max_size=3)))
)
def test_any_file_gives_rules_or_a_mistake_with_its_name(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("rules") / "rules.json"
    path.write_bytes(content)
    found = _tried(lambda: read_rules(path))
    assert isinstance(found, AgentRules) or str(found).startswith("rules.json: ")
