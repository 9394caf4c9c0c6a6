"""The feed of F1 live timing: connects, subscribes, and connects again whenever the connection is lost."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing

from pitwall.events import Event
from pitwall.sources.base import Options, SourceError, SourceUnavailable
from pitwall.sources.f1.frames import FeedFrame, UnreadableLine, read_frames
from pitwall.sources.f1.live.signalr import connected
from pitwall.sources.f1.live_timing import LiveTiming
from pitwall.sources.f1.session_data import TOPIC as SESSION_DATA
from pitwall.sources.f1.topics import converters
from pitwall.sources.feed import Feed, FeedState
from pitwall.sources.web.urls import checked, shown
from toolgate.backoff import Backoff
from toolgate.loopback import is_safe

_log = logging.getLogger("pitwall.sources")

SCHEME = "f1-live:"
SERVICE = "https://livetiming.formula1.com/signalrcore"
BEHIND_S = 10.0
"""Later than the quickest message by so much: the feed is behind."""
_TOPICS = (*converters(), SESSION_DATA)
_KEYFRAME_WAITS_S = 1.0
"""A keyframe waits so long for a message whose time it takes."""


class F1Live:
    """Iterate it once. `state` says how it is heard."""

    def __init__(self, url: str, token: str = "", now: Callable[[], float] = time.time) -> None:
        self._url = url
        self._token = token
        self._now = now
        self._timing = LiveTiming(goes_on=True)
        self._quickest_s: float | None = None
        self._state = FeedState()

    @property
    def state(self) -> FeedState:
        """How it is heard now."""
        return self._state

    async def __aiter__(self) -> AsyncIterator[Event]:
        backoff = Backoff()
        while True:
            try:
                async with (
                    connected(self._url, "Subscribe", [list(_TOPICS)], self._token) as frames,
                    aclosing(self._heard(frames)) as events,
                ):
                    async for event in events:
                        if self._state.status == "connected":
                            backoff.reset()
                        yield event
            except SourceUnavailable as error:
                if self._state.reason != str(error):
                    _log.warning("%s: %s; trying again", shown(self._url), error)
                self._state = FeedState("lost", str(error))
            await asyncio.sleep(backoff.next_s())

    async def _heard(self, frames: AsyncIterator[bytes]) -> AsyncGenerator[Event]:
        """The events of one connection. What comes before its keyframe is in the keyframe."""
        whole = False
        following = asyncio.ensure_future(anext(frames))
        try:
            while True:
                done, _ = await asyncio.wait({following}, timeout=_KEYFRAME_WAITS_S)
                if not done:
                    for event in self._timing.flush():
                        yield event
                    continue
                line = following.result()
                following = asyncio.ensure_future(anext(frames))
                for frame in self._read(line):
                    whole = whole or frame.keyframe
                    if whole:
                        self._listen(frame)
                        for event in self._timing.events(frame):
                            yield event
                        if self._timing.lacks_keyframe:
                            raise SourceUnavailable("another session has begun")
        except StopAsyncIteration:
            raise SourceUnavailable("the server closed the connection") from None
        finally:
            following.cancel()

    def _read(self, line: bytes) -> list[FeedFrame]:
        try:
            return read_frames(line)
        except UnreadableLine:
            _log.warning("a frame of live timing can't be read")
            return []

    def _listen(self, frame: FeedFrame) -> None:
        """Notes how late a frame is, against the quickest one: the clocks of two machines differ."""
        late = [self._now() - message.utc for message in frame.messages if message.utc is not None]
        if late:
            self._quickest_s = min(late) if self._quickest_s is None else min(self._quickest_s, *late)
        behind_s = min(late, default=0.0) - (self._quickest_s or 0.0) if late else 0.0
        if behind_s > BEHIND_S:
            self._state = FeedState("behind", f"it comes {behind_s:.0f} s late")
        elif late or frame.keyframe:
            self._state = FeedState("connected")


def open_f1_live(uri: str, options: Options) -> Feed | None:
    """The feed of `f1-live:`, or of `f1-live:URL` for another server. SourceError where the URL may not be used."""
    if not uri.lower().startswith(SCHEME):
        return None
    url = uri[len(SCHEME) :] or SERVICE
    if not is_safe(checked(url)):
        raise SourceError(f"{shown(url)[:200]!r} isn't safe: use https (http is for this machine alone)")
    return F1Live(url, options.f1_token)
