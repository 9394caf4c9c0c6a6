"""Lap times, stints, flags, weather, retirements and the lead, against independent records and the raw topics."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import orjson
import pytest

from pitwall.state import StateCache
from pitwall.state.moment import format_session_time, parse_session_time
from tests.yaml_files import read_yaml
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
Folder = Callable[[str], Path]

BAKU = "2018_azerbaijan_race"
BAHRAIN = "2024_bahrain_gp_converted"
AUSTRALIA = "2025_australian_gp_converted"
MIAMI = "2025_miami_sprint"
RACES = (BAKU, BAHRAIN, AUSTRALIA, MIAMI)
F1DB = {BAKU: "2018_04-azerbaijan", BAHRAIN: "2024_01-bahrain", AUSTRALIA: "2025_01-australia"}
CHARTS = {BAHRAIN: "2024_bahrain_grand_prix", AUSTRALIA: "2025_australian_grand_prix"}


def raw(folder: Path, topic: str) -> Iterator[tuple[float, Any]]:
    """Session time and JSON of every line of a topic, read by plain means."""
    for line in (folder / f"{topic}.jsonStream").read_text(encoding="utf-8-sig").splitlines():
        if line.strip():
            yield parse_session_time(line[:12]), orjson.loads(line[12:])


def seconds(text: str) -> float:
    minutes, rest = text.split(":")
    return round(int(minutes) * 60 + float(rest), 3)


def items(value: Any) -> list[tuple[str, Any]]:
    """A list of a first message, or the indexed form of a later one."""
    return list(value.items()) if isinstance(value, dict) else [(str(n), item) for n, item in enumerate(value or [])]


def raw_lap_times(folder: Path) -> dict[str, list[float]]:
    """Every lap time the raw feed tells of a car, in order."""
    told: dict[str, list[float]] = defaultdict(list)
    for _, message in raw(folder, "TimingData"):
        for car, line in message["Lines"].items():
            value = (line.get("LastLapTime") or {}).get("Value")
            if value:
                told[car].append(seconds(value))
    return told


@pytest.mark.parametrize("race", RACES)
def test_every_lap_time_of_the_raw_feed_is_some_laps_time(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder, race: str
) -> None:
    cache, laps = recorded(race), 0
    told = raw_lap_times(archive_folder(race))
    assert len(told) >= 17
    for car, times in told.items():
        answer = call_tool(cache, "get_lap_times", driver=car, last_n=300)
        assert [row["time_s"] for row in answer["laps"] if row["source"] == "feed"] == times
        assert [row["lap"] for row in answer["laps"]] == list(range(1, len(answer["laps"]) + 1))
        laps += len(times)
    assert laps > 300


def test_a_time_told_long_before_or_after_the_line_goes_to_the_right_lap(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder
) -> None:
    """Azerbaijan: the race time of f1db is the sum of the laps, where every lap but the first has a time of the feed."""
    results = json.loads((archive_folder(BAKU) / "ergast_results.json").read_text())["MRData"]["RaceTable"]["Races"][0]
    first = json.loads((archive_folder(BAKU) / "ergast_laps_1.json").read_text())["MRData"]["RaceTable"]["Races"][0]
    first_lap = {row["driverId"]: seconds(row["time"]) for row in first["Laps"][0]["Timings"]}
    checked = 0
    for row in results["Results"]:
        if int(row["laps"]) != 51 or "Time" not in row:
            continue
        answer = call_tool(recorded(BAKU), "get_lap_times", driver=row["number"], from_lap=2, to_lap=51)
        assert len(answer["laps"]) == 50
        total = first_lap[row["Driver"]["driverId"]] + sum(lap["time_s"] for lap in answer["laps"])
        # Penalties of 5 and 10 s are in the official time and not on the road.
        over = int(row["Time"]["millis"]) / 1000 - total
        assert min(abs(over - penalty) for penalty in (0, 5, 10)) < 0.5, (row["number"], over)
        checked += 1
    assert checked >= 10


@pytest.mark.parametrize("race", [BAKU, AUSTRALIA])
def test_the_first_lap_is_derived_and_near_the_official_one(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder, race: str
) -> None:
    folder = archive_folder(race)
    results = json.loads((folder / "ergast_results.json").read_text())["MRData"]["RaceTable"]["Races"][0]["Results"]
    number = {row["Driver"]["driverId"]: row["number"] for row in results}
    laps = json.loads((folder / "ergast_laps_1.json").read_text())["MRData"]["RaceTable"]["Races"][0]["Laps"]
    off = []
    for row in laps[0]["Timings"]:
        answer = call_tool(recorded(race), "get_lap_times", driver=number[row["driverId"]], from_lap=1, to_lap=1)
        (lap,) = answer["laps"]
        assert (lap["source"], lap["clean"]) == ("derived", False)
        assert any("own time" in missing for missing in answer["missing"])
        off.append(abs(lap["time_s"] - seconds(row["time"])))
    off.sort()
    assert off[len(off) // 2] < 0.35
    assert off[-1] < 1.5


@pytest.mark.parametrize("race", list(F1DB))
def test_in_laps_are_the_official_ones(call_tool: CallTool, recorded: Recorded, shared: Path, race: str) -> None:
    known: dict[str, list[int]] = defaultdict(list)
    for row in read_yaml((shared / f"data/truth/f1db/{F1DB[race]}/pit-stops.yml").read_text()):
        known[str(row["driverNumber"])].append(row["lap"])
    for car, stops in known.items():
        laps = call_tool(recorded(race), "get_lap_times", driver=car, last_n=300)["laps"]
        done = {row["lap"] for row in laps}
        assert [row["lap"] for row in laps if row["in_lap"]] == [lap for lap in stops if lap in done]
        assert [row["lap"] for row in laps if row["out_lap"]] == [lap + 1 for lap in stops if lap + 1 in done]


def test_two_drivers_lap_by_lap(call_tool: CallTool, recorded: Recorded, archive_folder: Folder) -> None:
    """Laps 10 to 20 of Azerbaijan were clean for both: the mean difference is that of the raw times."""
    told = raw_lap_times(archive_folder(BAKU))
    vettel, hamilton = (told[car][8:19] for car in ("5", "44"))  # the first time told is that of lap 2
    answer = call_tool(recorded(BAKU), "get_lap_times", driver="VET", other="HAM", from_lap=10, to_lap=20)
    mean = sum(b - a for a, b in zip(vettel, hamilton, strict=True)) / 11
    assert answer["comparison"] == {"laps": 11, "difference_s": round(mean, 3)}
    assert answer["average_s"] == pytest.approx(sum(vettel) / 11, abs=0.001)
    few = call_tool(recorded(BAKU), "get_lap_times", driver="VET", other="HAM", from_lap=10, to_lap=14)["summary"]
    assert few.split(";")[0].endswith(" s a lap faster (5 laps clean for both)"), (
        "what was asked stands before the times"
    )


def test_safety_car_laps(call_tool: CallTool, recorded: Recorded, shared: Path, archive_folder: Folder) -> None:
    """The record's `Retreated` is the first lap of racing; its `Deployed` is the lap of the message, or one less."""
    with (shared / "data/truth/racedata/safety_cars.csv").open() as file:
        rows = list(csv.DictReader(file))
    for race, title in ((BAKU, "2018 Azerbaijan Grand Prix"), (AUSTRALIA, "2025 Australian Grand Prix")):
        known = [(int(row["Deployed"]), int(float(row["Retreated"]))) for row in rows if row["Race"] == title]
        answer = call_tool(recorded(race), "get_track_status", kind="safety_car")
        ours = [(period["from_lap"], period["to_lap"]) for period in answer["periods"]]
        assert [end + 1 for _, end in ours] == [back for _, back in known]
        assert all(out - deployed in (0, 1) for (out, _), (deployed, _) in zip(ours, known, strict=True))
        # Race control's own message names the lap of the deployment.
        messages = [
            m for _, body in raw(archive_folder(race), "RaceControlMessages") for _, m in items(body["Messages"])
        ]
        assert [start for start, _ in ours] == [m["Lap"] for m in messages if m.get("Status") == "DEPLOYED"]


