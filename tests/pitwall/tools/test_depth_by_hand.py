"""The tools for the race in depth on small races made by hand: what a recording does not show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitwall.events import (
    CarTiming,
    Driver,
    Event,
    LapCount,
    RaceControl,
    Roster,
    SessionStatus,
    Stint,
    Timing,
    TrackStatus,
    Tyres,
    Weather,
)
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]

FIELD = (Driver("1", "ANN", "Ann Alpha"), Driver("2", "BEN", "Ben Bravo"), Driver("31", "CID", "Cid Charlie"))


def race(*events: Event, laps: int = 3, gap: float = 1.0) -> StateCache:
    """Ann leads Ben by `gap` on every lap of 90 s; Cid stands on the grid. `events` come in between."""
    told: list[Event] = [
        SessionStatus(0.0, "started"),
        Roster(0.0, FIELD),
        LapCount(0.0, total=10),
        Timing(0.0, {car: CarTiming(position=place, laps=0) for place, car in enumerate(("1", "2", "31"), 1)}),
    ]
    for lap in range(1, laps + 1):
        told.append(Timing(90.0 * lap, {"1": CarTiming(laps=lap, last_lap_s=90.0)}))
        told.append(Timing(90.0 * lap + gap * lap, {"2": CarTiming(laps=lap, last_lap_s=90.0 + gap)}))
    return StateCache().load(sorted([*told, *events], key=lambda event: event.t))


def test_a_virtual_safety_car_and_its_ending_are_one_period(call_tool: CallTool) -> None:
    cache = race(TrackStatus(0.0, "green"), TrackStatus(100.0, "vsc"), TrackStatus(120.0, "vsc_ending"),
                 TrackStatus(130.0, "green"), TrackStatus(200.0, "red"))  # fmt: skip
    answer = call_tool(cache, "get_track_status")
    assert [(p["kind"], p["from_lap"], p["to_lap"], p["duration_s"]) for p in answer["periods"]] == [
        ("vsc", 2, 2, 30.0), ("red", 3, None, 73.0),
    ]  # fmt: skip
    assert answer["counts"] == {"red": 1, "safety_car": 0, "vsc": 1, "yellow": 0}
    assert answer["summary"].startswith("Red flag since lap 3; so far: virtual safety car lap 2, red flag since lap 3")
    laps = call_tool(cache, "get_lap_times", driver="Ann")["laps"]
    assert [(row["track"], row["clean"]) for row in laps] == [(None, False), ("vsc", False), ("red", False)]


def test_no_end_is_expected_under_a_red_flag(call_tool: CallTool) -> None:
    running = call_tool(race(), "get_session_info")
    assert running["expected_end"]["session_time"] == "00:15:00.000"
    assert call_tool(race(TrackStatus(250.0, "red")), "get_session_info")["expected_end"] is None
    assert call_tool(race(laps=0), "get_session_info")["expected_end"] is None


def stopped_race(until: float) -> StateCache:
    """Both come in on lap 2, under the red flag, and change tyres; it lasts from 100 s to 1100 s."""
    told: list[Event] = [
        SessionStatus(0.0, "started"),
        Roster(0.0, FIELD[:2]),
        LapCount(0.0, total=10),
        TrackStatus(0.0, "green"),
        Timing(
            0.0, {"1": CarTiming(position=1, laps=0, gap_s=0.0), "2": CarTiming(position=2, laps=0, interval_s=1.0)}
        ),
        Tyres(0.0, {car: (Stint(0, compound="SOFT", new=True, laps=0),) for car in ("1", "2")}),
        Timing(90.0, {"1": CarTiming(laps=1, last_lap_s=90.0)}),
        Timing(91.0, {"2": CarTiming(laps=1, last_lap_s=91.0)}),
        TrackStatus(100.0, "red"),
        SessionStatus(100.0, "aborted"),
        Timing(180.0, {car: CarTiming(in_pit=True) for car in ("1", "2")}),
        Timing(190.0, {car: CarTiming(laps=2, last_lap_s=100.0) for car in ("1", "2")}),
        SessionStatus(1100.0, "started"),
        TrackStatus(1100.0, "green"),
        Timing(1101.0, {car: CarTiming(in_pit=False) for car in ("1", "2")}),
        Tyres(1105.0, {car: (Stint(1, compound="HARD", new=True, laps=0),) for car in ("1", "2")}),
        Timing(1200.0, {car: CarTiming(laps=3, last_lap_s=1010.0) for car in ("1", "2")}),
        Timing(1292.0, {car: CarTiming(laps=4, last_lap_s=92.0) for car in ("1", "2")}),
    ]
    return StateCache().load(event for event in told if event.t <= until)


def test_tyres_that_are_changed_under_the_red_flag_are_no_stop(call_tool: CallTool) -> None:
    answer = call_tool(stopped_race(1300.0), "get_pit_stops")
    assert (answer["total_stops"], len(answer["not_stopped"])) == (0, 2)
    assert {(p["lap"], p["kind"], p["tyres"]) for row in answer["cars"] for p in row["passages"]} == {
        (2, "through", "changed")
    }
    ann = call_tool(stopped_race(1300.0), "get_pit_stops", driver="Ann")["summary"]
    assert ann == "Alpha has made no stop, and waited in the lane 1 time under the red flag."
    assert [row["stops"] for row in call_tool(stopped_race(1300.0), "get_standings")["rows"]] == [0, 0]


def test_how_long_a_red_flag_was(call_tool: CallTool) -> None:
    said = call_tool(stopped_race(1300.0), "get_track_status", kind="red")["summary"]
    assert said == "Track clear since lap 3; 1 red flag so far: laps 2 to 3 (16:40)."
    said = call_tool(stopped_race(200.0), "get_track_status", kind="red")["summary"]
    assert said == "Red flag since lap 2; 1 red flag so far: since lap 2 (1:30)."
    assert "(" not in call_tool(stopped_race(1300.0), "get_track_status")["summary"]


def test_while_the_race_is_stopped_nothing_is_claimed_of_stops_fights_and_its_end(call_tool: CallTool) -> None:
    cache = stopped_race(800.0)
    stops = call_tool(cache, "get_pit_stops")
    assert [driver["car"] for driver in stops["in_lane"]] == ["1", "2"]
    assert stops["summary"] == "In the pit lane: Alpha, Bravo. No pit stop yet."
    assert [driver["car"] for driver in stops["not_stopped"]] == ["1", "2"]
    assert call_tool(cache, "get_current_battle")["summary"].startswith("Red flag: the race is stopped")
    info = call_tool(cache, "get_session_info")
    assert (info["expected_end"], info["status"]) == (None, "aborted")
    assert "stopped by a red flag" in info["summary"]


def test_the_end_is_not_expected_by_laps_that_the_red_flag_broke(call_tool: CallTool) -> None:
    assert call_tool(stopped_race(1250.0), "get_session_info")["expected_end"] is None  # lap 1 is no pace
    assert call_tool(stopped_race(1300.0), "get_session_info")["expected_end"]["lap_s"] == 92.0


def test_without_timing_nothing_is_claimed_of_places_and_stops(call_tool: CallTool) -> None:
    """The cars are known, by their grid and their tyres, and nothing of what they do."""
    cache = StateCache().load(
        [
            SessionStatus(0.0, "started"),
            Roster(0.0, FIELD),
            Timing(1.0, {"1": CarTiming(grid=1), "2": CarTiming(grid=2)}),
        ]
    )
    assert call_tool(cache, "get_live_snapshot")["summary"] == "The feed has placed no car yet."
    assert call_tool(cache, "get_pit_stops")["summary"] == "The feed has placed no car yet, and told of no pit stop."


def test_without_a_track_status_none_is_claimed(call_tool: CallTool) -> None:
    answer = call_tool(race(), "get_track_status")
    assert (answer["status"], answer["periods"]) == (None, [])
    assert "the track status" in answer["missing"]


def test_lap_times_of_two(call_tool: CallTool) -> None:
    answer = call_tool(race(laps=5, gap=0.5), "get_lap_times", driver="Ben", other="Ann")
    assert answer["comparison"] == {"laps": 4, "difference_s": -0.5}
    assert answer["summary"] == (
        "Alpha was 0.500 s a lap faster than Bravo on laps 1 to 5 (4 laps clean for both); "
        "Bravo 1:30.500, 1:30.500, 1:30.500, 1:30.500, 1:30.500; Alpha 1:30.000, 1:30.000, 1:30.000, 1:30.000, 1:30.000."
    )
    one = call_tool(race(laps=5, gap=0.5), "get_lap_times", driver="Ben", other="Ann", lap=3)["summary"]
    assert one == "On lap 3: Bravo 1:30.500, Alpha 1:30.000, 0.500 s faster."


@pytest.mark.parametrize(
    ("arguments", "path"),
    [({"driver": "Ann", "other": "1"}, "/other"), ({"driver": "Ann", "from_lap": 3, "to_lap": 2}, "/from_lap")],
)
def test_what_makes_no_sense_is_refused(call_tool: CallTool, arguments: dict[str, Any], path: str) -> None:
    error = call_tool(race(), "get_lap_times", **arguments)["error"]
    assert (error["type"], error["details"]["path"]) == ("validation_error", path)


def test_a_driver_without_a_lap(call_tool: CallTool) -> None:
    answer = call_tool(race(), "get_lap_times", driver="Cid", other="Ann")
    assert (answer["laps"], answer["other_laps"], answer["comparison"]) == ([], [], None)
    assert answer["summary"] == "Charlie has completed no such lap."


def test_a_car_that_is_silent_is_out_by_our_word(call_tool: CallTool) -> None:
    answer = call_tool(race(), "get_retirements")
    (row,) = answer["out"]
    assert (row["driver"]["code"], row["derived"], row["told"], row["laps"]) == ("CID", True, None, 0)
    assert call_tool(race(), "get_retirements", driver="Cid")["summary"].endswith(
        "(derived: no lap since), no reason is told."
    )
    assert call_tool(race(laps=2), "get_retirements")["out"] == []


def test_the_feeds_word_on_a_stop_comes_with_race_controls(call_tool: CallTool) -> None:
    stopped = Timing(100.0, {"2": CarTiming(stopped=True)})
    going = Timing(120.0, {"2": CarTiming(stopped=False)})
    again = Timing(230.0, {"2": CarTiming(stopped=True)})
    notice = RaceControl(235.0, "CAR 2 (BEN) STOPPED AT TURN 5", category="CarEvent", car="2")
    (row,) = [
        r for r in call_tool(race(stopped, going, again, notice), "get_retirements")["out"] if r["driver"]["car"] == "2"
    ]
    assert (row["derived"], row["told"], row["notice"]) == (False, "00:03:50.000", "CAR 2 (BEN) STOPPED AT TURN 5")


def test_weather_that_no_sky_can_have_is_missing(call_tool: CallTool) -> None:
    cache = race(Weather(10.0, air_c=20.0, rain=False), Weather(200.0, air_c=-999.0, track_c=30.0, rain=True))
    answer = call_tool(cache, "get_weather", minutes=2)
    assert (answer["now"]["air_c"], answer["now"]["track_c"], answer["rain_since"]) == (None, 30.0, "00:03:20.000")
    assert answer["change"]["air_c"] is None
    assert "air_c" in answer["missing"][0]
    assert "rain began" in answer["summary"]


def test_race_controls_word_on_rain_is_handed_on(call_tool: CallTool) -> None:
    said = RaceControl(5.0, "RISK OF RAIN FOR F1 RACE IS 40%", category="Other")
    assert call_tool(race(said), "get_weather")["rain_risk"] == "RISK OF RAIN FOR F1 RACE IS 40%"


def test_a_message_without_end_does_not_break_the_answer(call_tool: CallTool) -> None:
    long = RaceControl(5.0, "PENALTY " * 200, category="Unheard" * 20, flag="X" * 99, car="nobody", lap=-5)
    answer = call_tool(race(long), "get_race_control")
    assert len(answer["summary"]) == 200
    (row,) = answer["messages"]
    assert (row["driver"], row["lap"]) == (None, None)
    assert long.message.startswith(row["message"])


@pytest.mark.parametrize(
    ("text", "named"),
    [("CAR 31 (CID) UNDER INVESTIGATION", True), ("CARS 31 (CID) AND 1 (ANN) NOTED", True), ("CAR 131 (XYZ) NOTED", False),
     ("TURN 31 INCIDENT NOTED", False)],
)  # fmt: skip
def test_whom_a_message_names(call_tool: CallTool, text: str, named: bool) -> None:
    assert call_tool(race(RaceControl(5.0, text)), "get_race_control", driver="Cid")["matching"] == named


def test_oldest_and_newest_tyres(call_tool: CallTool) -> None:
    tyres: dict[str, tuple[Stint, ...]] = {
        "1": (Stint(0, compound="SOFT", new=False, laps=7, start_laps=4),),
        "2": (Stint(0, compound="HARD", laps=3),),
    }
    cache = race(Tyres(272.0, tyres))
    order = [row["driver"]["code"] for row in call_tool(cache, "get_stints", order="oldest")["cars"]]
    assert order == ["ANN", "BEN"]
    assert [row["driver"]["code"] for row in call_tool(cache, "get_stints", order="newest")["cars"]] == ["BEN", "ANN"]
    assert [row["driver"]["code"] for row in call_tool(cache, "get_stints", compound="hard")["cars"]] == ["BEN"]
    assert call_tool(cache, "get_stints", driver="Ann")["summary"] == (
        "Alpha is on SOFT, 7 laps old, fitted with 4 laps on it."
    )


def test_tyres_that_go_on_are_not_a_change(call_tool: CallTool) -> None:
    first = Tyres(1.0, {"1": (Stint(0, compound="SOFT", new=True, laps=2, start_laps=0),)})
    kept = Tyres(200.0, {"1": (Stint(1, compound="SOFT", new=False, laps=3, start_laps=2, tyres_kept=True),)})
    stints = call_tool(race(first, kept), "get_stints", driver="Ann")["stints"]
    assert [(row["change"], row["laps"]) for row in stints] == [(None, 2), ("kept", 1)]


def test_who_leads_now_and_who_led_at_the_line(call_tool: CallTool) -> None:
    passed = Timing(280.0, {"1": CarTiming(position=2), "2": CarTiming(position=1)})
    answer = call_tool(race(passed), "get_lead_changes", driver="Ben")
    assert (answer["leads"], answer["changes"], answer["leader_now"]["code"]) == ([], 0, "BEN")
    assert answer["summary"] == "Bravo has led no lap at the line and leads now."


def test_the_state_of_the_feed(call_tool: CallTool) -> None:
    answer = call_tool(race(), "get_operational_status", at_time="00:04:30")
    assert (answer["first_message"], answer["cars"], answer["drivers"]) == ("00:00:00.000", 3, 3)
    assert answer["uptime_s"] == 270.0
    assert answer["heard"]["timing"] is True
    assert answer["heard"]["weather"] is False
    assert answer["held"]["laps"] == 5
    assert answer["held_total"] == sum(answer["held"].values())
