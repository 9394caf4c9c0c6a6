"""A look-up from where it was the last time finds what one through the whole list finds."""

from __future__ import annotations

from bisect import bisect_right

from hypothesis import given
from hypothesis import strategies as st

from pitwall.state.near import count_near
from pitwall.state.timeline import Timeline

MESSAGES = st.lists(st.integers(0, 90), max_size=60, unique=True).map(sorted)


@given(MESSAGES, st.integers(-2, 95), st.integers(0, 70))
def test_where_it_was_the_last_time_changes_nothing(messages: list[int], message: int, near: int) -> None:
    assert count_near(messages, message, near) == bisect_right(messages, message)


@given(MESSAGES, st.lists(st.integers(-2, 95), max_size=12))
def test_a_timeline_is_asked_forwards_and_backwards(messages: list[int], asked: list[int]) -> None:
    told: Timeline[int] = Timeline()
    for message in messages:
        told.append(message, message * 2)
    for message in asked:
        until = [value * 2 for value in messages if value <= message]
        assert told.count(message) == len(until)
        assert list(told.upto(message)) == until
        assert told.at(message) == (until[-1] if until else None)
