"""How an order by best laps came about, what a car is at, and what runs tell besides, held to the laps themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from pitwall.facts.best_lap_history import best_set, fastest_in_turn, laps_set
from pitwall.facts.best_laps import best_laps, segment_laps
from pitwall.facts.timed_runs import timed_runs
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools.current_lap_words import gains_so_far
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
QUALI, FP1 = "2024_spanish_quali", "2024_british_fp1"


@pytest.fixture(scope="module")
def practice() -> StateCache:
    return StateCache().load(open_source("sim:seed=5,kind=practice"))


def test_the_fastest_in_turn_are_those_that_nobody_had_beaten_by_then(practice: StateCache) -> None:
    view = practice.view()
    every = laps_set(view)
    assert [one.t for one in every] == sorted(one.t for one in every)
    for one in fastest_in_turn(view, None):
        assert one.seconds == min(each.seconds for each in every if each.t <= one.t)


def test_the_best_laps_that_were_set_are_those_of_the_order(recorded: Recorded) -> None:
    view = recorded(QUALI).view("00:48:00")
    for segment in (1, 2):
        told = {best.car: best.seconds for best in segment_laps(view, segment)}
        assert {car: one.seconds for car, one in best_set(view, segment).items()} == told


def test_who_was_first_before_whom_and_how_often_that_changed(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(QUALI)
    turns = fastest_in_turn(cache.view("00:48:00"), 2)
    answer: Any = call_tool(cache, "get_best_lap_history", at_time="00:48:00")
    assert [row["driver"]["car"] for row in answer["fastest_in_turn"]] == [one.car for one in turns]
    assert answer["summary"].startswith(f"P1 changed hands {len(turns) - 1} times in Q2, latest first: Verstappen ")
    before = call_tool(cache, "get_best_lap_history", driver="VER", at_time="00:48:00")["summary"]
    assert before == "Verstappen went fastest in Q2 with 1:11.653 (00:47:02); before: Norris 1:11.872 (00:46:53)."
    assert call_tool(cache, "get_qualifying", tell="holders", driver="VER", at_time="00:48:00")["summary"] == before
    never = call_tool(cache, "get_best_lap_history", driver="ALO", at_time="00:48:00")["summary"]
    assert never.startswith("Alonso has not been fastest in Q2; fastest is Verstappen 1:11.653")


def test_who_is_ahead_of_one_and_behind_by_best_laps(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(QUALI)
    placed = [best for best in best_laps(cache.view("00:48:00")) if best.position]
    for car in (placed[0].car, placed[4].car, placed[-1].car):
        at = next(best.position for best in placed if best.car == car) or 0
        for side, many in (("ahead", at - 1), ("behind", len(placed) - at)):
            said = call_tool(cache, "get_best_lap_history", driver=car, tell=side, at_time="00:48:00")["summary"]
            assert said.startswith(f"{many} car{'' if many == 1 else 's'} {side}" if many else "No car with a time is ")


def test_when_a_best_lap_was_set_and_whose_are_of_the_last_minutes(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(FP1)
    view = cache.view("00:50:00")
    best = best_set(view, None)
    late = [one for one in best.values() if one.t >= view.t - 300]
    said = call_tool(cache, "get_best_lap_history", tell="latest", minutes=5, at_time="00:50:00")["summary"]
    assert said.startswith(
        f"{len(late)} drivers set a best lap of their own in the last 5 minutes: Verstappen 1:27.764"
    )
    mine = call_tool(cache, "get_best_lap_history", tell="set", driver="LEC", at_time="00:50:00")["summary"]
    assert mine == "Leclerc set his best lap, 1:27.903, at 00:48:41, 1:18 ago (lap 13)."
    error = call_tool(cache, "get_best_lap_history", tell="set")["error"]
    assert error["details"]["path"] == "/driver"


def test_how_long_a_car_has_been_in_the_pits(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(FP1)
    view = cache.view("00:50:00")
    longest = call_tool(cache, "get_on_track", tell="longest", at_time="00:50:00")["summary"]
    inside = [car for car in view.order if view.run_state(car)[0] == "in_pit" and view.passages(car)]
    first = min(inside, key=lambda car: view.passages(car)[-1].t_in or 0.0)
    seconds = int(view.t - (view.passages(first)[-1].t_in or 0.0))
    assert f"longest first: {view.drivers[first].surname} {seconds // 60}:{seconds % 60:02d}" in longest
    one = call_tool(cache, "get_on_track", driver=first, at_time="00:50:00")["summary"]
    assert f"has been in the pits for {seconds // 60}:{seconds % 60:02d}; " in one


@pytest.mark.parametrize("at", ["00:52:20", "00:53:20", "01:12:40"])
def test_a_lap_is_better_so_far_by_its_sectors_against_those_of_the_best(
    call_tool: CallTool, recorded: Recorded, at: str
) -> None:
    cache = recorded(QUALI)
    view = cache.view(at)
    gains = gains_so_far(view, view.order)
    assert gains
    best = best_set(view, view.segment)
    for gain in gains:
        then = {one.sector: one.seconds for one in view.sectors(gain.car) if one.lap == best[gain.car].lap}
        now = [one for one in view.sectors(gain.car) if one.lap == view.laps(gain.car)[-1].number + 1]
        assert gain.seconds == round(sum(one.seconds - then[one.sector] for one in now), 3)
    said = call_tool(cache, "get_on_track", tell="gaining", at_time=at)["summary"]
    assert said.startswith("Better so far than on the best lap: ") == (gains[0].seconds < 0)


def test_compounds_are_held_against_each_other_by_those_who_have_run_both(
    call_tool: CallTool, recorded: Recorded
) -> None:
    cache = recorded(FP1)
    view = cache.view("01:05:00")
    apart = []
    for car in view.order:
        best: dict[str | None, float] = {}
        for run in timed_runs(view, car):
            if run.tyre and run.best and run.best.seconds:
                known = best.get(run.tyre.compound, run.best.seconds)
                best[run.tyre.compound] = min(known, run.best.seconds)
        if {"MEDIUM", "HARD"} <= best.keys():
            apart.append(best["MEDIUM"] - best["HARD"])
    said = call_tool(cache, "get_runs", compound="medium", against="hard", at_time="01:05:00")["summary"]
    assert said.startswith(f"MEDIUM is {abs(median(apart)):.3f} s faster than HARD by the best laps of {len(apart)} ")


def test_long_runs_are_told_by_team_and_by_how_the_times_rise(call_tool: CallTool, practice: StateCache) -> None:
    teams = call_tool(practice, "get_runs", show="teams")["summary"]
    assert re.match(r"Long runs by team, average: \S.* \(\S+\) 1:\d\d\.\d{3}, \d+ laps; ", teams)
    fade = call_tool(practice, "get_runs", show="fade")["summary"]
    assert re.match(r"Lap times over the long run, s a lap, least first: \S+ [+-]\d\.\d{3}", fade)
    assert fade.endswith("fuel is not counted.")


def test_runs_on_new_sets_are_told_apart(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(FP1)
    for new in (True, False):
        rows: Any = call_tool(cache, "get_runs", show="best", new=new, compound="medium", at_time="01:05:00")["rows"]
        assert rows
        assert {row["new"] for row in rows} == {new}
        assert [row["best_lap_s"] for row in rows] == sorted(row["best_lap_s"] for row in rows)


def test_a_row_of_the_grid_and_the_last_of_a_segment(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(QUALI)
    row = call_tool(cache, "get_qualifying", tell="row", driver="LEC", at_time="00:48:00")["summary"]
    assert row == "Leclerc: P5, row 3 as it stands, beside Russell (P6); penalties are not in it."
    last = call_tool(cache, "get_qualifying", tell="last", segment=1)["summary"]
    assert last == "Slowest in Q1: Sargeant with 1:13.509 (P20 of 20), 1.366 s off the best."


def test_minutes_ago_is_a_moment(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(QUALI)
    end = cache.view().t
    then = call_tool(cache, "get_standings", minutes_ago=10)

    hours, minutes, seconds = map(float, then["as_of"]["session_time"].split(":"))
    assert abs(end - 600 - (3600 * hours + 60 * minutes + seconds)) < 1
    assert call_tool(cache, "get_standings", minutes_ago=5, at_time="00:10:00")["error"]


def test_the_sectors_of_team_mates_are_compared(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(FP1)
    asked = {"driver": "HAM", "at_time": "01:05:00"}
    both = call_tool(cache, "get_sector_times", other="RUS", **asked)["summary"]
    assert call_tool(cache, "get_teammate", sectors=True, **asked)["summary"] == both


def test_the_first_of_a_sector_are_as_many_as_asked_for(call_tool: CallTool, recorded: Recorded) -> None:
    said = call_tool(recorded(FP1), "get_sector_times", sector=1, top=3)["summary"]
    assert said.count(" s (lap ") == 3
