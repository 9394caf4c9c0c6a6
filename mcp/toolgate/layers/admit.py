"""admit: who may call what. First denial wins. Today an allowlist; tiers and agent rules join the same tuple."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from toolgate.catalogue import Tool
from toolgate.contract import Call, Outcome, PolicyDecision, ToolSpec
from toolgate.layers import Next
from toolgate.layers.guard import Denied

Policy = Callable[[Call, ToolSpec], PolicyDecision]


def allowlist(names: Collection[str]) -> Policy:
    """A policy that admits the named tools and no other."""
    admitted = frozenset(names)

    def decide(call: Call, spec: ToolSpec) -> PolicyDecision:
        if spec.name in admitted:
            return PolicyDecision(True, "on the allowlist", "allowlist")
        return PolicyDecision(False, f"{spec.name} is not on the allowlist", "allowlist")

    return decide


class Admit:
    """Asks every policy in turn. The outcome carries the decision that let the call through or stopped it."""

    def __init__(self, tools: Mapping[str, Tool], policies: tuple[Policy, ...]) -> None:
        self._tools = tools
        self._policies = policies

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        decision = PolicyDecision(True, "no policy set")
        for policy in self._policies:
            decision = policy(call, self._tools[call.name].spec)
            if not decision.allowed:
                raise Denied(decision)
        return replace(await next(call), decision=decision)
