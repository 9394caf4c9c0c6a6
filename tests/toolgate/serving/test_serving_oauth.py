"""The whole way of OAuth over real HTTP, by the clients and authorization servers of maintained libraries: who has no
token is told where to log in, registers there, is sent back with a code, and calls with the token that it is given.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from fastmcp import Client
from fastmcp.server.auth import AccessToken
from fastmcp.server.auth.providers.in_memory import InMemoryOAuthProvider
from fastmcp.utilities.tests import HeadlessOAuth
from joserfc import jwt
from joserfc.jwk import RSAKey
from mcp.server.auth.settings import ClientRegistrationOptions, RevocationOptions
from mcp.shared.auth import OAuthToken
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from tests.toolgate.downstream.gateways import client_of, executed
from tests.toolgate.downstream.gateways import running as gateway_of
from tests.toolgate.sdk.sdk_tools import server, who
from tests.toolgate.serving.test_serving_jwt import SCOPES, change
from toolgate.contract import Tier
from toolgate.downstream.over_http import Transports
from toolgate.policy.login_tiers import TIER_CLAIM
from toolgate.sdk import McpServer, RegistrationError
from toolgate.serving.http import Http
from toolgate.serving.jwt_settings import JwtSettings
from toolgate.serving.provider_logins import ProviderLogins

pytestmark = pytest.mark.filterwarnings("ignore:Using in-memory token storage")

ANY_SCOPE = ClientRegistrationOptions(enabled=True, valid_scopes=list(SCOPES), default_scopes=list(SCOPES))


def free_socket() -> tuple[socket.socket, str]:
    """A socket of this machine that listens already, and its URL."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener, f"http://127.0.0.1:{listener.getsockname()[1]}"


class Issuer(InMemoryOAuthProvider):
    """FastMCP's authorization server, with JWTs for tokens: whoever logs in is ann."""

    def __init__(self, url: str) -> None:
        super().__init__(base_url=url, client_registration_options=ANY_SCOPE)
        self.url = url
        self.key = RSAKey.generate_key(2048, {"kid": "one"})
        self._resources: dict[str, str | None] = {}
        self.granted: list[str] = []
        self.grants = set(SCOPES)
        """What ann agrees to, whatever a client asks for."""

    async def authorize(self, client: Any, params: Any) -> str:
        back = await super().authorize(client, params)
        self._resources[[*self.auth_codes][-1]] = params.resource
        return back

    async def exchange_authorization_code(self, client: Any, authorization_code: Any) -> OAuthToken:
        opaque = await super().exchange_authorization_code(client, authorization_code)
        now = int(time.time())
        claims = {
            "iss": self.url,
            "aud": self._resources.pop(authorization_code.code),
            "sub": "ann",
            "scope": " ".join(self.grants.intersection(authorization_code.scopes)),
            "iat": now,
            "exp": now + 600,
        }
        self.granted.append(jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.key))
        return opaque.model_copy(update={"access_token": self.granted[-1]})

    async def keys(self, request: Request) -> JSONResponse:
        public = {**self.key.as_dict(private=False), "kid": "one", "alg": "RS256", "use": "sig"}
        return JSONResponse({"keys": [public]})


@asynccontextmanager
async def issuing() -> AsyncIterator[Issuer]:
    """An authorization server."""
    listener, url = free_socket()
    issuer = Issuer(url)
    app = Starlette(routes=[*issuer.get_routes(), Route("/jwks.json", issuer.keys)])
    web = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off", timeout_graceful_shutdown=0))
    serving = asyncio.create_task(web.serve(sockets=[listener]))
    try:
        yield issuer
    finally:
        web.should_exit = True
        await serving
        listener.close()


@asynccontextmanager
async def resource(make: Any) -> AsyncIterator[str]:
    """A server of the SDK that `make(url)` makes, at that URL."""
    listener, url = free_socket()
    made: McpServer = make(url)
    transport = made.service().http(Http(port=0), listener)
    running = asyncio.create_task(transport.run())
    try:
        yield url
    finally:
        await transport.stop()
        await running
        await made.aclose()


def taking(issuer: Issuer, audience: str | None = None) -> Any:
    def make(url: str) -> McpServer:
        settings = JwtSettings(issuer.url, audience or f"{url}/mcp", f"{issuer.url}/jwks.json", url, SCOPES)
        return server(who, change, jwt=settings)

    return make


async def called(url: str, tool: str = "who", arguments: Any = None) -> Any:
    """What a client gets that has no token and logs in for one."""
    async with Client(f"{url}/mcp", auth=HeadlessOAuth(f"{url}/mcp")) as client:
        return await client.call_tool_mcp(tool, arguments or {})


async def test_a_client_without_a_token_finds_the_issuer_logs_in_and_calls_as_who_it_is() -> None:
    async with issuing() as issuer, resource(taking(issuer)) as url:
        read = await called(url)
        async with httpx2.AsyncClient(headers={"authorization": f"Bearer {issuer.granted[0]}"}) as client:
            over_rest = await client.post(f"{url}/mcp/execute", json={"tool": "who"})
    assert read.structured_content["customer_id"] == "ann"
    assert over_rest.json()["result"]["customer_id"] == "ann"
    assert len(issuer.granted) == 1


