"""What people asked in words of their own: full course yellows, a gap since a lap, the margin of a fastest lap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
BAKU = "2018_azerbaijan_race"


@pytest.fixture(scope="module")
def long_beach(shared: Any) -> StateCache:
    return StateCache().load(open_source(str(shared / "data/endurance/2025_long_beach_laps.csv")))


@pytest.mark.parametrize(
    ("session", "lap", "said"),
    [
        (BAKU, 51, "2 safety cars so far: laps 1 to 5 "),
        ("2023_azerbaijan_sprint", 10, "1 safety car and 1 virtual safety car so far: laps 2 to 3 "),
        ("2024_bahrain_gp_converted", 10, "no safety car or virtual safety car so far in the race."),
    ],
)
def test_a_full_course_yellow_is_a_safety_car_of_either_kind(
    recorded: Recorded, call_tool: CallTool, session: str, lap: int, said: str
) -> None:
    told = call_tool(recorded(session), "get_track_status", kind="full_course_yellow", at_lap=lap)
    assert said in told["summary"]
    assert {period["kind"] for period in told["periods"]} <= {"safety_car", "vsc"}


def test_a_gap_is_told_from_a_lap_on(recorded: Recorded, call_tool: CallTool) -> None:
    cache = recorded(BAKU)
    told = call_tool(cache, "describe_gap", driver="VET", other="BOT", since_lap=15, at_lap=23)
    assert [point["lap"] for point in told["points"]] == list(range(15, 23))
    assert "from 9.727 s at the end of lap 15" in told["summary"]
    assert call_tool(cache, "describe_gap", driver="VET", other="BOT", since_lap=40, at_lap=23)["points"] == []
    of_late = call_tool(cache, "describe_gap", driver="VET", other="BOT", at_lap=23)
    assert [point["lap"] for point in of_late["points"]] == list(range(18, 23))


@pytest.mark.parametrize(
    ("asked", "at_the_end"),
    [({"driver": "RUS", "other": "VER", "at_lap": 10}, 2.78), ({"driver": "VER", "to": "behind", "at_lap": 7}, 1.359)],
)
def test_a_gap_on_a_lap_is_told_as_the_car_behind_ends_it(
    recorded: Recorded, call_tool: CallTool, asked: JsonObject, at_the_end: float
) -> None:
    told = call_tool(recorded("2023_azerbaijan_sprint"), "get_gap", **asked)
    assert told["summary"].endswith(f". At the end of the lap: {at_the_end:.3f} s.")


def test_who_is_in_drs_range_hears_how_the_gap_has_changed(recorded: Recorded, call_tool: CallTool) -> None:
    told = call_tool(recorded("2024_bahrain_gp_converted"), "get_gap", driver="LEC", other="RUS", drs=True, at_lap=41)
    assert " behind, closing: " in told["summary"]
    assert told["summary"].endswith("; DRS is enabled since lap 2.")


def test_the_fastest_lap_has_a_margin(recorded: Recorded, call_tool: CallTool) -> None:
    cache = recorded("2024_bahrain_gp_converted")
    said = call_tool(cache, "get_fastest_laps", driver="VER")["summary"]
    assert said.endswith("the fastest of all, 1.482 s ahead of Leclerc 1:34.090 on lap 36.")
    assert call_tool(cache, "get_fastest_laps", driver="LEC")["summary"].endswith("1.482 s off the fastest.")


def test_a_trend_since_the_pass_counts_laps_to_now(recorded: Recorded, call_tool: CallTool) -> None:
    said = call_tool(recorded("2023_azerbaijan_sprint"), "get_gap", driver="PER", other="LEC", at_lap=12)["summary"]
    assert "0.3 s more than 4 laps ago; 5 laps ago Leclerc was 0.105 s ahead." in said


@pytest.mark.parametrize(
    ("driver", "session", "lap", "said"),
    [
        ("NOR", "2023_azerbaijan_sprint", 17, "in and out: P18 (P11 a lap before) to P18."),
        ("HAM", BAKU, 51, "in and out: P2 to P3, P3 to P3."),
        ("ERI", BAKU, 25, "P17 (P14 a lap before) to P17."),
    ],
)
def test_places_lost_on_the_way_in_are_told(
    recorded: Recorded, call_tool: CallTool, driver: str, session: str, lap: int, said: str
) -> None:
    assert call_tool(recorded(session), "get_pit_stops", driver=driver, at_lap=lap)["summary"].endswith(said)


def test_rows_of_several_classes_name_cars_by_number(long_beach: StateCache, call_tool: CallTool) -> None:
    asked = {
        "from": "laps", "where": [{"field": "class_name", "op": "is", "value": "GTD"}, {"field": "time_s", "op": "told"}],
        "select": ["driver", "time_s"], "order_by": [{"field": "time_s"}], "limit": 2,
    }  # fmt: skip
    told = call_tool(long_beach, "query_race", **asked)
    assert told["rows"][0]["driver"] == "Laurens Vanthoor"  # Dries Vanthoor drives here too
    assert "#177 Laurens Vanthoor 1:18.68" in told["summary"]
    stopped = call_tool(
        long_beach, "query_race", **{"from": "laps", "group_by": ["driver"]},
        where=[{"field": "class_name", "op": "is", "value": "GTD"}],
        without=[{"field": "in_lap", "op": "is", "value": True}], at_lap=40,
    )  # fmt: skip
    assert stopped["summary"] == "Every car in GTD has had an in-lap."


def test_a_lap_of_none_is_not_told_as_of_all(long_beach: StateCache, call_tool: CallTool) -> None:
    """Nobody drove a lap under a yellow flag alone: that says nothing of who came in."""
    where = [
        {"field": "class_name", "op": "is", "value": "GTP"},
        {"field": "track_status", "op": "is", "value": "yellow"},
    ]
    told = call_tool(
        long_beach, "query_race", **{"from": "laps", "group_by": ["driver"]}, where=where,
        without=[{"field": "in_lap", "op": "is", "value": True}],
    )  # fmt: skip
    assert told["summary"].startswith("No lap in GTP under yellow: there ")


def test_how_long_a_car_stands_is_said_to_be_unknown(recorded: Recorded, call_tool: CallTool) -> None:
    said = call_tool(recorded(BAKU), "get_pit_stops", driver="HAM", tell="standstill")["summary"]
    assert said == (
        "No feed tells how long a car stands, only its time in the lane: Hamilton has made 2 stops: lap 22 (20.3 s in the "
        "lane), lap 40 (21.3 s), 41.6 s in all."
    )


def test_no_yellow_flags_beside_a_safety_car_go_unsaid(long_beach: StateCache, call_tool: CallTool) -> None:
    """A full course yellow is told as a safety car: "no yellow flag" would deny it."""
    said = call_tool(long_beach, "get_track_status", at_lap=40)["summary"]
    assert said == "Safety car since lap 40; so far: safety car laps 17 to 22, safety car since lap 40."


def test_a_gap_that_has_turned_is_told_since_then(recorded: Recorded, call_tool: CallTool) -> None:
    cache = recorded("2025_miami_sprint")
    told = call_tool(cache, "get_gap", driver="NOR", other="PIA", at_lap=11)
    assert told["summary"].startswith("Norris is 1.909 s behind Piastri, closing: 1.1 s less than 3 laps ago.")
    assert told["direction"] == "closing"
    over_five = call_tool(cache, "get_gap", driver="NOR", other="PIA", at_lap=11, laps=5)
    assert (over_five["direction"], len(over_five["trend"])) == ("opening", 5)


def test_a_gap_over_more_laps_than_can_be_compared_says_what_came_between(
    recorded: Recorded, call_tool: CallTool
) -> None:
    told = call_tool(recorded("2018_azerbaijan_race"), "get_gap", driver="VET", other="HAM", at_lap=33, laps=8)
    assert " than at the end of lap 24 (" in told["summary"]
    assert told["summary"].endswith("; Vettel was in the pit lane on lap 31.")


def test_after_the_flag_the_winner_has_a_gap_to_all(recorded: Recorded, call_tool: CallTool) -> None:
    """The feed empties Perez' own gap three minutes after the flag."""
    told = call_tool(recorded("2023_azerbaijan_sprint"), "get_gap", driver="PER", other="VER")
    assert told["gap_s"] == 5.065


def test_stops_on_a_compound_are_told_with_those_who_started_on_it(recorded: Recorded, call_tool: CallTool) -> None:
    cache = recorded("2023_azerbaijan_sprint")
    softs = {"from": "stops", "where": [{"field": "compound", "op": "is", "value": "SOFT"}], "at_lap": 10}
    said = call_tool(cache, "query_race", select=["driver", "lap", "compound"], **softs)["summary"]
    assert said == "1 pit stop on SOFT: Ocon (lap 3); started on SOFT: Norris, Bottas."
    counted = call_tool(cache, "query_race", aggregate=[{"op": "count", "as": "count"}], **softs)["summary"]
    assert "started" not in counted


def test_behind_the_last_car_on_track_another_sits_in_the_pits(recorded: Recorded, call_tool: CallTool) -> None:
    cache = recorded("2023_azerbaijan_sprint")
    said = call_tool(cache, "get_standings", last_n=1, at_lap=4)["summary"]
    assert said == "At the back: 19 Tsunoda (in pit); last on track: 18 Ocon +27.1 s."
    assert "on track" not in call_tool(cache, "get_standings", last_n=2, at_lap=4)["summary"]
