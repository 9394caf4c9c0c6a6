"""The compiled rules against a model that reads the document as a person would, entry by entry."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from toolgate.policy import AgentRules

Json = dict[str, Any]
Entry = str | Json

AGENTS = ["a", "team.a", "nobody"]
SERVERS = ["db", "api", "files"]
TOOLS = ["get_user", "get_data", "drop_data", "user", "data", "get_"]


def is_met(entry: Entry, arguments: Json | None, *, effect: str) -> bool:
    """Whether an entry applies to the arguments. Before these are known, a conditional allow does and a deny does not."""
    if isinstance(entry, str) or "when" not in entry:
        return True
    if arguments is None:
        return effect == "allow"
    for name, condition in entry["when"].items():
        value = arguments.get(name)
        if "maximum" in condition:
            if type(value) not in (int, float) or value > condition["maximum"]:
                return False
        elif "enum" in condition:
            if not any(type(value) is type(option) and value == option for option in condition["enum"]):
                return False
        elif type(value) is not str or len(value) < condition["minLength"]:
            return False
    return True


def candidates(agent: Json, effect: str, server: str) -> Iterator[tuple[str, Entry, str]]:
    """The entries of a server's own list and of the list of every server: pattern, entry, place."""
    tools = agent.get(effect, {}).get("tools", {})
    for name in (server, "*"):
        for place, entry in enumerate(tools.get(name, [])):
            pattern = entry if isinstance(entry, str) else entry["tool"]
            yield pattern, entry, f"{effect}.tools.{name}[{place}]"


def decide(rules: Json, agent_id: str, server: str, tool: str, arguments: Json | None) -> tuple[bool, str | None]:
    """Whether it is allowed, and the place that decided, None where nothing applied."""
    agents = rules.get("agents", {})
    if agent_id not in agents:
        return not rules.get("defaults", {}).get("deny_on_missing_agent", True), "defaults.deny_on_missing_agent"
    agent = agents[agent_id]
    order = [("deny", True), ("allow", True), ("deny", False), ("allow", False)]
    if rules.get("precedence") == "deny-first":
        order = [("deny", True), ("deny", False), ("allow", True), ("allow", False)]

    reached = None
    for effect, explicit in order:
        listed = agent.get(effect, {}).get("servers", [])
        name = server if explicit else "*"
        if name in listed:
            reached = effect == "allow", f"agents.{agent_id}.{effect}.servers[{listed.index(name)}]"
            break
    if reached is None or not reached[0]:
        return reached or (False, None)

    for effect, explicit in order:
        for pattern, entry, place in candidates(agent, effect, server):
            if (
                ("*" not in pattern) == explicit
                and fnmatchcase(tool, pattern)
                and is_met(entry, arguments, effect=effect)
            ):
                return effect == "allow", f"agents.{agent_id}.{place}"
    tools = agent.get("allow", {}).get("tools", {})
    if rules.get("precedence") == "deny-first" and server not in tools and "*" not in tools:
        return reached
    return False, None


conditions = st.one_of(
    st.builds(lambda n: {"maximum": n}, st.integers(0, 3)),
    st.builds(lambda options: {"enum": options}, st.lists(st.sampled_from([1, "x", True]), min_size=1, max_size=2, unique_by=repr)),
    st.builds(lambda n: {"minLength": n}, st.integers(0, 2)),
)  # fmt: skip
patterns = st.sampled_from(["*", "get_*", "get_u*", "*_data", "*user", "get_user", "user", "data", "drop_*"])
entries = st.one_of(
    patterns,
    st.builds(lambda tool: {"tool": tool}, patterns),
    st.builds(
        lambda tool, when: {"tool": tool, "when": when},
        patterns,
        st.dictionaries(st.sampled_from(["limit", "mode"]), conditions, min_size=1),
    ),
)
sides = st.fixed_dictionaries(
    {},
    optional={
        "servers": st.lists(st.sampled_from(["*", *SERVERS]), max_size=3),
        "tools": st.dictionaries(st.sampled_from(["*", *SERVERS]), st.lists(entries, max_size=4), max_size=3),
    },
)
agents = st.fixed_dictionaries({}, optional={"allow": sides, "deny": sides})
documents = st.fixed_dictionaries(
    {"agents": st.dictionaries(st.sampled_from(AGENTS[:2]), agents)},
    optional={
        "defaults": st.fixed_dictionaries({}, optional={"deny_on_missing_agent": st.booleans()}),
        "precedence": st.sampled_from(["document", "deny-first"]),
    },
)
values: st.SearchStrategy[Any] = st.sampled_from([0, 1, 2, 1.5, 4, "x", "xyz", "", True, False, None, [], {}])
arguments = st.one_of(st.none(), st.dictionaries(st.sampled_from(["limit", "mode", "other"]), values))
calls = st.tuples(st.sampled_from(AGENTS), st.sampled_from(SERVERS), st.sampled_from(TOOLS))


