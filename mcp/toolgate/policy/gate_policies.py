"""The policies of the gate: by mode, and by the rules of agents with their limits."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Protocol

from msgspec import Struct

from toolgate.contract import CALL, Call, Policy, PolicyDecision, Tier, ToolSpec
from toolgate.policy.agent_rules import AgentRules, Ruling
from toolgate.policy.errors import quoted
from toolgate.policy.identity import IdentityError, resolve_agent
from toolgate.policy.modes import Mode, ModePolicy
from toolgate.policy.quotas import Quotas

LIMITS = "limits"
"""The policy that counts calls."""

NO_LIMITS = PolicyDecision(True, "there are no limits")

_LEFT = PolicyDecision(True, "guarded mode leaves STATEFUL to an allow that names the tool", f"mode.{Mode.GUARDED}")

Rules = Callable[[], AgentRules]
"""Gives the rules in force, as `RulesFile.current` does."""


class Foreign(Protocol):
    """The servers of other people behind a gate."""

    @property
    def policies(self) -> tuple[Policy, ...]:
        """What may be called on them. They stand behind mode and rules, and read in the trace what these said."""

    def knows(self, server: str | None) -> bool:
        """Whether a server is one of them."""


def mode_policy(modes: ModePolicy, foreign: Foreign | None = None) -> Policy:
    """Deny list, mode and allow list, by the tool's own tier.

    Of a foreign tool guarded mode leaves STATEFUL to the policy of its servers: an allow that names it admits it.
    """

    def mode(call: Call) -> PolicyDecision:
        spec = call.spec
        decision = modes.decide(spec.name, spec.tier, spec.server)
        if decision.allowed or foreign is None or decision.rule != f"mode.{Mode.GUARDED}":
            return decision
        return _LEFT if spec.tier is Tier.STATEFUL and foreign.knows(spec.server) else decision

    return Policy("mode", mode)


def read_only_policy(agents: Collection[str]) -> Policy:
    """Agents that may call READ_ONLY tools alone, whatever the mode, its lists and the rules admit."""

    def read_only(call: Call) -> PolicyDecision:
        agent = call.agent.agent_id
        if agent not in agents or call.spec.tier is Tier.READ_ONLY:
            return PolicyDecision(True, f"{quoted(agent)} may call it")
        return PolicyDecision(False, f"{quoted(agent)} may only read", f"read_only.{agent}")

    return Policy("read_only", read_only)


class _Reading(Struct):
    """What one call is judged by, from its first policy to its last: one book, one agent."""

    rules: AgentRules
    agent: str
    """The one that the caller counts as."""
    spec: ToolSpec | None = None
    """The tool that was last asked about: of a list, each in turn."""
    ruling: Ruling | None = None
    """What the rules say of it."""


class RulesPolicies:
    """The rules of agents as four policies, which read rules and identity once per call and share the reading.

    agent      who the caller counts as; one that can be no agent's is refused whatever the rules let agents do
    rules      before the arguments are known: what can be called with some arguments passes
    arguments  once they are known to fit the tool
    limits     how often; it counts what it admits, so it is asked last of all
    """

    def __init__(
        self,
        rules: Rules,
        *,
        quotas: Quotas | None = None,
        default_agent: str = "",
        generation: Callable[[], int] | None = None,
    ) -> None:
        self._rules = rules
        self._quotas = quotas or Quotas()
        self._default_agent = default_agent
        self._generation = generation

    def policies(self) -> tuple[Policy, ...]:
        """In the order in which they are to be asked."""
        return (
            Policy("agent", self._agent, generation=self._generation),
            Policy("rules", self._listed),
            Policy("arguments", self._with_arguments, looks_at_arguments=True),
            Policy(LIMITS, self._limits, late=True),
        )

    def _agent(self, call: Call) -> PolicyDecision:
        reading = self._reading(call)
        return _counts_as(reading.agent) if isinstance(reading, _Reading) else reading

    def _listed(self, call: Call) -> PolicyDecision:
        reading = self._reading(call)
        return self._ruling(reading, call).listed if isinstance(reading, _Reading) else reading

    def _with_arguments(self, call: Call) -> PolicyDecision:
        reading = self._reading(call)
        return self._ruling(reading, call).on(call.arguments) if isinstance(reading, _Reading) else reading

    def _limits(self, call: Call) -> PolicyDecision:
        reading = self._reading(call)
        if not isinstance(reading, _Reading):
            return reading
        limits = reading.rules.limits(reading.agent)
        if not limits:
            return NO_LIMITS
        spec = call.spec
        if call.case is None or call.case.operation == CALL:
            return self._quotas.admit(reading.agent, spec.name, limits, spec.server)
        decision = self._quotas.admit(reading.agent, spec.name, limits, spec.server, count=False)
        if not decision.allowed:
            return decision
        named = [f"{limit.calls} {limit.name}" for limit in limits if limit.speaks_of(spec.name, spec.server)]
        return PolicyDecision(True, f"{', '.join(named)}, counted by the server") if named else NO_LIMITS

    def _ruling(self, reading: _Reading, call: Call) -> Ruling:
        """What the rules say of the tool to the agent."""
        spec, ruling = call.spec, reading.ruling
        if ruling is None or reading.spec is not spec:
            ruling = reading.rules.ruling(reading.agent, spec.server or "", spec.name)
            reading.spec, reading.ruling = spec, ruling
        return ruling

    def _reading(self, call: Call) -> _Reading | PolicyDecision:
        """The reading of this call, or the refusal of its caller."""
        memo = {} if call.case is None else call.case.memo
        found: _Reading | PolicyDecision | None = memo.get(self)
        if found is None:
            rules = self._rules()
            agent = resolve_agent(call.agent.agent_id, rules, self._default_agent)
            if isinstance(agent, IdentityError):
                found = PolicyDecision(False, agent.message, agent.code)
            else:
                found = _Reading(rules, agent)
                if call.case is not None and not call.agent.agent_id.strip(" "):
                    call.case.counts_as = agent
            memo[self] = found
        return found


@lru_cache(4096)
def _counts_as(agent: str) -> PolicyDecision:
    return PolicyDecision(True, f"counts as {quoted(agent)}")
