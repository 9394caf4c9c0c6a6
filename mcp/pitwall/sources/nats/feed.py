"""`nats://host`: a race as it is published. What a stream keeps is caught up with; the rest converges.

Where events of ours (`director.event.*`) are published, they are the race, and the subjects of others are left alone.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from pitwall.events import Event, Fault, NewSession, Outage
from pitwall.sources.base import Options, SourceError
from pitwall.sources.event_log import decode_event
from pitwall.sources.feed import Feed, FeedState
from pitwall.sources.nats.frame_values import StrangeFrame, UnreadableFrame
from pitwall.sources.nats.frames import SimFrames
from pitwall.sources.nats.runs import INDEX, RACE, RUN
from pitwall.sources.nats.sessions import EventRuns, RunId
from pitwall.sources.nats.subjects import EVENT_STREAM, EVENTS, PREFIX, STREAMS
from toolgate.backoff import Backoff
from toolgate.nats.link import NatsLink
from toolgate.nats.options import SCHEMES, NatsOptions, NatsUrlError

if TYPE_CHECKING:
    from nats.aio.client import Client

_log = logging.getLogger("pitwall.sources")

MOST_WAITING = 100_000
"""Frames that wait to be taken in: more are lost, and counted."""
LOG_EVERY_S = 60.0
"""A kind of malformed frame is logged once in so long."""
_STRANGE = "frames of another session or time"
_Received = tuple[str, bytes, RunId | None]
_KEPT = frozenset(subject for stream in STREAMS for subject in stream.subjects)
"""Subjects of which a stream keeps what came while nobody listened."""


class NatsFeed:
    """Iterate it once. `state` says how it is heard."""

    def __init__(self, url: str, options: NatsOptions | None = None, now: Callable[[], float] = time.monotonic) -> None:
        self._link = NatsLink(url, options, backoff=Backoff(), lost=self._is_lost)
        self._now = now
        self._frames = SimFrames()
        self._runs = EventRuns()
        self._state = FeedState()
        self._streams: set[str] = set()
        """Those that have been there."""
        self._seen: dict[str, int] = {}
        """The last message of a stream that has been taken in, by subject."""
        self._events_of: dict[str, int] = {}
        """The last event of ours that was heard, by the run of its publisher."""
        self._own = False
        self._lost = 0
        self._logged: dict[str, float] = {}
        self._last_t: float | None = None
        """Session time of the last frame that nobody keeps."""
        self._away = False

    @property
    def state(self) -> FeedState:
        """How it is heard now."""
        return self._state

    async def __aiter__(self) -> AsyncIterator[Event]:
        while True:
            received: asyncio.Queue[_Received] = asyncio.Queue(MOST_WAITING)
            async with self._link.connected() as (client, gone, _):
                await self._subscribe(client, received)
                self._state = FeedState("connected")
                ended = asyncio.ensure_future(gone.wait())
                try:
                    async for subject, data, run in _until(received, ended):
                        for event in self._events(subject, data, run):
                            yield event
                finally:
                    ended.cancel()
            while not received.empty():  # it came while the connection was closed, and is not sent again
                for event in self._events(*received.get_nowait()):
                    yield event

    def _is_lost(self, why: str) -> None:
        self._state = FeedState("lost", why)
        self._away = True

    async def _subscribe(self, client: Client, received: asyncio.Queue[_Received]) -> None:
        """Streams from where they were left, then what nobody keeps. A stream that is not there is heard as core."""

        js, kept = client.jetstream(), set[str]()

        async def take(message: Any) -> None:
            if message.subject in kept or not self._is_new(message):
                return
            if received.full():
                self._lost += 1
            else:
                received.put_nowait((message.subject, message.data, _run_of(message)))

        for stream in STREAMS:
            if await _is_there(js, stream.name, known=stream.name in self._streams):
                self._streams.add(stream.name)
                self._own = self._own or stream.name == EVENT_STREAM
                kept.update(stream.subjects)
        for stream in STREAMS:
            for subject in stream.subjects:
                if subject in kept:
                    await self._catch_up(js, stream.name, subject, received)
        # One subscription for all subjects: several would each be in order, but not with one another.
        await client.subscribe(f"{PREFIX}>", cb=take)
        if not self._own:
            await client.subscribe(f"{EVENTS}.>", cb=take)

    async def _catch_up(self, js: Any, stream: str, subject: str, received: asyncio.Queue[_Received]) -> None:
        from nats.js.api import ConsumerConfig, DeliverPolicy

        async def take(message: Any) -> None:
            number = message.metadata.sequence.stream
            if number > self._seen.get(subject, 0) and self._is_new(message):
                item = message.subject, message.data, _run_of(message)
                await received.put(item)  # it is kept there: it waits for us
                self._seen[subject] = number

        since = self._seen.get(subject, 0)
        config = ConsumerConfig(
            deliver_policy=DeliverPolicy.BY_START_SEQUENCE if since else DeliverPolicy.ALL,
            opt_start_seq=since + 1 if since else None,
        )
        await js.subscribe(subject, stream=stream, cb=take, ordered_consumer=True, config=config)

    def _events(self, subject: str, data: bytes, run: RunId | None = None) -> list[Event]:
        try:
            if subject.startswith(f"{EVENTS}."):
                self._own = True
                return self._of_runs(run, decode_event(data))
            events = [] if self._own else self._with_gap(subject, self._frames.events(subject, data))
        except StrangeFrame as error:
            return [self._left_out(subject, str(error), _STRANGE)]
        except (UnreadableFrame, ValueError) as error:
            return [self._left_out(subject, str(error), "malformed frames")]
        if self._lost:
            lost, self._lost = self._lost, 0
            events.append(Fault(0.0, "NATS", "frames that came too fast", lost))
        return events

    def _of_runs(self, run: RunId | None, event: Event) -> list[Event]:
        """An event of ours, unless it is of a race that another one has taken the place of."""
        before = self._runs.name
        match self._runs.judge(run, event):
            case "strange":
                return [self._left_out(EVENTS, "another race is published, and is heard instead of it", _STRANGE)]
            case "same":
                return [event]
            case _:
                return [NewSession(0.0, before), event]

    def _is_new(self, message: Any) -> bool:
        """Whether an event of ours has not been heard: where there was no stream yet it came by another way before."""
        told = message.headers or {}
        run, index = told.get(RUN), told.get(INDEX, "")
        if run is None or not index.isdecimal() or not message.subject.startswith(f"{EVENTS}."):
            return True
        if int(index) <= self._events_of.get(run, -1):
            return False
        self._events_of[run] = int(index)
        return True

    def _with_gap(self, subject: str, events: list[Event]) -> list[Event]:
        """After a loss, before the first frame that no stream has kept for us, that others of it were not received."""
        if subject in _KEPT or not events:
            return events
        gap: list[Event] = []
        if self._away and self._last_t is not None and events[0].t > self._last_t:
            gap = [Outage(self._last_t, until=events[0].t)]
        self._away, self._last_t = False, events[-1].t
        return [*gap, *events]

    def _left_out(self, subject: str, why: str, reason: str) -> Fault:
        now, kind = self._now(), f"{subject} {reason}"
        if now - self._logged.get(kind, -LOG_EVERY_S) >= LOG_EVERY_S:
            self._logged[kind] = now
            _log.warning("a frame of %s is left out: %s", subject, why)
        return Fault(0.0, subject, reason)


def _run_of(message: Any) -> RunId | None:
    """Which publishing of which race a message is of; None where it does not say."""
    told = message.headers or {}
    return RunId(told.get(RACE, ""), told[RUN]) if told.get(RUN) else None


async def _until(received: asyncio.Queue[_Received], ended: asyncio.Future[Any]) -> AsyncIterator[_Received]:
    """What is received, until the connection ends and nothing is left."""
    while True:
        getting = asyncio.ensure_future(received.get())
        await asyncio.wait({getting, ended}, return_when=asyncio.FIRST_COMPLETED)
        if getting.done():
            yield getting.result()
            while not received.empty():
                yield received.get_nowait()
        else:
            getting.cancel()
            return


async def _is_there(js: Any, stream: str, *, known: bool) -> bool:
    """Whether a server has a stream. One that may not be asked for any answers nothing; of a `known` stream that is a
    failure, for what it keeps would be missed.
    """
    from nats.errors import Error
    from nats.js.errors import NotFoundError

    try:
        await js.stream_info(stream)
    except NotFoundError:
        return False
    except Error:
        if known:
            raise
        return False
    return True


def open_nats(uri: str, options: Options) -> Feed | None:
    """The race of `nats://[user:password@]host[:port]`. SourceError where the URL is none."""
    if not uri.lower().startswith(tuple(f"{scheme}://" for scheme in SCHEMES)):
        return None
    try:
        return NatsFeed(uri, options.nats)
    except NatsUrlError as error:
        raise SourceError(str(error)) from None
