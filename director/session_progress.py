"""How far a session has come, as its line in the context says."""

from __future__ import annotations

import re

from toolgate.contract import Context

_NO_RACE = re.compile("practice|qualifying|shootout")
_LAPS_DONE = re.compile(r"\blap (\d{1,4}) completed\b")
_PROGRESS = re.compile(r"\blap (\d{1,4}) of (\d{1,4}) completed\b")


def laps_left(context: Context) -> int | None:
    """How many laps are still to go; None where the line does not say."""
    progress = _PROGRESS.search(context.session)
    return int(progress[2]) - int(progress[1]) if progress else None


def is_under_way(context: Context) -> bool:
    """Whether laps are still to go, or a race of which nobody has told how many has begun and is not over."""
    left = laps_left(context)
    if left is not None:
        return left > 0
    begun = _LAPS_DONE.search(context.session)
    return begun is not None and int(begun[1]) > 0 and ", over" not in context.session


def is_over(context: Context) -> bool:
    """Whether every lap is done, or the line says that it is over."""
    left = laps_left(context)
    return left <= 0 if left is not None else ", over" in context.session


def is_race(context: Context) -> bool:
    """Whether the session is a race, as it is unless its line tells of another kind."""
    return not _NO_RACE.search(context.session.lower())


def is_race_over(context: Context) -> bool:
    """Whether it is a race of which every lap is done: nobody leads it now."""
    return is_race(context) and is_over(context)
