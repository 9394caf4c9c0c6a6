"""Which subjects there are, and which streams keep them."""

from __future__ import annotations

from typing import NamedTuple

EVENTS = "director.event"
"""Events of ours, one subject a class of event: what the subjects of others cannot hold."""
EVENT_STREAM = "DIRECTOR_EVENTS"
PREFIX = "iracing."
PROJECTION = "strategy.projection"
"""Where a car would come out after a stop now, once a lap."""


class Stream(NamedTuple):
    """A stream of JetStream, its subjects, and how long it keeps them, seconds."""

    name: str
    subjects: tuple[str, ...]
    keep_s: int


_DAY_S = 24 * 3600
STREAMS = (
    Stream("IRACING_EVENTS", ("iracing.incident", "iracing.pit"), 7 * _DAY_S),
    Stream("IRACING_HISTORY", ("iracing.session_state", "iracing.stint"), 14 * _DAY_S),
    Stream(EVENT_STREAM, (f"{EVENTS}.>",), 7 * _DAY_S),
)
