"""What the tools say of the last lap and since, and of one segment of a qualifying."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
BAKU, SPAIN = "2018_azerbaijan_race", "2024_spanish_quali"


def test_the_tool_tells_the_last_lap_and_what_is_since(recorded: Recorded, call_tool: CallTool) -> None:
    told = call_tool(recorded(BAKU), "get_overtakes", recent=True, how="any", at_time="01:00:00")
    assert told["since_line"][0]["driver"]["code"] == "LEC"
    assert "since the line, by the order now, Leclerc past Alonso" in told["summary"]
    assert {row["lap"] for row in told["overtakes"]} <= {25, 26}
    assert "since_line" not in call_tool(recorded(BAKU), "get_overtakes")


def test_no_lap_was_deleted_in_a_segment(recorded: Recorded, call_tool: CallTool) -> None:
    asked: JsonObject = {
        "from": "deletions",
        "where": [{"field": "segment", "op": "is", "value": 1}],
        "aggregate": [{"op": "count", "as": "count"}],
    }
    assert call_tool(recorded(SPAIN), "query_race", **asked)["summary"] == "No deleted lap time in Q1."


def test_one_car_of_a_segment_that_is_over_goes_on_no_more(recorded: Recorded, call_tool: CallTool) -> None:
    told = call_tool(recorded(SPAIN), "get_qualifying", driver="ALO", segment=1, at_time="00:45:00")["summary"]
    assert told == "Alonso: P9 with 1:12.505 in Q1, 0.362 s off the best."
