"""A server over HTTP: any headers, and OAuth by FastMCP's client where the entry asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
from mcp.client.streamable_http import streamable_http_client

from toolgate.downstream.entries import ServerEntry
from toolgate.downstream.http_posts import Posts
from toolgate.downstream.link import Link, over_stdio
from toolgate.downstream.token_files import TokenFiles

_CONNECT_S = 10.0
_SILENCE_S = 300.0
"""How long a stream may be silent: calls have times of their own."""


class Transports:
    """Opens whatever transport an entry names. `folder` keeps the tokens of OAuth, for their owner only."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @asynccontextmanager
    async def __call__(self, entry: ServerEntry) -> AsyncIterator[Link]:
        """The transport, open until it is left."""
        opened = self._over_http if entry.url else over_stdio
        async with opened(entry) as link:
            yield link

    @asynccontextmanager
    async def _over_http(self, entry: ServerEntry) -> AsyncIterator[Link]:
        timeout = httpx2.Timeout(_SILENCE_S, connect=_CONNECT_S)
        auth = self._oauth(entry.url) if entry.oauth else None
        async with (
            httpx2.AsyncClient(headers=dict(entry.headers), timeout=timeout, auth=auth) as client,
            streamable_http_client(entry.url, http_client=client) as streams,
        ):
            posts = Posts.to(entry)
            try:
                yield Link(streams, asyncio.Event(), posts=posts)
            finally:
                if posts is not None:
                    posts.close()

    def _oauth(self, url: str) -> Any:
        """FastMCP's client of OAuth: it opens a browser where there is no token yet."""
        from fastmcp.client.auth import OAuth

        store = None if self._folder is None else TokenFiles(self._folder)
        return OAuth(url, client_name="race-director", token_storage=store)
