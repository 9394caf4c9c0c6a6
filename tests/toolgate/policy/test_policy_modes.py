"""Tiers and modes: what may be called at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.contract import Tier
from toolgate.policy import Mode, ModePolicy, PolicyError, classify
from toolgate.tiers import LEVELS, level

Oracle = Callable[[str], Any]
MODES = ("open", "guarded", "readonly")


def test_every_classification_of_the_oracle(oracle: Oracle) -> None:
    rows = oracle("nous_policy_audit.json")
    tiers = {name: Tier(tier) for name, (tier, _) in rows["tools"].items()}
    assert len(tiers) == 56
    assert [level(tier) for tier in tiers.values()] == [number for _, number in rows["tools"].values()]
    assert len(rows["classify"]) == 10
    for row in rows["classify"]:
        tier, reason = classify(row["tool"], row["args"], tiers)
        assert (level(tier), reason) == (row["tier"], row["reason"]), row
    for name, tier in tiers.items():
        assert classify(name, {"irreversible": True}, tiers)[0] is tier


@pytest.mark.parametrize("arguments", [None, {}])
def test_an_unknown_tool_without_arguments_changes_something(arguments: Any) -> None:
    assert classify("nobody_knows", arguments, {})[0] is Tier.STATEFUL


def test_every_decision_of_the_oracle(oracle: Oracle) -> None:
    rows = oracle("nous_policy_audit.json")["decide"]
    assert len(rows) == 60
    for row in rows:
        if "(" in (row["deny"], row["allow"]):
            with pytest.raises(PolicyError, match=r'(deny|allow)\[0\]: "\(" is not a regular expression'):
                ModePolicy(row["mode"], row["deny"], row["allow"])
            continue
        decision = ModePolicy(row["mode"], row["deny"], row["allow"]).decide(row["probe"], LEVELS[row["tier"]])
        assert decision.allowed == row["allowed"], row
        by_deny_list = row["reason"] == "matched NOUS_POLICY_DENY"
        assert decision.rule.startswith("deny[" if by_deny_list else ("mode.", "allow[")), row


@pytest.mark.parametrize("tier", LEVELS)
@pytest.mark.parametrize("mode", MODES)
def test_the_deny_list_refuses_in_every_mode(mode: str, tier: Tier) -> None:
    policy = ModePolicy(mode, deny=["nothing", "^device_"], allow=["^device_"])
    decision = policy.decide("device_health", tier)
    assert (decision.allowed, decision.rule) == (False, "deny[1]")
    assert policy.decide("my_device_health", Tier.READ_ONLY).allowed


def test_guarded_lifts_only_what_the_allow_list_names() -> None:
    policy = ModePolicy("guarded", allow=["^state_transition$"])
    assert [policy.decide("anything", tier).allowed for tier in LEVELS] == [True, True, False, False]
    lifted = policy.decide("state_transition", Tier.IRREVERSIBLE)
    assert (lifted.allowed, lifted.rule) == (True, "allow[0]")
    assert policy.decide("state_transition_now", Tier.STATEFUL).rule == "mode.guarded"


def test_readonly_is_not_lifted() -> None:
    policy = ModePolicy("readonly", allow=".")
    assert [policy.decide("x", tier).allowed for tier in LEVELS] == [True, False, False, False]


@pytest.mark.parametrize("mode", ["OPEN", "Guarded", "readonly", Mode.OPEN])
def test_a_mode_in_any_case(mode: str) -> None:
    assert ModePolicy(mode).mode is Mode(mode.lower())


@pytest.mark.parametrize("mode", ["", "closed", "open\n", None, 3])
def test_a_wrong_mode_is_named_with_the_right_ones(mode: Any) -> None:
    with pytest.raises(PolicyError, match=r"^mode: .* isn't one: choose from open, guarded, readonly$"):
        ModePolicy(mode)


@pytest.mark.parametrize(
    ("patterns", "message"),
    [(["ok", "("], r'deny\[1\]: "\(" is not a regular expression'), ("[a", r'deny\[0\]: "\[a" is not a regular'),
     ([""], r"deny\[0\]: an empty pattern matches every tool"), ([3], r"deny\[0\]: .* must be a string, got int"),
     (7, "deny: must be a pattern or a list"), (["a" * 500 + "("], r'deny\[0\]: "a{100}\.\.\." is not')],
)  # fmt: skip
def test_a_bad_pattern_stops_the_start(patterns: Any, message: str) -> None:
    with pytest.raises(PolicyError, match=message):
        ModePolicy("open", deny=patterns)
    with pytest.raises(PolicyError, match=message.replace("deny", "allow")):
        ModePolicy("open", allow=patterns)


def test_what_is_no_tier_is_refused_unless_everything_is_open() -> None:
    assert not ModePolicy("guarded", allow=".").decide("x", "NO_TIER").allowed  # type: ignore[arg-type]
    assert not ModePolicy("open").decide("x", "NO_TIER").allowed  # type: ignore[arg-type]


def model(mode: str, deny: list[str], allow: list[str], tool: str, tier: int) -> bool:
    """The rules of modes as one reads them."""
    if any(re.search(pattern, tool) for pattern in deny):
        return False
    if mode == "open" or tier == 0:
        return True
    if mode == "guarded":
        return tier == 1 or any(re.search(pattern, tool) for pattern in allow)
    return False


patterns = st.lists(
    st.sampled_from(["^get_", "add", "note$", "^$", "pin|note", "[aeiou]{2}", "^add_note$"]), max_size=3
)


@given(
    st.sampled_from(MODES), patterns, patterns, st.sampled_from(["", "get_gap", "add_note", "pin_driver", "announce"]),
    st.integers(0, 3),
)  # fmt: skip
def test_modes_decide_as_the_model(mode: str, deny: list[str], allow: list[str], tool: str, tier: int) -> None:
    decision = ModePolicy(mode, deny, allow).decide(tool, LEVELS[tier])
    assert decision.allowed == model(mode, deny, allow, tool, tier)
    name, _, place = decision.rule.rstrip("]").partition("[")
    if place:
        assert re.search({"deny": deny, "allow": allow}[name][int(place)], tool)
        assert decision.allowed == (name == "allow")
    else:
        assert decision.rule == f"mode.{mode}"
    says_yes = any(word in decision.reason for word in ("permits", "allowed"))
    says_no = any(word in decision.reason for word in ("refuses", "denied"))
    assert (says_yes, says_no) == (decision.allowed, not decision.allowed)


def test_an_unknown_tool_is_as_bad_as_its_arguments_admit() -> None:
    assert classify("burn", {"irreversible": True}, {}) == (Tier.IRREVERSIBLE, "args.irreversible flag set")
    assert classify("burn", {"irreversible": False}, {})[0] is Tier.STATEFUL
    assert classify("look", {"irreversible": True}, {"look": Tier.READ_ONLY})[0] is Tier.READ_ONLY
