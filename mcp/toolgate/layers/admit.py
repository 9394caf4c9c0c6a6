"""admit: who may call what: allowlist, mode, agent rules. First denial wins."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from toolgate.catalogue import Tool
from toolgate.contract import Call, Outcome, PolicyDecision, ToolSpec
from toolgate.layers import Next
from toolgate.layers.guard import Admitted, Denied

Policy = Callable[[Call, ToolSpec], PolicyDecision]

_log = logging.getLogger("toolgate.policy")


def ask(policy: Callable[..., PolicyDecision], *about: Any) -> PolicyDecision:
    """What a policy says. One that raises, or that gives anything but a decision, denies."""
    try:
        decision = policy(*about)
    except Exception:  # noqa: BLE001 - whatever a policy raises, the call must not pass
        name = _name(policy)
        _log.exception("policy %s failed", name)
        return PolicyDecision(False, f"the policy {name} failed; the log has more", f"policy.{name}")
    if isinstance(decision, PolicyDecision) and isinstance(decision.allowed, bool):
        return decision
    name = _name(policy)
    _log.error("policy %s gave %s, no decision", name, type(decision).__name__)
    return PolicyDecision(False, f"the policy {name} gave no decision; the log has more", f"policy.{name}")


def _name(policy: Callable[..., PolicyDecision]) -> str:
    return getattr(policy, "__name__", type(policy).__name__)


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

    def decide(self, call: Call) -> PolicyDecision:
        """The first denial, else the last word of the last policy. The tool must be one of this server's."""
        decision = PolicyDecision(True, "no policy set")
        for policy in self._policies:
            decision = ask(policy, call, self._tools[call.name].spec)
            if not decision.allowed:
                break
        return decision

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        decision = self.decide(call)
        if not decision.allowed:
            raise Denied(decision)
        try:
            outcome = await next(call)
        except Denied:
            raise
        except Exception as error:
            raise Admitted(decision) from error
        except BaseException as gone:
            gone.decision = decision  # type: ignore[attr-defined]  # a cancellation goes on as it is, and tells this
            raise
        return outcome if outcome.decision is not None else replace(outcome, decision=decision)
