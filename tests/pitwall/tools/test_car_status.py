"""get_car_status, and the points of a simulator: from its memory, from JSON kept of it, and from NATS."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitwall.events import IncidentPoints
from pitwall.sources import open_source
from pitwall.sources.iracing.moments import SimMoment
from pitwall.sources.iracing.sim_timing import SimTiming
from pitwall.sources.nats.frame_values import UnreadableFrame
from pitwall.sources.nats.frames import SimFrames
from pitwall.state import StateCache
from tests.pitwall.sources.test_iracing import moment
from tests.pitwall.tools.conftest import CallTool

CARS = [(1, 3, 0.30), (2, 3, 0.25), (3, 3, 0.10)]


def told(t: float, points: list[int], **given: Any) -> SimMoment:
    """A moment in which the cars have these points; car 11 is one's own."""
    one = moment(t, CARS, **given)
    session: dict[str, Any] = dict(one.session)
    rows = [
        {**row, "CurDriverIncidentCount": points[index - 1] if index else -1, "TeamIncidentCount": -1}
        for index, row in enumerate(session["DriverInfo"]["Drivers"])
    ]
    session["DriverInfo"] = {"Drivers": rows, "DriverCarIdx": 1}
    return SimMoment(one.values, session)


OWN = {
    "IsOnTrack": True,
    "FuelLevel": 35.73,
    "FuelLevelPct": 0.357,
    "LFwearL": 0.91,
    "LFwearM": 0.88,
    "LFwearR": 0.93,
    "RRwearM": 0.97,
    "Speed": 50.0,
    "Throttle": 1.0,
    "Brake": 0.0,
    "PlayerCarMyIncidentCount": 4,
}
OF_ALL = {
    "CarIdxTrackSurface": [-1, 3, 0, 1],
    "CarIdxSessionFlags": [0, 0x40000, 0x40000 | 0x100000, 0x10000 | 0x20],
    "CarIdxGear": [0, 4, 3, 0],
    "CarIdxRPM": [0.0, 7100.4, 6000.0, 900.0],
}


def cache_of(*moments: SimMoment) -> StateCache:
    timing = SimTiming()
    return StateCache().load([event for one in moments for event in timing.events(one)])


def test_fuel_wear_flags_and_where_a_car_stands_are_told(call_tool: CallTool) -> None:
    cache = cache_of(told(200, [4, 0, 2], **OWN, **OF_ALL))
    own = call_tool(cache, "get_car_status", driver="11")
    [row] = own["rows"]
    assert (row["fuel_l"], row["fuel_pct"], row["incidents"], row["surface"]) == (35.7, 36, 4, "on_track")
    assert row["wear"] == [
        {"tyre": "LF", "left": 91.0, "middle": 88.0, "right": 93.0},
        {"tyre": "RR", "left": None, "middle": 97.0, "right": None},
    ]
    assert "35.7 l of fuel" in own["summary"]
    assert "most worn tyre LF with 88 % left" in own["summary"]
    every = call_tool(cache, "get_car_status")
    assert [row["driver"]["car"] for row in every["rows"]] == ["11", "13", "12"]
    flags = {row["driver"]["car"]: (row["surface"], row["flags"]) for row in every["rows"]}
    assert flags == {"11": ("on_track", []), "12": ("off_track", ["repair"]), "13": ("pit_stall", ["black", "blue"])}
    other = call_tool(cache, "get_car_status", driver="12")
    assert "the fuel of Driver2" in other["missing"]
    speed = call_tool(cache, "get_telemetry", driver="11")["rows"][0]
    assert (speed["speed_kmh"], speed["gear"], speed["rpm"], speed["throttle_pct"]) == (180.0, 4, 7100, 100.0)


def test_who_only_watches_has_no_fuel(call_tool: CallTool) -> None:
    cache = cache_of(told(200, [0, 0, 0], **{**OWN, "IsOnTrack": False, "FuelLevel": 0.0}, **OF_ALL))
    assert call_tool(cache, "get_car_status", driver="11")["rows"][0]["fuel_l"] is None


