"""The stewards' cases so far, put together once for each number of messages that may belong to one."""

from __future__ import annotations

from pitwall.facts.race_control import said_that
from pitwall.state import RaceView
from pitwall.stewards import Case, cases, of_stewards


def cases_of(view: RaceView, car: str | None = None) -> list[Case]:
    """Every case so far, or those that involve a car, in the order in which they were opened."""
    return [case for case in _cases(view) if car is None or car in case.cars]


def _cases(view: RaceView) -> tuple[Case, ...]:
    told = said_that(view, of_stewards)
    return view.keeping.of_moment(cases, len(told), 16, lambda: tuple(cases(told)))
