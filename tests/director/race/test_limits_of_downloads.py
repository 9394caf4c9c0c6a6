"""How long and how much a download may be, as the settings have it, on a clock that jumps: server and client share it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from director.race.assembly import source_options
from director.settings import Settings
from pitwall.sources import Options, SourceError
from pitwall.sources.web import get
from pitwall.sources.web.blobs import Blobs
from tests.virtual_time import timed

LENGTH = 400
Pause = Callable[[int], float]


async def _fetched(options: Options, pause_s: Pause) -> tuple[bytes | None, int]:
    """The body, and how often it was asked for, of a server that pauses before each byte of it."""
    asked: list[asyncio.Task[Any] | None] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(asyncio.current_task())
        first = len(asked) == 1
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % LENGTH)
            for index in range(LENGTH):
                await asyncio.sleep(pause_s(index) if first else 0)
                writer.write(b"x")
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/file"
    try:
        return (await get._fetch_all({url: None}, options, Blobs(None)))[url], len(asked)
    finally:
        server.close()
        for task in filter(None, asked):
            task.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await task


def _set(**given: Any) -> Options:
    return source_options(replace(Settings(), **given))


@pytest.mark.parametrize(("limit", "given"), [(10.0, {}), (3.0, {"fetch_timeout_s": 3.0})])
def test_a_server_may_be_silent_for_so_long(limit: float, given: dict[str, Any]) -> None:
    def once(seconds: float) -> Coroutine[Any, Any, tuple[bytes | None, int]]:
        return _fetched(_set(**given), lambda index: seconds if index == LENGTH // 2 else 0.0)

    assert timed(once(limit - 0.1))[0] == (b"x" * LENGTH, 1)
    assert timed(once(limit + 0.1))[0] == (b"x" * LENGTH, 2)


@pytest.mark.parametrize(("limit", "given"), [(300.0, {}), (50.0, {"fetch_total_s": 50.0})])
def test_a_download_has_so_long_in_all(limit: float, given: dict[str, Any]) -> None:
    each_s = limit / LENGTH
    came, took_s = timed(_fetched(_set(**given), lambda index: each_s * 0.995))
    assert came == (b"x" * LENGTH, 1)
    assert limit * 0.99 < took_s < limit
    with pytest.raises(SourceError, match=f"has not come within {limit:g} s"):
        timed(_fetched(_set(**given), lambda index: each_s * 1.005))


@pytest.mark.parametrize(("limit", "given"), [(2 << 28, {}), (10_000_000, {"fetch_max_bytes": 10_000_000})])
def test_a_source_may_fetch_so_much(limit: int, given: dict[str, Any]) -> None:
    from pitwall.sources.web.fetch import Allowance

    def held(last: int) -> None:
        allowance = Allowance(_set(**given).largest_bytes, until=0.0)
        rest = limit
        while rest:
            allowance.hold(f"http://host/{rest}", part := min(rest, 1 << 28))
            rest -= part
        allowance.hold("http://host/last", last)

    held(0)
    with pytest.raises(SourceError, match="together larger than"):
        held(1)
