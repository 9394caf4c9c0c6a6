"""The policies in the shapes that the gate's layers ask for.

`rules` is a function that gives the rules in force, as `RulesFile.current` does. `server` is the runner's own name, for
calls that name none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from toolgate.contract import AgentContext, Call, PolicyDecision, ToolSpec
from toolgate.layers.admit import Policy
from toolgate.layers.check import ArgumentPolicy
from toolgate.policy.identity import IdentityError, resolve_agent
from toolgate.policy.modes import ModePolicy
from toolgate.policy.quotas import Quotas
from toolgate.policy.rules import AgentRules

Rules = Callable[[], AgentRules]


def mode_policy(modes: ModePolicy) -> Policy:
    """Deny list, mode and allow list, by the tool's own tier."""

    def mode(call: Call, spec: ToolSpec) -> PolicyDecision:
        return modes.decide(spec.name, spec.tier)

    return mode


def rules_policy(rules: Rules, server: str) -> Policy:
    """The rules of agents before the arguments are known: what can be called with some arguments passes.

    A caller without a name, or whose name can be no agent's, is refused here whatever the rules let agents do.
    """

    def agent_rules(call: Call, spec: ToolSpec) -> PolicyDecision:
        return _decide(rules(), call.agent.agent_id, call.server or server, spec.name)

    return agent_rules


def rules_check(rules: Rules, server: str) -> ArgumentPolicy:
    """The rules of agents once the arguments are known to fit the tool."""

    def agent_rules(agent: AgentContext, tool: str, arguments: Mapping[str, Any]) -> PolicyDecision:
        return _decide(rules(), agent.agent_id, server, tool, arguments)

    return agent_rules


def quota_check(quotas: Quotas, rules: Rules) -> ArgumentPolicy:
    """The limits of calls. It counts what it admits, so it is asked last of all."""

    def quota(agent: AgentContext, tool: str, arguments: Mapping[str, Any]) -> PolicyDecision:
        current = rules()
        counts_as = resolve_agent(agent.agent_id, current)
        if isinstance(counts_as, IdentityError):
            return PolicyDecision(False, counts_as.message, counts_as.code)
        return quotas.admit(counts_as, tool, current.limits(counts_as))

    return quota


def _decide(
    rules: AgentRules, agent_id: str, server: str, tool: str, arguments: Mapping[str, Any] | None = None
) -> PolicyDecision:
    agent = resolve_agent(agent_id, rules)
    if isinstance(agent, IdentityError):
        return PolicyDecision(False, agent.message, agent.code)
    return rules.decide(agent, server, tool, arguments)
