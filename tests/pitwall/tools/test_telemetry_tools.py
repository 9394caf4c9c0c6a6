"""get_telemetry and get_track_map: what the sensors told last, and an honest word where they did not."""

from __future__ import annotations

import pytest

from pitwall.events import CarSensors, Event
from pitwall.relations import table
from pitwall.sensed import CarTelemetry, TelemetrySample
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import StateCache
from tests.pitwall.tools.conftest import CallTool

CONFIG = SimConfig(seed=5, cars=6, laps=4, telemetry=1)


@pytest.fixture(scope="module")
def cache() -> StateCache:
    return StateCache().load(simulate(CONFIG))


def test_telemetry_of_all_is_the_fastest_first_and_of_one_is_told_in_words(
    cache: StateCache, call_tool: CallTool
) -> None:
    said = call_tool(cache, "get_telemetry", at_lap=2)
    speeds = [row["speed_kmh"] for row in said["rows"]]
    assert speeds == sorted(speeds, reverse=True)
    assert len(speeds) >= 5
    view = cache.view("lap:2")
    assert view.telemetry is not None
    car = said["rows"][0]["driver"]["car"]
    assert view.telemetry.cars[car].speed_kmh == speeds[0]
    one = call_tool(cache, "get_telemetry", driver=car, at_lap=2)
    assert f"{speeds[0]:g} km/h, gear {said['rows'][0]['gear']}" in one["summary"]
    assert [row["driver"]["car"] for row in one["rows"]] == [car]


def test_who_is_doing_something_is_told_by_name_and_nobody_only_where_all_have_told(
    cache: StateCache, call_tool: CallTool
) -> None:
    rows = call_tool(cache, "get_telemetry", at_lap=2)["rows"]
    doing = {
        "drs_open": [row for row in rows if row["drs_open"]],
        "braking": [row for row in rows if row["brake_pct"] > 0],
        "flat_out": [row for row in rows if row["throttle_pct"] >= 99],
    }
    for what, who in doing.items():
        said = call_tool(cache, "get_telemetry", at_lap=2, doing=what)
        assert said["rows"] == who
        assert ("no car" in said["summary"]) is (who == [])
    untold = StateCache().load(
        [*simulate(SimConfig(cars=2, laps=1)), CarSensors(500.0, [TelemetrySample(500.0, {"1": CarTelemetry(300.0)})])]
    )
    untold.cars.setdefault("1", next(iter(untold.cars.values())))
    said = call_tool(untold, "get_telemetry", doing="braking")
    assert said["summary"] == "The feed does not tell who is braking at this moment."


def test_a_map_has_the_cars_and_the_line_of_the_track(cache: StateCache, call_tool: CallTool) -> None:
    said = call_tool(cache, "get_track_map", at_lap=3, points=12)
    assert len(said["outline"]) == 12
    assert said["lap_length_m"] > 4000
    places = [row["position"] for row in said["cars"]]
    assert places == sorted(places)
    leader = said["cars"][0]
    one = call_tool(cache, "get_track_map", at_lap=3, driver=leader["driver"]["car"])
    assert f"{leader['along_m']:.0f} m round the lap" in one["summary"]
    early = call_tool(cache, "get_track_map", at_time="00:02:30")
    assert early["outline"] == []
    assert "the line of the track: no car has been followed round a whole lap yet" in early["missing"]


def test_what_is_not_told_or_is_stale_is_missing(cache: StateCache, call_tool: CallTool) -> None:
    silent = StateCache().load(simulate(SimConfig(seed=5, cars=3, laps=2)))
    for tool, what in (("get_telemetry", "telemetry"), ("get_track_map", "where cars are")):
        said = call_tool(silent, tool)
        assert f"{what}: the feed has told of none" in said["missing"]
        late = StateCache().load([*simulate(CONFIG), Event(10_000.0)])
        said = call_tool(late, tool)
        assert (
            f"{what} of this moment: the last came too long before it".replace("cars are of this", "cars are at this")
            in said["missing"]
        )
        assert said["sampled_at"] is None


def test_neighbours_are_told_in_metres_where_points_are_known(call_tool: CallTool) -> None:
    events = [event for event in simulate(CONFIG) if type(event).__name__ != "Distances"]
    cache = StateCache().load(events)
    pairs = call_tool(cache, "get_current_battle", at_lap=3, top_n_pairs=20)["pairs"]
    assert pairs
    assert all(pair["distance_m"] is not None and pair["gap_s"] is not None for pair in pairs)
    for pair in pairs:
        assert 10 < pair["distance_m"] / pair["gap_s"] < 110  # metres a second
    around = call_tool(cache, "get_nearby_cars", at_lap=3, driver=pairs[0]["behind"]["car"], within_s=60)["cars"]
    assert any(row["ahead_m"] is not None and row["ahead_m"] * row["ahead_s"] > 0 for row in around)


def test_relations_hold_the_last_minute(cache: StateCache) -> None:
    view = cache.view("lap:3")
    rows = table(view, "telemetry").rows
    moments = [row["session_time_s"] for row in rows]
    assert {row["car"] for row in rows} == set(view.order)
    assert all(isinstance(t, float) and view.t - 60 <= t <= view.t for t in moments)
    where = table(view, "locations").rows
    assert len(where) == len(rows)
    assert any(row["along_m"] is not None for row in where)
