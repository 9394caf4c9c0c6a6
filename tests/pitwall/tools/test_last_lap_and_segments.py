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
    assert "Leclerc past Alonso since the line, by the order now" in told["summary"]
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


def test_a_cut_stands_once_the_flag_of_its_segment_has_fallen(recorded: Recorded, call_tool: CallTool) -> None:
    said = [
        call_tool(recorded(SPAIN), "get_qualifying", tell="cut", at_time=at)["summary"]
        for at in ("00:50:00", "00:56:00", "01:05:00")
    ]
    assert [told.partition(" ")[0] for told in said] == ["Q1:", "Q2:", "Q2:"]
    assert said[1].startswith("Q2: Ocon is the last through as it stands, Alonso missed it by 0.019 s")
    assert said[2].startswith("Q2: Ocon was the last through, Alonso missed it by 0.019 s")


def test_several_at_the_back_are_told_and_who_is_out(recorded: Recorded, call_tool: CallTool) -> None:
    asked = call_tool(recorded(BAKU), "get_standings", last_n=3, at_lap=8)
    assert [row["driver"]["code"] for row in asked["rows"]] == ["ALO", "MAG", "ERI", "OCO", "SIR"]
    assert asked["summary"].startswith("At the back: 16 Alonso ")
    assert asked["summary"].endswith("; out: Ocon, Sirotkin.")
    (last,) = call_tool(recorded(BAKU), "get_standings", last_n=1, at_lap=8)["rows"]
    assert last["driver"]["code"] == "SIR"


def test_changes_of_order_between_two_are_told_both_ways(recorded: Recorded, call_tool: CallTool) -> None:
    asked = {"driver": "RUS", "passed": "LEC", "at_lap": 47}
    told = call_tool(recorded("2024_bahrain_gp_converted"), "get_overtakes", how="any", **asked)
    assert [row["lap"] for row in told["back"]] == [46, 31]
    assert " back past 2x, last on lap 46: 4 in all" in told["summary"]
    assert "back" not in call_tool(recorded("2024_bahrain_gp_converted"), "get_overtakes", **asked)


def test_the_pit_lane_is_open_or_closed_by_the_last_word_on_it(recorded: Recorded, call_tool: CallTool) -> None:
    cache = recorded("2024_british_fp1")
    stopped = call_tool(cache, "get_pit_lane", at_time="00:29:00")
    assert stopped["exit"] == {"state": "closed", "since": "00:22:13.727", "by": "red flag"}
    assert stopped["entry"] is None
    shut = call_tool(cache, "get_pit_lane", at_time="01:07:30")
    assert (shut["entry"]["state"], shut["exit"]["state"]) == ("closed", "open")
    assert shut["summary"].startswith("Pit entry closed since 01:06:30 (race control); pit exit open since 00:29:23")
    assert call_tool(cache, "get_pit_lane", at_time="01:09:00")["entry"]["state"] == "open"


def test_overtakes_until_now_are_told_with_those_since_the_line(recorded: Recorded, call_tool: CallTool) -> None:
    def said(tool: str, **asked: object) -> str:
        return str(call_tool(recorded("2024_bahrain_gp_converted"), tool, at_lap=46, **asked)["summary"])

    on_track = [{"field": "how", "op": "is", "value": "track"}, {"field": "driver", "op": "is", "value": "LEC"}]
    since = "Leclerc past Russell since the line, by the order now"
    assert said("query_race", **{"from": "overtakes", "where": on_track}).endswith(f"; {since}.")
    early = [*on_track, {"field": "lap", "op": "at_most", "value": 40}]
    assert since not in said("query_race", **{"from": "overtakes", "where": early})
    of_another = [on_track[0], {"field": "driver", "op": "is", "value": "HAM"}]
    assert since not in said("query_race", **{"from": "overtakes", "where": of_another})
    told = said("get_overtakes", driver="LEC", passed="RUS", how="any")  # what has no room is left out whole
    assert told.startswith(f"1 change of order by Leclerc on Russell (from line to line); {since}; ")
