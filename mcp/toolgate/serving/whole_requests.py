"""Requests that arrive whole, in one read, and are answered whole: one write, no messages between server and app.

What is not of that kind, as a body in pieces, goes the usual way, to the same answer. So do requests that a proxy or a
page of another origin has sent, whose answers depend on more than themselves. Of requests one after another on a
connection mostly the bodies alone differ: a head that has come before, byte for byte, is not parsed again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from toolgate.serving.errors import Headers

WholeAnswer = tuple[int, bytes, Headers]
"""Status, JSON, and headers besides its type and length."""
AnswerWhole = Callable[[dict[str, Any], bytes], Awaitable[WholeAnswer]]
"""Answers the request of a scope and a body. It must not raise."""

_ELSEWHERE = frozenset(
    (b"expect", b"origin", b"transfer-encoding", b"upgrade", b"x-forwarded-for", b"x-forwarded-proto")
)

_HEAD_ENDS = b"\r\n\r\n"
_HEADS, _HEAD_BYTES = 4, 2048
"""So many heads are kept of a connection, each no longer than this."""


class _Head(NamedTuple):
    """What a head says: its request's scope, who answers it, and how long its body is."""

    scope: dict[str, Any]
    answer_whole: AnswerWhole
    length: int


class _Unheard:
    """Stands for the event of a body that arrives: nobody waits for one that is there."""

    def set(self) -> None: ...


_UNHEARD = _Unheard()


class WholeCycle:
    """The state of one request, with the attributes that uvicorn reads of its own request cycle."""

    __slots__ = ("body", "disconnected", "keep_alive", "message_event", "more_body", "response_complete", "task")

    def __init__(self, keep_alive: bool) -> None:
        self.body = bytearray()
        self.more_body = False
        self.keep_alive = keep_alive
        self.disconnected = False
        self.response_complete = False
        self.message_event = _UNHEARD
        self.task: asyncio.Task[None] | None = None


class WholeRequests(HttpToolsProtocol):
    """uvicorn's protocol with a shorter way for POST requests of some paths.

    How long a kept connection may be idle is held by one timer for all its requests.
    """

    whole: Mapping[bytes, AnswerWhole]
    """The whole requests by path. Set by `protocols_of` for all connections of one server."""

    _head_kept = False
    """The head of a request for the shorter way is there, and its body is not yet."""
    _heads: dict[bytes, _Head]
    """The heads of whole requests that came on this connection."""
    _read = b""
    """What was read last, where a request begins with it."""
    _between = True
    """No request has begun since the last one had arrived."""
    _idle_since: float | None = None
    """Since when nothing has come after an answer."""
    _idle_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        self._heads = {}
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """A client has disconnected."""
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """What has not arrived whole goes the usual way."""
        self._idle_since = None
        if not self._between:
            self._read = b""
        elif self._came_before(data):
            return
        else:
            self._read = data
        super().data_received(data)
        if self._head_kept:
            self._head_kept = False
            if not self.transport.is_closing():
                self._go_the_usual_way()

    def on_known_head(self) -> None:
        """A head has arrived that need not be parsed."""

    def on_message_begin(self) -> None:
        """A request begins."""
        self._body = b""
        self._between = False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head of a request has arrived."""
        if self.url in self.whole and self._may_be_whole():
            self._head_kept = True
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of a body has arrived."""
        if self._head_kept:
            self._body += body
        else:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The whole of a request has arrived."""
        self._between = True
        if self._head_kept:
            self._head_kept = False
            self._begin_parsed()
        else:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """The next request may come, or has come already."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            cycle, app = self.pipeline.pop()
            self._start_asgi_task(cycle, app)
            return
        self._idle_since = self.loop.time()
        if self._idle_timer is None:
            self._idle_timer = self.loop.call_later(self.timeout_keep_alive, self._look_whether_idle)

    def _look_whether_idle(self) -> None:
        self._idle_timer = None
        if self._idle_since is None:
            return  # begun again after the next answer
        left = self._idle_since + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self._idle_timer = self.loop.call_later(left, self._look_whether_idle)
        else:
            self.timeout_keep_alive_handler()

    def _may_be_whole(self) -> bool:
        return (
            (self.cycle is None or self.cycle.response_complete)
            and self.parser.get_method() == b"POST"
            and _ELSEWHERE.isdisjoint([name for name, _ in self.headers])
        )

    def _go_the_usual_way(self) -> None:
        super().on_headers_complete()
        if self._body:
            super().on_body(self._body)

    def _came_before(self, data: bytes) -> bool:
        """Begins the request whose head has come before, and whose body is there."""
        if not self._heads or not (self.cycle is None or self.cycle.response_complete):
            return False
        ends = data.find(_HEAD_ENDS) + len(_HEAD_ENDS)
        known = self._heads.get(data[:ends])
        if known is None or len(data) != ends + known.length:
            return False
        self.on_known_head()
        self._begin(known.scope, known.answer_whole, data[ends:], keep_alive=True)
        return True

    def _begin_parsed(self) -> None:
        scope: Any = self.scope
        scope["method"], scope["path"] = "POST", self.url.decode("ascii")
        answer_whole = self.whole[self.url]
        keep_alive = self.parser.get_http_version() != "1.0" and self.parser.should_keep_alive()
        head, _, rest = self._read.partition(_HEAD_ENDS)
        if rest == self._body and 0 < len(head) < _HEAD_BYTES:
            if len(self._heads) >= _HEADS:
                self._heads.clear()
            self._heads[head + _HEAD_ENDS] = _Head(scope, answer_whole, len(rest))
        self._begin(scope, answer_whole, self._body, keep_alive)

    def _begin(self, scope: dict[str, Any], answer_whole: AnswerWhole, body: bytes, keep_alive: bool) -> None:
        cycle = WholeCycle(keep_alive)
        self.cycle = cast(Any, cycle)
        # Its end is its own last step: to be told of it costs another turn of the loop.
        cycle.task = self.loop.create_task(self._answer(cycle, answer_whole, scope, body))
        self.tasks.add(cycle.task)

    async def _answer(self, cycle: WholeCycle, answer_whole: AnswerWhole, scope: Any, body: bytes) -> None:
        try:
            answer = await answer_whole(scope, body)
            if self.flow.write_paused and not cycle.disconnected:
                await self.flow.drain()
            if not (cycle.disconnected or self.transport.is_closing()):
                self._write(cycle, *answer)
        finally:
            self.tasks.discard(cast(Any, cycle.task))

    def _write(self, cycle: WholeCycle, status: int, body: bytes, headers: Headers) -> None:
        parts = [STATUS_LINE[status]]
        for name, value in self.server_state.default_headers:
            parts += (name, b": ", value, b"\r\n")
        parts.append(b"content-type: application/json\r\ncontent-length: %d\r\n" % len(body))
        closing = not cycle.keep_alive
        for name, value in headers:
            if name == b"connection":
                closing = True  # the header is only ever given to close
            else:
                parts += (name, b": ", value, b"\r\n")
        parts += (b"connection: close\r\n\r\n" if closing else b"\r\n", body)
        self.transport.write(b"".join(parts))
        cycle.response_complete = True
        if closing:
            self.transport.close()
        self.on_response_complete()
