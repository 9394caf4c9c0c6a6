"""Which agent a call counts for."""

from __future__ import annotations

from tests.rows import each_row
from toolgate.policy import AgentRules, IdentityError, resolve_agent


def rules(*agents: str, deny: bool | None) -> AgentRules:
    defaults = {} if deny is None else {"deny_on_missing_agent": deny}
    return AgentRules.from_dict({"agents": {name: {} for name in agents}, "defaults": defaults})


@each_row(
    ("explicit", "known", "deny", "fallback", "expected"),
    [
        ("researcher", ["default"], True, "backend", "researcher"),
        ("researcher", [], False, "", "researcher"),
        (None, ["backend", "default"], True, "backend", "INVALID_AGENT_ID"),
        (None, ["backend", "default"], None, "backend", "INVALID_AGENT_ID"),
        ("", ["default"], True, "", "INVALID_AGENT_ID"),
        (None, ["backend", "default"], False, "backend", "backend"),
        (None, ["default"], False, "backend", "FALLBACK_AGENT_NOT_IN_RULES"),
        ("", ["backend", "default"], False, "", "default"),
        ("  ", ["default"], False, "", "default"),
        (None, ["backend"], False, "", "NO_FALLBACK_CONFIGURED"),
        ("a\n", ["a"], False, "", "INVALID_AGENT_ID"),
        ("agent@home", ["a"], True, "", "INVALID_AGENT_ID"),
    ],
)
def test_the_fallback_chain(
    explicit: str | None, known: list[str], deny: bool | None, fallback: str, expected: str
) -> None:
    found = resolve_agent(explicit, rules(*known, deny=deny), fallback)
    assert (found.code if isinstance(found, IdentityError) else found) == expected
    if isinstance(found, IdentityError):
        assert found.message.isprintable()
