"""Limits of connections: how many in all and from one address, and how long the head of a request may take."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import orjson
from uvicorn.protocols.http.httptools_impl import STATUS_LINE
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from toolgate.defaults import (
    BODY_TIMEOUT_S,
    CONNECTIONS,
    CONNECTIONS_PER_ADDRESS,
    HEAD_TIMEOUT_S,
    IDLE_TIMEOUT_S,
)
from toolgate.serving.errors import error_body
from toolgate.serving.joined_writes import JoinedWrites
from toolgate.serving.whole_requests import AnswerWhole, WholeRequests

ARRIVED = "toolgate.arrived"
"""In the state of a request whose body is there: nobody needs to look at the clock for it."""

_HEAD_MAX_BYTES = 65_536
_CLOSING = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%b"

_log = logging.getLogger("toolgate.serving")


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The limits of a server's connections. `in_all` must leave file descriptors for everything else."""

    in_all: int = CONNECTIONS
    per_address: int = CONNECTIONS_PER_ADDRESS
    head_s: float = HEAD_TIMEOUT_S
    """For the line and headers of a request, from the moment they are awaited."""
    body_s: float = BODY_TIMEOUT_S
    """For a whole body."""
    idle_s: float = IDLE_TIMEOUT_S
    """For the next request of a connection that is kept."""


class Connections:
    """The open connections, counted in all and by address."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._by_address.total()

    def refusal(self, address: str) -> str:
        """Counts a new connection and returns an empty text, or the reason to refuse it."""
        if len(self) >= self.limits.in_all:
            return "too many connections: try again later"
        if self._by_address[address] >= self.limits.per_address:
            return "too many connections from your address: close some"
        self._by_address[address] += 1
        return ""

    def left(self, address: str) -> None:
        """Removes a connection from the counts."""
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]


class LimitedProtocol(WholeRequests):
    """uvicorn's protocol with limits: a connection too many, or too slow to send a head, is answered and closed."""

    limited: Connections
    """Set by `protocols_of` for all connections of one server."""

    _counted = ""
    _head: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _head_arrived = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        joined = cast(asyncio.Transport, JoinedWrites(transport, self.loop))
        super().connection_made(joined)
        address = self.client[0] if self.client else "?"
        if why := self.limited.refusal(address):
            _log.debug("refused a connection from %s: %s", address, why)
            self._turn_away(503, why)
            return
        self._counted = address
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """A client has disconnected."""
        self._stop_waiting()
        if self._counted:
            self.limited.left(self._counted)
            self._counted = ""
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Nothing is read of a connection that is being turned away."""
        if self.transport.is_closing():
            return
        begins = self._head is None and (self.cycle is None or self.cycle.response_complete)
        self._head_arrived = False
        super().data_received(data)
        if begins and not (self._head_arrived or self.transport.is_closing()):
            self._await_head()  # the next request of a connection that is kept has begun, and not more than that
        if self._head is not None:
            self._head_bytes += len(data)
            if self._head_bytes > _HEAD_MAX_BYTES:
                self._turn_away(431, "the headers are too long")

    def on_headers_complete(self) -> None:
        """The head of a request has arrived."""
        self._head_arrived = True
        self._stop_waiting()
        super().on_headers_complete()

    def on_known_head(self) -> None:
        """A head has arrived that need not be parsed."""
        self._head_arrived = True
        self._stop_waiting()
        super().on_known_head()

    def on_message_complete(self) -> None:
        """The whole of a request has arrived."""
        self.scope["state"][ARRIVED] = True
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection goes on as a WebSocket, and counts as before."""
        super().handle_websocket_upgrade()
        upgraded = self.transport.get_protocol()
        if isinstance(upgraded, LimitedWebSocket):
            upgraded.counted, self._counted = self._counted, ""

    def send_400_response(self, msg: str) -> None:
        """Answers bytes that are not HTTP."""
        self._turn_away(400, msg)

    def _await_head(self) -> None:
        self._head_bytes = 0
        self._head = self.loop.call_later(self.limited.limits.head_s, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _too_slow(self) -> None:
        self._head = None
        self._turn_away(408, "the head of the request took too long to arrive")

    def _turn_away(self, status: int, why: str) -> None:
        self._stop_waiting()
        body = orjson.dumps(error_body(status, "", why))
        self.transport.write(STATUS_LINE[status] + _CLOSING % (len(body), body))
        self.transport.close()


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which gives its place back when it ends."""

    limited: Connections
    """Set by `protocols_of` for all connections of one server."""

    counted = ""

    def connection_lost(self, exc: Exception | None) -> None:
        """A client has disconnected."""
        if self.counted:
            self.limited.left(self.counted)
            self.counted = ""
        super().connection_lost(exc)


def protocols_of(
    connections: Connections, answer_whole: Mapping[bytes, AnswerWhole] | None = None
) -> tuple[type[LimitedProtocol], type[LimitedWebSocket]]:
    """The protocol classes of one server, HTTP's and WebSocket's, for uvicorn's configuration.

    `answer_whole` has the paths whose requests are answered without its app, where they arrive whole.
    """

    class Protocol(LimitedProtocol):
        limited = connections
        whole = answer_whole or {}

    class WebSocket(LimitedWebSocket):
        limited = connections

    return Protocol, WebSocket
