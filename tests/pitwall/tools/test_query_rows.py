"""Rows that have no room in full are told in fewer words where these have: nobody who was asked for is left out."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
LATEST: list[dict[str, Any]] = [{"field": "track_status", "op": "latest", "value": "safety_car"}]
FIRST: list[dict[str, Any]] = [{"field": "stint", "op": "is", "value": 1}]


def asked(call_tool: CallTool, cache: StateCache, lap: int, **given: Any) -> tuple[str, list[dict[str, Any]]]:
    told = call_tool(cache, "query_race", at_lap=lap, **given)
    return str(told["summary"]), told["rows"]


def test_many_stops_are_told_by_who_made_them(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2025_australian_gp_converted")
    said, rows = asked(
        call_tool, cache, 38, **{"from": "stops", "where": LATEST, "select": ["driver", "lap", "compound"]}
    )
    assert said.startswith("14 pit stops under the latest safety car: ")
    assert len(rows) == 14
    assert all(row["driver"] in said for row in rows)
    mediums = [*LATEST, {"field": "compound", "op": "is", "value": "MEDIUM"}]
    few, _ = asked(call_tool, cache, 38, **{"from": "stops", "where": mediums, "select": ["driver", "lap", "compound"]})
    assert few.count("(lap 3") == 6, "with room for them, laps are told"


def test_stops_of_a_few_are_told_with_their_laps(call_tool: CallTool, recorded: Recorded) -> None:
    five: list[dict[str, Any]] = [{"field": "position_now", "op": "at_most", "value": 5}]
    cache = recorded("2018_azerbaijan_race")
    said, _ = asked(call_tool, cache, 42, **{"from": "stops", "where": five, "select": ["driver", "lap", "compound"]})
    assert said == (
        "9 pit stops of cars in the top 5: Vettel (lap 30, 40), Hamilton (22, 40), Bottas (40), Räikkönen (1, 40), "
        "Perez (2, 40)."
    )


def test_tyres_of_many_are_told_by_compound_with_the_names_of_few(call_tool: CallTool, recorded: Recorded) -> None:
    sprint = recorded("2023_azerbaijan_sprint")
    said, rows = asked(call_tool, sprint, 1, **{"from": "stints", "where": FIRST, "select": ["driver", "compound"]})
    assert said == "19 first stints: SOFT 2 (Norris, Bottas), MEDIUM 17."
    assert len(rows) == 19
    others = [*FIRST, {"field": "compound", "op": "is_not", "value": "SOFT"}]
    said, rows = asked(call_tool, sprint, 1, **{"from": "stints", "where": others, "select": ["driver", "compound"]})
    assert said.endswith(" (all MEDIUM).")
    assert all(row["driver"] in said for row in rows)


def test_one_compound_of_more_than_can_be_named_is_told_once(call_tool: CallTool, recorded: Recorded) -> None:
    race = recorded("2024_bahrain_gp_converted")
    said, rows = asked(call_tool, race, 6, **{"from": "stints", "where": FIRST, "select": ["driver", "compound"]})
    assert said == "20 first stints: all on SOFT."
    assert len(rows) == 20


def test_cars_of_crews_are_told_by_number(call_tool: CallTool, shared: Path) -> None:
    glen = StateCache().load(open_source(str(shared / "data/endurance/2025_watkins_glen_6h_laps.csv")))
    where = [*LATEST, {"field": "class_name", "op": "is", "value": "GTP"}]
    said, rows = asked(
        call_tool, glen, 23, **{"from": "stops", "where": where, "select": ["driver", "lap", "compound"]}
    )
    assert len(rows) == 13
    assert len(re.findall(r"#\d+\b", said)) == 13
    assert not any(row["driver"] in said for row in rows)


def test_what_is_ranked_keeps_its_values(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2025_australian_gp_converted")
    ranked = {"from": "stops", "where": LATEST, "select": ["driver", "lane_s"], "order_by": [{"field": "lane_s"}]}
    said, _ = asked(call_tool, cache, 38, **ranked)
    assert " s" in said
    assert "more" in said or " s." in said


def test_sums_of_teams_are_told_as_of_their_cars(call_tool: CallTool, recorded: Recorded) -> None:
    told = call_tool(
        recorded("2018_azerbaijan_race"),
        "query_race",
        at_lap=42,
        **{
            "from": "drivers",
            "where": [{"field": "state", "op": "not_in", "value": ["stopped", "retired"]}],
            "group_by": ["team"],
            "aggregate": [{"op": "sum", "field": "gained", "as": "places_gained"}],
            "order_by": [{"field": "places_gained", "down": True}],
            "limit": 2,
        },
    )
    assert told["summary"] == (
        "Teams by places gained of their cars still going, most first: Haas F1 Team 18, Toro Rosso 11."
    )


def test_the_lap_of_so_many_laps_ago_is_told_in_short(call_tool: CallTool, recorded: Recorded) -> None:
    where = [{"field": "position_now", "op": "is", "value": 1}, {"field": "laps_ago", "op": "is", "value": 5}]
    query = {"from": "laps", "where": where, "select": ["lap"]}
    told = call_tool(recorded("2018_azerbaijan_race"), "query_race", at_lap=42, **query)
    assert told["summary"] == "5 laps ago: lap 37."


def test_who_has_not_led_is_told_with_his_best_position(call_tool: CallTool, recorded: Recorded) -> None:
    best = {"op": "min", "field": "position", "as": "best_position"}
    having = {"field": "best_position", "op": "more", "value": 1}
    query = {"from": "laps", "group_by": ["driver"], "aggregate": [best], "having": [having]}
    query["order_by"] = [{"field": "best_position"}]
    told = call_tool(recorded("2018_azerbaijan_race"), "query_race", at_lap=42, **query)
    assert told["summary"].startswith("Have led no lap at the line, by their best position there: Hamilton P2, ")


def test_tyre_ages_of_many_are_told_by_compound_with_every_name(call_tool: CallTool, recorded: Recorded) -> None:
    cars = {
        "from": "drivers",
        "where": [{"field": "position_now", "op": "at_most", "value": 9}],
        "select": ["driver", "tyre_laps", "compound"],
    }
    said, rows = asked(call_tool, recorded("2018_azerbaijan_race"), 20, **cars)
    assert " laps old, " in said
    assert ", SOFT (" in said
    assert all(row["driver"] in said for row in rows)


def test_what_is_the_same_of_many_is_told_once(call_tool: CallTool, recorded: Recorded) -> None:
    reason = {"field": "reason", "op": "contains", "value": "SAFETY CAR"}
    cases = {"from": "penalties", "where": [reason], "select": ["driver", "state", "reason"]}
    said, rows = asked(call_tool, recorded("2025_australian_gp_converted"), 25, **cases)
    assert said.endswith("(all no further action, SAFETY CAR INFRINGEMENT).")
    assert all(row["driver"] in said for row in rows)


def test_two_averages_are_told_with_what_is_between_them(call_tool: CallTool, recorded: Recorded) -> None:
    pair = {"field": "driver", "op": "in", "value": ["LEC", "SAI"]}
    pace = {
        "from": "laps",
        "where": [{"field": "lap", "op": "at_least", "value": 3}, {"field": "lap", "op": "at_most", "value": 8}, pair],
        "aggregate": [{"op": "avg", "field": "time_s", "as": "average_time_s"}, {"op": "count", "as": "rows"}],
        "group_by": ["driver"],
        "order_by": [{"field": "average_time_s"}],
    }
    said, rows = asked(call_tool, recorded("2024_bahrain_gp_converted"), 20, **pace)
    first, second = (row["average_time_s"] for row in rows)
    assert said.endswith(f"; {rows[0]['driver']} {second - first:.3f} s a lap quicker.")


def test_few_laps_that_one_driver_drove_are_told_with_the_best_of_the_next(
    call_tool: CallTool, recorded: Recorded
) -> None:
    best = {
        "from": "laps",
        "where": [{"field": "deleted", "op": "is", "value": False}, {"field": "time_s", "op": "told"}],
        "select": ["driver", "time_s", "lap"],
        "order_by": [{"field": "time_s"}],
    }
    cache = recorded("2023_azerbaijan_sprint")
    two, _ = asked(call_tool, cache, 13, **best, limit=2)
    assert "next drivers" not in two, "these are of two drivers"
    three, rows = asked(call_tool, cache, 13, **best, limit=3)
    others = [row["driver"] for row in asked(call_tool, cache, 13, **best)[1] if row["driver"] != rows[0]["driver"]]
    assert f"; the next drivers' best: {others[0]} " in three
    his = {"field": "driver", "op": "is", "value": rows[0]["driver"]}
    alone, _ = asked(call_tool, cache, 13, **{**best, "where": [*best["where"], his]}, limit=3)
    assert "next drivers" not in alone


def test_averages_of_as_many_laps_say_so_once(call_tool: CallTool, recorded: Recorded) -> None:
    pace = {
        "from": "laps",
        "where": [
            {"field": "position_now", "op": "at_most", "value": 5},
            {"field": "laps_ago", "op": "less", "value": 4},
            {"field": "accurate", "op": "is", "value": True},
        ],
        "aggregate": [{"op": "avg", "field": "time_s", "as": "average_time_s"}, {"op": "count", "as": "rows"}],
        "group_by": ["driver"],
        "order_by": [{"field": "average_time_s"}],
    }
    said, rows = asked(call_tool, recorded("2024_bahrain_gp_converted"), 8, **pace)
    assert said.endswith(" (4 laps each).")
    assert all(row["driver"] in said for row in rows)
