"""Times of day as people read them: seconds since 1970 as text, and back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from toolgate.moments import format_utc


def utc_of(ts: float) -> str:
    """`2026-01-02T03:04:05.678Z`."""
    return format_utc(datetime.fromtimestamp(ts, UTC))


def ts_of(utc: str) -> float:
    """Seconds since 1970 of such a text, with or without milliseconds."""
    return datetime.fromisoformat(utc.replace("Z", "+00:00")).timestamp()


def day_of(text: str) -> tuple[float, float] | None:
    """When a day of UTC, `2026-01-02`, begins and ends; None where the text isn't a day of the calendar."""
    try:
        begins = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None
    return begins.timestamp(), (begins + timedelta(days=1)).timestamp()
