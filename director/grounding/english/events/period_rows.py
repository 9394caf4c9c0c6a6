"""Which period of the track a clause tells of, and of which the clause after it: `it came out on lap 34 for 17 min`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from director.grounding.english.events.events_told import ToldEvent
from director.grounding.english.events.known_events import KnownEvents

_MARK = "#"


def kind_told(name: str, rows: Sequence[ToldEvent], events: KnownEvents) -> str:
    """The kind of a period that a clause told of, with which of them it was, where it can only have been one."""
    return f"{name}{_MARK}{events.rows(name).index(rows[0])}" if len(rows) == 1 else f"{name}{_MARK}"


def plain_kind(kind: str) -> str:
    """The kind alone."""
    return kind.partition(_MARK)[0]


def rows_before(kind: str, events: KnownEvents) -> list[ToldEvent] | None:
    """The periods that the clause before told of: the one, or all of its kind. None where `kind` was named anew."""
    name, mark, number = kind.partition(_MARK)
    if not mark:
        return None
    rows = events.rows(name)
    return rows[int(number) : int(number) + 1] if number else rows


def chosen(events: KnownEvents, name: str, said: str, nth: Any) -> list[ToldEvent]:
    """The rows that are the first, the latest, the longest; all, where it is not said which."""
    rows = events.rows(name)
    if (nth is None and not said) or not rows:
        return rows
    if not events.is_told(name):
        return []
    if nth is not None:
        return [row for row in rows if row.nth == nth.value]
    if said in ("last", "latest", "recent", "final"):
        return rows[-1:]
    if said == "current":
        return [row for row in rows if row.end is None]
    if said == "opening":
        return rows[:1]
    if said == "only":
        return rows if len(rows) == 1 else []
    values = [row.value for row in rows]
    if None in values or len(rows) < 2:
        return []
    extreme = (max if said == "longest" else min)(value for value in values if value is not None)
    found = [row for row in rows if row.value == extreme]
    return found if len(found) == 1 and all(row.end for row in rows if row is not found[0]) else []
