"""What tools tell of one segment of a qualifying, held against the raw data that was read by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitwall.relations import table
from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
SPAIN, FP1 = "2024_spanish_quali", "2024_british_fp1"
SIM = StateCache().load(open_source("sim:kind=qualifying,cars=8"))
TOOLS: list[tuple[str, JsonObject]] = [
    ("get_sector_times", {}), ("get_speed_traps", {}), ("get_fastest_laps", {}), ("get_lap_times", {"driver": "P1"})
]  # fmt: skip


def test_a_lap_into_the_pits_is_of_the_segment_it_was_driven_in(recorded: Recorded) -> None:
    """The feed counts Norris's laps 4 and 7 only as he leaves the garage again, a segment later."""
    rows = [row for row in table(recorded(SPAIN).view(), "laps").rows if row["code"] == "NOR"]
    assert [row["segment"] for row in rows] == ["q1"] * 4 + ["q2"] * 3 + ["q3"] * 5


def test_best_sectors_speeds_and_laps_of_a_segment(recorded: Recorded, call_tool: CallTool) -> None:
    cache = recorded(SPAIN)
    sectors = call_tool(cache, "get_sector_times", segment="q2")
    assert [(row["driver"]["code"], row["time_s"]) for row in sectors["fastest"]] == [
        ("RUS", 21.342), ("VER", 28.553), ("VER", 21.58)
    ]  # fmt: skip
    assert sectors["summary"].startswith("Fastest sectors in Q2: S1 Russell 21.342 s")
    speeds = call_tool(cache, "get_speed_traps", segment="q1", driver="HAM")
    assert (speeds["rows"][0]["speed_kmh"], "in Q1" in speeds["summary"]) == (323, True)
    laps = call_tool(cache, "get_fastest_laps", segment="q2", driver="NOR")
    assert (laps["laps"][0]["time_s"], laps["laps"][0]["rank"], laps["drivers_with_a_time"]) == (71.872, 4, 15)
    times = call_tool(cache, "get_lap_times", segment="q2", driver="NOR")
    assert [row["lap"] for row in times["laps"]] == [5, 6, 7]
    assert times["summary"].startswith("Norris in Q2, laps 5 to 7: ")
    both = call_tool(cache, "get_lap_times", segment="q1", driver="NOR", other="VER")
    assert both["summary"] == "Norris's best lap in Q1 is 0.080 s slower than Verstappen's."


def test_who_was_knocked_out_before_has_nothing_there(recorded: Recorded, call_tool: CallTool) -> None:
    told = call_tool(recorded(SPAIN), "get_speed_traps", segment="q3", driver="SAR")
    assert told["summary"] == "The feed tells of no speed at the speed trap of Sargeant in Q3."


@pytest.mark.parametrize(("name", "asked"), TOOLS)
def test_elsewhere_it_is_no_question(recorded: Recorded, call_tool: CallTool, name: str, asked: JsonObject) -> None:
    error = call_tool(recorded(FP1), name, segment="q2", **asked)["error"]
    assert error["type"] == "validation_error"
    assert error["message"] == "this is a practice session: segments are of a qualifying or a sprint qualifying"
    early = call_tool(recorded(SPAIN), name, segment="q3", at_segment="q2", **asked)["error"]
    assert early["message"] == "Q3 has not begun"


def test_a_query_names_a_segment_as_people_do(recorded: Recorded, call_tool: CallTool) -> None:
    counted = {"aggregate": [{"op": "count", "as": "count"}]}
    for value in ("q2", "Q2", "SQ2", 2):
        where = [{"field": "segment", "value": value}, {"field": "driver", "value": "NOR"}]
        for relation, count in (("laps", 3), ("segments", 1)):
            asked = {"from": relation, "where": where, **counted}
            told = call_tool(recorded(SPAIN), "query_race", **asked)
            assert (told["rows"][0]["count"], told["undecided"]) == (count, 0)
    asked = {"from": "laps", "where": [{"field": "segment", "value": "q2"}]}
    assert "segments are of a qualifying" in call_tool(recorded(FP1), "query_race", **asked)["error"]["message"]


def test_the_segments_of_a_simulated_qualifying_have_all_its_laps() -> None:
    view = SIM.view()
    rows = table(view, "laps").rows
    assert {row["segment"] for row in rows} == {"q1", "q2", "q3"}
    for number, started in [(number, t) for t, number in view.segment_starts]:
        mine = [row for row in rows if row["segment"] == f"q{number}"]
        assert all(float(str(row["session_time_s"])) > started for row in mine)
