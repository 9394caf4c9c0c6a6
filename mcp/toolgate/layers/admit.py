"""admit and check: who may call what. The same twice: before the arguments are looked at, and after."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable

from toolgate.contract import Call, CallState, Policy, PolicyDecision, qualified
from toolgate.layers.guard import Denied

_log = logging.getLogger("toolgate.policy")

NO_POLICY = PolicyDecision(True, "no policy set")


class Admit:
    """Asks policies in turn; the first denial wins. What each said, and the decision, is noted in the call's case."""

    def __init__(self, policies: tuple[Policy, ...]) -> None:
        self._policies = policies

    def decide(self, call: Call, case: CallState) -> bool:
        """Whether all policies let the call pass. The last rule that had a word is the decision."""
        trace = case.trace
        for policy in self._policies:
            try:
                decision = policy.decide(call)
            except KeyboardInterrupt:
                raise
            except BaseException:  # noqa: BLE001 - whatever a policy raises, even SystemExit, the call must not pass
                decision = _failed(policy)
            if not isinstance(decision, PolicyDecision) or not isinstance(decision.allowed, bool):
                decision = _undecided(policy, decision)
            trace.append((policy.name, decision))
            if not decision.allowed:
                case.decision = decision
                return False
            if decision.rule or case.decision is None:
                case.decision = decision
        if case.decision is None:
            case.decision = NO_POLICY
        return True

    def __call__(self, call: Call, /) -> Call:
        case = call.case
        assert case is not None, "resolve comes before"
        if not self.decide(call, case):
            assert case.decision is not None
            raise Denied(case.decision)
        return call


def _failed(policy: Policy) -> PolicyDecision:
    """A policy that raises denies."""
    _log.exception("policy %s failed", policy.name)
    return PolicyDecision(False, f"the policy {policy.name} failed; the log has more", f"policy.{policy.name}")


def _undecided(policy: Policy, given: object) -> PolicyDecision:
    """A policy that gives anything but a decision denies."""
    _log.error("policy %s gave %s, no decision", policy.name, type(given).__name__)
    reason = f"the policy {policy.name} gave no decision; the log has more"
    return PolicyDecision(False, reason, f"policy.{policy.name}")


def as_policies(given: Iterable[Policy | Callable[[Call], PolicyDecision]]) -> tuple[Policy, ...]:
    """Plain functions too are policies, which do not look at arguments."""
    return tuple(one if isinstance(one, Policy) else Policy(_name(one), one) for one in given)


def _name(policy: Callable[..., PolicyDecision]) -> str:
    return getattr(policy, "__name__", type(policy).__name__)


def allowlist(names: Collection[str]) -> Policy:
    """A policy that admits the named tools and no other: `name`, or `server:name` for the tool of one server."""
    admitted = frozenset(names)
    listed = PolicyDecision(True, "on the allowlist", "allowlist")

    def decide(call: Call) -> PolicyDecision:
        spec = call.spec
        if spec.name in admitted or qualified(spec.server, spec.name) in admitted:
            return listed
        return PolicyDecision(False, f"{spec.name} is not on the allowlist", "allowlist")

    return Policy("allowlist", decide)
