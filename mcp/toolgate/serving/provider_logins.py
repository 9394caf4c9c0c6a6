"""Logins by a provider of FastMCP's: of a vendor, by a proxy of OAuth, or by a server of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol

from fastmcp.server.auth import AccessToken, AuthProvider, TokenVerifier
from starlette.routing import Route

from toolgate.contract import Tier
from toolgate.policy.login_tiers import TIER_CLAIM
from toolgate.tiers import LEVELS

_SUBJECT_MAX = 100
_NOBODY: Mapping[str, str] = MappingProxyType({})


class Verifier(Protocol):
    """Says who bears a token."""

    async def verify_token(self, token: str) -> AccessToken | None:
        """None where it is not good."""


def login_of(found: AccessToken, scopes: Mapping[str, Tier], agents: Mapping[str, str]) -> AccessToken | None:
    """The login of a good token: its subject is the agent, unless a scope names one, and its scopes reach a tier.

    None where they reach none, or the subject is missing or too long: cut, it could name somebody else.
    """
    reached = [scopes[scope] for scope in found.scopes if scope in scopes]
    subject = (found.claims or {}).get("sub")
    if not reached or not isinstance(subject, str) or not subject.strip() or not subject.isprintable():
        return None
    if len(subject) > _SUBJECT_MAX:
        return None
    named = next((agents[scope] for scope in found.scopes if scope in agents), None)
    tier = max(reached, key=LEVELS.index)
    claims = {TIER_CLAIM: str(tier)}
    return AccessToken(
        token="", client_id=named or subject, scopes=found.scopes, expires_at=found.expires_at, claims=claims
    )


class ProviderLogins(TokenVerifier):
    """Takes the tokens that a provider takes, and serves its paths. `scopes` and `agents` are as in `JwtSettings`.

    A token whose claims name no subject, as those of programs, is its client's.
    """

    def __init__(self, provider: AuthProvider, scopes: Mapping[str, Tier], agents: Mapping[str, str] = _NOBODY) -> None:
        """ValueError where a scope reaches no tier that there is."""
        super().__init__()
        if unknown := [tier for tier in scopes.values() if tier not in LEVELS]:
            raise ValueError(f"{str(unknown[0])[:60]!r} isn't a tier: choose one of {', '.join(LEVELS)}")
        self._provider = provider
        self._scopes, self._agents = dict(scopes), dict(agents)

    async def verify_token(self, token: str) -> AccessToken | None:
        """Who bears the token; None where it is not good."""
        found: Any = await self._provider.verify_token(token)
        if found is None or not set(self._provider.required_scopes) <= set(found.scopes):
            return None
        claims = {"sub": found.subject or found.client_id, **(found.claims or {})}
        return login_of(AccessToken(**{**found.model_dump(), "claims": claims}), self._scopes, self._agents)

    def provider(self) -> AuthProvider:
        """The provider, whose paths are served."""
        return self._provider


class AnyLogin(AuthProvider):
    """What the MCP library is given: the paths of a provider, and the tokens that any of several verifiers takes."""

    def __init__(self, provider: AuthProvider, *verifiers: Verifier) -> None:
        super().__init__(provider.base_url, provider.required_scopes, provider.resource_base_url)
        self._provider = provider
        self._verifiers = verifiers

    async def verify_token(self, token: str) -> AccessToken | None:
        """Who bears the token."""
        for verifier in self._verifiers:
            if (found := await verifier.verify_token(token)) is not None:
                return found
        return None

    @property
    def scopes_supported(self) -> list[str]:
        """What a client may ask for."""
        return self._provider.scopes_supported

    def get_challenge_scopes(self, required_scopes: list[str] | None = None) -> list[str]:
        """What a client is told to ask for."""
        return self._provider.get_challenge_scopes(required_scopes)

    def set_mcp_path(self, mcp_path: str | None) -> None:
        """Where MCP is served."""
        super().set_mcp_path(mcp_path)
        self._provider.set_mcp_path(mcp_path)

    def get_routes(self, mcp_path: str | None = None) -> list[Route]:
        """The provider's paths."""
        self.set_mcp_path(mcp_path)
        return self._provider.get_routes(mcp_path)
