"""A live race: its feed is heard in a thread of its own, and now moves, whatever loop asks about it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from time import monotonic

from director.race.assembly import snapshot_keeper
from director.settings import Settings
from pitwall.events import Event, NewSession
from pitwall.snapshots import SNAPSHOT_EVERY_S, SnapshotKeeper
from pitwall.sources import SourceUnavailable
from pitwall.sources.event_log import EventWriter
from pitwall.sources.feed import Feed
from pitwall.state import StateCache
from pitwall.state.liveness import Liveness
from toolgate.errors import DirectorError

_log = logging.getLogger("director")

READY_S = 10.0
"""The longest wait for a race that can be asked about, seconds; then it is asked about with what was heard."""
SETTLE_S = 0.5
"""How long to wait after the first timing of a car for what comes with it, seconds."""
_STEP_S = 0.05


class FeedFollower:
    """Fills a cache from a feed. `start` it, wait until it is `ready`, and `stop` it.

    `delay_s` holds everything back by so long, as a broadcast is late. What came is recorded as it came; how the
    session goes is kept now and then, and at its end, where there are `snapshots`.
    """

    def __init__(
        self,
        cache: StateCache,
        feed: Feed,
        *,
        record: Path | None = None,
        delay_s: float = 0.0,
        snapshots: SnapshotKeeper | None = None,
    ) -> None:
        self._cache = cache
        self._feed = feed
        self._delay_s = delay_s
        self._snapshots = snapshots
        self._writer = None if record is None else EventWriter(record)
        self._ready = Signal()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._thread = Thread(target=self._run, name="feed", daemon=True)
        self.failure = ""
        """Why the feed ended, where it did."""
        cache.liveness = Liveness(self._trouble)
        cache.liveness.delay_s = delay_s

    def start(self) -> None:
        """Begins to listen."""
        self._thread.start()

    def ready(self, timeout_s: float = READY_S) -> bool:
        """Waits until the race can be asked about: its cars are timed. False where the feed is lost before that, or
        after `timeout_s` seconds and the feed's delay.
        """
        until = monotonic() + timeout_s + self._delay_s
        while not self._ready.wait(_STEP_S) and self._feed.state.status != "lost" and monotonic() < until:
            pass
        return self._ready.is_set()

    def stop(self) -> None:
        """Ends the connection, and closes the recording."""
        loop, task = self._loop, self._task
        if loop is not None and task is not None:
            with suppress(RuntimeError):  # it has ended by itself
                loop.call_soon_threadsafe(task.cancel)
        if self._thread.is_alive():
            self._thread.join(READY_S)
        if self._writer is not None:
            self._writer.close()

    def _trouble(self) -> str:
        if self.failure:
            return self.failure
        state = self._feed.state
        if state.status == "connected":
            return ""
        return f"{state.status} ({state.reason})" if state.reason else state.status

    def _run(self) -> None:
        try:
            asyncio.run(self._follow())
        except asyncio.CancelledError:
            pass
        except DirectorError as error:
            self.failure = str(error)
            _log.error("%s", error)
        except Exception:  # noqa: BLE001 - every answer says so, the trace is in the log
            self.failure = "it can't be read any more; the log has more"
            _log.exception("the feed can't be read any more")
        finally:
            self._ready.set()
            if self._snapshots is not None:
                keep_snapshots(self._snapshots)

    async def _follow(self) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        loop, settling = self._loop, False
        keeping = asyncio.ensure_future(kept_now_and_then(self._snapshots)) if self._snapshots else None
        try:
            async for event in self._recorded():
                if isinstance(event, NewSession):
                    _log.warning("another session begins: what was told of the one before is left out")
                self._cache.apply(event)
                if self._cache.cars and not settling:
                    settling = True
                    loop.call_later(SETTLE_S + self._delay_s, self._ready.set)
        finally:
            if keeping is not None:
                keeping.cancel()

    async def _recorded(self) -> AsyncIterator[Event]:
        """The race from the beginning of its recording on: one that goes on is told as it was, and what was missed."""
        if self._writer is None:
            async for event in self._feed:
                yield event
            return
        for event in self._writer.kept:
            self._cache.apply(event)
        async for event in self._feed:
            for told in self._writer.write(event):
                yield told


async def kept_now_and_then(snapshots: SnapshotKeeper) -> None:
    """Keeps how a session goes for as long as it is followed."""
    while True:
        await asyncio.sleep(SNAPSHOT_EVERY_S)
        await asyncio.to_thread(keep_snapshots, snapshots)


def keep_snapshots(snapshots: SnapshotKeeper) -> None:
    """Keeps what has changed. What cannot be kept is logged: the race goes on without."""
    try:
        snapshots.keep()
    except DirectorError as error:
        _log.warning("how the session goes is not kept: %s", error)


def follow(cache: StateCache, feed: Feed, settings: Settings, source: str = "") -> FeedFollower:
    """Listens to a feed as the settings say. SourceError where what is heard can't be recorded."""
    snapshots = snapshot_keeper(cache, settings, source)
    follower = FeedFollower(
        cache, feed, record=settings.feed_record, delay_s=settings.feed_delay_s, snapshots=snapshots
    )
    follower.start()
    return follower


def begin(cache: StateCache, follower: FeedFollower, at: str | None) -> None:
    """Waits until the race can be asked about. SourceUnavailable where nothing is heard of it, BadMoment for `at`."""
    follower.ready()
    if not cache.times and cache.liveness is not None and cache.liveness.trouble:
        raise SourceUnavailable(f"no data comes from the live feed: {cache.liveness.trouble}")
    if at is not None and at.strip().casefold() != "end":
        cache.pin(at)