def test_more_points_are_an_incident_and_the_first_count_is_none(call_tool: CallTool) -> None:
    timing = SimTiming()
    events = [
        event
        for one in (told(200, [4, 0, -1]), told(210, [4, 2, 4]), told(220, [8, 2, 4]), told(230, [8, 2, 4]))
        for event in timing.events(one)
    ]
    assert [event for event in events if isinstance(event, IncidentPoints)] == [
        IncidentPoints(210.0, "12", 2, 2),
        IncidentPoints(220.0, "11", 4, 8),
    ]
    said = call_tool(StateCache().load(events), "get_incidents", driver="11")
    assert [event["text"] for event in said["events"]] == ["Driver1: 4x incident, 8x in all"]
    assert "4x incident" in call_tool(StateCache().load(events), "get_incidents")["summary"]


def test_points_and_stints_of_nats_are_told(call_tool: CallTool) -> None:
    reader, cache = SimFrames(), StateCache()

    def frame(subject: str, **fields: Any) -> None:
        cache.load(reader.events(f"iracing.{subject}", json.dumps({"timestamp": 1_700_000_000, **fields}).encode()))

    frame("session", drivers=[{"CarIdx": 3, "CarNumber": "11", "UserName": "Ann Frost"}])
    frame("standings", leader_car_idx=3, cars=[{"car_idx": 3, "pos": 1}])
    frame("incident", car_idx=3, delta=4, total=12, team_total=20)
    wear = {"LF": {"L": 80.5, "M": 0, "R": "?"}}
    frame("stint", car_idx=3, fuel_level_l=20.5, avg_fuel_lap_l=2.5, est_laps_remaining=8.2, tire_wear_pct=wear)
    frame("driver_status", car_idx=3, pos=1, on_pit_road=False, track_surface=0)
    [row] = call_tool(cache, "get_car_status")["rows"]
    assert (row["incidents"], row["team_incidents"], row["fuel_laps"], row["surface"]) == (12, 20, 8.2, "off_track")
    assert row["wear"] == [{"tyre": "LF", "left": 80.5, "middle": 0.0, "right": None}]
    assert call_tool(cache, "get_incidents")["events"][0]["text"] == "Frost: 4x incident, 12x in all"
    with pytest.raises(UnreadableFrame, match="impossible"):
        reader.events("iracing.incident", b'{"delta": 4, "total": 99999999999}')


def test_a_feed_without_any_says_so(call_tool: CallTool) -> None:
    cache = StateCache().load(open_source("sim:cars=2,laps=2"))
    assert "fuel, wear, flags and incidents: the feed has told of none" in call_tool(cache, "get_car_status")["missing"]


def test_a_battle_is_worded_as_broadcasters_do(call_tool: CallTool) -> None:
    near = cache_of(moment(200, [(1, 3, 0.3), (2, 3, 0.3 - 8.4 / 5000), (3, 3, 0.1)]))
    assert call_tool(near, "get_current_battle", top_n_pairs=1)["summary"] == (
        "Closest battle: Driver1 vs Driver2 \u2013 8.4m gap, for P1."
    )
    none = call_tool(near, "get_current_battle", max_distance_m=5)
    assert none["summary"] == "No close battles (<5m) among 3 cars."


def test_kept_moments_of_a_race_tell_incidents_and_fuel(shared: Path, call_tool: CallTool) -> None:
    folder = shared / "data" / "iracing" / "snapshots" / "1767346240219"
    rows = call_tool(StateCache().load(open_source(f"iracing:{folder}")), "get_car_status")["rows"]
    assert (rows[0]["driver"]["car"], rows[0]["incidents"], rows[0]["fuel_l"]) == ("10", 8, 35.7)
    assert len(rows[0]["wear"]) == 4
