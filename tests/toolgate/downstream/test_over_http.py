"""Servers over HTTP: their headers, their sessions, their restarts, and tokens of OAuth."""

from __future__ import annotations

import asyncio
import socket
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastmcp import Context, FastMCP
from fastmcp.server.auth.providers.in_memory import InMemoryOAuthProvider
from fastmcp.server.dependencies import get_http_headers
from fastmcp.utilities.tests import HeadlessOAuth
from mcp.server.auth.settings import ClientRegistrationOptions

from tests.toolgate.downstream.gateways import client_of, executed, running
from toolgate.downstream.flat import Flat
from toolgate.downstream.over_http import Transports
from toolgate.downstream.token_files import NAME, TokenFiles


def web_server(**options: Any) -> FastMCP[Any]:
    server: FastMCP[Any] = FastMCP("web", **options)

    @server.tool
    async def header(name: str) -> str:
        return get_http_headers(include_all=True).get(name, "")

    @server.tool
    async def session(ctx: Context) -> str:
        return str(ctx.session_id)

    @server.tool
    async def capabilities(ctx: Context) -> list[str]:
        known: Any = ctx.session.client_capabilities
        return sorted(known.model_dump(exclude_none=True))

    return server


@asynccontextmanager
async def listening(server: FastMCP[Any], port: int = 0) -> AsyncIterator[int]:
    """The server on a port of this machine."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    app = server.http_app(path="/mcp", json_response=True)
    web = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=0))
    serving = asyncio.create_task(web.serve(sockets=[listener]))
    while not web.started:
        await asyncio.sleep(0.01)
    try:
        yield listener.getsockname()[1]
    finally:
        web.should_exit = True
        await serving
        listener.close()


def text(seen: Any) -> str:
    return str(seen["content"][0]["text"])


async def test_any_headers_are_sent_and_a_restart_is_borne(tmp_path: Path) -> None:
    async with listening(web_server()) as port:
        web = {"url": f"http://127.0.0.1:{port}/mcp", "headers": {"X-Custom": "value"}, "allow_tools": ["*"]}
        gateway_of = running(tmp_path, {"web": web})
        gateway = await gateway_of.__aenter__()
        try:
            async with client_of(gateway) as client:
                assert (await client.call_tool("list_servers", {})).data == [{"name": "web", "transport": "http"}]
                assert text(await executed(client, "web", "header", args={"name": "x-custom"})) == "value"
        except BaseException:
            await gateway_of.__aexit__(None, None, None)
            raise
    async with client_of(gateway) as client:
        gone = (await executed(client, "web", "header", args={"name": "x-custom"}))["structuredContent"]["error"]
        assert gone["code"] == "SERVER_UNAVAILABLE"
        assert "web" in gone["message"]
        async with listening(web_server(), port):
            assert text(await executed(client, "web", "header", args={"name": "x-custom"})) == "value"
            await gateway_of.__aexit__(None, None, None)


async def test_oauth_keeps_its_tokens_for_their_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second start needs no browser."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ClientRegistrationOptions(enabled=True)
    auth = InMemoryOAuthProvider(base_url=f"http://127.0.0.1:{port}", client_registration_options=options)
    authorized: list[str] = []

    class Headless(HeadlessOAuth):
        async def redirect_handler(self, authorization_url: str) -> None:
            authorized.append(authorization_url)
            await super().redirect_handler(authorization_url)

    monkeypatch.setattr("fastmcp.client.auth.OAuth", Headless)
    web = {"url": f"http://127.0.0.1:{port}/mcp", "auth": "oauth", "allow_tools": ["*"]}
    async with listening(web_server(auth=auth), port):
        for _ in range(2):
            opened = Transports(tmp_path / "oauth")
            async with running(tmp_path, {"web": web}, opened=opened) as gateway, client_of(gateway) as client:
                seen = text(await executed(client, "web", "header", args={"name": "authorization"}))
                assert seen.startswith("Bearer ")
    assert len(authorized) == 1
    kept = tmp_path / "oauth" / NAME
    assert seen.removeprefix("Bearer ") in kept.read_text()
    assert (stat.S_IMODE(kept.stat().st_mode), stat.S_IMODE(kept.parent.stat().st_mode)) == (0o600, 0o700)


async def test_tokens_expire_and_go(tmp_path: Path) -> None:
    tokens = TokenFiles(tmp_path / "a" / "b")
    assert await tokens.get("k") is None
    await tokens.put("k", {"v": 1}, collection="c")
    await tokens.put("old", {"v": 2}, ttl=-1)
    assert await tokens.get("k") is None
    assert await tokens.get_many(["k", "x"], collection="c") == [{"v": 1}, None]
    assert await tokens.ttl("old") == (None, None)
    assert [await tokens.delete("k", collection="c"), await tokens.delete("k", collection="c")] == [True, False]
    (tmp_path / "a" / "b" / NAME).write_text("torn {")
    assert await TokenFiles(tmp_path / "a" / "b").get("k") is None


async def test_a_server_of_the_newer_protocol_is_told_with_each_call_what_its_client_can_do(tmp_path: Path) -> None:
    async def sampled(messages: Any, params: Any, context: Any) -> str:
        return ""

    async with listening(web_server()) as port:
        web = {"url": f"http://127.0.0.1:{port}/mcp", "allow_tools": ["*"]}
        async with running(tmp_path, {"web": web}) as gateway:
            clients: tuple[tuple[dict[str, Any], list[str]], ...] = (
                ({}, []),
                ({"sampling_handler": sampled}, ["sampling"]),
            )
            for more, expected in clients:
                async with client_of(Flat(gateway), **more) as client:
                    assert (await client.call_tool("capabilities")).data == expected
