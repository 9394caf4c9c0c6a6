"""Limits of connections, on a clock that moves when it is told to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import orjson
import pytest
import uvicorn
from uvicorn.server import ServerState

from toolgate.serving.connections import ARRIVED, ConnectionLimits, Connections, LimitedProtocol, protocols_of

LIMITS = ConnectionLimits(in_all=3, per_address=2, head_s=10.0)
HEAD = b"GET /health HTTP/1.1\r\nhost: here\r\n"


class Handle:
    """A call that is due."""

    def __init__(self, at: float, run: Callable[[], None]) -> None:
        self.at, self.run, self.cancelled = at, run, False

    def cancel(self) -> None:
        self.cancelled = True


class Clock:
    """A loop that has timers and tasks and nothing else; time moves with `pass_time`."""

    def __init__(self) -> None:
        self.now = 0.0
        self.handles: list[Handle] = []
        self.tasks: list[Any] = []

    def call_later(self, delay: float, run: Callable[[], None]) -> Handle:
        self.handles.append(Handle(self.now + delay, run))
        return self.handles[-1]

    def time(self) -> float:
        return self.now

    def create_task(self, work: Any) -> Any:
        work.close()
        self.tasks.append(work)
        return _Done()

    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        for handle in [handle for handle in self.handles if handle.at <= self.now and not handle.cancelled]:
            handle.cancelled = True
            handle.run()


class _Done:
    def add_done_callback(self, done: Any) -> None: ...


class Socket:
    """The other end of a connection."""

    def __init__(self, address: str) -> None:
        self.address, self.sent, self.closed = address, b"", False

    def get_extra_info(self, name: str) -> Any:
        return {"peername": (self.address, 5000), "sockname": ("127.0.0.1", 80)}.get(name)

    def write(self, data: bytes) -> None:
        self.sent += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Server:
    """Makes connections by one set of limits."""

    def __init__(self, limits: ConnectionLimits = LIMITS) -> None:
        self.clock = Clock()
        self.connections = Connections(limits)
        self._make, _ = protocols_of(self.connections)
        self._config = uvicorn.Config(_app, http=cast("Any", self._make), lifespan="off", log_level="critical")
        self._state = ServerState()

    def connect(self, address: str = "10.0.0.1") -> tuple[LimitedProtocol, Socket]:
        protocol = self._make(
            config=self._config, server_state=self._state, app_state={}, _loop=cast("Any", self.clock)
        )
        wire = Socket(address)
        protocol.connection_made(cast("Any", wire))
        return protocol, wire


async def _app(scope: Any, receive: Any, send: Any) -> None: ...


def _error(wire: Socket) -> tuple[int, str]:
    head, _, body = wire.sent.partition(b"\r\n\r\n")
    answer = orjson.loads(body)
    assert set(answer) == {"error", "message", "request_id"}
    assert b"connection: close" in head
    return int(head.split()[1]), answer["error"]


@pytest.fixture
def server() -> Server:
    return Server()


async def test_a_head_that_does_not_come_ends_the_connection_at_its_time_and_not_before(server: Server) -> None:
    protocol, wire = server.connect()
    protocol.data_received(HEAD)
    server.clock.pass_time(9.9)
    assert not wire.closed
    server.clock.pass_time(0.2)
    assert wire.closed
    assert _error(wire) == (408, "TIMEOUT")


async def test_dripping_bytes_gain_no_time(server: Server) -> None:
    protocol, wire = server.connect()
    for byte in HEAD[:20]:
        protocol.data_received(bytes([byte]))
        server.clock.pass_time(0.51)
    assert wire.closed


async def test_a_head_that_comes_in_time_ends_the_wait(server: Server) -> None:
    protocol, wire = server.connect()
    protocol.data_received(HEAD)
    server.clock.pass_time(9.9)
    protocol.data_received(b"\r\n")
    server.clock.pass_time(1000.0)
    assert len(server.clock.tasks) == 1
    assert not wire.closed


async def test_a_head_that_comes_at_once_is_not_waited_for(server: Server) -> None:
    protocol, wire = server.connect()
    protocol.data_received(HEAD + b"\r\n")
    assert protocol.cycle is not None
    protocol.cycle.response_complete = True
    due = len(server.clock.handles)
    protocol.data_received(HEAD + b"\r\n")
    assert (len(server.clock.tasks), len(server.clock.handles)) == (2, due)
    server.clock.pass_time(1000.0)
    assert not wire.closed


async def test_what_is_no_request_on_a_kept_connection_has_its_time_too(server: Server) -> None:
    protocol, wire = server.connect()
    protocol.data_received(HEAD + b"\r\n")
    assert protocol.cycle is not None
    protocol.cycle.response_complete = True
    protocol.data_received(b"\r\n")
    server.clock.pass_time(10.1)
    assert _error(wire) == (408, "TIMEOUT")


@pytest.mark.parametrize("body", [b"", b"{}"])
async def test_the_app_knows_whether_a_body_has_arrived_whole(server: Server, body: bytes) -> None:
    protocol, _ = server.connect()
    protocol.data_received(b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 2\r\n\r\n" + body)
    assert protocol.scope["state"].get(ARRIVED, False) is bool(body)
    protocol.data_received(b"{}"[len(body) :])
    assert protocol.scope["state"][ARRIVED] is True


async def test_headers_without_end_are_refused(server: Server) -> None:
    protocol, wire = server.connect()
    protocol.data_received(HEAD)
    for _ in range(70):
        protocol.data_received(b"x: " + b"y" * 1000 + b"\r\n")
    assert _error(wire) == (431, "INVALID_INPUT")


async def test_headers_are_so_long_and_no_longer(server: Server) -> None:
    for length, refused in ((65_536, False), (65_537, True)):
        protocol, wire = server.connect(f"10.0.1.{length % 7}")
        protocol.data_received(HEAD)
        rest = length - len(HEAD)
        for start in range(0, rest, 1000):
            size = min(1000, rest - start)
            protocol.data_received(b"x: ".ljust(size - 2, b"y") + b"\r\n" if start else b"x: ".ljust(size, b"y"))
        assert wire.closed == refused
        protocol.connection_lost(None)


@pytest.mark.parametrize(("most", "each"), [(512, 128), (20, 4)])
async def test_so_many_connections_are_kept_and_no_more(most: int, each: int) -> None:
    connections = Connections(ConnectionLimits() if most == 512 else ConnectionLimits(in_all=most, per_address=each))
    told = [connections.refusal(f"10.0.0.{number % (most // each + 1)}") for number in range(most)]
    assert set(told) == {""}
    assert connections.refusal("10.0.9.9").startswith("too many connections:")
    connections.left("10.0.0.0")
    assert connections.refusal("10.0.9.9") == ""
    alone = Connections(connections.limits)
    assert {alone.refusal("10.0.0.1") for _ in range(each)} == {""}
    assert "from your address" in alone.refusal("10.0.0.1")


async def test_one_too_many_from_an_address_or_in_all_is_told_so(server: Server) -> None:
    first, _ = server.connect("10.0.0.1")
    server.connect("10.0.0.1")
    _, third = server.connect("10.0.0.1")
    assert _error(third) == (503, "EXECUTION_ERROR")
    assert b"your address" in third.sent
    _, other = server.connect("10.0.0.2")
    assert not other.sent
    _, beyond = server.connect("10.0.0.3")
    assert b"too many connections: " in beyond.sent
    first.connection_lost(None)
    _, again = server.connect("10.0.0.1")
    assert not again.sent


async def test_what_was_turned_away_is_not_counted(server: Server) -> None:
    kept = [server.connect("10.0.0.1") for _ in range(2)]
    away = [server.connect("10.0.0.1")[0] for _ in range(50)]
    for protocol in away:
        protocol.data_received(HEAD + b"\r\n")
        protocol.connection_lost(None)
    assert len(server.connections) == 2
    assert not server.clock.tasks
    for protocol, _ in kept:
        protocol.connection_lost(None)
    assert len(server.connections) == 0


async def test_what_is_no_http_is_told_so_in_the_shape_of_errors(server: Server) -> None:
    protocol, wire = server.connect()
    protocol.data_received(b"\x16\x03\x01 not http\r\n\r\n")
    assert _error(wire) == (400, "INVALID_INPUT")


async def test_the_next_request_of_a_kept_connection_has_its_time_too(server: Server) -> None:
    protocol, wire = server.connect()
    protocol.data_received(HEAD + b"\r\n")
    assert protocol.cycle is not None
    protocol.cycle.response_complete = True
    server.clock.pass_time(1000.0)
    protocol.data_received(HEAD)
    server.clock.pass_time(9.9)
    assert not wire.closed
    server.clock.pass_time(0.2)
    assert _error(wire) == (408, "TIMEOUT")


async def test_a_kept_connection_is_idle_for_so_long_after_an_answer_and_never_during_a_request(server: Server) -> None:
    protocol, wire = server.connect()
    for _ in range(2):  # the second begins before the first time is up, and takes its time
        protocol.data_received(HEAD + b"\r\n")
        server.clock.pass_time(100.0)
        assert not wire.closed
        assert protocol.cycle is not None
        protocol.cycle.response_complete = True
        protocol.on_response_complete()
        server.clock.pass_time(4.9)
        assert not wire.closed
    server.clock.pass_time(0.2)
    assert wire.closed
    protocol.connection_lost(None)
    assert all(handle.cancelled for handle in server.clock.handles)
