"""Logins by JWT: an authorization server's tokens, held to its keys (JWKS), issuer, audience and time.

The subject of a token is the agent. Its scopes say up to which tier it may call, and may name another agent for it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from fastmcp.server.auth import AccessToken, RemoteAuthProvider, TokenVerifier
from fastmcp.server.auth.providers.jwt import JWTVerifier
from pydantic import AnyHttpUrl

from toolgate.contract import Tier
from toolgate.policy.login_tiers import TIER_CLAIM
from toolgate.serving.jwt_settings import JwtSettings
from toolgate.tiers import LEVELS

_SUBJECT_MAX = 100
_LEEWAY_S = 30


class JwtLogins(TokenVerifier):
    """Takes tokens of one issuer."""

    def __init__(self, settings: JwtSettings) -> None:
        super().__init__()
        self.settings = settings
        self._verifier = JWTVerifier(
            jwks_uri=settings.jwks_uri,
            issuer=settings.issuer,
            audience=settings.audience,
            algorithm=settings.algorithm,
        )

    async def verify_token(self, token: str) -> AccessToken | None:
        """Who bears the token; None where it is not good. One that never expires is not."""
        found = await self._verifier.verify_token(token)
        if found is None or found.expires_at is None or not _begun(found.claims):
            return None
        subject = found.claims.get("sub")
        tier = self._tier(found.scopes)
        if not isinstance(subject, str) or not subject.strip() or not subject.isprintable() or tier is None:
            return None
        named = next((self.settings.agents[scope] for scope in found.scopes if scope in self.settings.agents), None)
        agent = named or subject[:_SUBJECT_MAX]
        return AccessToken(token="", client_id=agent, scopes=found.scopes, claims={TIER_CLAIM: str(tier)})

    def provider(self) -> RemoteAuthProvider:
        """The same as the MCP library has it, with metadata of the protected resource for clients that log in."""
        return RemoteAuthProvider(
            self,
            [AnyHttpUrl(self.settings.issuer)],
            self.settings.resource,
            scopes_supported=list(self.settings.scopes),
        )

    def _tier(self, scopes: list[str]) -> Tier | None:
        """The highest tier that the scopes reach."""
        reached = [self.settings.scopes[scope] for scope in scopes if scope in self.settings.scopes]
        return max(reached, key=LEVELS.index, default=None)


def _begun(claims: Mapping[str, Any]) -> bool:
    """Whether the token is valid already. A time that is none never comes."""
    begins = claims.get("nbf", 0)
    return isinstance(begins, int | float) and begins <= time.time() + _LEEWAY_S
