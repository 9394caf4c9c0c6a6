"""What a stop costs, against laps that were driven at the same time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pitwall.facts import pit_loss as pit_loss_facts
from pitwall.facts.laps import timed_laps
from pitwall.facts.pit_loss import StopLoss, pit_loss, stop_losses
from pitwall.sources import open_source
from pitwall.state import StateCache

Recorded = Callable[[str], StateCache]


@pytest.mark.parametrize("name", ["2025_long_beach", "2025_watkins_glen_6h"])
def test_a_stop_behind_the_safety_car_costs_less_than_one_on_a_green_track(shared: Path, name: str) -> None:
    """Cars of slower classes are laps behind: a lap of the same number was another car's green one."""
    view = StateCache().load(open_source(str(shared / f"data/endurance/{name}_laps.csv"))).view()
    green, neutral = pit_loss(view), pit_loss(view, "safety_car")
    assert green is not None
    assert neutral is not None
    assert neutral.seconds < green.seconds
    assert neutral.stops >= 10


def test_who_has_caught_up_behind_the_safety_car_shows_no_cost_of_a_stop(recorded: Recorded) -> None:
    """Ocon stopped on lap 3 of the sprint, and lost 0.4 s on its laps against those who stayed out."""
    view = recorded("2023_azerbaijan_sprint").view()
    assert [loss.seconds for loss in stop_losses(view) if loss.condition == "safety_car"] == [0.437]
    assert pit_loss(view, "safety_car") is None
    green = pit_loss(view)
    assert green is not None
    assert green.low_s > 20


def test_what_others_took_is_told_by_laps_behind_the_safety_car_alone(shared: Path) -> None:
    view = StateCache().load(open_source(str(shared / "data/endurance/2025_watkins_glen_6h_laps.csv"))).view()
    compared = 0
    for loss in stop_losses(view):
        if loss.condition != "safety_car":
            continue
        mine = [lap for lap in timed_laps(view, loss.car) if lap.number in (loss.lap, loss.lap + 1)]
        spent = sum(lap.seconds or 0.0 for lap in mine)
        usual = (spent - loss.seconds) / 2
        if all(lap.track == "safety_car" for lap in mine) and len(mine) == 2 and mine[1].out_lap:
            behind = [
                lap.seconds
                for car in view.cars
                for lap in timed_laps(view, car)
                if lap.number in (loss.lap, loss.lap + 1) and lap.track == "safety_car" and lap.seconds is not None
            ]
            assert min(behind) - 0.001 <= usual <= max(behind) + 0.001
            compared += 1
    assert compared > 60


def test_what_stops_cost_grows_to_what_is_told_at_once(shared: Path) -> None:
    """Stops on a neutralised track are told by the laps of all cars, of which only those that are new are looked at."""
    events = list(open_source(str(shared / "data/endurance/2025_watkins_glen_6h_laps.csv")))
    grown, last = StateCache().load(events), len(events) - 1
    told = []
    for share in (0.3, 0.5, 0.501, 0.52, 0.8, 1.0, 0.5):
        at_once = StateCache().load(events)
        grown._pinned = at_once._pinned = round(last * share)
        told.append(stop_losses(grown.view()))
        assert told[-1] == stop_losses(at_once.view())
    assert len({len(losses) for losses in told}) > 3
    assert sum(loss.condition != "green" for loss in told[-2]) > 100


@pytest.mark.parametrize(("seconds", "counts"), [(1.9, False), (2.0, True)])
def test_a_stop_costs_two_seconds_or_shows_no_cost(
    monkeypatch: pytest.MonkeyPatch, *, seconds: float, counts: bool
) -> None:
    view = StateCache().load(open_source("sim:seed=5,cars=4,laps=10")).view()
    monkeypatch.setattr(pit_loss_facts, "stop_losses", lambda view: (StopLoss("7", 3, seconds, "safety_car"),))
    assert (pit_loss(view, "safety_car") is not None) == counts
