"""Limits of calls: a window of a minute that slides, and a day that ends at midnight UTC."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.policy import AgentRules, Quotas


class Clock:
    """A time that the test sets; both clocks of the quotas read it."""

    def __init__(self) -> None:
        self.s = 1000.0

    def __call__(self) -> float:
        return self.s

    def now(self) -> datetime:
        return datetime(2026, 3, 1, 23, tzinfo=UTC) + timedelta(seconds=self.s - 1000)


class Desk:
    """One agent with limits."""

    def __init__(self, **limits: Any) -> None:
        self.clock = Clock()
        self.quotas = Quotas(self.clock, self.clock.now)
        self.limit(**limits)

    def limit(self, **limits: Any) -> None:
        self.limits = AgentRules.from_dict({"agents": {"a": {"limits": limits}}}).limits("a")

    def call(self, tool: str = "get_gap", agent: str = "a") -> bool:
        return self.quotas.admit(agent, tool, self.limits).allowed


def test_calls_of_a_minute() -> None:
    desk = Desk(calls_per_minute=2)
    assert [desk.call(), desk.call(), desk.call()] == [True, True, False]
    desk.clock.s += 20.5
    refused = desk.quotas.admit("a", "get_gap", desk.limits)
    assert (refused.allowed, refused.rule, refused.retry_after_s) == (False, "agents.a.limits.calls_per_minute", 39.5)
    assert refused.reason == "calls_per_minute of 2 is used up; call again in 40 s"
    assert desk.call(agent="b")
    desk.clock.s += 39.5
    assert [desk.call(), desk.call(), desk.call()] == [True, True, False]


def test_the_wait_that_is_named_is_long_enough_and_not_longer() -> None:
    desk = Desk(calls_per_minute=3)
    for _ in range(3):
        assert desk.call()
        desk.clock.s += 7
    wait = desk.quotas.admit("a", "x", desk.limits).retry_after_s
    assert wait is not None
    desk.clock.s += wait - 0.01
    assert not desk.call()
    desk.clock.s += 0.01
    assert desk.call()


def test_calls_of_a_day_end_at_midnight_utc() -> None:
    desk = Desk(calls_per_day=2)
    assert [desk.call(), desk.call(), desk.call()] == [True, True, False]
    assert desk.quotas.admit("a", "x", desk.limits).retry_after_s == 3600
    desk.clock.s += 3599
    assert not desk.call()
    desk.clock.s += 1
    assert [desk.call(), desk.call(), desk.call()] == [True, True, False]


def test_a_clock_that_is_set_back_over_midnight_gives_no_calls_again() -> None:
    desk = Desk(calls_per_day=2)
    assert [desk.call(), desk.call()] == [True, True]
    desk.clock.s += 3601
    assert [desk.call(), desk.call(), desk.call()] == [True, True, False]
    desk.clock.s -= 2
    refused = desk.quotas.admit("a", "get_gap", desk.limits)
    assert (refused.allowed, refused.retry_after_s) == (False, 86_401)
    desk.clock.s += 2
    assert not desk.call()
    desk.clock.s += 86_400
    assert desk.call()


def test_a_clock_that_was_wrong_by_days_is_believed_once_it_is_set_right() -> None:
    desk = Desk(calls_per_day=1)
    desk.clock.s += 40 * 86_400
    assert [desk.call(), desk.call()] == [True, False]
    desk.clock.s -= 40 * 86_400
    assert [desk.call(), desk.call()] == [True, False]


def test_a_refused_call_counts_for_nothing() -> None:
    desk = Desk(calls_per_minute=2, calls_per_day=3)
    assert [desk.call() for _ in range(5)] == [True, True, False, False, False]
    desk.clock.s += 60
    assert [desk.call(), desk.call()] == [True, False]


def test_limits_of_some_tools() -> None:
    desk = Desk(calls_per_minute=5, tools={"announce": {"calls_per_day": 1}, "add_*": {"calls_per_minute": 2}})
    assert [desk.call("announce"), desk.call("announce")] == [True, False]
    assert [desk.call("add_note"), desk.call("add_pin"), desk.call("add_note")] == [True, True, False]
    assert [desk.call("get_gap"), desk.call("get_gap"), desk.call("get_gap")] == [True, True, False]
    assert desk.quotas.admit("a", "announce", desk.limits[1:]).rule == "agents.a.limits.tools.announce.calls_per_day"


def test_counts_outlive_a_reload_of_the_rules() -> None:
    desk = Desk(calls_per_minute=4, calls_per_day=4)
    assert [desk.call() for _ in range(3)] == [True] * 3
    desk.limit(calls_per_minute=2)
    refused = desk.quotas.admit("a", "x", desk.limits)
    assert (refused.allowed, refused.retry_after_s) == (False, 60)
    desk.limit(calls_per_day=3)
    assert not desk.call()
    desk.limit(calls_per_day=3, tools={"get_*": {"calls_per_day": 3}})
    assert desk.quotas.admit("a", "get_gap", desk.limits[1:]).allowed is False
    desk.limit(calls_per_minute=4)
    assert [desk.call(), desk.call()] == [True, False]


def test_counts_of_today_can_be_given() -> None:
    desk = Desk(calls_per_day=5, tools={"announce": {"calls_per_day": 2}})
    desk.quotas.seed("a", 2)
    desk.quotas.seed("a", 1, "announce")
    assert [desk.call("announce"), desk.call("announce")] == [True, False]
    assert [desk.call(), desk.call()] == [True, False]
    assert desk.call(agent="b")


def test_without_limits_nothing_is_counted() -> None:
    desk = Desk()
    assert all(desk.call() for _ in range(100))
    desk.limit(calls_per_day=1)
    assert [desk.call(), desk.call()] == [True, False]


@pytest.mark.parametrize("limit", ["calls_per_minute", "calls_per_day"])
def test_threads_together_get_no_more_than_one(limit: str) -> None:
    desk = Desk(**{limit: 300})
    with ThreadPoolExecutor(8) as pool:
        admitted = list(pool.map(lambda _: desk.call(), range(1000)))
    assert sum(admitted) == 300


@given(st.integers(1, 4), st.lists(st.sampled_from([0, 1, 7, 20, 59, 60, 61]), max_size=30))
def test_no_minute_has_more_calls_than_the_limit_and_none_is_refused_without_need(limit: int, waits: list[int]) -> None:
    desk = Desk(calls_per_minute=limit)
    admitted: list[float] = []
    for wait in waits:
        desk.clock.s += wait
        recent = sum(at > desk.clock.s - 60 for at in admitted)
        assert desk.call() == (recent < limit)
        if recent < limit:
            admitted.append(desk.clock.s)
