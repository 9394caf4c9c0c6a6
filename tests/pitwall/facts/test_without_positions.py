"""Whoever joined late has been told no position of a car that kept it: its gap to the leader still tells where it is."""

from __future__ import annotations

import pytest

from pitwall.events import CarTiming, SessionStatus, Timing
from pitwall.facts.gaps import gap_between
from pitwall.facts.names import find_car
from pitwall.state import RaceView, StateCache
from pitwall.tools.standings_words import position_summary
from toolgate.contract import InvalidArgument


def view_of(**cars: CarTiming) -> RaceView:
    told = {name.removeprefix("car"): timing for name, timing in cars.items()}
    return StateCache().load([SessionStatus(0, "started"), Timing(1, told)]).view()


def test_a_gap_between_cars_without_positions_is_that_of_their_gaps_to_the_leader() -> None:
    view = view_of(car4=CarTiming(gap_s=0.0), car12=CarTiming(gap_s=1.38), car16=CarTiming(position=5, gap_s=9.5))
    gap = gap_between(view, "12", "4")
    assert gap is not None
    assert (gap.ahead, gap.behind, gap.seconds, gap.basis) == ("4", "12", 1.38, "leader_gaps")
    assert (gap_between(view, "16", "12") or gap).seconds == 8.12


@pytest.mark.parametrize("other", [CarTiming(laps=3), CarTiming(gap_s=1.38), CarTiming(gap_s=2.0, in_pit=True)])
def test_what_gaps_do_not_tell_is_not_told(other: CarTiming) -> None:
    assert gap_between(view_of(car4=CarTiming(gap_s=1.38), car12=other), "12", "4") is None


def test_the_leader_is_whom_all_gaps_are_to() -> None:
    view = view_of(car4=CarTiming(gap_s=0.0), car12=CarTiming(gap_s=1.38), car16=CarTiming(position=5, gap_s=9.5))
    assert view.leader == find_car(view, "leader", path="/driver") == "4"
    assert position_summary(view, 1, (), 1) == "car 4 leads by the gaps; the feed has not told its position."


def test_nobody_leads_by_gaps_where_two_could() -> None:
    view = view_of(car4=CarTiming(gap_s=0.0), car12=CarTiming(gap_s=0.0))
    assert view.leader is None
    with pytest.raises(InvalidArgument, match="no car holds P1"):
        find_car(view, "leader", path="/driver")


def test_a_told_position_goes_before_a_gap() -> None:
    assert view_of(car4=CarTiming(gap_s=0.0), car12=CarTiming(position=1)).leader == "12"
