"""What tools tell of stops, tyres, wear and speeds beside their rows, held to the rows of the relations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from pitwall.relations import table
from pitwall.state import RaceView, StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
RACE = "2018_azerbaijan_race"


@pytest.fixture(scope="module")
def cache(recorded: Recorded) -> StateCache:
    return recorded(RACE)


@pytest.fixture(scope="module")
def view(cache: StateCache) -> RaceView:
    return cache.view()


def test_stops_tell_the_positions_they_began_and_ended_in(
    call_tool: CallTool, cache: StateCache, view: RaceView
) -> None:
    vettel = call_tool(cache, "get_pit_stops", driver="VET")["summary"]
    assert ": lap 30 (" in vettel
    assert "; in and out: P1 to P2, " in vettel  # Bottas, who had not stopped, took the lead
    laps: dict[Any, Any] = {(row["car"], row["lap"]): row["position"] for row in table(view, "laps").rows}
    for row in table(view, "stops").rows:
        after, line = row["position_after"], laps.get((row["car"], int(str(row["lap"])) + 1))
        if after is not None and line is not None and row["track_status"] == "green" and int(str(row["lap"])) > 3:
            assert abs(int(str(after)) - int(str(line))) <= 3  # the line comes a lap later


def test_the_time_in_the_lane_is_added_up(call_tool: CallTool, cache: StateCache, view: RaceView) -> None:
    told = call_tool(cache, "get_pit_stops", driver="VET")["summary"]
    lane = [float(str(row["lane_s"])) for row in table(view, "stops").rows if row["code"] == "VET"]
    assert f", lap 40 ({lane[1]:.1f} s), {sum(lane):.1f} s in all; " in told
    assert "in all" not in call_tool(cache, "get_pit_stops", driver="VET", at_lap=35)["summary"]


def test_the_cars_around_a_driver_are_told_with_their_tyres(call_tool: CallTool, cache: StateCache) -> None:
    then = cache.view("lap:25")
    driver = then.order[3]
    told = call_tool(cache, "get_stints", driver=driver, neighbours=True, at_lap=25)["summary"]
    for car, where in ((then.order[2], "ahead of"), (then.order[4], "behind")):
        tyre = then.tyres(car)[-1]
        assert re.search(rf"{where} \S+, is on {tyre.compound}( new)?,? {tyre.laps} laps? old", told)
    leader = call_tool(cache, "get_stints", driver=then.order[0], neighbours=True, at_lap=25)["summary"]
    assert leader.startswith("Nobody is ahead of ")


def test_the_least_degradation_is_the_surely_least_slope(call_tool: CallTool, cache: StateCache) -> None:
    rows: Any = call_tool(cache, "get_tyre_degradation", order="best", at_lap=28)["stints"]
    sure = [row["slope_s"] + row["error_s"] for row in rows]
    assert len(sure) > 5
    assert sure == sorted(sure)
    two: Any = call_tool(cache, "get_tyre_degradation", driver="VET", other="HAM", at_lap=28)
    assert {row["driver"]["code"] for row in two["stints"]} == {"VET", "HAM"}
    assert two["summary"].startswith("Degradation of Vettel and Hamilton in s a lap: Vettel ")


def test_top_speeds_are_told_from_either_end_and_of_two(call_tool: CallTool, cache: StateCache) -> None:
    rows: Any = call_tool(cache, "get_speed_traps")["rows"]
    ranked = [row for row in rows if row["speed_kmh"]]
    slowest = call_tool(cache, "get_speed_traps", order="slowest")["summary"]
    assert slowest.startswith("Lowest top speed at the speed trap: ")
    assert f" {ranked[-1]['speed_kmh']:g} km/h" in slowest.split(",")[0]
    assert call_tool(cache, "get_speed_traps", top=3)["summary"].split(";")[0].count("km/h") == 3
    two: Any = call_tool(cache, "get_speed_traps", driver="VET", other="HAM")
    assert len(two["rows"]) == 2
    for row in two["rows"]:
        position = 1 + [each["driver"]["car"] for each in ranked].index(row["driver"]["car"])
        assert f"P{position} of {len(ranked)})" in two["summary"]


def test_compounds_are_counted_and_words_for_what_changed(
    call_tool: CallTool, cache: StateCache, view: RaceView
) -> None:
    first: JsonObject = {"field": "stint", "op": "is", "value": 1}
    asked: JsonObject = {"where": [first], "group_by": ["compound"], "order_by": [{"field": "count", "down": True}]}
    told = call_tool(cache, "query_race", **{"from": "stints"}, **asked)["summary"]
    counts = Counter(row["compound"] for row in table(view, "stints").rows if row["stint"] == 1)
    assert all(f"{compound} {count}" in told for compound, count in counts.items())
    moved: JsonObject = {
        "where": [{"field": "lap", "op": "is", "value": 25}, {"field": "gained", "op": "is_not", "value": 0}],
        "select": ["driver", "gained"],
    }
    words = call_tool(cache, "query_race", **{"from": "positions"}, **moved)["summary"]
    assert "that changed" in words
    assert re.search(r"\(\d+ (up|down)\)", words)
    assert "-" not in words.split(":", 1)[1]


def test_the_last_lap_of_a_sector_is_one_that_most_have_completed(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2025_miami_sprint")
    then = cache.view("lap:15")
    told: Any = call_tool(cache, "get_sector_times", sector=1, last_lap=True, at_lap=15)
    (lap,) = {each["best_lap"] for row in told["rows"] for each in row["sectors"]}
    assert lap in (14, 15)
    times = {car: [each for each in then.sectors(car) if each.lap == lap and each.sector == 1] for car in then.cars}
    assert told["fastest"][0]["time_s"] == min(each.seconds for found in times.values() for each in found)


@pytest.mark.parametrize("lap", [2, 10, 25, 35])
def test_where_few_have_stopped_they_are_named_else_those_who_have_not(
    call_tool: CallTool, cache: StateCache, lap: int
) -> None:
    answer = call_tool(cache, "get_pit_stops", at_lap=lap)
    stopped = Counter(
        {short: row["stops"] for row in answer["cars"] if row["stops"] for short in [row["driver"]["name"].split()[-1]]}
    )
    fresh = [row["name"].split()[-1] for row in answer["not_stopped"]]
    assert f"{answer['total_stops']} pit stops so far" in answer["summary"]
    if len(stopped) <= len(fresh):
        assert all(name in answer["summary"] for name in stopped)
        assert f"the other {len(fresh)} cars still going have not stopped." in answer["summary"]
        assert all(f"{name} 2 times" in answer["summary"] for name, count in stopped.items() if count == 2)
    else:
        assert "; not stopped: " in answer["summary"]
        assert fresh[0] in answer["summary"].partition("; not stopped: ")[2]
