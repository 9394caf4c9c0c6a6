"""Topics start in any order: what comes first in a feed changes nothing of the race."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pitwall.events import CarTiming, Event, Fault, LapCount, SessionStatus, Splits, Timing, Tyres
from pitwall.facts.passages import count_stops
from pitwall.sources import open_source
from pitwall.state import RaceView, StateCache

Recorded = Callable[[str], StateCache]
Folder = Callable[[str], object]

SPRINT = "2023_azerbaijan_sprint"
_OPENING_S = 600.0
"""Before this no session of those tried has started."""


def _split(events: list[Event]) -> tuple[list[Event], list[Event]]:
    """The first message of every kind, and all others."""
    seen: set[type[Event]] = set()
    first: list[Event] = []
    rest: list[Event] = []
    for event in events:
        opens = event.t < _OPENING_S and type(event) not in seen and type(event) not in (Fault, Event, Splits)
        (first if opens else rest).append(event)
        seen.add(type(event))
    return first, rest


def _facts(view: RaceView) -> object:
    """What the race was, but for the numbers of messages."""
    return {
        car: (
            state.position,
            [(p.lap, p.t_in, p.t_out) for p in view.passages(car)],
            count_stops(view, car),
            [(lap.number, lap.t, lap.position) for lap in view.laps(car)],
            view.run_state(car),
            [tyre.compound for tyre in view.tyres(car)],
        )
        for car, state in sorted(view.cars.items())
    }, (view.lap, view.started_at, view.finished_at, view.kind, view.track_status, view.lap_leaders)


def _events(uri: str) -> list[Event]:
    return list(open_source(uri))


SIMULATED = _split(_events("sim:seed=3,cars=8,laps=6,red=1"))


@given(st.permutations(SIMULATED[0]))
def test_a_simulated_race_is_the_same_whatever_comes_first(opening: list[Event]) -> None:
    t = min(event.t for event in opening)
    told = [replace(event, t=t) for event in opening]
    cache = StateCache().load([*told, *SIMULATED[1]])
    assert _facts(cache.view()) == _facts(StateCache().load([*SIMULATED[0], *SIMULATED[1]]).view())


@pytest.mark.parametrize("name", [SPRINT, "2018_azerbaijan_race", "2025_miami_sprint"])
def test_a_recorded_race_is_the_same_whatever_comes_first(archive_folder: Folder, name: str) -> None:
    first, rest = _split(_events(str(archive_folder(name))))
    orders = [[*first[turned:], *first[:turned]] for turned in range(len(first))]
    orders += [order[::-1] for order in orders]
    assert len(orders) > 6
    told = [[replace(event, t=0.0) for event in order] for order in orders]
    facts = [_facts(StateCache().load([*opening, *rest]).view()) for opening in told]
    assert all(fact == facts[0] for fact in facts)


def test_garages_are_no_stops(recorded: Recorded) -> None:
    """The keyframe of TimingData comes before the first session status, with every car in its garage."""
    view = recorded(SPRINT).view("lap:9")
    stops = {car: count_stops(view, car) for car in view.cars}
    assert {car: count for car, count in stops.items() if count} == {"22": 1, "31": 1}
    end = recorded(SPRINT).view()
    assert {car: n for car in end.cars if (n := count_stops(end, car))} == {"22": 1, "31": 2, "4": 1}


def test_nothing_is_racing_until_somebody_says_so() -> None:
    garage = [Timing(1, {"1": CarTiming(position=1)}), Timing(2, {"1": CarTiming(in_pit=True)})]
    out = Timing(50, {"1": CarTiming(in_pit=False)})
    assert StateCache().load([*garage, out]).view().passages("1") == ()
    racing = SessionStatus(0, "started")
    assert len(StateCache().load([racing, *garage, out]).view().passages("1")) == 1


def test_laps_say_that_a_race_is_on_where_no_start_was_told() -> None:
    laps = [LapCount(0, total=9), Timing(1, {"1": CarTiming(laps=4)}), Timing(90, {"1": CarTiming(laps=5)})]
    stop = [Timing(100, {"1": CarTiming(in_pit=True)}), Timing(120, {"1": CarTiming(in_pit=False)})]
    assert [p.lap for p in StateCache().load([*laps, *stop]).view().passages("1")] == [6]


@pytest.mark.parametrize("late", [True, False])
def test_who_joins_late_has_not_seen_a_car_come_into_the_lane(late: bool) -> None:
    known = [] if late else [Timing(0.5, {"1": CarTiming(position=3)})]
    whole = CarTiming(position=3, laps=12, in_pit=True, stopped=False, retired=False)
    cache = StateCache().load([SessionStatus(0, "started"), *known, Timing(1, {"1": whole})])
    assert len(cache.view().passages("1")) == (0 if late else 1)


def test_tyres_can_be_told_before_the_car() -> None:
    cache = StateCache().load([Tyres(0, {"1": ()}), Timing(1, {"1": CarTiming(position=1)})])
    assert cache.view().car("1").position == 1