@pytest.mark.parametrize("race", RACES)
def test_the_track_status_at_any_time_is_the_raw_topics(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder, race: str
) -> None:
    codes = {"1": "green", "2": "yellow", "4": "safety_car", "5": "red", "6": "vsc", "7": "vsc_ending"}
    said = [(t, codes[body["Status"]]) for t, body in raw(archive_folder(race), "TrackStatus")]
    for t, status in said:
        answer = call_tool(recorded(race), "get_track_status", at_time=format_session_time(t + 0.001))
        assert (answer["status"], answer["since"]) == (status, format_session_time(t))
    started = recorded(race).view().started_at or 0.0
    during = {status for (_, status), (end, _) in pairwise(said) if end > started} - {"green"}
    counts = call_tool(recorded(race), "get_track_status")["counts"]
    assert {kind for kind, count in counts.items() if count} <= during | {"yellow"}


def test_a_red_flag_before_the_start_is_not_of_the_race(call_tool: CallTool, recorded: Recorded) -> None:
    before = call_tool(recorded(MIAMI), "get_track_status", at_time="00:47:00")
    assert (before["status"], before["periods"]) == ("red", [])
    assert call_tool(recorded(MIAMI), "get_track_status")["counts"]["red"] == 0


@pytest.mark.parametrize("race", RACES)
def test_tyres_are_the_raw_topic_merged(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder, race: str
) -> None:
    merged: dict[str, dict[int, JsonObject]] = defaultdict(dict)
    for _, body in raw(archive_folder(race), "TimingAppData"):
        for car, line in body["Lines"].items():
            for number, stint in items(line.get("Stints")):
                merged[car].setdefault(int(number), {}).update(stint)
    assert len(merged) >= 19
    for car, sets in merged.items():
        answer = call_tool(recorded(race), "get_stints", driver=car)
        ours = [(row["number"], row["compound"], row["age_laps"], row["new"]) for row in answer["stints"]]
        assert ours == [
            (
                number + 1,
                stint.get("Compound"),
                stint.get("TotalLaps"),
                {"true": True, "false": False}.get(stint.get("New", "")),
            )
            for number, stint in sorted(sets.items())
        ]
    on = {row["driver"]["car"]: row for row in call_tool(recorded(race), "get_stints", order="oldest")["cars"]}
    assert [row["age_laps"] for row in on.values()] == sorted((row["age_laps"] for row in on.values()), reverse=True)


