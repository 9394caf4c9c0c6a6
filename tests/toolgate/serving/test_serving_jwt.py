"""Logins by JWT, against a local issuer: its keys over HTTP, its tokens signed by a maintained library."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
import websockets
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from joserfc import jwt
from joserfc.jwk import RSAKey

from tests.conftest import WebServer
from tests.toolgate.sdk.sdk_tools import CustomerRequest, CustomerResponse, server, who
from tests.toolgate.sdk.test_sdk_wire import running
from toolgate.contract import Tier
from toolgate.sdk import McpServer, tool
from toolgate.serving.identity import Login
from toolgate.serving.jwt_logins import JwtLogins
from toolgate.serving.jwt_settings import JwtSettings

ISSUER, AUDIENCE, RESOURCE = "https://login.example", "race", "http://127.0.0.1:9"
LONG_AGO, FAR_AHEAD = 946_684_800, 32_503_680_000
"""The years 2000 and 3000: constants, so that every worker collects the same tests."""
SCOPES = {"race:read": Tier.READ_ONLY, "race:write": Tier.STATEFUL}


@tool(name="change", tier=Tier.STATEFUL)
def change(request: CustomerRequest) -> CustomerResponse:
    return CustomerResponse(customer_id=request.customer_id, status="changed")


@dataclass
class Issuer:
    """An authorization server, as far as a resource sees one."""

    url: str
    key: RSAKey
    web: WebServer

    def token(self, key: RSAKey | None = None, algorithm: str = "RS256", **claims: Any) -> str:
        now = int(time.time())
        good = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": "ann",
            "scope": "race:read",
            "iat": now,
            "exp": now + 600,
            **claims,
        }
        header = {"alg": algorithm, "kid": self.key.kid}
        left = {name: value for name, value in good.items() if value is not None}
        return jwt.encode(header, left, key or self.key, algorithms=[algorithm])

    def settings(self, **how: Any) -> JwtSettings:
        return JwtSettings(ISSUER, AUDIENCE, f"{self.url}/jwks.json", **{"resource": RESOURCE, "scopes": SCOPES, **how})


@pytest.fixture(scope="module")
def keys() -> tuple[RSAKey, RSAKey]:
    return RSAKey.generate_key(2048, {"kid": "one"}), RSAKey.generate_key(2048, {"kid": "one"})


@pytest.fixture
def issuer(tmp_path: Path, keys: tuple[RSAKey, RSAKey], serve_folder: Callable[[Path], WebServer]) -> Issuer:
    public = {**keys[0].as_dict(private=False), "kid": "one", "alg": "RS256", "use": "sig"}
    (tmp_path / "jwks.json").write_text(json.dumps({"keys": [public]}))
    web = serve_folder(tmp_path)
    return Issuer(web.url, keys[0], web)


def made(settings: JwtSettings, **how: Any) -> McpServer:
    return server(who, change, jwt=settings, **how)


async def execute(url: str, token: str | None, name: str = "who", arguments: Any = None) -> httpx2.Response:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient() as client:
        body = {"tool": name, "arguments": arguments or {}}
        return await client.post(f"http://{url}/mcp/execute", json=body, headers=headers)


async def test_the_subject_of_a_good_token_is_the_agent_on_every_transport(issuer: Issuer) -> None:
    token = issuer.token()
    bearer = {"authorization": f"Bearer {token}", "x-agent-id": "root"}
    async with running(made(issuer.settings())) as at:
        answer = await execute(at.url, token)
        async with Client(StreamableHttpTransport(f"http://{at.url}/mcp", headers=bearer)) as client:
            over_mcp = (await client.call_tool("who", {})).structured_content
        async with websockets.connect(f"ws://{at.url}/mcp/ws", additional_headers=bearer) as socket:
            await socket.send('{"execute": {"tool": "who"}}')
            over_socket = json.loads(await socket.recv())
    assert over_mcp is not None
    assert answer.json()["result"]["customer_id"] == "ann"
    assert over_mcp["customer_id"] == "ann"
    assert over_socket["body"]["result"]["customer_id"] == "ann"


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://other.example"},
        {"aud": "another"},
        {"exp": LONG_AGO},
        {"exp": None},
        {"nbf": FAR_AHEAD},
        {"nbf": "soon"},
        {"scope": "other:scope"},
        {"scope": None},
        {"sub": None},
        {"sub": ""},
        {"sub": "a\nb"},
        {"sub": "a" * 101},
    ],
    ids=str,
)
async def test_a_token_with_a_wrong_claim_opens_nothing(claims: dict[str, Any], issuer: Issuer) -> None:
    verifier = made(issuer.settings()).service().identity
    assert await verifier.login(issuer.token()) is not None
    assert await verifier.login(issuer.token(sub="a" * 100)) is not None
    assert await verifier.login(issuer.token(**claims)) is None


async def test_a_token_that_nobody_or_somebody_else_has_signed_opens_nothing(
    issuer: Issuer, keys: tuple[RSAKey, RSAKey]
) -> None:
    good = issuer.token()
    head, body, _ = good.split(".")
    unsigned = "eyJhbGciOiJub25lIn0." + body + "."
    forged = (issuer.token(key=keys[1]), unsigned, f"{head}.{body}.", good[:-4], "", "a.b.c", "ü" * 50)
    async with running(made(issuer.settings())) as at:
        assert (await execute(at.url, good)).status_code == 200
    identity = made(issuer.settings()).service().identity
    for token in forged:
        assert await identity.login(token) is None


async def test_scopes_reach_a_tier_and_no_further(issuer: Issuer) -> None:
    arguments = {"customer_id": "c"}
    async with running(made(issuer.settings())) as at:
        denied = await execute(at.url, issuer.token(), "change", arguments)
        allowed = await execute(at.url, issuer.token(scope="race:read race:write"), "change", arguments)
        async with httpx2.AsyncClient(headers={"authorization": f"Bearer {issuer.token()}"}) as client:
            listed = (await client.get(f"http://{at.url}/mcp/capabilities")).json()
    assert (denied.status_code, denied.json()["error"]) == (403, "POLICY_DENIED")
    assert "the login reaches READ_ONLY" in denied.json()["message"]
    assert allowed.status_code == 200
    assert [one["name"] for one in listed["tools"]] == ["who"]


async def test_a_scope_may_name_the_agent(issuer: Issuer) -> None:
    identity = made(issuer.settings(agents={"team:pit": "engineer"})).service().identity
    login = await identity.login(issuer.token(scope="race:read team:pit"))
    assert login is not None
    assert login.agent == "engineer"


async def test_bearer_tokens_go_on_beside(issuer: Issuer) -> None:
    async with running(made(issuer.settings(), tokens={"bob": "a-token-of-sixteen"})) as at:
        assert (await execute(at.url, "a-token-of-sixteen")).json()["result"]["customer_id"] == "bob"
        assert (await execute(at.url, issuer.token())).json()["result"]["customer_id"] == "ann"
        assert (await execute(at.url, None)).status_code == 401


async def test_a_login_ends_with_its_token(issuer: Issuer) -> None:
    end = int(time.time()) + 600
    token = await JwtLogins(issuer.settings()).verify_token(issuer.token(exp=end))
    assert token is not None
    login = Login.of(token)
    assert (login.agent, login.ends_at) == ("ann", end)


@pytest.mark.parametrize("resource", [RESOURCE, f"{RESOURCE}/", f"{RESOURCE}/mcp"])
async def test_who_has_no_token_is_told_where_there_are_some(resource: str, issuer: Issuer) -> None:
    async with (
        running(made(issuer.settings(resource=resource))) as at,
        httpx2.AsyncClient(base_url=f"http://{at.url}") as client,
    ):
        headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        refused = await client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers=headers)
        described = await client.get("/.well-known/oauth-protected-resource/mcp")
        posted = await client.post("/.well-known/oauth-protected-resource/mcp", json={})
    assert refused.status_code == 401
    assert "resource_metadata" in refused.headers["www-authenticate"]
    told = described.json()
    assert told["resource"] == f"{RESOURCE}/mcp"
    assert [url.rstrip("/") for url in told["authorization_servers"]] == [ISSUER]
    assert told["scopes_supported"] == list(SCOPES)
    assert posted.status_code == 405


async def test_without_an_issuer_there_is_no_metadata() -> None:
    async with running(server(who)) as at, httpx2.AsyncClient(base_url=f"http://{at.url}") as client:
        assert (await client.get("/.well-known/oauth-protected-resource/mcp")).status_code == 404


async def test_where_the_keys_cannot_be_had_nobody_logs_in(issuer: Issuer) -> None:
    issuer.web.stop()
    assert await made(issuer.settings()).service().identity.login(issuer.token()) is None


@pytest.mark.parametrize(
    "change",
    [
        {"issuer": ""},
        {"algorithm": None},
        {"agents": ["ann"]},
        {"agents": {"a": 7}},
        {"scopes": {}},
        {"scopes": {"a": "ANYTHING"}},
        {"jwks_uri": "http://keys.example/jwks.json"},
        {"jwks_uri": "http://127.0.0.1.example/jwks.json"},
        {"jwks_uri": "http://localhost@keys.example/jwks.json"},
        {"jwks_uri": "file:///keys.json"},
        {"jwks_uri": "keys"},
        {"jwks_uri": "https://[::1"},
    ],
)
def test_settings_that_cannot_hold_are_refused(change: dict[str, Any]) -> None:
    given: dict[str, Any] = {
        "issuer": ISSUER,
        "audience": AUDIENCE,
        "jwks_uri": "http://127.0.0.1/jwks.json",
        "resource": RESOURCE,
        "scopes": SCOPES,
    }
    with pytest.raises(ValueError, match=r"missing: (give|name)|a tier: choose|https|IPv6|write \{"):
        JwtSettings(**{**given, **change})
