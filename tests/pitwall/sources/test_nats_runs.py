"""Where a publisher goes on: by what streams keep, and never from the start because a server has not answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest
from nats.errors import TimeoutError as NoAnswer
from nats.js.errors import NotFoundError, ServiceUnavailableError

from pitwall.events import Clock, Event
from pitwall.sources.event_log import encode_event
from pitwall.sources.nats.feed import NatsFeed, _is_there
from pitwall.sources.nats.runs import PublisherRun, end_run, find_run
from pitwall.sources.nats.subjects import EVENT_STREAM, EVENTS, STREAMS

RUN = PublisherRun("race", "run", 7)


class Streams:
    """What JetStream answers about streams that keep frames of one run, where `fails` does not name the request."""

    def __init__(self, kept: dict[str, list[tuple[int, Event]]], fails: dict[str, Exception] | None = None) -> None:
        self._kept = kept
        self._fails = fails or {}
        self._metadata: dict[str, str] = {}

    def _ask(self, request: str) -> None:
        if request in self._fails:
            raise self._fails[request]

    async def stream_info(self, stream: str) -> Any:
        self._ask("stream_info")
        if stream not in self._kept:
            raise NotFoundError(code=404)
        count = len(self._kept[stream])
        return SimpleNamespace(
            config=SimpleNamespace(metadata=self._metadata), state=SimpleNamespace(messages=count, last_seq=count)
        )

    async def get_msg(self, stream: str, number: int) -> Any:
        self._ask("get_msg")
        index, event = self._kept[stream][number - 1]
        return SimpleNamespace(headers=dict(RUN.headers(index, 0)), data=encode_event(event))

    async def get_last_msg(self, stream: str, subject: str) -> Any:
        self._ask("get_last_msg")
        assert (stream, subject) == (EVENT_STREAM, f"{EVENTS}.clock")
        clocks = [number for number, (_, event) in enumerate(self._kept[stream], 1) if isinstance(event, Clock)]
        if not clocks:
            raise NotFoundError(code=404)
        return await self.get_msg(stream, clocks[-1])

    async def update_stream(self, config: Any) -> None:
        self._metadata = config.metadata


PUBLISHED: dict[str, list[tuple[int, Event]]] = {
    "IRACING_EVENTS": [],
    "IRACING_HISTORY": [(2, Event(3.0))],
    EVENT_STREAM: [(0, Clock(1.0, 1001.0)), (6, Event(9.0))],
}


def test_a_run_goes_on_after_its_last_event() -> None:
    run = asyncio.run(find_run(Streams(PUBLISHED), "race"))
    assert run == PublisherRun("race", "run", 7, last_t=9.0, offset=1000.0)


def test_an_event_that_the_server_has_lost_is_published_again() -> None:
    """The last frame of the event reached another stream: by itself it says nothing of the event."""
    run = asyncio.run(find_run(Streams({**PUBLISHED, "IRACING_HISTORY": [(8, Event(9.5))]}), "race"))
    assert run.published == 7


def test_without_events_of_ours_the_other_streams_tell() -> None:
    run = asyncio.run(find_run(Streams({**PUBLISHED, EVENT_STREAM: []}), "race"))
    assert (run.id, run.published, run.last_t) == ("run", 3, None)


@pytest.mark.parametrize("kept", [{}, {stream.name: [] for stream in STREAMS}])
def test_where_nothing_is_kept_a_race_begins(kept: dict[str, list[tuple[int, Event]]]) -> None:
    run = asyncio.run(find_run(Streams(kept), "race"))
    assert run.published == 0
    assert run.id != "run"


def test_a_race_that_was_published_to_its_end_begins_anew() -> None:
    async def after_the_end() -> PublisherRun:
        streams = Streams(PUBLISHED)
        await end_run(streams, RUN)
        return await find_run(streams, "race")

    assert asyncio.run(after_the_end()).published == 0


@pytest.mark.parametrize("request_", ["stream_info", "get_msg", "get_last_msg"])
@pytest.mark.parametrize("error", [NoAnswer(), ServiceUnavailableError(code=503)])
def test_a_server_that_does_not_answer_is_no_server_without_the_race(request_: str, error: Exception) -> None:
    """To begin anew would purge what the streams keep, and tell everybody who listens that another race began."""
    with pytest.raises(type(error)):
        asyncio.run(find_run(Streams(PUBLISHED, {request_: error}), "race"))


def test_a_feed_asks_again_for_a_stream_that_was_there_and_of_which_it_hears_nothing() -> None:
    """Were it taken for one that is gone, the feed would wait for what only the stream still has."""
    silent = Streams(PUBLISHED, {"stream_info": NoAnswer()})
    assert asyncio.run(_is_there(Streams(PUBLISHED), EVENT_STREAM, known=False))
    assert not asyncio.run(_is_there(Streams({}), EVENT_STREAM, known=True))
    assert not asyncio.run(_is_there(silent, EVENT_STREAM, known=False))  # who may not ask hears as it is published
    with pytest.raises(NoAnswer):
        asyncio.run(_is_there(silent, EVENT_STREAM, known=True))


def test_what_comes_while_a_lost_connection_is_closed_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts as received, so no stream sends it again."""
    queues = list[asyncio.Queue[Any]]()

    class Link:
        @asynccontextmanager
        async def connected(self) -> AsyncIterator[Any]:
            gone = asyncio.Event()
            gone.set()
            yield None, gone, "here"
            queues[-1].put_nowait((f"{EVENTS}.event", encode_event(Event(5.0)), None))

    async def subscribe(client: object, received: asyncio.Queue[Any]) -> None:
        queues.append(received)

    async def first() -> Event:
        feed = NatsFeed("nats://127.0.0.1:9")
        monkeypatch.setattr(feed, "_link", Link())
        monkeypatch.setattr(feed, "_subscribe", subscribe)
        async with aclosing(cast(AsyncGenerator[Event], aiter(feed))) as events:
            return await anext(events)

    assert asyncio.run(asyncio.wait_for(first(), 10.0)) == Event(5.0)
