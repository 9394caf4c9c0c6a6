"""Answers about real races, held against what independent records say."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitwall.state import StateCache
from pitwall.tools.words import lap_time_text
from tests.yaml_files import read_yaml
from toolgate.contract import JsonObject
from toolgate.folding import fold_words

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
BAKU = "2018_azerbaijan_race"


def raw_lines(folder: Path, until: Callable[[JsonObject], bool]) -> dict[str, JsonObject]:
    """The TimingData of a race merged by plain means, up to the first message that fits, that one included."""

    def merge(into: JsonObject, delta: JsonObject) -> None:
        for key, value in delta.items():
            if isinstance(value, dict) and isinstance(into.get(key), dict):
                merge(into[key], value)
            else:
                into[key] = value

    cars: dict[str, JsonObject] = {}
    for line in (folder / "TimingData.jsonStream").read_text(encoding="utf-8-sig").splitlines():
        message = json.loads(line[12:])
        for car, delta in message["Lines"].items():
            merge(cars.setdefault(car, {}), delta)
        if until(message):
            break
    return cars


@pytest.mark.parametrize("lap", [1, 10, 20, 30, 45])
def test_the_closest_battle_is_the_smallest_interval_of_the_raw_feed(
    call_tool: CallTool, recorded: Recorded, archive_folder: Callable[[str], Path], lap: int
) -> None:
    cars = raw_lines(
        archive_folder(BAKU), lambda message: any(line.get("NumberOfLaps") == lap for line in message["Lines"].values())
    )
    order = sorted((car for car in cars if "Position" in cars[car]), key=lambda car: int(cars[car]["Position"]))

    def fighting(car: str) -> bool:
        return not (cars[car]["InPit"] or cars[car]["Stopped"] or cars[car]["Retired"])

    intervals = [
        (float(cars[behind]["IntervalToPositionAhead"]["Value"]), ahead, behind)
        for ahead, behind in itertools.pairwise(order)
        if fighting(ahead) and fighting(behind) and cars[behind]["IntervalToPositionAhead"]["Value"].startswith("+")
    ]
    gap, ahead, behind = min(intervals)
    answer = call_tool(recorded(BAKU), "get_current_battle", at_lap=lap, top_n_pairs=1)
    (pair,) = answer["pairs"]
    assert (pair["gap_s"], pair["ahead"]["car"], pair["behind"]["car"]) == (gap, ahead, behind)
    assert answer["as_of"]["lap"] == lap


def test_the_fastest_lap(call_tool: CallTool, recorded: Recorded, shared: Path) -> None:
    known = read_yaml((shared / "data/truth/f1db/2018_04-azerbaijan/fastest-laps.yml").read_text())[0]
    answer = call_tool(recorded(BAKU), "get_fastest_laps", top_n=1)
    (lap,) = answer["laps"]
    assert (lap["driver"]["car"], lap["lap"]) == (str(known["driverNumber"]), known["lap"])
    assert lap_time_text(lap["time_s"]) == known["time"]
    assert known["time"] in answer["summary"]


def test_the_order_says_that_it_is_the_one_on_the_road(call_tool: CallTool, recorded: Recorded, shared: Path) -> None:
    rows: list[dict[str, Any]] = read_yaml(
        (shared / "data/truth/f1db/2025_06-miami/sprint-race-results.yml").read_text()
    )
    answer = call_tool(recorded("2025_miami_sprint"), "get_standings")
    ours = [row["driver"]["car"] for row in answer["rows"]]
    assert ours != [str(row["driverNumber"]) for row in rows]
    assert answer["summary"].startswith("The order after the flag, with announced penalties that the feed has added")
    assert "classification are not in it" in answer["order_basis"]


def test_drivers_are_named_as_the_records_name_them(call_tool: CallTool, recorded: Recorded, shared: Path) -> None:
    body = json.loads((shared / "data/f1_static" / BAKU / "ergast_results.json").read_text())
    results = body["MRData"]["RaceTable"]["Races"][0]["Results"]
    listed = call_tool(recorded(BAKU), "get_roster")["drivers"]
    ours = {row["driver"]["car"]: (row["driver"]["code"], fold_words(row["driver"]["name"])) for row in listed}
    assert ours == {
        row["number"]: (
            row["Driver"]["code"],
            fold_words(f"{row['Driver']['givenName']} {row['Driver']['familyName']}"),
        )
        for row in results
    }


def test_places_gained_since_the_grid(call_tool: CallTool, recorded: Recorded, shared: Path) -> None:
    rows = read_yaml((shared / "data/truth/f1db/2018_04-azerbaijan/race-results.yml").read_text())
    known = {str(row["driverNumber"]): row["gridPosition"] for row in rows if isinstance(row["gridPosition"], int)}
    answer = call_tool(recorded(BAKU), "get_position_history")
    ours = {item["driver"]["car"]: item["then"] for item in answer["cars"]}
    assert {car: ours[car] for car in known} == known
    assert all(item["gained"] == item["then"] - item["now"] for item in answer["cars"])


def test_who_is_out(call_tool: CallTool, recorded: Recorded, shared: Path) -> None:
    rows = read_yaml((shared / "data/truth/f1db/2018_04-azerbaijan/race-results.yml").read_text())
    known = {str(row["driverNumber"]) for row in rows if row["reasonRetired"]}
    assert {driver["car"] for driver in call_tool(recorded(BAKU), "get_live_snapshot")["out"]} == known
    for car in known:
        assert "is out" in call_tool(recorded(BAKU), "get_driver", driver=car)["summary"]


def test_before_the_lights_nothing_is_claimed(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded(BAKU), "get_live_snapshot", at_time="00:00:01")
    assert answer["leaderboard"] == []
    assert answer["as_of"]["lap"] == 0
    assert any("timing" in missing for missing in answer["missing"])


@pytest.mark.parametrize(
    ("arguments", "path"),
    [({"at_lap": 52}, "/at_lap"), ({"at_time": "09:00:00"}, "/at_time"), ({"at_lap": 1, "at_time": "00:10:00"}, "/at_time"),
     ({"at_lap": -1}, "/at_lap"), ({"at_time": "1 o'clock"}, "/at_time")],
)  # fmt: skip
def test_a_moment_that_is_none_is_refused(
    call_tool: CallTool, recorded: Recorded, arguments: dict[str, Any], path: str
) -> None:
    error = call_tool(recorded(BAKU), "get_standings", **arguments)["error"]
    assert (error["type"], error["details"]["path"]) == ("validation_error", path)
