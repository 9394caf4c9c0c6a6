"""Whether the age of the set on a car is sure where the feed's counts of its sets do not add up to the laps driven.

They may have gone wrong with an earlier set. What is on the car is as old as is told where it came as a set of its own
at a stop that was seen, and has since done what the car has driven.
"""

from __future__ import annotations

from pitwall.facts.passages import compare_sets
from pitwall.facts.tyres import set_on
from pitwall.state import RaceView
from pitwall.state.car import Passage, Tyre
from pitwall.state.keeping import kept_of_cars

ROUGH_LAPS = 1
"""The feed counts a set's laps some seconds after the line, so the sum may be one behind."""


def laps_on(tyre: Tyre) -> int | None:
    """The laps that a set has done in a stint; None where the feed counts none."""
    return None if tyre.laps is None else max(tyre.laps - (tyre.start_laps or 0), 0)


def adds_up(view: RaceView, car: str) -> bool:
    """Whether the laps on the car's sets are those that it has driven."""
    return abs(_laps_on_sets(view, car) - view.car(car).laps) <= ROUGH_LAPS


@kept_of_cars(RaceView.tyres_told)
def _laps_on_sets(view: RaceView, car: str) -> int:
    return sum(laps_on(tyre) or 0 for tyre in view.tyres(car))


def is_age_sure(view: RaceView, car: str) -> bool:
    """Whether the age of the set that is on a car is that of the laps since the stop at which it was fitted."""
    now, sets = set_on(view, car), view.tyres(car)
    if now is None or now.laps is None or view.timed:
        return False
    first = len(sets) - 1
    while first > 0 and compare_sets(sets[first - 1], sets[first]) == "kept":
        first -= 1
    start = sets[first].start_laps
    if not first or start is None or compare_sets(sets[first - 1], sets[first]) != "changed":
        return False
    fitted = next((one for one in reversed(view.passages(car)) if _is_before(view, car, one, sets[first])), None)
    if fitted is None or fitted.message_out is None:
        return False
    driven = len(view.laps(car)) - view.laps_by(car, fitted.message_out)
    return abs(now.laps - start - driven) <= ROUGH_LAPS


def _is_before(view: RaceView, car: str, passage: Passage, tyre: Tyre) -> bool:
    """Whether the car went into the pit lane on an earlier set; its first way in is that before all tyres are told."""
    before = view.tyres(car, passage.message_in)
    return before[-1].number < tyre.number if before else passage == view.passages(car)[0]
