"""Who calls: the agent that the transport authenticated, else the one that is claimed, else the configured one."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from os import urandom
from typing import Any, Protocol

from fastmcp.server.auth import AccessToken, AuthProvider, TokenVerifier

from toolgate.contract import AgentContext
from toolgate.policy.login_tiers import TIER, TIER_CLAIM
from toolgate.serving.provider_logins import AnyLogin

AGENT_HEADER = "x-agent-id"
MODEL_HEADER = "x-model"
REQUEST_HEADER = "x-request-id"

MODEL_META = "toolgate/model"
REQUEST_META = "toolgate/request-id"
TRACE = "traceparent"

_MAX = 100


class Tokens(TokenVerifier):
    """Bearer tokens of agents. Only their digests are kept."""

    def __init__(self, tokens: Mapping[str, str]) -> None:
        """`tokens` maps an agent to its token."""
        super().__init__()
        self._digests = [(_digest(token), agent) for agent, token in tokens.items()]

    def owner(self, token: str) -> str | None:
        """The agent whose token this is."""
        given, owner = _digest(token), None
        for digest, agent in self._digests:
            if hmac.compare_digest(digest, given):
                owner = agent
        return owner

    async def verify_token(self, token: str) -> AccessToken | None:
        """The login of a token, in the form of the MCP library."""
        owner = self.owner(token)
        return None if owner is None else AccessToken(token="", client_id=owner, scopes=[])


class RemoteLogins(Protocol):
    """Takes tokens that somebody else has given out."""

    async def verify_token(self, token: str) -> AccessToken | None:
        """Who bears the token; None where it is not good."""

    def provider(self) -> AuthProvider:
        """The provider whose paths are served, so that clients find where to log in."""


@dataclass(frozen=True, slots=True)
class Login:
    """Who has logged in, and up to which tier that login reaches, where it says so."""

    agent: str
    tier: str | None = None
    ends_at: float | None = None
    """When it ends, in seconds since 1970, where it says so."""

    @classmethod
    def of(cls, token: AccessToken) -> Login:
        """The login of a token that is good."""
        return cls(token.client_id, (token.claims or {}).get(TIER_CLAIM), token.expires_at)


@dataclass(frozen=True, slots=True)
class Identity:
    """How a caller is named. With `tokens` (agent to token), or `remote`, nobody calls over HTTP without a good one.

    `unnamed` says who a call counts for that names nobody, and `model` which model is behind a call that names none.
    """

    unnamed: Callable[[], str] = lambda: "mcp"
    tokens: Mapping[str, str] = field(default_factory=dict)
    model: str = ""
    remote: RemoteLogins | None = None
    auth: AuthProvider | None = field(init=False)
    """The verifier of tokens for the MCP library; None where no token is needed."""

    def __post_init__(self) -> None:
        own = (Tokens(self.tokens),) if self.tokens else ()
        auth: AuthProvider | None = own[0] if own else None
        if self.remote is not None:
            auth = AnyLogin(self.remote.provider(), *own, self.remote)
        object.__setattr__(self, "auth", auth)

    @property
    def needs_login(self) -> bool:
        """Whether a request without a good token is refused."""
        return self.auth is not None

    async def login(self, token: str) -> Login | None:
        """Who bears a token; None where it is not good."""
        found = None if self.auth is None else await self.auth.verify_token(token)
        return None if found is None else Login.of(found)

    def claim(self, headers: Mapping[str, str]) -> str:
        """The agent that a request claims by its header; empty without one, or where a token says who calls."""
        return "" if self.needs_login else _word(headers.get(AGENT_HEADER))

    def over_http(
        self, headers: Mapping[str, str], login: Login | None, meta: Mapping[str, Any] | None = None, client: str = ""
    ) -> AgentContext:
        """The caller of a request. `login` is whose token it bore; only where no tokens are set is a claim looked at.

        A name that was authenticated stands in `metadata["client_id"]` too; one that was only claimed does not.
        """
        claimed = self.claim(headers)
        metadata = {"transport": "http"}
        if login is not None:
            metadata["client_id"] = login.agent
            if login.tier is not None:
                metadata[TIER] = login.tier
        return self._context(claimed if login is None else login.agent, metadata, headers, meta or {}, client)

    def over_stdio(self, meta: Mapping[str, Any] | None = None, client: str = "") -> AgentContext:
        """The caller of a line: whoever started the server says who it is; nothing in the line does."""
        return self._context("", {"transport": "stdio"}, {}, meta or {}, client)

    def _context(
        self, agent: str, metadata: dict[str, str], headers: Mapping[str, str], meta: Mapping[str, Any], client: str
    ) -> AgentContext:
        """What is not said in `_meta` is looked for in the headers."""
        if client:
            metadata["client"] = _word(client)
        if trace := _word(meta.get(TRACE)) or _word(headers.get(TRACE)):
            metadata[TRACE] = trace
        model = _word(meta.get(MODEL_META)) or _word(headers.get(MODEL_HEADER)) or self.model
        request_id = _word(meta.get(REQUEST_META)) or _word(headers.get(REQUEST_HEADER)) or urandom(16).hex()
        return AgentContext(agent or self.unnamed(), model or None, request_id, metadata)


def _word(value: object) -> str:
    """A text of at most 100 characters that can be printed; empty for anything else."""
    if not isinstance(value, str):
        return ""
    text = value[:_MAX].strip()
    return text if text.isprintable() else "".join(filter(str.isprintable, text))


def _digest(token: str) -> bytes:
    return sha256(token.encode("utf-8", "replace")).digest()
