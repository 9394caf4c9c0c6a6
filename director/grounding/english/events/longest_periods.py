"""Which period of the track was the longest of its kind, and which the shortest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from director.grounding.english.events.event_details import is_said
from director.grounding.english.events.events_told import ToldEvent
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.tokens import Amount
from director.grounding.english.words import all_of
from director.grounding.known_values import Truth

OF_ALL = "[of (them|all|them all|{count}|all {count})] [,] [(at|lasting|with|of|for)] [{duration}]"


def is_longest(row: ToldEvent, events: KnownEvents) -> Truth:
    """Whether it was the longer of two."""
    others = [one.value for one in events.rows(row.kind) if one is not row]
    if len(others) != 1 or not events.is_told(row.kind) or row.value is None or others[0] is None:
        return None
    return row.value > others[0] and any(one.end for one in events.rows(row.kind) if one is not row)


def is_most(row: ToldEvent, said: Mapping[str, Any], events: KnownEvents, sign: int) -> Truth:
    """Whether it was the longest of all (1) or the shortest (-1), of several that are all over."""
    rows = events.rows(row.kind)
    others = [one.value for one in rows if one is not row]
    if not others or not events.is_told(row.kind) or any(one.value is None or one.end is None for one in rows):
        return None
    is_it = all((row.value - other) * sign > 0 for other in others)  # type: ignore[operator]
    count = said.get("count", Amount(float(len(rows))))
    return all_of([is_it, count.is_said_of(len(rows)), is_said(said.get("duration"), row.value)])
