"""`director policy explain`: what the gate says of one call, policy by policy, until the first that denies it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import orjson

from director.cli.call import read_arguments
from director.cli.command import ANSWERED, FAILED
from director.cli.opening import as_usage
from director.race import SERVER, open_without_race
from director.settings import Settings
from toolgate.contract import AgentContext, Call, JsonObject, Outcome, PolicyDecision, Tier, ToolSpec
from toolgate.gate import Gate
from toolgate.policy import Mode, classify
from toolgate.policy.login_tiers import TIER
from toolgate.runner import Runner

NAME = "explain"
HELP = "what the gate says to a call, layer by layer; exit status 0 allowed, 1 denied"


@dataclass(frozen=True, slots=True)
class HypotheticalCall:
    """A call that is not made. `arguments` is None where they are left open, `login` where no login names a tier."""

    agent_id: str
    server: str | None
    tool: str
    arguments: JsonObject | None
    login: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What one layer says."""

    layer: str
    allowed: bool
    reason: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What all layers say, until the first that denies."""

    asked: HypotheticalCall
    tier: Tier
    allowed: bool
    said: tuple[Said, ...]

    @property
    def decisive(self) -> Said:
        """The denial, else the last rule that let the call through."""
        if not self.allowed:
            return self.said[-1]
        return next((one for one in reversed(self.said) if one.rule), self.said[-1])

    def to_json(self) -> JsonObject:
        """`agent_id, server, tool, tier, arguments, allowed, reason, rule`, and `asked`, a list of what each said."""
        decisive = self.decisive
        return {
            "agent_id": self.asked.agent_id,
            "server": self.asked.server,
            "tool": self.asked.tool,
            "tier": self.tier,
            "arguments": self.asked.arguments,
            "allowed": self.allowed,
            "reason": decisive.reason,
            "rule": decisive.rule,
            "asked": [asdict(one) for one in self.said],
        }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """AGENT, TOOL, ARGUMENTS and options."""
    parser.add_argument("agent", metavar="AGENT", type=_name, help="who calls; '' for a caller without a name")
    parser.add_argument("tool", metavar="TOOL", type=_name)
    parser.add_argument(
        "arguments", metavar="ARGUMENTS", nargs="?", help="a JSON object; without it they are left open"
    )
    parser.add_argument(
        "--server", metavar="S", type=_name, default=SERVER, help=f"the tool's server (default: {SERVER})"
    )
    parser.add_argument("--rules", metavar="FILE", type=Path, help="rules of agents (default: those in force)")
    parser.add_argument(
        "--mode", choices=tuple(map(str, Mode)), type=str.lower, help="another mode than DIRECTOR_POLICY_MODE"
    )
    parser.add_argument(
        "--login", choices=tuple(map(str, Tier)), type=str.upper, help="the tier that the scopes of a JWT reach"
    )
    parser.add_argument("--json", action="store_true", help="one object")


def _name(text: str) -> str:
    """A name as it was typed. ValueError where its bytes are no text."""
    text.encode()
    return text


_name.__name__ = "name (text in UTF-8)"


async def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Prints what each layer says."""
    changed = {"policy_mode": arguments.mode, "gateway_rules": arguments.rules}
    with as_usage():
        race = open_without_race(replace(settings, **{k: v for k, v in changed.items() if v is not None}))
    given = None if arguments.arguments is None else read_arguments(arguments.arguments)
    if arguments.server != SERVER:
        race.runner.replace(arguments.server, [_stand_in(arguments.tool, given)])
    told = await explain(
        race.gate,
        race.runner,
        HypotheticalCall(arguments.agent, arguments.server, arguments.tool, given, arguments.login),
    )
    print(orjson.dumps(told.to_json()).decode() if arguments.json else _text(told))
    return ANSWERED if told.allowed else FAILED


async def explain(gate: Gate, runner: Runner, asked: HypotheticalCall) -> Explanation:
    """What the runner's own policies say of the question, line by line."""
    metadata = {} if asked.login is None else {TIER: asked.login}
    call = Call(asked.tool, asked.arguments or {}, AgentContext(asked.agent_id, metadata=metadata), asked.server)
    outcome = await runner.explain(call, arguments_open=asked.arguments is None)
    tier = _tier(runner, call)
    return Explanation(asked, tier, outcome.ok, tuple(_lines(asked, tier, outcome, gate)))


def _stand_in(tool: str, arguments: JsonObject | None) -> ToolSpec:
    """A tool of a server that is not here, so that the same gate is asked of it: without a tier, taking anything."""
    tier, _ = classify(tool, arguments, {})
    return ToolSpec(tool, "", {"type": "object"}, {"type": "object"}, lambda *_: {}, tier=tier)


def _tier(runner: Runner, call: Call) -> Tier:
    known = {(spec.server, spec.name): spec.tier for spec in runner.specs}
    return known.get((call.server, call.name)) or classify(call.name, call.arguments, {})[0]


def _lines(asked: HypotheticalCall, tier: Tier, outcome: Outcome, gate: Gate) -> Iterator[Said]:
    """The trace of the decision as lines, with what the gate found out beside its policies."""
    error = outcome.envelope.get("error", {})
    if not outcome.trace and outcome.decision is not None and not outcome.decision.allowed:
        yield Said("tool", False, f"{error['type']}: {error['message']}")
        return
    yield Said("tool", True, f"{tier} tool of {asked.server}")
    for name, decision in outcome.trace:
        yield from _by_policy(name, decision)
        if name == "mode" and decision.allowed and gate.rules() is None:
            yield Said("rules", True, "there are no rules")
    if error.get("type") == "validation_error":
        yield Said("input", False, f"validation_error: {error['message']}")


def _by_policy(name: str, decision: PolicyDecision) -> Iterator[Said]:
    if name != "mode":
        yield _said(name, decision)
    elif decision.rule.startswith("deny["):
        yield _said("deny list", decision)
    else:
        yield Said("deny list", True, "none of its patterns matches the tool")
        yield _said("mode", decision)


def _said(layer: str, decision: PolicyDecision) -> Said:
    return Said(layer, decision.allowed, decision.reason, decision.rule)


def _text(told: Explanation) -> str:
    """A line for each layer, and the decision."""
    decisive = told.decisive
    rows = [(one.layer, "passes" if one.allowed else "denies", one.reason, one.rule) for one in told.said]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [
        f"{layer:<{widths[0]}}  {does:<{widths[1]}}  {reason}{f'  [{rule}]' if rule else ''}"
        for layer, does, reason, rule in rows
    ]
    verdict = f"{'allowed' if told.allowed else 'denied'} by {decisive.rule or decisive.layer}"
    return "\n".join([*lines, verdict])
