"""What is asked of those who went out late, and of moves where nobody moved."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]


@pytest.fixture(scope="module")
def race() -> StateCache:
    cache = StateCache()
    cache.load(open_source("sim:cars=12,laps=14,seed=4,dropouts=1"))
    return cache


def test_only_those_who_went_out_on_the_lap_or_later_are_told(call_tool: CallTool, race: StateCache) -> None:
    everyone = call_tool(race, "get_retirements")["out"]
    assert everyone, "the race has retirements"
    laps = sorted(row["laps"] + 1 for row in everyone)
    at, after = max(laps[-1], 2), laps[-1] + 2
    late = call_tool(race, "get_retirements", since_lap=at)
    assert [row["laps"] + 1 for row in late["out"]] == [lap for lap in laps if lap >= at]
    nobody = call_tool(race, "get_retirements", since_lap=after)
    assert nobody["out"] == []
    assert nobody["summary"].startswith(f"Nobody has gone out since lap {after}")


def test_where_nobody_moved_the_answer_says_so(call_tool: CallTool, race: StateCache) -> None:
    query = {
        "from": "laps",
        "where": [{"field": "lap", "op": "is", "value": 5}],
        "group_by": ["driver"],
        "aggregate": [{"op": op, "field": "position"} for op in ("first", "last", "delta")],
        "having": [{"field": "delta_position", "op": "less", "value": 0}],
    }
    found = call_tool(race, "query_race", **query)
    assert found["rows"] == []
    assert found["summary"].startswith("Nobody gained positions")


def test_what_is_said_of_the_tyres_of_a_car_is_their_age_in_its_row(call_tool: CallTool, race: StateCache) -> None:
    for lap in (4, 9, 13):
        for row in call_tool(race, "get_stints", at_lap=lap)["cars"]:
            one = call_tool(race, "get_stints", driver=row["driver"]["code"], at_lap=lap)
            assert one["cars"][0]["age_laps"] == row["age_laps"]
            assert re.search(rf"\b{row['age_laps']} laps? old", one["summary"]), one["summary"]


def test_tyres_are_told_by_their_age_and_called_new_only_while_they_are(call_tool: CallTool, race: StateCache) -> None:
    told = call_tool(race, "get_stints", at_lap=9)["summary"]
    assert " old" in told
    assert not re.search(r"new,? \d", told), told


def test_a_car_that_the_feed_places_nowhere_is_said_to_be_out(call_tool: CallTool, recorded: Recorded) -> None:
    """Nothing was said of either car's position where one had dropped out on the first lap."""
    told = call_tool(recorded("2025_australian_gp_converted"), "compare_drivers", driver="ANT", other="SAI")
    assert told["summary"].startswith("Antonelli P5, Sainz is out; ")


def test_figures_of_sectors_have_their_unit(call_tool: CallTool, race: StateCache) -> None:
    car = race.view().order[3]
    told = call_tool(race, "get_sector_times", driver=car)["summary"]
    assert re.search(r": S1 \d\d\.\d{3} s \(\+\d+\.\d{3} s\), S2 ", told), told


def test_what_race_control_abbreviates_stays_in_capitals(call_tool: CallTool, recorded: Recorded) -> None:
    race = recorded("2018_azerbaijan_race")
    for tool in ("propose_penalty", "get_penalties", "get_incidents"):
        told = call_tool(race, tool)["summary"]
        assert not re.search(r"\b(drs|vsc|fia)\b", told), told
    assert "use of DRS" in call_tool(race, "propose_penalty", driver="PER")["summary"]
