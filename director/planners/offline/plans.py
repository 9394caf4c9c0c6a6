"""From matches to a plan: one call for each, and for each of several who are named."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from director.language.late_patterns import compile_later
from director.planners.offline.catalogue_tools import Tool
from director.planners.offline.match import Match
from toolgate.contract import JsonObject, Plan, Step

_MATCHES_WITH = compile_later(r"matches with (\d\.\d\d)")


def plan_of(matches: Sequence[Match]) -> Plan:
    """The calls of these matches, each once."""
    calls: list[tuple[Tool, JsonObject]] = []
    for match in matches:
        for call in ((match.tool, arguments) for arguments in _each(dict(match.arguments))):
            if call not in calls:
                calls.append(call)
    steps = (Step(f"s{n}", tool.name, arguments, tool.server) for n, (tool, arguments) in enumerate(calls, start=1))
    return Plan(tuple(steps), ", ".join(f"{match.tool.name} matches with {match.score:.2f}" for match in matches))


def likeness(plan: Plan) -> float:
    """How alike the example is by which a plan was made, the least alike of several; 1 where none made it."""
    return min(map(float, _MATCHES_WITH.findall(plan.rationale)), default=1.0)


def calls_of(plan: Plan) -> list[str]:
    """What a plan calls, whatever the ids and the order of its steps: plans with the same calls tell the same."""
    return sorted(json.dumps([step.name, step.server, step.arguments], sort_keys=True) for step in plan.steps)


def of_another(plan: Plan, one: str, other: object) -> Plan:
    """The plan of somebody with another in his place."""
    steps = (replace(step, arguments=with_another(step.arguments, one, other)) for step in plan.steps)
    return replace(plan, steps=tuple(steps))


def with_another(arguments: JsonObject, one: str, other: object) -> JsonObject:
    """Arguments with another value in place of one, however deep."""
    return {name: _with_another(value, one, other) for name, value in arguments.items()}


def _with_another(value: object, one: str, other: object) -> object:
    if isinstance(value, Mapping):
        return {name: _with_another(part, one, other) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_with_another(part, one, other) for part in value]
    return other if value == one else value


def _each(arguments: JsonObject) -> list[JsonObject]:
    """The arguments of one call, or of several where a name stands for several."""
    for name, values in arguments.items():
        if isinstance(values, tuple):
            return [one for value in values for one in _each({**arguments, name: value})]
    return [arguments]
