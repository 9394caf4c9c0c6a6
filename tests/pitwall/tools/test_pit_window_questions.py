"""A stop held against another car, against those behind, and who could stop for free: by gaps of the recorded feed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitwall.facts.pit_loss import condition_now, pit_loss
from pitwall.facts.rejoining import fresh_tyres
from pitwall.state import RaceView, StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
RACE = "2018_azerbaijan_race"
AT = "lap:28"


@pytest.fixture(scope="module")
def race(recorded: Recorded) -> tuple[StateCache, RaceView]:
    cache = recorded(RACE)
    return cache, cache.view(AT)


def behind(view: RaceView, car: str) -> float:
    return 0.0 if car == view.leader else float(view.gaps(car).gap_s or 0.0)


def test_a_stop_is_held_against_another_car(call_tool: CallTool, race: tuple[StateCache, RaceView]) -> None:
    cache, view = race
    loss = pit_loss(view, condition_now(view))
    assert loss is not None
    one, other = view.order[:2]
    for driver, against in ((one, other), (other, one)):
        answer: Any = call_tool(cache, "predict_pit_window", driver=driver, other=against, at_lap=28)
        then = behind(view, driver) - behind(view, against) + loss.seconds
        assert answer["other"]["car"] == against
        assert answer["other_s"] == pytest.approx(then, abs=0.002)
        told = f"is {abs(then):.1f} s {'behind' if then > 0 else 'ahead of'} "
        assert told in answer["summary"] or abs(then) < 10
    ahead = call_tool(cache, "predict_pit_window", driver=one, other=other, at_lap=28)
    assert ahead["summary"].endswith(" ahead.")
    assert ahead["undercut"] is None  # who is ahead undercuts nobody


def test_those_who_pass_a_stopping_leader_are_named_and_the_first_of_them_leads(
    call_tool: CallTool, race: tuple[StateCache, RaceView]
) -> None:
    cache, view = race
    loss = pit_loss(view, "green")
    assert loss is not None
    answer: Any = call_tool(cache, "predict_pit_window", driver=view.order[0], condition="green", at_lap=28)
    passing = [car for car in view.order[1:] if 0 < behind(view, car) <= loss.seconds]
    assert [each["car"] for each in answer["passed_by"]] == passing
    assert (f"{answer['passed_by'][0]['name'].split()[-1]} leads then" in answer["summary"]) == bool(passing)


def test_who_can_undercut_is_who_is_nearer_than_new_tyres_give(
    call_tool: CallTool, race: tuple[StateCache, RaceView]
) -> None:
    cache, view = race
    fresh = fresh_tyres(view)
    assert fresh is not None
    said = set()
    for car, after in zip(view.order[:8], view.order[1:9], strict=True):
        answer = call_tool(cache, "predict_pit_window", driver=car, threats=True, at_lap=28, condition="green")
        near = behind(view, after) - behind(view, car) <= fresh.seconds + 0.5
        assert ("nobody is close enough" in answer["summary"]) == (not near)
        said.add(near)
    assert said == {True, False}


def test_a_free_stop_is_one_after_which_nobody_is_past(call_tool: CallTool, race: tuple[StateCache, RaceView]) -> None:
    cache, view = race
    answer = call_tool(cache, "get_pit_loss", free_stops=True, at_lap=28)
    told = answer["summary"].split(" could stop")[0]
    for car in view.order[:12]:
        window: Any = call_tool(cache, "predict_pit_window", driver=car, at_lap=28)
        if window["position_after"] is not None and view.run_state(car)[0] == "running":
            assert (window["driver"]["name"].split()[-1] in told) == (not window["passed_by"])


def test_none_is_held_against_himself(call_tool: CallTool, race: tuple[StateCache, RaceView]) -> None:
    error = call_tool(race[0], "predict_pit_window", driver="VET", other="VET")["error"]
    assert error["details"]["path"] == "/other"