def test_tyres_are_missing_where_the_feed_has_told_none(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded(MIAMI), "get_stints", driver="LEC")
    assert (answer["cars"], answer["stints"]) == ([], [])
    assert "the tyres of: Leclerc" in answer["missing"]
    assert answer["summary"] == "The feed has not told the tyres of Leclerc."


def test_tyres_between_the_pit_exit_and_the_feeds_word_are_said_to_be_untold(
    call_tool: CallTool, recorded: Recorded
) -> None:
    """Norris left the pit lane of the Miami sprint some seconds before the feed spoke of his new tyres."""
    cache = recorded(MIAMI)
    (passage,) = cache.view().passages("4")
    assert passage.t_out is not None
    then = call_tool(cache, "get_stints", driver="NOR", at_time=format_session_time(passage.t_out + 1))
    assert any("since the last time in the pit lane: Norris" in missing for missing in then["missing"])
    later = call_tool(cache, "get_stints", driver="NOR", at_time=format_session_time(passage.t_out + 20))
    assert not any("since the last time in the pit lane" in missing for missing in later["missing"])
    assert then["stints"][-1]["compound"] != later["stints"][-1]["compound"]


@pytest.mark.parametrize("race", [BAHRAIN, AUSTRALIA])
def test_weather_at_the_minute(call_tool: CallTool, recorded: Recorded, archive_folder: Folder, race: str) -> None:
    reports = list(raw(archive_folder(race), "WeatherData"))
    checked = 0
    for index in range(15, len(reports), 17):
        t, body = reports[index]
        at = t + 20
        answer = call_tool(recorded(race), "get_weather", at_time=format_session_time(at), minutes=10)
        now = answer["now"]
        names = {"air_c": "AirTemp", "track_c": "TrackTemp", "humidity_pct": "Humidity", "wind_ms": "WindSpeed",
                 "wind_deg": "WindDirection", "pressure_hpa": "Pressure"}  # fmt: skip
        assert now["told"] == format_session_time(t)
        assert {ours: now[ours] for ours in names} == {ours: float(body[theirs]) for ours, theirs in names.items()}
        assert now["rain"] == (float(body["Rainfall"]) > 0)
        _, then = next(report for report in reversed(reports) if report[0] <= at - 600)
        assert answer["change"]["track_c"] == round(float(body["TrackTemp"]) - float(then["TrackTemp"]), 1)
        since = t
        for earlier, report in reversed(reports[: index + 1]):
            if (float(report["Rainfall"]) > 0) != now["rain"]:
                break
            since = earlier
        assert answer["rain_since"] == format_session_time(since)
        checked += 1
    assert checked >= 5