def resolves(rules: Json, path: str) -> bool:
    """Whether a path leads somewhere in the document. Names may hold dots, so every way of reading it is tried."""
    if path == "defaults.deny_on_missing_agent":
        return True
    head, _, place = path.removesuffix("]").partition("[")
    return any(_leads(rules, head.split("."), place))


def _leads(value: Any, parts: list[str], place: str) -> Iterator[bool]:
    if not parts:
        yield (isinstance(value, list) and int(place) < len(value)) if place else value is not None
    elif isinstance(value, dict):
        for count in range(1, len(parts) + 1):
            if (key := ".".join(parts[:count])) in value:
                yield from _leads(value[key], parts[count:], place)


@examples(100)
@given(documents, st.lists(st.tuples(calls, arguments), min_size=5, max_size=5))
def test_rules_decide_as_the_model(rules: Json, asked: list[tuple[tuple[str, str, str], Json | None]]) -> None:
    compiled = AgentRules.from_dict(rules)
    for call, given_arguments in asked:
        decision = compiled.decide(*call, given_arguments)
        allowed, rule = decide(rules, *call, given_arguments)
        assert decision.allowed == allowed
        assert rule in (None, decision.rule)

        # The rule is a place in the document, and neither it nor the reason says the contrary of the decision.
        assert resolves(rules, decision.rule)
        assert (" is allowed" in decision.reason) == allowed
        assert (" is denied" in decision.reason) == (not allowed)
        assert not (allowed and ".deny." in decision.rule)
        if rule is None:
            assert "no entry" in decision.reason or "meet no when" in decision.reason


@examples(70)
@given(documents, calls, arguments)
def test_a_list_hides_nothing_that_can_be_called(
    rules: Json, call: tuple[str, str, str], given_arguments: Json | None
) -> None:
    compiled = AgentRules.from_dict(rules)
    agent, server, tool = call
    assert compiled.reaches(agent, server) == compiled.decide_server(agent, server).allowed
    shown = compiled.shown(agent, server, [tool])
    if compiled.decide(*call, given_arguments).allowed:
        assert shown == [tool]
        assert compiled.decide_server(agent, server).allowed
        assert {server, "*"} & set(compiled.allowed_servers(agent))
        listed = compiled.allowed_tools(agent, server)
        assert listed == "*" or any(fnmatchcase(tool, pattern) for pattern in listed)
    # and what the list hides, no arguments reach
    if not shown:
        assert not compiled.decide(*call, given_arguments or {}).allowed


@examples(70)
@given(documents, calls, st.dictionaries(st.sampled_from(["limit", "mode"]), values))
def test_where_arguments_are_not_known_every_possible_decision_is_given(
    rules: Json, call: tuple[str, str, str], sent: Json
) -> None:
    ruling = AgentRules.from_dict(rules).ruling(*call)
    blind = ruling.possible(sent, lambda when: "limit" not in when.arguments)
    for limit in (0, 1, 2, 3, 9, "x", "xyz", True, None):
        assert ruling.on({**sent, "limit": limit}) in blind
    assert ruling.possible(sent, lambda when: True) == [ruling.on(sent)]
