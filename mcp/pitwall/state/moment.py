"""Naming a moment of the race: `lap:30`, `01:02:03`, `end`."""

from __future__ import annotations

import re

from msgspec import Struct

TIME_PATTERN = r"^[0-9]{1,2}:[0-5][0-9]:[0-5][0-9](\.[0-9]{1,3})?$"
_TIME = re.compile(TIME_PATTERN)
_LAP = re.compile(r"lap:([0-9]{1,5})")


class BadMoment(ValueError):
    """The moment is not one, or lies where the race has nothing to show."""


class Moment(Struct, frozen=True):
    """After the first car completed a lap, at a session time in seconds, or (neither) the end."""

    lap: int | None = None
    t: float | None = None


END = Moment()


def parse_moment(text: str) -> Moment:
    """`lap:N`, `HH:MM:SS[.mmm]` or `end`. Anything else raises BadMoment."""
    if text == "end":
        return END
    if lap := _LAP.fullmatch(text):
        return Moment(lap=int(lap[1]))
    if _TIME.match(text):
        return Moment(t=parse_session_time(text))
    raise BadMoment(f"{text[:40]!r} is no moment: use lap:30, 01:02:03 (session time) or end")


def parse_session_time(text: str) -> float:
    """Seconds of `HH:MM:SS[.mmm]`."""
    hours, minutes, seconds = text.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def format_session_time(t: float) -> str:
    """`00:48:24.321`."""
    milliseconds = round(t * 1000)
    seconds, ms = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{ms:03d}"
