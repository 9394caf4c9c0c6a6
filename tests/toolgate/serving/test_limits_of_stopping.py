"""How long what is in flight may go on once a server is told to stop, on a clock that jumps."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, cast

import pytest

from tests.virtual_time import timed
from toolgate.serving.connections import ConnectionLimits
from toolgate.serving.http import Http, Served
from toolgate.serving.inflight import InFlight


class Nothing:
    """Stands for the app and for what watches the tools, neither of which is asked here."""

    stopping = False

    def close(self) -> None: ...

    @property
    def sockets(self) -> Nothing:
        return self


def _served(http: Http) -> Served:
    return Served(cast("Any", Nothing()), http, cast("Any", Nothing()), cast("Any", None))


@pytest.mark.parametrize(("limit", "http"), [(5.0, Http(port=0)), (2.0, Http(port=0, drain_s=2.0))])
def test_a_request_in_flight_has_so_long(limit: float, http: Http) -> None:
    async def stopped(work_s: float) -> bool:
        served = _served(http)
        request: asyncio.Task[None] = asyncio.create_task(asyncio.sleep(work_s))
        served._server.server_state.tasks.add(request)
        served._ended.set()
        await served.stop()
        return request.cancelled()

    log = logging.getLogger("uvicorn.error")
    try:
        cancelled, took_s = timed(stopped(limit - 0.1))
        assert (cancelled, round(took_s, 3)) == (False, limit - 0.1)
        cancelled, took_s = timed(stopped(limit + 0.1))
        assert (cancelled, round(took_s, 3)) == (True, limit)
    finally:
        log.disabled = False


def test_calls_over_stdio_have_so_long() -> None:
    async def drained(work_s: float) -> bool:
        calls = InFlight()

        async def call() -> None:
            with calls:
                await asyncio.sleep(work_s)

        calling = asyncio.create_task(call())
        await asyncio.sleep(0)
        ended = await calls.drained(5.0)
        await calling
        return ended

    assert (timed(drained(4.9))[0], timed(drained(5.1))[0]) == (True, False)


def test_the_http_library_is_told_how_long_a_connection_is_kept() -> None:
    assert _served(Http(port=0))._server.config.timeout_keep_alive == 60
    assert _served(Http(port=0, limits=ConnectionLimits(idle_s=7.0)))._server.config.timeout_keep_alive == 7
