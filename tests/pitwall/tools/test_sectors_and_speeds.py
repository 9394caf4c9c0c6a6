"""Sectors and speeds against the raw topic, by code that shares nothing with them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pitwall.events import Splits
from pitwall.relations import table
from pitwall.sources import open_source
from pitwall.sources.f1.archive_writer import write_archive
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
Folder = Callable[[str], Path]
SESSIONS = ["2018_azerbaijan_race", "2024_spanish_quali", "2024_british_fp1", "2025_miami_sprint"]


def raw(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each car's news in each line, deltas only."""
    for line in (folder / "TimingData.jsonStream").read_text("utf-8-sig").splitlines():
        yield from json.loads(line[12:]).get("Lines", {}).items()


def values(told: Any) -> dict[str, float]:
    return (
        {key: float(each["Value"]) for key, each in (told or {}).items() if each.get("Value")}
        if isinstance(told, dict)
        else {}
    )


@pytest.mark.parametrize("name", SESSIONS)
def test_bests_are_the_least_and_the_most_of_the_raw_feed(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder, name: str
) -> None:
    sectors: dict[tuple[str, int], float] = {}
    speeds: dict[tuple[str, str], float] = {}
    for car, news in raw(archive_folder(name)):
        for index, seconds in values(news.get("Sectors")).items():
            key = (car, int(index) + 1)
            sectors[key] = min(seconds, sectors.get(key, 1e9))
        for trap, kmh in values(news.get("Speeds")).items():
            speeds[car, trap] = max(kmh, speeds.get((car, trap), 0))
    answer = call_tool(recorded(name), "get_sector_times")
    told = {(row["driver"]["car"], each["sector"]): each["best_s"] for row in answer["rows"] for each in row["sectors"]}
    assert told == sectors
    for fastest in answer["fastest"]:
        assert fastest["time_s"] == min(
            seconds for (_, sector), seconds in sectors.items() if sector == fastest["sector"]
        )
    rows = call_tool(recorded(name), "get_speed_traps")["rows"]
    assert {
        (row["driver"]["car"], trap): kmh for row in rows for trap, kmh in row["traps"].items() if kmh is not None
    } == speeds
    assert [row["speed_kmh"] for row in rows if row["speed_kmh"]] == sorted(
        (row["speed_kmh"] for row in rows if row["speed_kmh"]), reverse=True
    )


@pytest.mark.parametrize("name", SESSIONS)
def test_the_sectors_of_a_lap_are_its_time(recorded: Recorded, name: str) -> None:
    """So each of them stands with the lap that it is of."""
    view = recorded(name).view()
    laps: dict[tuple[Any, Any], dict[Any, float]] = {}
    for row in table(view, "sectors").rows:
        laps.setdefault((row["car"], row["lap"]), {})[row["sector"]] = float(str(row["time_s"]))
    times = {(row["car"], row["lap"]): row["time_s"] for row in table(view, "laps").rows if row["source"] == "feed"}
    whole = {key: sum(told.values()) for key, told in laps.items() if len(told) == 3 and key in times}
    off = [key for key, seconds in whole.items() if abs(seconds - float(str(times[key]))) > 0.002]
    assert len(whole) > 100
    assert len(off) <= 0.02 * len(whole), off[:5]


def test_a_lap_of_best_sectors_is_no_slower_than_the_best_lap(call_tool: CallTool, recorded: Recorded) -> None:
    for row in call_tool(recorded("2024_spanish_quali"), "get_sector_times")["rows"]:
        best = recorded("2024_spanish_quali").view().car(row["driver"]["car"]).best_lap_s
        if row["ideal_s"] is not None and best is not None:
            assert row["ideal_s"] <= best + 0.001


