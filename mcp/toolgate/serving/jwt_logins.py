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

from toolgate.serving.jwt_settings import JwtSettings
from toolgate.serving.provider_logins import login_of

_LEEWAY_S = 30
_MCP = "/mcp"


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
        return login_of(found, self.settings.scopes, self.settings.agents)

    def provider(self) -> RemoteAuthProvider:
        """The same as the MCP library has it, with metadata of the protected resource for clients that log in."""
        return RemoteAuthProvider(
            self,
            [AnyHttpUrl(self.settings.issuer)],
            self.settings.resource.rstrip("/").removesuffix(_MCP),  # the library adds it
            scopes_supported=list(self.settings.scopes),
        )


def _begun(claims: Mapping[str, Any]) -> bool:
    """Whether the token is valid already; not where its time is invalid."""
    begins = claims.get("nbf", 0)
    return isinstance(begins, int | float) and begins <= time.time() + _LEEWAY_S
