"""The live snapshot's parts are those of the tools that tell each at length."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]


@pytest.mark.parametrize("lap", [1, 5, 9])
def test_of_a_race(call_tool: CallTool, lap: int) -> None:
    cache = StateCache().load(open_source("sim:seed=6,cars=20,laps=10,dropouts=1,penalties=1"))
    told = call_tool(cache, "get_live_snapshot", at_lap=lap)
    standings = call_tool(cache, "get_standings", at_lap=lap, top_n=20)["rows"]
    assert [(row["position"], row["driver"]["car"], row["gap_s"]) for row in told["standings_top"]] == [
        (row["place"], row["driver"]["car"], row["gap_s"]) for row in standings[:15]
    ]
    bests = [(row["best_lap_s"], row["best_lap"]) for row in told["lap_timing_top"]]
    assert bests == sorted(bests, key=lambda best: best[0])
    if bests:
        fastest = call_tool(cache, "get_fastest_laps", at_lap=lap)["laps"][0]
        assert bests[0] == (fastest["time_s"], fastest["lap"])
    stops = [
        (row["driver"]["car"], passage["lap"])
        for row in call_tool(cache, "get_pit_stops", at_lap=lap)["cars"]
        for passage in row["passages"]
        if passage["kind"] in ("stop", "in_lane")
    ]
    assert sorted((row["driver"]["car"], row["lap"]) for row in told["stops_recent"]) == sorted(stops)[-20:]
    retired = call_tool(cache, "get_retirements", at_lap=lap)["out"]
    told_out = {row["drivers"][0]["car"] for row in told["incidents_recent"] if row["kind"] == "retirement"}
    assert told_out == {row["driver"]["car"] for row in retired}
    weather = call_tool(cache, "get_weather", at_lap=lap)["now"]
    assert (told["weather"]["air_c"], told["weather"]["rain"]) == (weather["air_c"], weather["rain"])


def test_of_a_qualifying_there_are_no_stops(call_tool: CallTool) -> None:
    cache = StateCache().load(open_source("sim:cars=9,kind=qualifying"))
    told = call_tool(cache, "get_live_snapshot")
    assert told["stops_recent"] == []
    assert told["lap_timing_top"]
    view = cache.view()
    for row in told["lap_timing_top"]:
        assert view.lap_times(row["driver"]["car"])[row["best_lap"]] == row["best_lap_s"]


def test_before_anything_is_told(call_tool: CallTool) -> None:
    told = call_tool(StateCache(), "get_live_snapshot")
    assert told["weather"] is None
    assert [told[name] for name in ("standings_top", "lap_timing_top", "incidents_recent", "stops_recent")] == [[]] * 4
