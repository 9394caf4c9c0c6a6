"""`iracing:` is the running simulator; `iracing:PATH` a saved session, one moment or several in their order."""

from __future__ import annotations

import asyncio
import logging
import os
import struct
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from pitwall.events import Event
from pitwall.sources.base import Options, Source, SourceError
from pitwall.sources.feed import Feed, FeedState
from pitwall.sources.iracing.moments import TELEMETRY, SharedMemory, SimMoment, read_snapshot
from pitwall.sources.iracing.sim_timing import SimTiming
from toolgate.backoff import Backoff

_log = logging.getLogger("pitwall.sources")

SCHEME = "iracing:"
HERTZ = 10
"""Moments a second. The simulator has 60, of which nobody can tell the difference in a battle."""
_SEPARATOR = ","


class KeptMoments:
    """The events of moments that were kept, in the order of their session time."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths

    def __iter__(self) -> Iterator[Event]:
        moments = [_kept(path) for path in self._paths]
        moments.sort(key=lambda moment: (moment.values.get("SessionNum") or 0, moment.values.get("SessionTime") or 0.0))
        timing = SimTiming()
        for moment in moments:
            yield from timing.events(moment)


class IracingFeed:
    """The running simulator, on this machine."""

    def __init__(self, memory: SharedMemory, hertz: float = HERTZ) -> None:
        self._memory = memory
        self._pause_s = 1 / hertz
        self._state = FeedState()

    @property
    def state(self) -> FeedState:
        """How it is heard now."""
        return self._state

    async def __aiter__(self) -> AsyncIterator[Event]:
        timing, backoff = SimTiming(), Backoff()
        try:
            while True:
                if not self._memory.connect():
                    self._state = FeedState("lost", "iRacing isn't running on this machine")
                    await asyncio.sleep(backoff.next_s())
                    continue
                backoff.reset()
                self._state = FeedState("connected")
                for event in timing.events(self._memory.moment()):
                    yield event
                await asyncio.sleep(self._pause_s)
        finally:
            self._memory.close()


def open_iracing_feed(uri: str, options: Options) -> Feed | None:
    """The feed of `iracing:`. SourceError where what reads its memory is not installed."""
    return IracingFeed(SharedMemory()) if uri.lower() == SCHEME else None


def open_iracing(uri: str, options: Options) -> Source | None:
    """What was kept of iRacing: a memory image, a folder of two JSON files, a folder of those, or several by commas."""
    if not uri.lower().startswith(SCHEME) or uri.lower() == SCHEME:
        return None
    named = [name.strip() for name in uri[len(SCHEME) :].split(_SEPARATOR)]
    try:
        paths = [path for name in named for path in _expanded(Path(os.path.expanduser(name)))]
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "unreadable"
        raise SourceError(f"{uri[:200]!r} can't be read ({reason}): name a memory image or a folder") from None
    return KeptMoments(paths)


def _expanded(path: Path) -> list[Path]:
    if path.is_file() or (path / TELEMETRY).is_file():
        return [path]
    inside = sorted(one.parent for one in path.glob(f"*/{TELEMETRY}")) if path.is_dir() else []
    if not inside:
        raise SourceError(f"{path.name!r} isn't of iRacing: name a memory image, or a folder with {TELEMETRY}")
    return inside


def _kept(path: Path) -> SimMoment:
    if path.is_dir():
        return read_snapshot(path)
    memory = SharedMemory(path)
    if not memory.connect():
        raise SourceError(f"{path.name!r} isn't an image of iRacing's memory")
    try:
        return memory.moment()
    except (ValueError, LookupError, AttributeError, TypeError, struct.error):  # as the library meets damaged ones
        raise SourceError(f"{path.name!r} is a damaged image of iRacing's memory") from None
    finally:
        memory.close()
