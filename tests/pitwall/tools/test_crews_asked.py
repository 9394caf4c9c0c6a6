"""Drivers who share a car: who of them is fastest, and which car has changed them most often."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitwall.relations import table
from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]


@pytest.fixture(scope="module")
def endurance(shared: Path) -> StateCache:
    return StateCache().load(open_source(str(shared / "data" / "endurance" / "2025_watkins_glen_6h_laps.csv")))


def test_the_fastest_lap_of_each_driver_of_a_car(call_tool: CallTool, endurance: StateCache) -> None:
    rows = table(endurance.view("lap:60"), "laps").rows
    best: dict[Any, float] = {}
    for row in rows:
        if row["car"] == "12" and row["time_s"]:
            best[row["driver"]] = min(best.get(row["driver"], 1e9), float(str(row["time_s"])))
    said = call_tool(endurance, "get_roster", driver="12", tell="fastest_by_driver", at_lap=60)["summary"]
    assert said.startswith("Fastest laps in car 12: ")
    order = sorted(best, key=lambda name: best[name])
    assert [said.index(name) for name in order] == sorted(said.index(name) for name in order)
    assert said.count("(lap ") == len(best)


def test_the_most_driver_changes_are_counted(call_tool: CallTool, endurance: StateCache) -> None:
    most = call_tool(endurance, "get_roster", tell="most_changes", class_name="GTD")["summary"]
    assert most.startswith("Most driver changes so far in GTD: #")
    car, many = most.partition("#")[2].split(",")[0].split(" ")[:2]
    one = call_tool(endurance, "get_roster", driver=car, tell="changes")["summary"]
    assert one.startswith(f"{many} driver changes of car {car}")


def test_driver_changes_of_the_last_laps(call_tool: CallTool, endurance: StateCache) -> None:
    rows = table(endurance.view("lap:60"), "laps").rows
    drove = {(row["car"], int(str(row["lap"]))): row["driver"] for row in rows}
    ends = [lap for (car, lap), driver in drove.items() if (car, lap + 1) in drove and drove[car, lap + 1] != driver]
    since = sorted(ends)[len(ends) // 2]  # after this lap somebody changed
    for lap, many in ((since, sum(end >= since for end in ends)), (since + 1, sum(end > since for end in ends))):
        for given in ({"since_lap": lap}, {"last_n": 60 - lap}):
            said = call_tool(endurance, "get_roster", tell="changes", at_lap=60, **given)["summary"]
            assert said.startswith(f"{many} driver changes from lap {lap} on, latest first: #"), said
    assert call_tool(endurance, "get_roster", tell="changes", since_lap=59, class_name="GTP", at_lap=60)[
        "summary"
    ].endswith("driver change in GTP from lap 59 on.")


def test_the_time_of_each_driver_of_a_car_is_that_of_his_laps(call_tool: CallTool, endurance: StateCache) -> None:
    driven: dict[Any, float] = {}
    for row in table(endurance.view("lap:60"), "laps").rows:
        if row["car"] == "12" and row["time_s"]:
            driven[row["driver"]] = driven.get(row["driver"], 0.0) + float(str(row["time_s"]))
    said = call_tool(endurance, "get_roster", driver="12", tell="laps_by_driver", at_lap=60)["summary"]
    assert said.startswith("Laps and time in car 12, most first: ")
    for name, laps, clock in re.findall(r"(\w+) (\d+) laps \(([\d:]+)\)", said):
        hours, minutes, seconds = map(int, clock.split(":"))
        assert int(laps)
        assert abs(hours * 3600 + minutes * 60 + seconds - driven[name]) < 5
