"""Which penalties have been served, and which seconds are still to come."""

from __future__ import annotations

from collections.abc import Mapping

from pitwall.facts.cases import cases_of
from pitwall.facts.passages import judge_passages
from pitwall.state import RaceView
from pitwall.state.keeping import kept_for_moments
from pitwall.stewards import Case


def has_served(view: RaceView, case: Case) -> tuple[bool | None, bool]:
    """Whether the case's penalty has been served (None: it has none), and whether that is derived.

    A time penalty or a stop-go counts as served at the next stop, a drive-through at the next passage.
    """
    given = case.penalty
    if given is None:
        return None, False
    if case.state == "served":
        return True, False
    if given.kind not in ("time", "stop_go", "drive_through"):
        return False, False
    kinds = ("stop", "through") if given.kind == "drive_through" else ("stop",)
    stopped = any(
        item.kind in kinds and not item.red and item.passage.t_in >= given.t and item.passage.t_out is not None
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
