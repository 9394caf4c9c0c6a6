"""`director policy explain` and the gate say the same of thousands of random configurations and calls."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from director.cli.policy.explain import HypotheticalCall, explain
from tests.examples import MORE
from toolgate.audit.journal import AuditLog
from toolgate.contract import AgentContext, Call, JsonObject, Tier, ToolSpec
from toolgate.gate import Gate
from toolgate.policy import AgentRules, RulesFile
from toolgate.policy.gate_policies import read_only_policy
from toolgate.policy.login_tiers import LOGIN_TIERS, TIER
from toolgate.runner import Runner

CONFIGURATIONS, CALLS_EACH = 600 * MORE, 8
INPUT: JsonObject = {"type": "object", "properties": {"limit": {"type": "integer"}}}
TOOLS = {"get_rows": Tier.READ_ONLY, "pin": Tier.REVERSIBLE, "add_note": Tier.STATEFUL, "announce": Tier.IRREVERSIBLE}
SPECS = [
    ToolSpec(name, "", INPUT, {"type": "object"}, lambda *_: {}, tier=tier, blocking=False)
    for name, tier in TOOLS.items()
]
PATTERNS = ["^get_", "note", "race:", "^docs:a", "announce$", "."]
WHEN: JsonObject = {"tool": "get_rows", "when": {"limit": {"maximum": 9}}}
ENTRIES: list[Any] = ["get_*", "*", "add_note", "*_note", "pin", WHEN]
AGENTS = ["ann", "bob", *["default"] * 3, "nobody", "", " ", "no name!"]
ARGUMENTS: list[JsonObject] = [{}, {"limit": 5}, {"limit": 50}, {"limit": "x"}, {"limit": 5.0}]


def some(chance: Random, options: list[Any], most: int = 2) -> list[Any]:
    return chance.sample(options, chance.randint(0, most))


def side(chance: Random) -> JsonObject:
    servers = some(chance, ["race", "docs", "*"])
    return {"servers": servers, "tools": {name: some(chance, ENTRIES) for name in some(chance, ["race", "docs", "*"])}}


def random_rules(chance: Random) -> JsonObject:
    """Some let every call of an agent that they name come as far as to what follows."""
    generous = chance.random() < 0.5
    agents: JsonObject = {}
    for name in ["default", *some(chance, ["ann", "bob"])]:
        agents[name] = {"allow": side(chance), "deny": side(chance) if chance.random() < 0.4 else {}}
        if generous:
            agents[name] = {
                "allow": {"servers": ["*"], "tools": {"*": chance.choice([["*"], [WHEN, "pin", "*_note"]])}}
            }
        if chance.random() < 0.6:
            limits = {"calls_per_minute": chance.randint(1, 3), "tools": {"docs:get_rows": {"calls_per_day": 1}}}
            agents[name]["limits"] = limits
    return {
        "agents": agents,
        "defaults": {"deny_on_missing_agent": chance.random() < 0.5},
        "precedence": chance.choice(["document", "deny-first"]),
    }


def random_narrowing(chance: Random, folder: Path) -> list[RulesFile]:
    files = []
    for number in range(chance.choice([0, 1, 1, 2])):
        rules = random_rules(chance)
        path = folder / f"narrowing-{number}.json"
        path.write_text(json.dumps(rules))
        files.append(RulesFile(path))
    return files


def random_gate(chance: Random, logs: list[AuditLog | None], folder: Path) -> tuple[Gate, Runner]:
    rules = None if chance.random() < 0.2 else AgentRules.from_dict(random_rules(chance))
    gate = Gate(
        server="race",
        mode=chance.choice(["open", "open", "guarded", "readonly"]),
        deny=some(chance, PATTERNS, 1) if chance.random() < 0.3 else (),
        allow=some(chance, PATTERNS),
        tools=None if chance.random() < 0.7 else some(chance, [*TOOLS, "race:pin", "docs:get_rows"], 3),
        rules=rules,
        narrowing=() if rules is None else random_narrowing(chance, folder),
        default_agent="default" if rules and chance.random() < 0.5 else "",
        policies=chance.choice([(), (read_only_policy(("bob",)), LOGIN_TIERS)]),
        log=chance.choice(logs),
    )
    runner = gate.runner(SPECS)
    if chance.random() < 0.7:
        runner.replace("docs", SPECS)
    return gate, runner


async def test_explain_and_the_gate_agree(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    logs: list[AuditLog | None] = [
        None,
        AuditLog(tmp_path / "audit.jsonl", durability="system"),
        AuditLog(tmp_path / "file" / "audit.jsonl", durability="system", queue_max=1),
    ]
    chance = Random(20261122)
    layers: set[str] = set()
    narrowed: set[str] = set()
    for _ in range(CONFIGURATIONS):
        gate, runner = random_gate(chance, logs, tmp_path)
        for _ in range(CALLS_EACH):
            agent, arguments = chance.choice(AGENTS), chance.choice(ARGUMENTS)
            server, tool = chance.choice([None, "race", "race", "docs", "other"]), chance.choice([*TOOLS, "nobody"])
            login = chance.choice([*[None] * 8, *map(str, Tier)])
            told = (await explain(gate, runner, HypotheticalCall(agent, server, tool, arguments, login))).to_json()
            caller = AgentContext(agent, metadata={} if login is None else {TIER: login})
            made = await runner.call(Call(tool, arguments, caller, server))
            about = (agent, server, tool, arguments, login, told["asked"], made.envelope)
            assert told["allowed"] == made.ok, about
            last = told["asked"][-1]
            layers.add(last["layer"] if not made.ok else "allowed")
            if not made.ok and [each["layer"] for each in told["asked"]].count(last["layer"]) > 1:
                narrowed.add(last["layer"])
            if made.error_type in ("policy_denied", "rate_limited"):
                assert made.decision is not None
                assert (told["rule"], last["reason"]) == (made.decision.rule, made.decision.reason), about
            elif made.ok:
                assert made.decision is not None
                assert told["rule"] == made.decision.rule, about
            else:
                assert last["layer"] in ("tool", "input"), about
                assert made.envelope["error"]["message"] in last["reason"], about
    assert layers == {
        "allowed",
        "tool",
        "allowlist",
        "deny list",
        "mode",
        "agent",
        "rules",
        "input",
        "arguments",
        "limits",
        "audit",
        "read_only",
        "login_tiers",
    }
    assert narrowed == {"agent", "rules", "arguments", "limits"}
    for log in logs:
        if log is not None:
            log.close()


async def test_with_open_arguments_explain_denies_only_what_is_denied_with_any(tmp_path: Path) -> None:
    chance = Random(7)
    for _ in range(300):
        gate, runner = random_gate(chance, [None], tmp_path)
        agent, tool = chance.choice(AGENTS), chance.choice([*TOOLS])
        open_ = await explain(gate, runner, HypotheticalCall(agent, "race", tool, None))
        given = [
            (await explain(gate, runner, HypotheticalCall(agent, "race", tool, each))).allowed for each in ARGUMENTS
        ]
        assert open_.allowed or not any(given)
