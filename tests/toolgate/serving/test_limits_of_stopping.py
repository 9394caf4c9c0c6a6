"""How long what is in flight may go on once a server is told to stop, on a clock that jumps."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any, cast

import pytest

from tests.virtual_time import loop_time, timed
from toolgate.serving.connections import ConnectionLimits
from toolgate.serving.http import Http, Served
from toolgate.serving.inflight import InFlight


class Nothing:
    """Stands for the app and for what watches the tools, neither of which is asked here."""

    stopping = False
    executed = None

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


async def test_a_request_that_is_cancelled_before_its_first_step_is_not_waited_for() -> None:
    served = _served(Http(port=0, drain_s=0.0))
    tasks = served._server.server_state.tasks
    tasks.add(asyncio.create_task(asyncio.sleep(60)))
    served._ended.set()
    try:
        await served.stop()
    finally:
        logging.getLogger("uvicorn.error").disabled = False
    assert tasks == set()


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


HEAD = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"


async def _app(scope: Any, receive: Any, send: Any) -> None:
    """Has nothing to say."""
    if scope["type"] == "lifespan":
        for step in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{step}.complete"})
        return
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


_app.sockets, _app.executed = Nothing(), None  # type: ignore[attr-defined]


@pytest.mark.parametrize(("limit", "limits"), [(60.0, ConnectionLimits()), (7.0, ConnectionLimits(idle_s=7.0))])
def test_a_connection_without_a_request_is_kept_so_long(limit: float, limits: ConnectionLimits) -> None:
    """Server and client share a clock that jumps; a request within the time begins it anew."""

    async def kept() -> float:
        listener = socket.create_server(("127.0.0.1", 0))
        served = Served(cast("Any", _app), Http(port=0, limits=limits), cast("Any", Watched()), listener)
        serving = asyncio.create_task(served.run())
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        try:
            for wait_s in (limit - 0.5, 0.0):
                writer.write(HEAD)
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 204 ")
                idle_since = loop_time()
                await asyncio.sleep(wait_s)
            assert await reader.read() == b""
            return loop_time() - idle_since
        finally:
            writer.close()
            await served.stop()
            await serving
            logging.getLogger("uvicorn.error").disabled = False

    assert timed(kept())[0] == pytest.approx(limit, abs=0.01)


class Watched(Nothing):
    """Tools that never change."""

    async def watch(self) -> None: ...
