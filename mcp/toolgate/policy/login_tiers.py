"""A policy: who has logged in with scopes may call up to the tier that these reach."""

from __future__ import annotations

from toolgate.contract import Call, Policy, PolicyDecision, Tier
from toolgate.tiers import level

TIER = "tier"
"""Where a caller's metadata has the tier of its login. Transports set it; nothing that a caller says does."""

TIER_CLAIM = "toolgate_tier"
"""Where the claims of a token that is good have it, once its scopes have been read."""

_RULE = "login.tier"
_NO_LIMIT = PolicyDecision(True, "the login names no tier")


def _decide(call: Call) -> PolicyDecision:
    reached = call.agent.metadata.get(TIER)
    if reached is None:
        return _NO_LIMIT
    tier = call.spec.tier
    if level(tier) <= level(Tier(reached)):
        return PolicyDecision(True, f"the login reaches {reached}", _RULE)
    return PolicyDecision(
        False, f"{call.spec.name} is {tier} and the login reaches {reached}: ask for more scopes", _RULE
    )


LOGIN_TIERS = Policy("login_tiers", _decide)
