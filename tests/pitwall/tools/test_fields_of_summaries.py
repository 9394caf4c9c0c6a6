"""What a summary says is told in fields too, where a wording has to be held to it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pitwall.facts.trains import racing
from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]


@pytest.fixture(scope="module")
def wet() -> StateCache:
    return StateCache().load(open_source("sim:seed=5,rain=1,penalties=1"))


def test_on_which_lap_rain_began_or_ended(wet: StateCache, call_tool: CallTool) -> None:
    laps = set()
    for lap in range(2, 28):
        told = call_tool(wet, "get_weather", at_lap=lap)
        said = re.search(r"ain since lap (\d+)", told["summary"])
        assert told.get("rain_changed_lap") == (int(said[1]) if said else None)
        laps.add(told.get("rain_changed_lap"))
        risk = re.search(r"(\d+)%", told["rain_risk"] or "")
        assert told.get("rain_risk_pct") == (int(risk[1]) if risk else None)
    assert len(laps) > 1


def test_how_near_the_cars_of_a_train_are(wet: StateCache, call_tool: CallTool) -> None:
    assert call_tool(wet, "get_trains", at_lap=5)["max_gap_s"] == 1.5
    assert call_tool(wet, "get_trains", at_lap=5, max_gap_s=3)["max_gap_s"] == 3


def test_who_is_near_enough_to_undercut(wet: StateCache, call_tool: CallTool) -> None:
    seen = set()
    for lap in (16, 20, 24):
        order = racing(wet.view(f"lap:{lap}"))
        for car in order[:6]:
            told = call_tool(wet, "predict_pit_window", driver=car, threats=True, at_lap=lap)
            if "threats" not in told:
                assert told["summary"].startswith("No prediction")
                continue
            assert told["threat_count"] == len(told["threats"])
            assert told["summary"].startswith("Prediction: nobody is close enough") is not bool(told["threats"])
            assert told["nearest"]["car"] == order[order.index(car) + 1]
            seen.add(bool(told["threats"]))
    assert seen
    assert "threats" not in call_tool(wet, "predict_pit_window", driver=racing(wet.view("lap:20"))[0], at_lap=20)


def test_what_the_stewards_decided_stands_in_its_row(wet: StateCache, call_tool: CallTool) -> None:
    rows = call_tool(wet, "summarize_recent_events", window_seconds=100_000)["events"]
    given = [row for row in rows if "penalised" in row]
    assert given
    for row in given:
        assert row["kind"] == "stewards"
        assert row["penalised"]["name"].split()[-1] in row["text"] or row["penalised"]["code"]
        assert row["penalised"]["car"] in [one["car"] for one in row["drivers"]]
    assert all(row["derived"] in (True, False) for row in rows if row["kind"] == "retirement" and "derived" in row)
    assert not any("derived" in row for row in rows if row["kind"] != "retirement")


def test_where_two_stand_who_have_others_between_them(wet: StateCache, call_tool: CallTool) -> None:
    order = racing(wet.view("lap:10"))
    told = call_tool(wet, "get_cars_between", driver=order[0], other=order[3], at_lap=10)
    assert (told["ahead_position"], told["behind_position"]) == (1, 4)


def test_whether_it_has_been_dry_since_the_start(wet: StateCache, call_tool: CallTool) -> None:
    rained, told = False, set()
    for lap in range(2, 28):
        weather = call_tool(wet, "get_weather", at_lap=lap)
        rained |= weather["now"]["rain"] or weather.get("rain_changed_lap", 0) > 0
        assert weather["dry_so_far"] is not rained
        assert weather["summary"].startswith("No rain so far") is weather["dry_so_far"]
        told.add(weather["dry_so_far"])
    assert told == {True, False}


def test_who_of_two_is_in_the_pit_lane(wet: StateCache, call_tool: CallTool) -> None:
    stops = call_tool(wet, "get_pit_stops")["cars"]
    driver, lap = next((car["driver"]["code"], car["passages"][0]["entered"]) for car in stops if car["passages"])
    hours, minutes, seconds = lap.split(":")
    just_after = f"{hours}:{minutes}:{float(seconds) + 1:06.3f}" if float(seconds) < 58 else lap
    gap = call_tool(wet, "get_gap", driver=driver, at_time=just_after)
    assert [car["code"] for car in gap["in_pit"] if car["code"] == driver] == [driver]
    assert "in_pit" not in call_tool(wet, "get_gap", driver=driver, at_lap=2)