def test_what_is_recorded_again_has_the_same_sectors(archive_folder: Folder, tmp_path: Path) -> None:
    source = archive_folder("2024_spanish_quali")
    write_archive(open_source(str(source)), tmp_path / "again")
    one, two = (StateCache().load(open_source(str(folder))).view() for folder in (source, tmp_path / "again"))
    for car in one.cars:
        assert [(x.lap, x.sector, x.seconds) for x in one.sectors(car)] == [
            (x.lap, x.sector, x.seconds) for x in two.sectors(car)
        ]
        assert [(x.lap, x.trap, x.kmh) for x in one.speeds(car)] == [(x.lap, x.trap, x.kmh) for x in two.speeds(car)]


def test_a_feed_without_sectors_is_said_to_have_none(call_tool: CallTool) -> None:
    cache = StateCache().load(each for each in open_source("sim:cars=3,laps=3") if not isinstance(each, Splits))
    assert not table(cache.view(), "sectors").carried
    answer = call_tool(cache, "get_sector_times")
    assert answer["summary"] == "The feed tells of no sector time."
    assert answer["missing"][0] == "sector times: the feed has told of none"
    assert call_tool(cache, "get_speed_traps")["summary"] == "The feed tells of no speed at the speed trap."


def test_positions_and_gaps_are_those_of_the_laps(recorded: Recorded) -> None:
    view = recorded("2018_azerbaijan_race").view("lap:25")
    laps = {(row["car"], row["lap"]): row for row in table(view, "laps").rows}
    before: dict[Any, Any] = {}
    for row in table(view, "positions").rows:
        assert row["position"] == laps[row["car"], row["lap"]]["position"]
        last = before.get(row["car"], row["grid"])
        if last is not None and row["position"] is not None:
            assert row["gained"] == int(str(last)) - int(str(row["position"]))
        before[row["car"]] = row["position"]
    for row in table(view, "gaps").rows:
        same = laps[row["car"], row["lap"]]
        assert (row["gap_s"], row["interval_s"]) == (same["gap_s"], same["interval_s"])


def test_two_are_compared_sector_by_sector_and_one_is_placed_in_a_sector(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder
) -> None:
    best: dict[tuple[str, int], float] = {}
    for car, news in raw(archive_folder("2024_spanish_quali")):
        for index, seconds in values(news.get("Sectors")).items():
            best[car, int(index) + 1] = min(seconds, best.get((car, int(index) + 1), 1e9))
    cache = recorded("2024_spanish_quali")
    norris, verstappen = best["4", 2], best["1", 2]
    two = call_tool(cache, "get_sector_times", driver="NOR", other="VER", sector=2)["summary"]
    faster = f"{abs(norris - verstappen):.3f} s {'faster' if norris < verstappen else 'slower'}"
    assert f"S2 {norris:.3f} s to {verstappen:.3f} s ({faster})" in two
    order = sorted((seconds, car) for (car, sector), seconds in best.items() if sector == 2)
    position = [car for _, car in order].index("4") + 1
    one = call_tool(cache, "get_sector_times", driver="NOR", sector=2)["summary"]
    assert one.startswith(f"Norris in sector 2: best {norris:.3f} s (lap ")
    assert f", P{position} of {len(order)}, " in one
    slowest = call_tool(cache, "get_sector_times", sector=2, order="slowest")["summary"]
    assert f" {order[-1][0]:.3f} s (lap " in slowest.split(",")[0]


def test_a_driver_has_his_ideal_lap_beside_his_best_and_his_last_sectors(
    call_tool: CallTool, recorded: Recorded
) -> None:
    answer = call_tool(recorded("2024_spanish_quali"), "get_sector_times", driver="NOR")
    sectors = answer["rows"][0]["sectors"]
    assert "; together " in answer["summary"]
    assert "(best lap 1:11.383)" in answer["summary"]
    assert f"last: S1 {sectors[0]['last_s']:.3f} s" in answer["summary"]


@pytest.mark.parametrize("asked", [{"driver": "NOR", "other": "NOR"}, {"other": "NOR"}])
def test_none_is_compared_with_himself_or_with_nobody(
    call_tool: CallTool, recorded: Recorded, asked: JsonObject
) -> None:
    assert (
        call_tool(recorded("2024_spanish_quali"), "get_sector_times", **asked)["error"]["details"]["path"] == "/other"
    )
