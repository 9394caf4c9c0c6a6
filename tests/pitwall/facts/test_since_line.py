"""Who has come past whom since the line: the feed's order of now beside the order in which both last ended a lap."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitwall.facts.passing import passes
from pitwall.facts.since_line import passes_since_line
from pitwall.state import StateCache
from pitwall.state.moment import format_session_time

Recorded = Callable[[str], StateCache]
BAKU, BAHRAIN = "2018_azerbaijan_race", "2024_bahrain_gp_converted"


def test_nobody_is_passed_before_the_order_says_so(recorded: Recorded) -> None:
    """Ricciardo came past Tsunoda on lap 52 of theirs, as the leader was on his 53rd."""
    cache = recorded(BAHRAIN)
    assert passes_since_line(cache.view("lap:25")) == ()
    begun, done = cache.view().line_times[52:54]
    for share in (0.35, 0.75):
        view = cache.view(format_session_time(begun + share * (done - begun)))
        assert ("3", "22", 51) in {(one.car, one.passed, one.lap) for one in passes_since_line(view)}
        assert ("3", "22", 52) not in {(one.car, one.passed, one.lap) for one in passes(view)}
    assert ("3", "22", 52) in {(one.car, one.passed, one.lap) for one in passes(cache.view())}


@pytest.mark.parametrize("race", [BAKU, BAHRAIN])
def test_what_is_told_between_the_lines_is_mostly_borne_out_at_the_next(recorded: Recorded, race: str) -> None:
    cache = recorded(race)
    whole = cache.view()
    borne_out = {(one.car, one.passed, one.lap) for one in passes(whole)}
    times, told = whole.line_times, []
    for lap in range(10, len(times) - 2, 3):
        view = cache.view(format_session_time(times[lap] + 0.5 * (times[lap + 1] - times[lap])))
        told += [(one.car, one.passed, one.lap + 1) for one in passes_since_line(view)]
    assert told
    assert sum(one in borne_out for one in told) >= 0.9 * len(told)


def test_who_is_in_the_lane_or_has_been_was_not_passed(recorded: Recorded) -> None:
    """On lap 40 at Baku nearly all came in under the safety car."""
    cache = recorded(BAKU)
    at = cache.view().line_times
    for share in (0.2, 0.5, 0.8):
        view = cache.view(format_session_time(at[40] + share * (at[41] - at[40])))
        stopped = {car for car in view.cars for one in view.passages(car) if one.t_out is None or one.t_out > at[40]}
        assert stopped.isdisjoint(one.passed for one in passes_since_line(view))
