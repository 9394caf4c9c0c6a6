"""Which penalties have been served, and which seconds are still to come."""

from __future__ import annotations

from collections.abc import Mapping

from pitwall.facts.passages import judge_passages
from pitwall.facts.race_control import said_that
from pitwall.state import RaceView
from pitwall.state.keeping import kept_for_moments
from pitwall.stewards import Case, cases, of_stewards


def cases_of(view: RaceView, car: str | None = None) -> list[Case]:
    """Every case so far, or those that involve a car, in the order in which they were opened."""
    return [case for case in _cases(view) if car is None or car in case.cars]


def _cases(view: RaceView) -> tuple[Case, ...]:
    told = said_that(view, of_stewards)
    return view.keeping.of_moment(cases, len(told), 16, lambda: tuple(cases(told)))


def has_served(view: RaceView, case: Case) -> tuple[bool | None, bool]:
    """Whether the case's penalty has been served (None: it has none), and whether that is derived.

    A time penalty, stop-go or drive-through counts as served at the next stop.
    """
    given = case.penalty
    if given is None:
        return None, False
    if case.state == "served":
        return True, False
    if given.kind not in ("time", "stop_go", "drive_through"):
        return False, False
    stopped = any(
        item.kind == "stop" and item.passage.t_in >= given.t and item.passage.t_out is not None
        for item in judge_passages(view, given.car)
    )
    return stopped, stopped


@kept_for_moments(16)
def unserved_s(view: RaceView) -> Mapping[str, int]:
    """Announced seconds that have not been served, by car."""
    seconds: dict[str, int] = {}
    for case in cases_of(view):
        given = case.penalty
        if given is not None and given.kind == "time" and given.seconds and has_served(view, case)[0] is False:
            seconds[given.car] = seconds.get(given.car, 0) + given.seconds
    return seconds
