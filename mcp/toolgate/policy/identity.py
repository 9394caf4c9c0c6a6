"""Resolves the agent of a call, named or not."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from toolgate.policy.agent_rules import AgentRules
from toolgate.policy.errors import quoted
from toolgate.policy.parse import AGENT_ID

DEFAULT_AGENT = "default"

IdentityCode = Literal["INVALID_AGENT_ID", "FALLBACK_AGENT_NOT_IN_RULES", "NO_FALLBACK_CONFIGURED"]


class IdentityError(Struct, frozen=True):
    """Why no agent was found, and what to do."""

    code: IdentityCode
    message: str


def resolve_agent(explicit: str | None, rules: AgentRules, default_agent: str = "") -> str | IdentityError:
    """The agent of a call: the one it names; else, unless the rules deny missing agents, a fallback that they know.

    The fallback is `default_agent` (a setting) where it is set, else the agent `default`. A blank name is none.
    """
    if explicit in rules.document.agents:
        return str(explicit)
    named = explicit.strip(" ") if explicit else ""
    if named:
        if AGENT_ID.fullmatch(named):
            return named
        return IdentityError("INVALID_AGENT_ID", f"agent {quoted(named)}: a name has only letters, digits and _ . -")
    if rules.document.deny_on_missing_agent:
        return IdentityError("INVALID_AGENT_ID", "the call names no agent, and the rules deny that; name one")
    if default_agent:
        if default_agent in rules.document.agents:
            return default_agent
        message = f"the default agent {quoted(default_agent)} is not in the rules; add it there or name another"
        return IdentityError("FALLBACK_AGENT_NOT_IN_RULES", message)
    if DEFAULT_AGENT in rules.document.agents:
        return DEFAULT_AGENT
    message = f'the call names no agent; name one, set a default agent, or add the agent "{DEFAULT_AGENT}" to the rules'
    return IdentityError("NO_FALLBACK_CONFIGURED", message)
