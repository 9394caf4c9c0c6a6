"""Publishing a race once, however often its publisher is ended and started: what streams keep says how far it came."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Mapping
from hashlib import sha256
from secrets import token_hex
from typing import Any

from msgspec import Struct

from pitwall.events import Clock, Event
from pitwall.sources.continuing import Continuation
from pitwall.sources.event_log import decode_event
from pitwall.sources.nats.subjects import EVENT_STREAM, EVENTS, STREAMS

RACE, RUN, INDEX, SAME = "Director-Race", "Director-Run", "Director-Index", "Nats-Msg-Id"
"""Headers of what streams keep: the race's id, one publishing of it, the event's number; and by what a server knows
that it has been sent something twice."""
_OVER = "director-over"
"""In the metadata of our stream: the run that was published to its end."""
REMEMBERED_S = 3600
"""So long a server knows what it has been sent."""


class PublisherRun(Struct, frozen=True):
    """One publishing of a race. `published` events of it are with the server already.

    `last_t` is the session time of the last of them, `offset` the UTC of session time 0; None: not told.
    """

    race: str
    id: str
    published: int = 0
    last_t: float | None = None
    offset: float | None = None

    def headers(self, index: int, frame: int) -> Mapping[str, str]:
        """The headers of a frame: `index` is the number of its event, `frame` its own within that event."""
        return {RACE: self.race, RUN: self.id, INDEX: str(index), SAME: f"{self.id}-{index}-{frame}"}


def race_id(uri: str) -> str:
    """What names a race in headers, without telling where it is."""
    return sha256(uri.encode()).hexdigest()[:16]


def new_run(race: str = "") -> PublisherRun:
    """A run from the beginning."""
    return PublisherRun(race, token_hex(8))


async def find_run(js: Any, race: str) -> PublisherRun:
    """The unfinished run of a race, to be gone on with; a new one where there is none.

    An error of the server other than "not found" is raised: a new run would replace what the streams keep.
    """
    latest: dict[str, int] = {}
    over = await _over(js)
    last: Event | None = None
    for stream in STREAMS:
        told, event = await _last(js, stream.name)
        run, index = told.get(RUN, ""), told.get(INDEX, "")
        if told.get(RACE) == race and run and run != over and index.isdecimal():
            # An event goes to our own stream before the subjects of others: what our stream has lost is sent again.
            latest[run] = int(index) if stream.name == EVENT_STREAM else max(latest.get(run, -1), int(index))
        if stream.name == EVENT_STREAM:
            last = event
    if not latest:
        return new_run(race)
    run = max(latest, key=latest.__getitem__)
    _, clock = await _last(js, EVENT_STREAM, f"{EVENTS}.clock")
    offset = round(clock.utc - clock.t, 3) if isinstance(clock, Clock) else None
    return PublisherRun(race, run, latest[run] + 1, None if last is None else last.t, offset)


async def end_run(js: Any, run: PublisherRun) -> None:
    """Notes that a race has been published to its end: who publishes it again begins anew."""
    info = await js.stream_info(EVENT_STREAM)
    info.config.metadata = {**(info.config.metadata or {}), _OVER: run.id}
    await js.update_stream(info.config)


async def gone_on(events: AsyncIterable[Event], run: PublisherRun) -> AsyncIterator[Event]:
    """A live race's events after its publisher was away: first an Outage, and nothing that was published before."""
    continuation = Continuation(run.last_t, run.offset)
    async for event in events:
        for told in continuation.take(event):
            yield told


async def _over(js: Any) -> str:
    from nats.js.errors import NotFoundError

    try:
        return str(((await js.stream_info(EVENT_STREAM)).config.metadata or {}).get(_OVER, ""))
    except NotFoundError:
        return ""


async def _last(js: Any, stream: str, subject: str = "") -> tuple[Mapping[str, str], Event | None]:
    """The headers of the last message of a stream, and the event that it is; neither where there is none."""
    from nats.js.errors import NotFoundError

    try:
        if subject:
            message = await js.get_last_msg(stream, subject)
        else:
            info = await js.stream_info(stream)
            if not info.state.messages:
                return {}, None
            message = await js.get_msg(stream, info.state.last_seq)
    except NotFoundError:
        return {}, None
    try:
        return message.headers or {}, decode_event(message.data or b"")
    except ValueError:
        return message.headers or {}, None