def test_weather_since_the_start_is_compared_with_the_report_of_that_time(
    call_tool: CallTool, recorded: Recorded
) -> None:
    cache = recorded(AUSTRALIA)
    started, reports = cache.view("end").started_at, cache.view("end").weathers
    assert started is not None
    answer = call_tool(cache, "get_weather", since_start=True)
    then = next(report for report in reversed(reports) if report.t <= started)
    assert answer["then"]["told"] == format_session_time(max(then.t, 0.0))
    assert answer["over_s"] == pytest.approx(reports[-1].t - then.t, abs=0.01)


def test_without_weather_nothing_is_claimed(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded(BAKU), "get_weather")
    assert (answer["now"], answer["change"]) == (None, None)
    assert "the weather" in answer["missing"]


@pytest.mark.parametrize("race", list(F1DB))
def test_retirements_and_laps_completed(call_tool: CallTool, recorded: Recorded, shared: Path, race: str) -> None:
    results = read_yaml((shared / f"data/truth/f1db/{F1DB[race]}/race-results.yml").read_text())
    known = {str(row["driverNumber"]): row["laps"] or 0 for row in results if row["reasonRetired"]}
    answer = call_tool(recorded(race), "get_retirements")
    assert {row["driver"]["car"]: row["laps"] for row in answer["out"]} == known
    assert answer["finished"] == sum(not row["reasonRetired"] for row in results)
    assert all((row["told"] is None) == row["derived"] for row in answer["out"])
    assert [row["laps"] for row in answer["out"]] == sorted(known.values())


def test_the_feeds_word_on_a_stop_is_the_raw_one(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder
) -> None:
    told = {row["driver"]["car"]: row["told"] for row in call_tool(recorded(BAKU), "get_retirements")["out"]}
    now: dict[str, tuple[bool, float]] = {}
    for t, body in raw(archive_folder(BAKU), "TimingData"):
        for car, line in body["Lines"].items():
            if "Stopped" in line and now.get(car, (False, 0.0))[0] != line["Stopped"]:
                now[car] = (line["Stopped"], t)
    assert told == {car: format_session_time(t) for car, (stopped, t) in now.items() if stopped}


@pytest.mark.parametrize("race", list(CHARTS))
def test_leaders_are_the_first_column_of_the_lap_chart(
    call_tool: CallTool, recorded: Recorded, shared: Path, race: str
) -> None:
    with (shared / f"data/truth/fia_lap_charts/{CHARTS[race]}.csv").open() as file:
        chart = [row[1] for row in csv.reader(file) if row[0].startswith("LAP ")]
    spells = [(car, len(list(laps))) for car, laps in groupby(chart)]
    answer = call_tool(recorded(race), "get_lead_changes")
    assert [(row["driver"]["car"], row["laps"]) for row in answer["leads"]] == spells
    assert answer["changes"] == len(spells) - 1
    assert {row["driver"]["car"]: row["laps"] for row in answer["laps_led"]} == {car: chart.count(car) for car in chart}


@pytest.mark.parametrize("race", [BAKU, MIAMI])
def test_leaders_are_those_to_whom_the_raw_feed_gives_the_new_lap(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder, race: str
) -> None:
    """The feed writes `LAP 49` into the gap of the car that leads onto lap 49. In Azerbaijan that car's count of
    laps came 4.5 s late, behind two others'."""
    onto: dict[int, str] = {}
    for _, body in raw(archive_folder(race), "TimingData"):
        for car, line in body["Lines"].items():
            gap = line.get("GapToLeader", "")
            if gap.startswith("LAP "):
                onto.setdefault(int(gap[4:]), car)
    answer = call_tool(recorded(race), "get_lead_changes")
    ours = {lap: row["driver"]["car"] for row in answer["leads"] for lap in range(row["from_lap"], row["to_lap"] + 1)}
    assert len(ours) == recorded(race).view().lap
    common = [lap for lap in ours if lap + 1 in onto]
    assert len(common) >= 15
    assert {lap: ours[lap] for lap in common} == {lap: onto[lap + 1] for lap in common}


