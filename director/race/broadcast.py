"""A live race as late as its broadcast: `sync: lights out now` says when the viewer sees the start."""

from __future__ import annotations

import re

from director.defaults import LONGEST_DELAY_S
from pitwall.state import StateCache
from toolgate.errors import InputError

_LIGHTS_OUT = re.compile(r"(?:(?:lights out|start|started|go)(?: now)?|now)[.!]?", re.IGNORECASE)
_SECONDS = re.compile(r"\s*(?:s|sec|secs|seconds?)\.?$", re.IGNORECASE)
HOW = "say sync: lights out now, sync: 40 (seconds), or sync: off"


class SyncError(InputError):
    """The race cannot be synchronised so. The message says what can be said."""


def sync(cache: StateCache, said: str) -> float:
    """Sets how late a live race is told, and gives that in seconds.

    `said` is `off`, a number of seconds, or `lights out now`, which has the race start now. SyncError where the race is
    not live, has not started, or would be told too late.
    """
    liveness = cache.liveness
    if liveness is None or (live := liveness.live()) is None:
        raise SyncError("only a live race can be synchronised with its broadcast")
    words = said.strip()
    if words.casefold() == "off":
        delay_s = 0.0
    elif _LIGHTS_OUT.fullmatch(words):
        delay_s = live - _started_at(cache)
    else:
        try:
            delay_s = float(_SECONDS.sub("", words))
        except ValueError:
            raise SyncError(HOW) from None
    if not 0 <= delay_s <= LONGEST_DELAY_S:
        raise SyncError(f"a broadcast is from 0 to {LONGEST_DELAY_S} s late, not {delay_s:.0f} s: {HOW}")
    liveness.delay_s = delay_s
    return delay_s


def _started_at(cache: StateCache) -> float:
    started = cache.progress.started
    if started is None:
        raise SyncError("the feed has not told of the start yet: it is ahead of no broadcast")
    return cache.times[started]
