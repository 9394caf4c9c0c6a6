"""Naming a moment of a session: `lap:30`, `01:02:03`, `q2`, `q2+05:00`, `end`."""

from __future__ import annotations

import re

from msgspec import Struct

from toolgate.errors import InputError

TIME_PATTERN = r"^[0-9]{1,2}:[0-5][0-9]:[0-5][0-9](\.[0-9]{1,3})?$"
SEGMENT_PATTERN = r"^[sS]?[qQ][1-9](\+[0-9]{1,3}:[0-5][0-9])?$"
_TIME = re.compile(TIME_PATTERN)
_SEGMENT = re.compile(SEGMENT_PATTERN)
_LAP = re.compile(r"(?:lap *:? *|l)?([0-9]{1,5})", re.IGNORECASE)


class BadMoment(InputError, ValueError):
    """The moment is not one, or lies where the race has nothing to show."""


class Moment(Struct, frozen=True):
    """A moment: a lap the first car completed, a session time in seconds, a point in a segment, or (none) the end."""

    lap: int | None = None
    t: float | None = None
    segment: int | None = None
    """A part of a qualifying, from 1."""
    into_s: float | None = None
    """Seconds since the segment began; None: as it begins."""


END = Moment()


def parse_moment(text: str) -> Moment:
    """`lap:N` (also `N`, `lapN`, `LN`), `HH:MM:SS[.mmm]`, `q2`, `q2+MM:SS` or `end`. Anything else raises BadMoment."""
    text = text.strip()
    if text.casefold() == "end":
        return END
    if lap := _LAP.fullmatch(text):
        return Moment(lap=int(lap[1]))
    if _TIME.match(text):
        return Moment(t=parse_session_time(text))
    if _SEGMENT.match(text):
        return parse_segment(text)
    raise BadMoment(f"{text[:40]!r} isn't a valid moment: try lap:30, 01:02:03 (session time), q2+05:00 or end")


def parse_segment(text: str) -> Moment:
    """`q2`: as Q2 begins; `q2+05:00`: five minutes into it."""
    named, _, into = text.casefold().removeprefix("s").partition("+")
    minutes, _, seconds = into.partition(":")
    return Moment(segment=int(named[1:]), into_s=int(minutes) * 60.0 + int(seconds) if into else None)


def parse_session_time(text: str) -> float:
    """Seconds of `HH:MM:SS[.mmm]`."""
    hours, minutes, seconds = text.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def format_session_time(t: float) -> str:
    """`00:48:24.321`."""
    milliseconds = round(t * 1000)
    seconds, ms = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{ms:03d}"
