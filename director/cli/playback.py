"""Plays a race at its own pace, or faster: now moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from pitwall.events import Event, SessionStatus
from pitwall.state import StateCache

_STEP_S = 0.02


async def play(cache: StateCache, events: Iterable[Event], speed: float, begun: Callable[[], None]) -> None:
    """Applies the events as their time comes. What was said before the start of the race is applied at once."""
    loop = asyncio.get_running_loop()
    listed = await asyncio.to_thread(list, events)
    start = next((event.t for event in listed if isinstance(event, SessionStatus) and event.status == "started"), 0.0)
    began = loop.time()
    for event in listed:
        while (wait := (event.t - start) / speed - (loop.time() - began)) > 0:
            begun()
            await asyncio.sleep(max(wait, _STEP_S))
        cache.apply(event)
    begun()
