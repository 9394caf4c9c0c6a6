"""The summary of an answer says what the question asks, and is true of the moment it speaks of."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from pitwall.events import CarTiming, Driver, Event, Roster, SessionStatus, Timing, TrackStatus, Weather
from pitwall.sources import open_source
from pitwall.state import StateCache
from tests.yaml_files import read_yaml
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
Folder = Callable[[str], Path]

BAKU = "2018_azerbaijan_race"
BAHRAIN = "2024_bahrain_gp_converted"
AUSTRALIA = "2025_australian_gp_converted"
MIAMI = "2025_miami_sprint"
TRUTH = {BAKU: "2018_04-azerbaijan", BAHRAIN: "2024_01-bahrain"}


def f1db(shared: Path, race: str, table: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = read_yaml((shared / f"data/truth/f1db/{TRUTH[race]}/{table}.yml").read_text())
    return rows


def test_a_gap_does_not_open_from_the_other_side(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded(MIAMI), "get_gap", driver="PIA", other="ANT", at_lap=5)
    first = answer["trend"][0]
    assert first["gap_s"] < 0 < answer["gap_s"]
    assert answer["summary"].startswith(
        f"Antonelli is {answer['gap_s']:.3f} s behind Piastri; 4 laps ago Antonelli was {-first['gap_s']:.3f} s ahead."
    )


def test_tyres_that_were_kept_are_one_set(call_tool: CallTool, recorded: Recorded) -> None:
    """The field went through the pit lane behind the safety car: the feed opened stints, nobody changed tyres."""
    answer = call_tool(recorded(AUSTRALIA), "get_stints", driver="NOR")
    assert [stint["change"] for stint in answer["stints"]].count("kept") == 3
    assert answer["summary"].endswith("; before: INTERMEDIATE, HARD.")


def rained_from(folder: Path) -> int:
    """The lap of the leader on which the last rain began, by plain means."""

    def told(topic: str) -> list[tuple[str, JsonObject]]:
        lines = (folder / f"{topic}.jsonStream").read_text(encoding="utf-8-sig").splitlines()
        return [(line[:12], json.loads(line[12:])) for line in lines if line]

    rain = [(at, news["Rainfall"]) for at, news in told("WeatherData") if "Rainfall" in news]
    began = max(at for (at, now), (_, before) in zip(rain[1:], rain, strict=False) if now == "1" and before == "0")
    return max(int(news["CurrentLap"]) for at, news in told("LapCount") if "CurrentLap" in news and at <= began)


def test_the_weather_says_since_when(call_tool: CallTool, recorded: Recorded, archive_folder: Folder) -> None:
    cache = recorded(AUSTRALIA)
    wet, dry = call_tool(cache, "get_weather", at_lap=48), call_tool(cache, "get_weather")
    assert (wet["now"]["rain"], dry["now"]["rain"]) == (True, False)
    assert wet["summary"].startswith("Rain since lap ")
    assert dry["summary"].startswith(
        f"No rain since lap 49 (it rained from lap {rained_from(archive_folder(AUSTRALIA))}), "
    )
    assert call_tool(recorded(BAHRAIN), "get_weather")["summary"].startswith("No rain so far, ")


@pytest.mark.parametrize("race", [BAKU, BAHRAIN])
def test_the_grid_is_told_in_its_order(call_tool: CallTool, recorded: Recorded, shared: Path, race: str) -> None:
    answer = call_tool(recorded(race), "get_position_history", order="grid")
    known = [row for row in f1db(shared, race, "starting-grid-positions") if isinstance(row["position"], int)]
    grid = [row["driver"]["car"] for row in answer["cars"]]
    assert grid[: len(known)] == [str(row["driverNumber"]) for row in sorted(known, key=lambda row: row["position"])]
    assert answer["summary"].startswith("The grid: 1 Vettel, 2 " if race == BAKU else "The order before the start: 1 ")


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ("first", "First to stop: Räikkönen lap 1, "),
        ("quickest", "Shortest stops in the lane: "),
        ("slowest", "Longest stops in the lane: "),
        ("most", "Most stops: "),
        ("fewest", "Fewest stops: "),
    ],
)
def test_stops_are_ranked_as_asked(call_tool: CallTool, recorded: Recorded, order: str, says: str) -> None:
    answer = call_tool(recorded(BAKU), "get_pit_stops", order=order)
    assert answer["summary"].startswith(says)
    assert len(answer["summary"]) <= 200


def test_who_was_in_the_lane_most_often_is_told_beside_who_stopped_most(
    call_tool: CallTool, recorded: Recorded
) -> None:
    """Ericsson was in once more than he stopped; in Melbourne everybody was sent through."""
    said = call_tool(recorded(BAKU), "get_pit_stops", order="most", at_lap=47)["summary"]
    assert said.startswith("Most stops: Vandoorne 4, ")
    assert said.endswith("; in the lane most often, stops or not: Ericsson and Vandoorne 4.")
    for race in ("2025_australian_gp_converted", BAHRAIN):
        assert "in the lane" not in call_tool(recorded(race), "get_pit_stops", order="most")["summary"]


def test_the_slowest_stop_is_the_longest_in_the_lane(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded(BAHRAIN), "get_pit_stops", order="slowest")
    lanes = [(p["lane_s"], row["driver"]["name"]) for row in answer["cars"] for p in row["passages"]]
    longest, name = max(lanes)
    assert name.split()[-1] in answer["summary"].split(",")[0]
    assert f"{longest:.1f} s" in answer["summary"].split(",")[0]


def test_the_most_stops_are_those_of_the_record(call_tool: CallTool, recorded: Recorded, shared: Path) -> None:
    stops: dict[str, int] = {}
    for row in f1db(shared, BAHRAIN, "pit-stops"):
        stops[str(row["driverNumber"])] = row["stop"]
    most = call_tool(recorded(BAHRAIN), "get_pit_stops", order="most")
    assert [row["stops"] for row in most["cars"]] == sorted(stops.values(), reverse=True)


def raw_lap_times(folder: Path, lap: int) -> dict[str, float]:
    """The time of one lap of every car, by plain means."""
    number: dict[str, int] = {}
    times: dict[str, float] = {}
    for line in (folder / "TimingData.jsonStream").read_text(encoding="utf-8-sig").splitlines():
        for car, news in json.loads(line[12:])["Lines"].items():
            number[car] = news.get("NumberOfLaps", number.get(car, 0))
            told = (news.get("LastLapTime") or {}).get("Value")
            if told and number[car] == lap:
                minutes, seconds = told.split(":")
                times[car] = round(60 * int(minutes) + float(seconds), 3)
    return times


def test_the_fastest_on_one_lap_is_of_that_lap(call_tool: CallTool, recorded: Recorded, archive_folder: Folder) -> None:
    answer = call_tool(recorded(BAKU), "get_fastest_laps", lap=20)
    times = raw_lap_times(archive_folder(BAKU), 20)
    best = min(times, key=lambda car: times[car])
    assert (answer["laps"][0]["driver"]["car"], answer["laps"][0]["time_s"]) == (best, times[best])
    assert {row["lap"] for row in answer["laps"]} == {20}
    assert answer["summary"].startswith("Fastest on lap 20: ")


def test_the_fastest_since_a_lap_is_not_from_before_it(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded(BAKU), "get_fastest_laps", since_lap=45)
    assert all(row["lap"] > 45 for row in answer["laps"])
    assert answer["summary"].startswith("Fastest since lap 45: ")


def test_the_session_says_where_and_when(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(BAKU)
    assert "Baku" in call_tool(cache, "get_session_info")["summary"]
    assert "started 12:13:42 UTC" in call_tool(cache, "get_session_info")["summary"]
    assert "planned for 16:10 at the track" in call_tool(cache, "get_session_info", at_time="00:05:00")["summary"]


def rain(*reports: tuple[float, bool]) -> StateCache:
    """A race of one car, 100 s a lap, with these reports of rain."""
    events: list[Any] = [SessionStatus(0, "started"), Roster(0, (Driver("1", "ANN", "Ann Alpha"),))]
    events += [Timing(100.0 * n, {"1": CarTiming(position=1, laps=n)}) for n in range(1, 10)]
    events += [Weather(t, air_c=20.0, rain=wet) for t, wet in reports]
    return StateCache().load(sorted(events, key=lambda event: event.t))


def test_rain_that_was_there_before_the_start_has_no_lap(call_tool: CallTool) -> None:
    assert call_tool(rain((0, True), (500, True)), "get_weather")["summary"].startswith("Rain, air")
    assert call_tool(rain((0, False), (450, True)), "get_weather")["summary"].startswith("Rain since lap 5, ")
    ended = call_tool(rain((0, True), (450, False)), "get_weather")["summary"]
    assert ended.startswith("No rain since lap 5 (it rained before), ")


def test_the_snapshot_counts_the_laps_left_and_the_cars_out(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(BAKU)
    assert call_tool(cache, "get_live_snapshot", at_lap=20)["summary"].startswith("Lap 21/51 (31 to go), ")
    assert "; 7 out: " in call_tool(cache, "get_live_snapshot")["summary"]


def test_who_is_out_comes_with_race_controls_words_on_it(call_tool: CallTool, recorded: Recorded) -> None:
    told = call_tool(recorded(BAKU), "get_retirements", driver="HUL")["summary"]
    assert told.endswith("; race control: CAR 27 (HUL) STOPPED AT TURN 5.")
    assert ", no reason is told, " in call_tool(recorded(BAKU), "get_retirements", driver="VER")["summary"]


def test_the_leader_has_only_somebody_behind(call_tool: CallTool, recorded: Recorded) -> None:
    behind = call_tool(recorded(BAKU), "get_gap", driver="VET", to="behind", at_lap=27)["gap_s"]
    ahead = call_tool(recorded(BAKU), "get_gap", driver="VET", at_lap=27)
    assert ahead["summary"] == f"Vettel leads: nobody is ahead; Bottas is {behind:.1f} s behind."
    assert ahead["gap_s"] is None


def test_those_who_finished_are_counted(call_tool: CallTool, recorded: Recorded) -> None:
    assert call_tool(recorded(BAKU), "get_retirements")["summary"].endswith("; 13 cars finished.")


@pytest.mark.parametrize(
    ("status", "told"),
    [
        ("safety_car", "Safety car since lap 1; no yellow flag by itself so far in the race, but 1 safety car."),
        ("green", "Track clear since lap 1; no yellow flag so far in the race."),
    ],
)
def test_behind_the_safety_car_it_is_yellow_though_no_flag_stands_by_itself(
    call_tool: CallTool, status: Any, told: str
) -> None:
    cache = StateCache().load([SessionStatus(0.0, "started"), TrackStatus(1.0, "green"), TrackStatus(2.0, status)])
    assert call_tool(cache, "get_track_status", kind="yellow")["summary"] == told


def test_a_car_that_is_out_has_no_gap_and_no_pace(call_tool: CallTool) -> None:
    cache = StateCache().load(open_source("sim:cars=24,laps=30,red=1,seed=4"))
    pair = {"driver": "Castellanos", "other": "Wirawan", "at_lap": 20}
    assert "Wirawan" in call_tool(cache, "get_retirements", at_lap=20)["summary"]
    assert call_tool(cache, "get_gap", **pair)["gap_s"] is None
    assert call_tool(cache, "describe_gap", **pair)["gap_s"] is None
    assert call_tool(cache, "compare_drivers", **pair)["summary"].startswith("Castellanos P1, Wirawan is out; ")
    told = call_tool(cache, "get_teammate", driver="Wirawan", at_lap=20)
    assert (told["summary"], told["pairs"][0]["gap_s"]) == ("Castellanos (P1) ahead of Wirawan (out).", None)


def test_a_car_that_has_finished_and_was_never_placed_is_told(call_tool: CallTool) -> None:
    events = list(open_source("sim:cars=3,laps=3"))
    winner = StateCache().load(events).view().order[0]

    def told(event: Event) -> Event:
        if not isinstance(event, Timing):
            return event
        cars = {car: replace(one, position=UNSET) if car == winner else one for car, one in event.cars.items()}
        return replace(event, cars=cars)

    summary = call_tool(StateCache().load(map(told, events)), "get_driver", driver=winner)["summary"]
    assert "has finished, not placed by the feed" in summary


@pytest.mark.parametrize(("at_lap", "told"), [(1, "1 lap done"), (7, "7 laps done")])
def test_a_cars_summary_tells_its_laps(call_tool: CallTool, at_lap: int, told: str) -> None:
    cache = StateCache().load(open_source("sim:cars=4,laps=8,seed=2"))
    leader = cache.view(f"lap:{at_lap}").leader
    answer = call_tool(cache, "get_driver", driver=leader, at_lap=at_lap)
    assert answer["laps"] == at_lap
    assert f", {told}, " in answer["summary"]
