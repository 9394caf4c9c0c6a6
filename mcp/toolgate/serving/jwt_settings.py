"""The settings of JWTs as plain values, usable without the libraries that read tokens."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from toolgate.contract import Tier
from toolgate.loopback import is_safe
from toolgate.tiers import LEVELS

_TEXTS = {
    "issuer": "who signs the tokens, as their iss has it",
    "audience": "whom the tokens are for, as their aud has it",
    "jwks_uri": "the https URL of the issuer's keys",
    "resource": "this server's own URL, as clients reach it",
    "algorithm": "how the tokens are signed, as RS256",
}


@dataclass(frozen=True, slots=True)
class JwtSettings:
    """Whose tokens are taken. `scopes` maps a scope to the tier that it allows, `agents` one to the agent that it is.

    A token whose scopes reach no tier opens nothing. `resource` is the server's own URL, as clients reach it.
    """

    issuer: str
    audience: str
    jwks_uri: str
    resource: str
    scopes: Mapping[str, Tier]
    agents: Mapping[str, str] = field(default_factory=dict)
    algorithm: str = "RS256"

    def __post_init__(self) -> None:
        """ValueError where a field is missing, a tier is unknown, or others could put keys of their own in between."""
        for name, meaning in _TEXTS.items():
            if not isinstance(getattr(self, name), str) or not getattr(self, name):
                raise ValueError(f"{name} is missing: give {meaning}")
        if not is_safe(self.jwks_uri):
            raise ValueError("jwks_uri must be an https URL: over http somebody could put in keys of their own")
        if not isinstance(self.scopes, Mapping) or not self.scopes:
            raise ValueError("scopes are missing: name the tier that each allows")
        if unknown := [tier for tier in self.scopes.values() if tier not in LEVELS]:
            raise ValueError(f"{str(unknown[0])[:60]!r} isn't a tier: choose one of {', '.join(LEVELS)}")
        if not isinstance(self.agents, Mapping) or not all(isinstance(name, str) for name in self.agents.values()):
            raise ValueError('agents must map scopes to names: write {"a scope": "an agent"}')

    @classmethod
    def from_json(cls, text: str) -> Self:
        """From an object with these fields: `{"issuer": ..., "scopes": {scope: tier}}`. ValueError where it is none."""
        try:
            given: Any = json.loads(text)
        except ValueError:
            raise ValueError("it is not JSON") from None
        known = {each.name for each in fields(cls)}
        if not isinstance(given, dict) or (given.keys() - known):
            raise ValueError(f"it must be an object of {', '.join(sorted(known))}")
        usual = {"issuer": "", "audience": "", "jwks_uri": "", "resource": "", "scopes": {}}
        made = cls(**{**usual, **given})
        return cls(**{**usual, **given, "scopes": {scope: Tier(tier) for scope, tier in made.scopes.items()}})
