"""Who calls: the agent that the transport authenticated, else the one that is claimed, else the configured one."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from fastmcp.server.auth import AccessToken, TokenVerifier
from fastmcp.server.dependencies import get_access_token, get_http_headers

from toolgate.contract import AgentContext

CLAIM_HEADER = "x-agent-id"
REQUEST_HEADER = "x-request-id"
_MAX = 100


class Tokens(TokenVerifier):
    """Bearer tokens of agents. Only their digests are kept."""

    def __init__(self, tokens: Mapping[str, str]) -> None:
        """`tokens` maps an agent to its token."""
        super().__init__()
        self._digests = [(_digest(token), agent) for agent, token in tokens.items()]

    async def verify_token(self, token: str) -> AccessToken | None:
        """The agent whose token this is."""
        given, agent = _digest(token), None
        for digest, name in self._digests:
            if hmac.compare_digest(digest, given):
                agent = name
        return None if agent is None else AccessToken(token="", client_id=agent, scopes=[])


@dataclass(frozen=True, slots=True)
class Identity:
    """How a caller is named. With `tokens` (agent to token) nobody but their owners may call over HTTP.

    `unnamed` says who a call counts for that names nobody.
    """

    unnamed: Callable[[], str] = lambda: "mcp"
    tokens: Mapping[str, str] = field(default_factory=dict)

    def verifier(self) -> Tokens | None:
        """What checks the tokens, where there are any."""
        return Tokens(self.tokens) if self.tokens else None

    def agent(self, transport: str) -> AgentContext:
        """The caller of the request that is being served.

        A name that was authenticated stands in `metadata["client_id"]` too; one that was only claimed does not.
        """
        headers = get_http_headers(include={CLAIM_HEADER, REQUEST_HEADER}) if transport == "http" else {}
        request_id = headers.get(REQUEST_HEADER, "")[:_MAX]
        if token := get_access_token():
            known = {"client_id": token.client_id, "transport": transport}
            return AgentContext(token.client_id, request_id=request_id, metadata=known)
        claimed = headers.get(CLAIM_HEADER, "").strip()[:_MAX]
        return AgentContext(claimed or self.unnamed(), request_id=request_id, metadata={"transport": transport})


def _digest(token: str) -> bytes:
    return sha256(token.encode("utf-8", "replace")).digest()
