"""What is shown and not run: lists and views pass the same door, and leave one record each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from toolgate import Gate
from toolgate.audit.journal import AuditLog
from toolgate.contract import AgentContext, Call, JsonObject, Outcome, PolicyDecision, Tier, ToolSpec
from toolgate.hooks import Hooks, Started
from toolgate.layers import Next
from toolgate.policy import PolicyError
from toolgate.runner import Runner

ANYTHING: JsonObject = {"type": "object"}
ALLOWED: JsonObject = {
    "agents": {
        "ann": {"allow": {"servers": ["race"], "tools": {"race": ["get_laps", {"tool": "get_gap", "when": {"a": {}}}]}}}
    }
}
ANN = AgentContext("ann")


def specs() -> list[ToolSpec]:
    names = {"get_laps": Tier.READ_ONLY, "get_gap": Tier.READ_ONLY, "get_stops": Tier.READ_ONLY, "pin": Tier.STATEFUL}
    return [ToolSpec(name, "", ANYTHING, ANYTHING, lambda *_: {}, tier=tier) for name, tier in names.items()]


class Desk:
    """A gate under rules of a file, and what it recorded."""

    def __init__(self, folder: Path) -> None:
        self.rules = folder / "rules.json"
        self.rules.write_text(json.dumps(ALLOWED))
        self.log = AuditLog(folder / "audit.jsonl", durability="system")
        self.gate = Gate(server="race", rules=self.rules, log=self.log)
        self.runner = self.gate.runner(specs())

    def only(self) -> JsonObject:
        (record,) = self.records()
        return record

    def records(self) -> list[JsonObject]:
        return [json.loads(line) for line in self.log.path.read_text().splitlines()]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.gate.close()


async def test_a_list_that_is_asked_for_is_one_record(desk: Desk) -> None:
    names = [spec.name for spec in await desk.runner.list_tools(ANN)]
    assert names == ["get_laps", "get_gap"] == [spec.name for spec in desk.runner.listed(ANN)]
    record = desk.only()
    assert (record["operation"], record["agent_id"], record["decision"], record["tier"]) == (
        "list_tools",
        "ann",
        "ALLOW",
        0,
    )
    assert (record["tool"], record["exit_code"], len(record["request_id"])) == ("", None, 32)
    assert await desk.runner.list_tools(AgentContext("bob"), operation="capabilities") == ()
    assert [record["operation"] for record in desk.records()] == ["list_tools", "capabilities"]


async def test_a_view_is_one_call_that_asks_policy_for_each_tool(desk: Desk) -> None:
    outcome = await desk.runner.open_view("replay", ["get_laps", "race:get_gap"], ANN)
    assert outcome.ok
    assert [name for name, _ in outcome.trace] == ["get_laps", "race:get_gap"]
    record = desk.only()
    assert (record["operation"], record["tool"], record["decision"]) == ("view", "replay", "ALLOW")
    assert record["args"] == {"tools": ["get_laps", "race:get_gap"]}
    assert record["rule"].startswith("agents.ann.allow.tools.race")


async def test_a_view_says_which_of_its_tools_are_denied_and_by_which_rule(desk: Desk) -> None:
    outcome = await desk.runner.open_view("chart", ["get_laps", "get_stops", "pin", "nobody"], ANN)
    assert (outcome.ok, outcome.error_type) == (False, "policy_denied")
    denied = {one["tool"]: one["rule"] for one in outcome.envelope["error"]["details"]["denied"]}
    assert denied == {"get_stops": "agents.ann.allow.tools.race", "pin": "mode.guarded", "nobody": "tool_not_found"}
    assert outcome.envelope["error"]["details"]["rule"] == "agents.ann.allow.tools.race"
    assert {name: decision.allowed for name, decision in outcome.trace} == {
        "get_laps": True,
        "get_stops": False,
        "pin": False,
        "nobody": False,
    }
    record = desk.only()
    assert (record["decision"], record["rule"]) == ("DENY", "agents.ann.allow.tools.race")


async def test_a_view_waits_and_is_told_like_a_call() -> None:
    seen: list[str] = []

    async def layer(call: Call, next: Next) -> Outcome:
        seen.append(call.name)
        return await next(call)

    class Starts(Hooks):
        def on_execute_start(self, started: Started) -> None:
            seen.append(started.tool)

    runner = Runner(specs(), (layer,), hooks=(Starts(),))
    assert (await runner.open_view("replay", [], ANN)).ok
    assert seen == ["replay", "replay"]


async def test_a_view_learns_that_the_rules_or_the_tools_have_changed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolgate.policy.rules_file.LOOK_EVERY_S", -1)
    seen = desk.runner.generation
    await desk.runner.call(Call("get_laps", {}, ANN))
    assert desk.runner.generation == seen
    desk.rules.write_text(json.dumps({"agents": {"ann": {}}}))
    while desk.runner.generation == seen:
        pass
    assert not (await desk.runner.open_view("replay", ["get_laps"], ANN)).ok
    seen = desk.runner.generation
    desk.runner.replace("other", specs())
    assert desk.runner.generation != seen


async def test_a_tool_of_a_view_is_named_without_doubt_or_denied() -> None:
    runner = Runner(specs(), server="race")
    runner.replace("other", specs())
    assert (await runner.open_view("v", ["other:get_laps"], ANN)).ok
    assert not (await runner.open_view("v", ["get_laps"], ANN)).ok


@pytest.mark.parametrize("request_id", ["", "mine"])
async def test_every_call_has_a_request_id(desk: Desk, request_id: str) -> None:
    told: list[str] = []

    class Starts(Hooks):
        def on_execute_start(self, started: Started) -> None:
            told.append(started.request_id)

    runner = desk.gate.runner(specs(), hooks=(Starts(),))
    await runner.call(Call("get_laps", {}, AgentContext("ann", request_id=request_id)))
    await runner.call(Call("nobody", {}, AgentContext("ann", request_id=request_id)))
    recorded = [record["request_id"] for record in desk.records()]
    assert recorded == told
    assert all(recorded)
    assert recorded == [request_id] * 2 if request_id else len(set(recorded)) == 2


async def test_the_trace_has_what_each_policy_said(desk: Desk) -> None:
    outcome = await desk.runner.call(Call("get_gap", {"a": 1}, ANN))
    said = [(name, decision.allowed, decision.rule) for name, decision in outcome.trace]
    at = "agents.ann.allow.tools.race[1]"
    assert said == [
        ("mode", True, "mode.guarded"),
        ("agent", True, ""),
        ("rules", True, at),
        ("arguments", True, at),
        ("audit", True, ""),
        ("limits", True, ""),
    ]
    denied = await desk.runner.call(Call("get_gap", {}, ANN))
    assert denied.trace[-1] == ("arguments", denied.decision)
    assert (await desk.runner.call(Call("nobody", {}, ANN))).trace == ()


async def test_what_is_explained_is_neither_made_nor_recorded_nor_counted(tmp_path: Path) -> None:
    reached: list[Any] = []
    rules = {"agents": {"ann": {**ALLOWED["agents"]["ann"], "limits": {"calls_per_day": 1}}}}
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(rules))
    gate = Gate(server="race", rules=path, log=AuditLog(tmp_path / "audit.jsonl", durability="system"))

    def handler(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        reached.append(arguments)
        return {}

    spec = ToolSpec("get_laps", "", ANYTHING, ANYTHING, handler)
    runner = gate.runner([spec])
    for _ in range(3):
        assert (await runner.explain(Call("get_laps", {}, ANN))).ok
    assert (reached, (tmp_path / "audit.jsonl").exists()) == ([], False)
    assert (await runner.call(Call("get_laps", {}, ANN))).ok
    used_up = await runner.explain(Call("get_laps", {}, ANN))
    assert (used_up.error_type, used_up.trace[-1][0]) == ("rate_limited", "limits")
    gate.close()


async def test_a_reload_never_judges_one_call_by_two_books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules change between two policies of one call: it is judged whole by those of its beginning."""
    monkeypatch.setattr("toolgate.policy.rules_file.LOOK_EVERY_S", -1)
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(ALLOWED))

    def changes(call: Call) -> PolicyDecision:
        path.write_text(json.dumps({"agents": {"ann": {}, "default": {}}}))
        return PolicyDecision(True, "the rules are others now")

    gate = Gate(server="race", rules=path)
    agent, *rest = gate.policies[1:]
    runner = Runner(specs(), server="race", policies=(agent, changes, *rest))
    assert (await runner.call(Call("get_gap", {"a": 1}, ANN))).ok
    after = await runner.call(Call("get_gap", {"a": 1}, ANN))
    assert after.decision is not None
    assert after.decision.rule == "agents.ann"


def test_a_gate_without_what_it_needs_is_not_built(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(ALLOWED))
    with pytest.raises(PolicyError, match="rules of agents are required"):
        Gate(require_policy=True)
    with pytest.raises(PolicyError, match="default agent 'bob'"):
        Gate(rules=path, default_agent="bob")
    with pytest.raises(PolicyError, match="mode"):
        Gate(mode="shut")
    with pytest.raises(PolicyError, match=r"deny\[0\]"):
        Gate(deny="(")
    with pytest.raises(PolicyError, match="not found"):
        Gate(rules=tmp_path / "none.json")
    assert Gate(rules=path, default_agent="ann", require_policy=True).agent("cli") == "ann"
    assert Gate().agent("cli") == "cli"
