"""Requests that arrive whole, in one read, and are answered whole: one write, no messages between server and app.

What is not of that kind, as a body in pieces, goes the usual way, to the same answer. So do requests that a proxy or a
page of another origin has sent, whose answers depend on more than themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from toolgate.serving.errors import Headers

WholeAnswer = tuple[int, bytes, Headers]
"""Status, JSON, and headers besides its type and length."""
AnswerWhole = Callable[[dict[str, Any], bytes], Awaitable[WholeAnswer]]
"""Answers the request of a scope and a body. It must not raise."""

_ELSEWHERE = frozenset(
    (b"expect", b"origin", b"transfer-encoding", b"upgrade", b"x-forwarded-for", b"x-forwarded-proto")
)


class _Unheard:
    """Stands for the event of a body that arrives: nobody waits for one that is there."""

    def set(self) -> None: ...


_UNHEARD = _Unheard()


class WholeCycle:
    """A request on its way, as the server library asks after it."""

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
    _idle_since: float | None = None
    """Since when nothing has come after an answer."""
    _idle_timer: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """A client has disconnected."""
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """What has not arrived whole goes the usual way."""
        self._idle_since = None
        super().data_received(data)
        if self._head_kept:
            self._head_kept = False
            if not self.transport.is_closing():
                self._go_the_usual_way()

    def on_message_begin(self) -> None:
        """A request begins."""
        self._body = b""
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
        if self._head_kept:
            self._head_kept = False
            self._begin()
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

    def _begin(self) -> None:
        scope: Any = self.scope
        scope["method"], scope["path"] = "POST", self.url.decode("ascii")
        cycle = WholeCycle(self.parser.get_http_version() != "1.0" and self.parser.should_keep_alive())
        self.cycle = cast(Any, cycle)
        # Its end is its own last step: to be told of it costs another turn of the loop.
        cycle.task = self.loop.create_task(self._answer(cycle, self.whole[self.url], scope, self._body))
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
                closing = True  # nothing else is ever said of it
            else:
                parts += (name, b": ", value, b"\r\n")
        parts += (b"connection: close\r\n\r\n" if closing else b"\r\n", body)
        self.transport.write(b"".join(parts))
        cycle.response_complete = True
        if closing:
            self.transport.close()
        self.on_response_complete()
