"""Moments as text, and how long something took. Every call asks for several of them."""

from __future__ import annotations

from datetime import UTC, datetime
from time import perf_counter_ns

_second = (datetime(1970, 1, 1, tzinfo=UTC), "1970-01-01T00:00:00")
"""The second that was last asked for, and its text: many calls come in one."""


def utc_now() -> datetime:
    """The wall clock, in UTC."""
    return datetime.now(UTC)


def format_utc(moment: datetime) -> str:
    """`2026-01-02T03:04:05.678Z`."""
    text, micros = _split(moment)
    return "%s.%03dZ" % (text, micros // 1000)  # noqa: UP031 - faster than an f-string


def utc_text(moment: datetime) -> str:
    """`2026-01-02T03:04:05.678901Z`."""
    return "%s.%06dZ" % _split(moment)  # noqa: UP031


def ms_since(began_ns: int) -> float:
    """Milliseconds since a reading of `perf_counter_ns`, to the microsecond."""
    return (perf_counter_ns() - began_ns) // 1000 / 1000


def _split(moment: datetime) -> tuple[str, int]:
    """The text of the second, and microseconds since it began."""
    global _second
    if moment.tzinfo is not UTC:
        moment = moment.astimezone(UTC)
    began, text = _second
    since = moment - began
    if since.days or since.seconds:
        began = moment.replace(microsecond=0)
        text = began.isoformat()[:19]
        _second = began, text
        return text, moment.microsecond
    return text, since.microseconds
