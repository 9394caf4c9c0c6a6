"""The field sent through the pit lane behind the safety car: who changes tyres stops, who does not drives through."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs

from pitwall.events import Event, RaceControl, Tyres
from pitwall.facts.cases import cases_of
from pitwall.facts.passages import count_stops, judge_passages
from pitwall.facts.served import has_served
from pitwall.sources import open_source
from pitwall.state import StateCache

URI = "sim:cars=8,laps=20,seed=3"
PLAIN = StateCache().load(open_source(URI)).view()
STOPPED = [car for car in PLAIN.cars if [one.kind for one in judge_passages(PLAIN, car)] == ["stop"]]
"""Cars that stop once."""


def came_in(car: str) -> float:
    return judge_passages(PLAIN, car)[0].passage.t_in


def loaded(change: Callable[[Event], Event | None], sent: float, clear: float = float("inf")) -> StateCache:
    """The race with everybody sent through the lane from one session time on, until the track is clear again."""
    cache = StateCache()
    told = [(sent, "SAFETY CAR THROUGH THE PIT LANE"), (clear, "TRACK CLEAR")]
    for event in open_source(URI):
        while told and event.t > told[0][0]:
            cache.apply(RaceControl(event.t, told.pop(0)[1]))
        if (changed := change(event)) is not None:
            cache.apply(changed)
    return cache


def without_tyres_of(car: str) -> Callable[[Event], Event | None]:
    """What the feed tells of a car's tyres after its first set is lost."""

    def change(event: Event) -> Event | None:
        if not isinstance(event, Tyres):
            return event
        cars = {each: sets for each, sets in event.cars.items() if each != car or sets[0].number == 0}
        return structs.replace(event, cars=cars) if cars else None

    return change


def keeping_tyres_of(car: str) -> Callable[[Event], Event | None]:
    """The feed says that the car goes on with the tyres that it had."""

    def change(event: Event) -> Event | None:
        if not isinstance(event, Tyres):
            return event
        kept = {
            each: tuple(
                structs.replace(one, tyres_kept=True, compound="UNKNOWN") if one.number else one for one in sets
            )
            if each == car
            else sets
            for each, sets in event.cars.items()
        }
        return structs.replace(event, cars=kept)

    return change


@pytest.mark.parametrize("car", STOPPED[:3])
def test_who_changes_tyres_on_the_way_stops_all_the_same(car: str) -> None:
    view = loaded(lambda event: event, came_in(car) - 5).view()
    assert [(one.kind, one.tyres) for one in judge_passages(view, car)] == [("stop", "changed")]
    assert count_stops(view, car) == 1


@pytest.mark.parametrize("car", STOPPED[:3])
@pytest.mark.parametrize(("lost", "tyres"), [(without_tyres_of, "unknown"), (keeping_tyres_of, "kept")])
def test_a_passage_on_which_no_change_of_tyres_is_told_is_no_stop(
    lost: Callable[[str], Callable[[Event], Event | None]], tyres: str, car: str
) -> None:
    view = loaded(lost(car), came_in(car) - 5).view()
    assert [(one.kind, one.tyres) for one in judge_passages(view, car)] == [("through", tyres)]
    assert count_stops(view, car) == 0
    assert any(count_stops(view, other) for other in STOPPED)


@pytest.mark.parametrize("car", STOPPED[:3])
def test_once_the_track_is_clear_who_comes_in_stops(car: str) -> None:
    view = loaded(without_tyres_of(car), came_in(car) - 50, came_in(car) - 5).view()
    assert [one.kind for one in judge_passages(view, car)] == ["stop"]


def test_who_was_in_the_lane_no_longer_than_one_who_kept_the_tyres_did_not_stop() -> None:
    durations = {car: judge_passages(PLAIN, car)[0].lane_s or 0.0 for car in STOPPED}
    slowest = max(durations, key=lambda car: durations[car])
    beside = [car for car in STOPPED if car != slowest and abs(came_in(car) - came_in(slowest)) < 300]
    assert beside
    first = min(map(came_in, (slowest, *beside)))
    view = loaded(keeping_tyres_of(slowest), first - 5).view()
    for car in (slowest, *beside):
        assert (judge_passages(view, car)[0].kind, count_stops(view, car)) == ("through", 0)


def with_drive_through_of(car: str, change: Callable[[Event], Event | None]) -> StateCache:
    """The race with a drive-through penalty for a car, given half a minute before it first comes in."""
    cache, given = StateCache(), came_in(car) - 30.0
    for event in open_source(URI):
        if given and event.t > given:
            cache.apply(RaceControl(event.t, f"FIA STEWARDS: DRIVE THROUGH PENALTY FOR CAR {car} (AAA) - FALSE START"))
            given = 0.0
        if (changed := change(event)) is not None:
            cache.apply(changed)
    return cache


def test_a_drive_through_is_a_passage_and_no_stop() -> None:
    """The next way through the lane after the penalty, with no other tyres and no longer in it than those who stop."""
    car = min(STOPPED, key=lambda each: judge_passages(PLAIN, each)[0].lane_s or 0.0)
    view = with_drive_through_of(car, without_tyres_of(car)).view()
    (through,) = judge_passages(view, car)
    assert (through.kind, count_stops(view, car)) == ("through", 0)
    served = [case for case in cases_of(view, car) if case.penalty]
    assert has_served(view, served[0]) == (True, True)
    changed = with_drive_through_of(car, lambda event: event).view()
    assert [item.kind for item in judge_passages(changed, car)] == ["stop"], "other tyres were fitted"
    assert count_stops(changed, car) == 1


def test_who_was_longer_in_the_lane_than_others_for_their_tyres_has_stopped() -> None:
    """A car that stands still at its box is no quicker than they are, whatever the feed tells of its tyres."""
    car = max(STOPPED, key=lambda each: (judge_passages(PLAIN, each)[0].lane_s or 0.0, came_in(each)))
    view = with_drive_through_of(car, without_tyres_of(car)).view()
    assert [item.kind for item in judge_passages(view, car)] == ["stop"]


def test_a_passage_before_the_penalty_or_a_second_one_after_it_is_a_stop() -> None:
    """One drive-through is one passage."""
    car = next(each for each in PLAIN.cars if len(judge_passages(PLAIN, each)) > 1)
    view = with_drive_through_of(car, without_tyres_of(car)).view()
    assert [item.kind for item in judge_passages(view, car)][1:] == ["stop"] * (len(judge_passages(PLAIN, car)) - 1)
