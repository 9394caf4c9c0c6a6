"""Who may call what: tiers and modes, the rules of agents, limits of calls. Every decision is a value."""

from toolgate.policy.agent_rules import AgentRules
from toolgate.policy.errors import PolicyError, RulesError
from toolgate.policy.identity import IdentityError, resolve_agent
from toolgate.policy.lint import RulesWarning, lint
from toolgate.policy.modes import Mode, ModePolicy
from toolgate.policy.quotas import Quotas
from toolgate.policy.rules_file import RulesFile, find_rules, read_rules
from toolgate.tiers import classify

__all__ = [
    "AgentRules",
    "IdentityError",
    "Mode",
    "ModePolicy",
    "PolicyError",
    "Quotas",
    "RulesError",
    "RulesFile",
    "RulesWarning",
    "classify",
    "find_rules",
    "lint",
    "read_rules",
    "resolve_agent",
]
