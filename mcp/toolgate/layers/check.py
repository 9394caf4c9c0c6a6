"""check: policies that look at the arguments, once these are known to fit the schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from toolgate.contract import AgentContext, Call, Outcome, PolicyDecision
from toolgate.layers import Next
from toolgate.layers.admit import ask
from toolgate.layers.guard import Denied

ArgumentPolicy = Callable[[AgentContext, str, Mapping[str, Any]], PolicyDecision]


class Check:
    """Asks every policy in turn; the first denial wins. The last rule that had a word goes with the outcome."""

    def __init__(self, policies: tuple[ArgumentPolicy, ...]) -> None:
        self._policies = policies

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        last = None
        for policy in self._policies:
            decision = ask(policy, call.agent, call.name, call.arguments)
            if not decision.allowed:
                raise Denied(decision)
            if decision.rule:
                last = decision
        outcome = await next(call)
        return outcome if last is None or outcome.decision is not None else replace(outcome, decision=last)