async def test_what_it_may_do_is_what_it_was_granted() -> None:
    async with issuing() as issuer, resource(taking(issuer)) as url:
        changed = await called(url, "change", {"customer_id": "c"})
        issuer.grants.remove("race:write")
        refused = await called(url, "change", {"customer_id": "c"})
    assert refused.is_error
    assert "the login reaches READ_ONLY" in refused.content[0].text
    assert changed.structured_content["status"] == "changed"


async def test_a_token_for_another_resource_opens_nothing() -> None:
    async with issuing() as issuer, resource(taking(issuer)) as url, resource(taking(issuer)) as other:
        await called(url)
        async with httpx2.AsyncClient(headers={"authorization": f"Bearer {issuer.granted[0]}"}) as client:
            assert (await client.post(f"{other}/mcp/execute", json={"tool": "who"})).status_code == 401


async def test_the_gateway_logs_in_as_a_client_and_keeps_what_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fastmcp.client.auth.OAuth", HeadlessOAuth)
    async with issuing() as issuer, resource(taking(issuer)) as url:
        servers = {"crm": {"url": f"{url}/mcp", "auth": "oauth", "allow_tools": ["*"]}}
        for _ in range(2):
            opened = Transports(tmp_path / "oauth")
            async with gateway_of(tmp_path, servers, opened=opened) as gateway, client_of(gateway) as client:
                seen = await executed(client, "crm", "who")
                assert seen["structuredContent"]["customer_id"] == "ann"
    assert len(issuer.granted) == 1


def served_by_itself(url: str) -> McpServer:
    """A server whose provider logs clients in by itself, as the proxies for vendors do: tokens that say nothing."""
    revocation = RevocationOptions(enabled=True)
    provider = InMemoryOAuthProvider(
        base_url=url,
        client_registration_options=ANY_SCOPE,
        revocation_options=revocation,
        required_scopes=["race:read"],
    )
    return server(who, change, oauth=ProviderLogins(provider, {"race:read": Tier.READ_ONLY}))


async def test_a_provider_of_the_library_serves_its_own_paths() -> None:
    async with resource(served_by_itself) as url, httpx2.AsyncClient(base_url=url) as client:
        answer = await called(url)
        told = (await client.get("/.well-known/oauth-protected-resource/mcp")).json()
        refused = await client.post("/token", data={"grant_type": "authorization_code", "code": "guessed"})
        guessed = await client.post("/mcp/execute", json={"tool": "who"}, headers={"authorization": "Bearer guessed"})
        nowhere = await client.get("/elsewhere")
    assert answer.structured_content["customer_id"] not in ("", "anonymous")
    assert told["resource"] == f"{url}/mcp"
    assert refused.status_code in (400, 401)
    assert refused.json()["error"] in ("invalid_client", "invalid_request", "unauthorized_client")  # OAuth's own words
    assert guessed.status_code == 401
    assert guessed.json()["error"] == "POLICY_DENIED"
    assert (nowhere.status_code, nowhere.json()["error"]) == (404, "INVALID_INPUT")


async def test_a_login_by_a_provider_reaches_what_its_scopes_say() -> None:
    provider: Any = InMemoryOAuthProvider(required_scopes=["race:read"])
    logins = ProviderLogins(provider, {"race:read": Tier.READ_ONLY, "race:write": Tier.STATEFUL}, {"team": "engineer"})
    tiers = {}
    for scopes, claims in (
        (["race:read"], {"sub": "ann"}),
        (["race:read", "race:write"], {}),
        (["race:read", "team"], {"sub": "ann"}),
        (["race:write"], {"sub": "ann"}),
        (["race:read"], {"sub": " "}),
    ):
        provider.access_tokens["t"] = AccessToken(token="t", client_id="app", scopes=scopes, claims=claims)
        login = await logins.verify_token("t")
        tiers[" ".join(scopes), claims.get("sub")] = login and (login.client_id, (login.claims or {})[TIER_CLAIM])
    assert tiers == {
        ("race:read", "ann"): ("ann", "READ_ONLY"),
        ("race:read race:write", None): ("app", "STATEFUL"),
        ("race:read team", "ann"): ("engineer", "READ_ONLY"),
        ("race:write", "ann"): None,  # the provider itself wants the other one
        ("race:read", " "): None,
    }


def test_wrong_logins_are_refused_at_the_start() -> None:
    provider: Any = InMemoryOAuthProvider()
    with pytest.raises(ValueError, match="'ANYTHING' isn't a tier"):
        ProviderLogins(provider, {"a": "ANYTHING"})  # type: ignore[dict-item]
    jwt_settings = JwtSettings("https://i.example", "a", "https://i.example/jwks", "https://r.example", SCOPES)
    with pytest.raises(RegistrationError, match="give one of them"):
        server(who, jwt=jwt_settings, oauth=ProviderLogins(provider, SCOPES))
