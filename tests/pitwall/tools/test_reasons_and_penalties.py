"""What bears on a why, what penalties make of one car, and what timing has to say of crashes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pitwall.facts.names import short_name
from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
BAKU, MIAMI, BAHRAIN = "2018_azerbaijan_race", "2025_miami_sprint", "2024_bahrain_gp_converted"


def test_a_why_is_answered_with_laps_tyres_and_stops(call_tool: CallTool, recorded: Recorded) -> None:
    told = call_tool(recorded(BAKU), "explain_driver", driver="HAM", at_lap=35)
    laps = call_tool(recorded(BAKU), "get_lap_times", driver="HAM", last_n=3, at_lap=35)
    assert [lap["lap"] for lap in told["last_laps"]] == [32, 33, 34]
    assert {lap["time_s"] for lap in told["last_laps"]} == {lap["time_s"] for lap in laps["laps"]}
    assert told["stops"] == [22]
    assert told["summary"].startswith("Timing tells no reason. Hamilton's last laps ")


@pytest.mark.parametrize(
    ("about", "driver", "lap", "said"),
    [
        ("stop", "BOT", 35, "Bottas has made no pit stop; SUPERSOFT"),
        ("stop", "HAM", 35, "Hamilton stopped on lap 22"),
        ("position", "VET", 50, "passed on track by Räikkönen lap 48, Hamilton lap 48"),
        ("position", "VET", 48, "stops on laps 30 (P1 to P2) and 40"),
        ("position", "BOT", 35, "past Hamilton, Vettel as they stopped"),
        ("pace", "BOT", 50, "Bottas is out: stopped after 48 laps. "),
    ],
)
def test_each_why_has_its_own_facts(
    call_tool: CallTool, recorded: Recorded, about: str, driver: str, lap: int, said: str
) -> None:
    assert said in call_tool(recorded(BAKU), "explain_driver", driver=driver, tell=about, at_lap=lap)["summary"]


def test_what_a_penalty_makes_of_a_position(call_tool: CallTool, recorded: Recorded) -> None:
    """Verstappen finished the sprint fourth and was classified 17th with his ten seconds."""
    cache = recorded(MIAMI)
    row = next(row for row in call_tool(cache, "get_results")["rows"] if row["driver"]["code"] == "VER")
    assert (row["road_position"], row["position"], row["penalty_s"]) == (4, 17, 10)
    said = call_tool(cache, "get_results", driver="VER")["summary"]
    assert said.startswith("Verstappen is P4 on the road; with 10 s not yet served: P17 with all penalties (derived)")
    two = call_tool(cache, "get_results", driver="VER", other="RUS")["summary"]
    assert "Russell is ahead of Verstappen" in two
    assert "on the road it is the other way" in two
    assert "no penalty is still to be served" in call_tool(cache, "get_results", driver="HAM")["summary"]
    assert call_tool(cache, "get_results", place=3)["summary"].endswith("Hamilton is P3.")


def test_who_crashed_last_is_told_first(call_tool: CallTool, recorded: Recorded) -> None:
    said = call_tool(recorded(BAKU), "get_incidents", show="crashes")["summary"]
    assert said.startswith("Timing does not see crashes. Out, latest first: Bottas (lap 49), Grosjean (lap 43)")
    one = call_tool(recorded(BAKU), "get_incidents", show="crashes", driver="VET")["summary"]
    assert one.startswith("Race control tells of no incident of Vettel, who ")
    noted = call_tool(recorded(BAKU), "get_incidents", show="crashes", driver="RAI", at_lap=30)["summary"]
    assert noted.startswith("Race control on Räikkönen (latest first): ")
    assert noted.endswith("; by the timing, which does not see crashes, Räikkönen is running.")


def test_deleted_laps_are_those_of_the_messages(
    call_tool: CallTool, recorded: Recorded, archive_folder: Callable[[str], Path]
) -> None:
    """By turn, against the raw words of race control."""
    raw = (archive_folder(BAHRAIN) / "RaceControlMessages.jsonStream").read_text("utf-8-sig")
    gone = re.findall(r"TIME [\d:.]+ DELETED - TRACK LIMITS AT TURN (\d+)", raw)
    back = re.findall(r"REINSTATED", raw)
    counted = [{"op": "count", "as": "count"}]
    query: JsonObject = {"from": "deletions", "group_by": ["turn"], "aggregate": counted}
    rows = call_tool(recorded(BAHRAIN), "query_race", **query)["rows"]
    assert {row["turn"] for row in rows} == {int(turn) for turn in gone}
    assert sum(row["count"] for row in rows) == len(gone) - len(back)


def test_a_stop_under_what_has_not_been_measured_is_said_to_be(call_tool: CallTool, recorded: Recorded) -> None:
    said = call_tool(recorded(BAHRAIN), "get_pit_loss", under="safety_car", at_lap=38)["summary"]
    assert said.startswith("No stop under the safety car can be measured so far.")
    assert "No stop" not in call_tool(recorded(BAKU), "get_pit_loss", under="safety_car", at_lap=50)["summary"]


def test_the_segments_of_a_qualifying_stand_beside_each_other(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2024_spanish_quali")
    times = call_tool(cache, "get_qualifying", tell="times", driver="NOR")["summary"]
    assert times == "Norris: Q1 1:12.386, Q2 1:11.872 (0.514 s faster), Q3 1:11.383 (0.489 s faster)."
    cut = call_tool(cache, "get_qualifying", tell="cut")["summary"]
    assert cut.startswith("Q2: Ocon was the last through, Alonso missed it by 0.019 s")
    assert "0.019 s short of Ocon" in call_tool(cache, "get_qualifying", driver="ALO")["summary"]
    ideal = call_tool(cache, "get_sector_times", ideal=True)
    assert ideal["summary"].startswith("Ideal laps: 1 ")
    assert ideal["rows"][0]["ideal_s"] == min(row["ideal_s"] for row in ideal["rows"] if row["ideal_s"])


def test_only_a_car_that_is_near_may_have_held_him_up(call_tool: CallTool) -> None:
    race = StateCache().load(open_source("sim:seed=5,cars=14,laps=12"))
    near: list[bool] = []
    apart: list[bool] = []
    view = race.view("lap:8")
    for car in view.order[1:]:
        told = call_tool(race, "explain_driver", driver=car, at_lap=8)
        if told["ahead"] is not None and told["interval_s"] is not None:
            (near if told["interval_s"] <= 2 else apart).append(
                f" behind {short_name(view, told['ahead']['car'])}" in told["summary"]
            )
    assert near
    assert all(near)
    assert apart
    assert not any(apart)