@pytest.mark.parametrize("race", RACES)
def test_race_control_is_the_raw_topic(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder, race: str
) -> None:
    said = [m for _, body in raw(archive_folder(race), "RaceControlMessages") for _, m in items(body["Messages"])]
    answer = call_tool(recorded(race), "get_race_control", last_n=200)
    assert [row["message"] for row in reversed(answer["messages"])] == [m["Message"] for m in said][-200:]
    for category, name in (("Flag", "flag"), ("SafetyCar", "safety_car"), ("Drs", "drs"), ("Other", "other")):
        kept = call_tool(recorded(race), "get_race_control", category=name)
        assert kept["matching"] == sum(m["Category"] == category for m in said)
    yellow = call_tool(recorded(race), "get_race_control", flag="yellow")["matching"]
    assert yellow == sum(m.get("Flag") in ("YELLOW", "DOUBLE YELLOW") for m in said)
    penalties = call_tool(recorded(race), "get_race_control", about="penalty")["matching"]
    assert penalties == sum("PENALTY" in m["Message"] for m in said)


def test_race_control_on_a_driver_who_is_only_named_in_the_text(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded(BAKU), "get_race_control", driver="RAI", about="investigation")
    assert [row["message"] for row in answer["messages"]] == [
        "TURN 2 INCIDENT INVOLVING CARS 31 (OCO) AND 7 (RAI) WILL BE INVESTIGATED AFTER THE RACE"
    ]


@pytest.mark.parametrize("race", RACES)
def test_laps_done_and_left(call_tool: CallTool, recorded: Recorded, archive_folder: Folder, race: str) -> None:
    totals = [body["TotalLaps"] for _, body in raw(archive_folder(race), "LapCount") if "TotalLaps" in body]
    answer = call_tool(recorded(race), "get_session_info", at_lap=10)
    assert (answer["laps"], answer["total_laps"], answer["laps_left"]) == (10, totals[-1], totals[-1] - 10)
    over = call_tool(recorded(race), "get_session_info")
    assert (over["laps_left"], over["expected_end"]) == (0, None)
    started = next(t for t, body in raw(archive_folder(race), "SessionStatus") if body["Status"] == "Started")
    assert over["started"] == format_session_time(started)


def test_the_end_expected_on_a_race_without_safety_car_is_near_the_end(call_tool: CallTool, recorded: Recorded) -> None:
    finished = recorded(BAHRAIN).view().finished_at
    assert finished is not None
    off = []
    for lap in range(10, 56):
        end = call_tool(recorded(BAHRAIN), "get_session_info", at_lap=lap)["expected_end"]
        off.append(abs(parse_session_time(end["session_time"]) - finished))
    assert max(off) < 180
    assert max(off[-10:]) < 15


@pytest.mark.parametrize("race", RACES)
def test_every_message_is_counted(call_tool: CallTool, recorded: Recorded, archive_folder: Folder, race: str) -> None:
    topics = ("SessionInfo", "DriverList", "SessionStatus", "LapCount", "TrackStatus", "TimingAppData", "TimingData",
              "RaceControlMessages", "WeatherData")  # fmt: skip
    folder = archive_folder(race)
    times = [t for topic in topics if (folder / f"{topic}.jsonStream").is_file() for t, _ in raw(folder, topic)]
    answer = call_tool(recorded(race), "get_operational_status")
    assert answer["uptime_s"] == pytest.approx(max(times) - min(times), abs=0.001)
    assert answer["messages"] >= len(times)
    assert answer["bad_lines_total"] == 0
    assert answer["heard"]["weather"] == (folder / "WeatherData.jsonStream").is_file()
    assert answer["held"]["laps"] == sum(len(recorded(race).view().laps(car)) for car in recorded(race).view().cars)
