"""`director policy explain`: what every layer of the gate says of one call, until the first that denies it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import orjson

from director.cli.call import read_arguments
from director.cli.command import ANSWERED, FAILED, UsageError
from director.cli.compose import SERVER
from director.cli.policy.files import rules_in, rules_path
from director.settings import Settings
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Call, JsonObject, PolicyDecision, Tier, ToolSpec
from toolgate.layers.admit import allowlist
from toolgate.policy import AgentRules, IdentityError, Mode, ModePolicy, PolicyError, classify, resolve_agent
from toolgate.schema import Schema

NAME = "explain"
HELP = "what the gate says of a call, layer by layer; exit status 0 allowed, 1 denied"


@dataclass(frozen=True, slots=True)
class Question:
    """A call that is not made. `arguments` is None where they are left open; `spec` where the tool is not ours."""

    agent_id: str
    server: str
    tool: str
    arguments: JsonObject | None
    spec: ToolSpec | None
    tier: Tier


@dataclass(frozen=True, slots=True)
class Said:
    """What one layer says."""

    layer: str
    allowed: bool
    reason: str
    rule: str = ""


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
    parser.add_argument("--json", action="store_true", help="one object")


def _name(text: str) -> str:
    """A name as it was typed. ValueError where its bytes are no text."""
    text.encode()
    return text


_name.__name__ = "name (text in UTF-8)"


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Prints what each layer says."""
    try:
        modes = ModePolicy(arguments.mode or settings.policy_mode, settings.policy_deny, settings.policy_allow)
    except PolicyError as error:
        raise UsageError(f"policy: {error}") from None
    path = rules_path(arguments.rules, settings)
    rules = None if path is None else rules_in(path)
    asked = _question(arguments, settings)
    said: list[Said] = []
    for one in _layers(asked, modes, rules, settings):
        said.append(one)
        if not one.allowed:
            break
    allowed = said[-1].allowed
    decisive = next((one for one in reversed(said) if one.rule), said[-1]) if allowed else said[-1]
    if arguments.json:
        print(orjson.dumps(_json(asked, allowed, decisive, said)).decode())
    else:
        print(_text(asked, allowed, decisive, said))
    return ANSWERED if allowed else FAILED


def _question(arguments: argparse.Namespace, settings: Settings) -> Question:
    specs = {spec.name: spec for spec in build_tools(StateCache())}
    given = None if arguments.arguments is None else read_arguments(arguments.arguments)
    spec = specs.get(arguments.tool) if arguments.server == SERVER else None
    tier = spec.tier if spec else classify(arguments.tool, given, {})[0]
    return Question(arguments.agent, arguments.server, arguments.tool, given, spec, tier)


def _layers(asked: Question, modes: ModePolicy, rules: AgentRules | None, settings: Settings) -> Iterator[Said]:
    """The layers in the order of the gate."""
    if asked.server == SERVER:
        if asked.spec is None:
            yield Said("tool", False, f"tool_not_found: {SERVER} has no such tool")
            return
        yield Said("tool", True, f"a {asked.tier} tool of {SERVER}")
        if settings.tools_allow:
            yield _said("allowlist", allowlist(settings.tools_allow)(Call(asked.tool), asked.spec))
    yield from _by_mode(asked, modes)
    if rules is None:
        yield Said("rules", True, "there are none")
        yield from _input(asked)
        return
    agent_id = resolve_agent(asked.agent_id, rules, settings.agent)
    if isinstance(agent_id, IdentityError):
        yield Said("agent", False, agent_id.message, agent_id.code)
        return
    if agent_id != asked.agent_id:
        yield Said("agent", True, f"counts as {agent_id}")
    yield _said("rules", rules.decide(agent_id, asked.server, asked.tool))
    yield from _input(asked)
    if asked.arguments is not None:
        yield _said("arguments", rules.decide(agent_id, asked.server, asked.tool, asked.arguments))
    limits = [f"{limit.calls} {limit.name}" for limit in rules.limits(agent_id) if limit.speaks_of(asked.tool)]
    yield Said("limits", True, f"{', '.join(limits)}; the server counts" if limits else "there are none")


def _by_mode(asked: Question, modes: ModePolicy) -> Iterator[Said]:
    decision = modes.decide(asked.tool, asked.tier)
    if decision.rule.startswith("deny["):
        yield _said("deny list", decision)
    else:
        yield Said("deny list", True, "no pattern of it finds the tool")
        yield _said("mode", decision)


def _input(asked: Question) -> Iterator[Said]:
    if asked.spec is None or asked.arguments is None:
        return
    if mistake := Schema(asked.spec.input_schema).mistake(asked.arguments):
        yield Said("input", False, f"validation_error: {mistake.path or '/'}: {mistake.message}")


def _said(layer: str, decision: PolicyDecision) -> Said:
    return Said(layer, decision.allowed, decision.reason, decision.rule)


def _json(asked: Question, allowed: bool, decisive: Said, said: list[Said]) -> JsonObject:
    return {
        "agent_id": asked.agent_id,
        "server": asked.server,
        "tool": asked.tool,
        "tier": asked.tier,
        "arguments": asked.arguments,
        "allowed": allowed,
        "reason": decisive.reason,
        "rule": decisive.rule,
        "asked": [asdict(one) for one in said],
    }


def _text(asked: Question, allowed: bool, decisive: Said, said: list[Said]) -> str:
    """A line for each layer, and the decision."""
    rows = [(one.layer, "passes" if one.allowed else "denies", one.reason, one.rule) for one in said]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [
        f"{layer:<{widths[0]}}  {does:<{widths[1]}}  {reason}{f'  [{rule}]' if rule else ''}"
        for layer, does, reason, rule in rows
    ]
    verdict = f"{'allowed' if allowed else 'denied'} by {decisive.rule or decisive.layer}"
    return "\n".join([*lines, verdict])
