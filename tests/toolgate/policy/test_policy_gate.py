"""The policies in the gate: each call meets them in their order, and a policy that fails denies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from toolgate.contract import AgentContext, Call, JsonObject, Outcome, Policy, PolicyDecision, Tier, ToolSpec
from toolgate.gate import Gate
from toolgate.policy import AgentRules, ModePolicy, PolicyError, Quotas, RulesFile
from toolgate.policy.gate_policies import RulesPolicies, mode_policy
from toolgate.runner import Runner

INPUT: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"limit": {"type": "integer", "minimum": 1, "maximum": 100}},
}


class Desk:
    """A gate to three tools, and what reached their handlers."""

    def __init__(self, **fields: Any) -> None:
        self.reached: list[str] = []
        tiers = {"get_rows": Tier.READ_ONLY, "add_note": Tier.STATEFUL, "announce": Tier.IRREVERSIBLE}
        self.runner = Runner([self._tool(name, tier) for name, tier in tiers.items()], server="db", **fields)

    def _tool(self, name: str, tier: Tier) -> ToolSpec:
        def handler(arguments: JsonObject, agent: AgentContext) -> JsonObject:
            self.reached.append(name)
            return {"summary": "Done."}

        return ToolSpec(name, "A tool.", INPUT, {"type": "object"}, handler, tier=tier, blocking=False)

    async def call(self, tool: str, arguments: JsonObject | None = None, agent: str = "a") -> Outcome:
        return await self.runner.call(Call(tool, arguments or {}, AgentContext(agent)))


def verdict(outcome: Outcome) -> tuple[str | None, str | None]:
    return outcome.error_type, outcome.decision.rule if outcome.decision else None


RULES = AgentRules.from_dict(
    {
        "agents": {
            "a": {
                "allow": {
                    "servers": ["db"],
                    "tools": {"db": [{"tool": "get_*", "when": {"limit": {"maximum": 50}}}, "announce"]},
                },
                "limits": {"calls_per_day": 2},
            },
            "b": {},
        }
    }
)


def by_rules() -> Desk:
    quotas = Quotas()
    return Desk(
        policies=(mode_policy(ModePolicy("guarded")), *RulesPolicies(lambda: RULES, quotas=quotas).policies()),
    )


async def test_a_mode_decides_by_the_tier_of_the_tool() -> None:
    desk = Desk(policies=(mode_policy(ModePolicy("guarded", deny="^get_", allow=["^add_"])),))
    assert verdict(await desk.call("add_note")) == (None, "allow[0]")
    assert verdict(await desk.call("announce")) == ("policy_denied", "mode.guarded")
    refused = await desk.call("get_rows")
    assert verdict(refused) == ("policy_denied", "deny[0]")
    assert refused.envelope["error"]["details"] == {"rule": "deny[0]"}
    assert desk.reached == ["add_note"]


@pytest.mark.parametrize("mode", ["open", "guarded", "readonly"])
async def test_an_unknown_tool_is_not_found_in_every_mode(mode: str) -> None:
    desk = Desk(policies=(mode_policy(ModePolicy(mode, deny=".")),))
    assert (await desk.call("nobody_knows")).error_type == "tool_not_found"


async def test_the_first_denial_wins_and_the_last_rule_goes_with_a_success() -> None:
    desk = by_rules()
    assert verdict(await desk.call("get_rows", {"limit": 5})) == (None, "agents.a.allow.tools.db[0]")
    assert verdict(await desk.call("announce")) == ("policy_denied", "mode.guarded")
    assert verdict(await desk.call("add_note")) == ("policy_denied", "mode.guarded")
    assert verdict(await desk.call("get_rows", {"limit": 5}, agent="b")) == ("policy_denied", "agents.b")
    assert verdict(await desk.call("get_rows", {"limit": 5}, agent="c")) == (
        "policy_denied",
        "defaults.deny_on_missing_agent",
    )
    assert desk.reached == ["get_rows"]


async def test_arguments_are_held_to_the_tool_before_they_are_held_to_the_rules() -> None:
    desk = by_rules()
    assert (await desk.call("get_rows", {"limit": "5"})).error_type == "validation_error"
    assert (await desk.call("get_rows", {"limit": "5"}, agent="b")).error_type == "policy_denied"
    assert verdict(await desk.call("get_rows", {"limit": 51})) == ("policy_denied", "agents.a.allow.tools.db")
    assert verdict(await desk.call("get_rows")) == ("policy_denied", "agents.a.allow.tools.db")
    assert verdict(await desk.call("get_rows", {"limit": 50.0}))[0] is None
    assert desk.reached == ["get_rows"]


async def test_only_admitted_calls_are_counted_and_a_used_up_limit_says_when_to_come_back() -> None:
    desk = by_rules()
    await desk.call("get_rows", {"limit": 99})
    await desk.call("get_rows", {"limit": 5})
    await desk.call("get_rows", {"limit": 5})
    refused = await desk.call("get_rows", {"limit": 5})
    assert verdict(refused) == ("rate_limited", "agents.a.limits.calls_per_day")
    details = refused.envelope["error"]["details"]
    assert details["rule"] == "agents.a.limits.calls_per_day"
    assert 0 < details["retry_after_s"] <= 86_400
    assert desk.reached == ["get_rows", "get_rows"]


async def test_a_list_shows_an_agent_what_it_may_call() -> None:
    desk = by_rules()
    assert [spec.name for spec in desk.runner.listed(AgentContext("a"))] == ["get_rows"]
    assert desk.runner.listed(AgentContext("b")) == ()


def _raise(*about: Any) -> PolicyDecision:
    raise RuntimeError("secret detail")


def _exit(*about: Any) -> Any:
    raise SystemExit("a secret")


BROKEN = {
    "raises": _raise,
    "exits": _exit,
    "none": lambda *about: None,
    "true": lambda *about: True,
    "no bool": lambda *about: PolicyDecision("no", "because"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("place", ["policies", "checks"])
@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
async def test_a_policy_that_fails_denies(broken: Any, place: str, caplog: pytest.LogCaptureFixture) -> None:
    never: list[Any] = []
    late = place == "checks"
    desk = Desk(policies=(Policy("broken", broken, late), Policy("never", never.append, late)))  # type: ignore[arg-type]
    refused = await desk.call("get_rows")
    assert refused.error_type == "policy_denied"
    assert refused.decision is not None
    assert refused.decision.rule.startswith("policy.")
    assert "secret" not in str(refused.envelope)
    assert desk.reached == []
    assert never == []
    assert len([record for record in caplog.records if record.name == "toolgate.policy"]) == 1
    if place == "policies":
        assert desk.runner.listed(AgentContext("a")) == ()


async def test_the_first_denial_of_a_check_is_the_last_word() -> None:
    def deny(call: Call) -> PolicyDecision:
        return PolicyDecision(False, "Blocked in prod")

    never: list[Any] = []
    policies = (lambda call: PolicyDecision(True, "yes"), deny, never.append)
    desk = Desk(policies=tuple(Policy(f"p{place}", one, True) for place, one in enumerate(policies)))  # type: ignore[arg-type]
    refused = await desk.call("get_rows")
    assert (refused.error_type, refused.envelope["error"]["message"]) == ("policy_denied", "Blocked in prod")
    assert (never, desk.reached) == ([], [])


@pytest.mark.parametrize("agent", ["", " ", " default "])
async def test_who_counts_as_another_agent_has_its_conditions_and_limits(agent: str) -> None:
    allow = {"servers": ["db"], "tools": {"db": [{"tool": "get_*", "when": {"limit": {"maximum": 50}}}]}}
    rules = AgentRules.from_dict(
        {
            "agents": {"default": {"allow": allow, "limits": {"calls_per_day": 2}}},
            "defaults": {"deny_on_missing_agent": False},
        }
    )
    desk = Desk(
        policies=RulesPolicies(lambda: rules).policies(),
    )
    refused = await desk.call("get_rows", {"limit": 51}, agent)
    assert verdict(refused) == ("policy_denied", "agents.default.allow.tools.db")
    for _ in range(2):
        assert (await desk.call("get_rows", {"limit": 50}, agent)).ok
    used_up = await desk.call("get_rows", {"limit": 50}, "default")
    assert verdict(used_up) == ("rate_limited", "agents.default.limits.calls_per_day")
    assert verdict(await desk.call("get_rows", {"limit": 50}, "no agent's name")) == (
        "policy_denied",
        "INVALID_AGENT_ID",
    )


async def test_rules_are_read_once_for_a_call_however_often_they_are_asked() -> None:
    """They turn against the caller after each reading: no call is judged by two of them."""
    books = [RULES, AgentRules.from_dict({"agents": {"a": {}}})]
    read: list[AgentRules] = []

    def rules() -> AgentRules:
        read.append(books[len(read) % 2])
        return read[-1]

    desk = Desk(policies=RulesPolicies(rules).policies())
    outcome = await desk.call("get_rows", {"limit": 5})
    assert outcome.ok
    assert [name for name, _ in outcome.trace] == ["agent", "rules", "arguments", "limits"]
    assert read == [RULES]
    assert (await desk.call("get_rows", {"limit": 5})).error_type == "policy_denied"
    assert read == books


async def test_a_list_of_tools_is_made_by_one_reading_of_the_rules() -> None:
    read: list[AgentRules] = []

    def rules() -> AgentRules:
        read.append(RULES)
        return RULES

    desk = Desk(policies=RulesPolicies(rules).policies())
    assert [spec.name for spec in desk.runner.listed(AgentContext("a"))] == ["get_rows", "announce"]
    assert len(read) == 1


def narrowed(tmp_path: Path, *, named: JsonObject, lying_here: JsonObject, **fields: Any) -> Gate:
    """A gate under rules that are named and a file that narrows them, each with limits for `a`."""
    for name, limits in (("named", named), ("here", lying_here)):
        allow = {"servers": ["db"], "tools": {"db": ["*"]}}
        (tmp_path / name).write_text(json.dumps({"agents": {"a": {"allow": allow, "limits": limits}}}))
    return Gate(server="db", rules=tmp_path / "named", narrowing=(RulesFile(tmp_path / "here"),), **fields)


def tool(name: str) -> ToolSpec:
    return ToolSpec(name, "A tool.", INPUT, {"type": "object"}, lambda *_: {"summary": "Done."}, blocking=False)


async def test_limits_that_narrow_hold_for_all_runners_of_the_gate_together(tmp_path: Path) -> None:
    gate = narrowed(tmp_path, named={}, lying_here={"calls_per_minute": 3})
    runners = [gate.runner([tool("get_rows")]) for _ in range(2)]
    calls = [await runner.call(Call("get_rows", {}, AgentContext("a"))) for runner in runners for _ in range(2)]
    assert [outcome.error_type for outcome in calls] == [None, None, None, "rate_limited"]


@pytest.mark.parametrize("limited", ["named", "lying_here"])
async def test_calls_of_an_earlier_process_count_for_every_file_of_rules(tmp_path: Path, limited: str) -> None:
    gate = narrowed(tmp_path, **{"named": {}, "lying_here": {}, limited: {"calls_per_day": 3}})
    assert gate.has_limits
    gate.seed("a", 2, "get_rows", "db")
    runner = gate.runner([tool("get_rows")])
    calls = [await runner.call(Call("get_rows", {}, AgentContext("a"))) for _ in range(2)]
    assert [outcome.error_type for outcome in calls] == [None, "rate_limited"]


async def test_what_a_late_policy_denies_is_not_counted(tmp_path: Path) -> None:
    verdicts = iter([False, False, True, True])
    late = Policy("late", lambda call: PolicyDecision(next(verdicts), "as told"), late=True)
    gate = narrowed(tmp_path, named={"calls_per_day": 1}, lying_here={}, policies=[late])
    runner = gate.runner([tool("get_rows")])
    calls = [await runner.call(Call("get_rows", {}, AgentContext("a"))) for _ in range(4)]
    assert [outcome.error_type for outcome in calls] == ["policy_denied", "policy_denied", None, "rate_limited"]


def test_rules_that_are_required_and_missing_stop_the_start() -> None:
    with pytest.raises(PolicyError, match=r"none are given: name them as rules=, or leave require_policy out$"):
        Gate(server="db", require_policy=True)
    assert Gate(server="db", require_policy=True, rules=RULES).rules() is RULES
