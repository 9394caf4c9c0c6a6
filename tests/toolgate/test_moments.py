"""Moments as text: the remembered second is never another moment's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from toolgate.moments import format_utc, utc_text

_START = datetime(2026, 12, 31, 23, 59, 58, 999_000, tzinfo=UTC)


@given(st.lists(st.integers(-3_000_000, 3_000_000) | st.integers(-(10**15), 10**15), min_size=1, max_size=8))
def test_moments_forth_and_back_are_written_as_isoformat_writes_them(steps: list[int]) -> None:
    for step in steps:
        moment = _START + timedelta(microseconds=step)
        assert utc_text(moment) == f"{moment.replace(tzinfo=None).isoformat(timespec='microseconds')}Z"
        assert format_utc(moment) == f"{moment.replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"


def test_a_moment_of_another_zone_is_told_in_utc() -> None:
    moment = datetime(2026, 1, 2, 3, 4, 5, 678_901, tzinfo=timezone(timedelta(hours=2)))
    assert utc_text(moment) == "2026-01-02T01:04:05.678901Z"
    assert format_utc(moment) == "2026-01-02T01:04:05.678Z"
