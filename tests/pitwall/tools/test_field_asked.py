"""What is asked of the field in plain words, held to the rows of a recorded race."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitwall.facts.classification import road_order
from pitwall.relations import table
from pitwall.state import StateCache
from pitwall.tools.query_questions import EXAMPLES
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]


@pytest.fixture(scope="module")
def cache(recorded: Recorded) -> StateCache:
    return recorded("2018_azerbaijan_race")


@pytest.mark.parametrize(("top", "start"), [(3, "In the top 3: "), (2, "Not in the top 2: ")])
def test_whether_a_driver_is_among_the_first_comes_first(
    call_tool: CallTool, cache: StateCache, top: int, start: str
) -> None:
    told = call_tool(cache, "get_driver", driver="HAM", top_n=top, at_lap=30)
    assert told["place"] == 3
    assert told["summary"].startswith(start)


def test_the_last_is_the_last_of_those_still_going(call_tool: CallTool, cache: StateCache) -> None:
    going = [car for car in cache.view("lap:30").order if cache.view("lap:30").run_state(car)[0] == "running"]
    told = call_tool(cache, "get_driver", driver=going[-1], tell="last", at_lap=30)["summary"]
    assert told.startswith("Yes: ")
    assert call_tool(cache, "get_driver", driver="HAM", tell="last", at_lap=30)["summary"].startswith("No: ")
    assert call_tool(cache, "get_driver", driver="OCO", tell="last", at_lap=30)["summary"].startswith("No: ")


def test_the_last_of_a_timed_session_is_the_last_of_all(call_tool: CallTool, recorded: Recorded) -> None:
    practice = recorded("2024_british_fp1")
    placed = [row["driver"]["car"] for row in call_tool(practice, "get_standings")["rows"]]
    for car, start in ((placed[-1], "Yes: "), (placed[-2], "No: ")):
        assert call_tool(practice, "get_driver", driver=car, tell="last")["summary"].startswith(start)


def test_laps_into_the_lane_and_out_of_it_are_told_alone(call_tool: CallTool, cache: StateCache) -> None:
    for lane in ("in", "out"):
        rows: Any = call_tool(cache, "get_lap_times", driver="HAM", lane=lane)["laps"]
        laps = [row["lap"] for row in table(cache.view(), "laps").rows if row["code"] == "HAM" and row[f"{lane}_lap"]]
        assert [row["lap"] for row in rows] == laps
        assert len(laps) == 2


def test_the_order_on_the_road_has_no_penalties_in_it(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2025_miami_sprint")
    told: Any = call_tool(cache, "get_standings", road=True)
    assert [row["driver"]["car"] for row in told["rows"]] == list(road_order(cache.view()))
    assert told["rows"] != call_tool(cache, "get_standings")["rows"]
    assert told["summary"].startswith("On the road: 1 ")
    on_the_way = [call_tool(cache, "get_standings", at_lap=5, **asked)["rows"] for asked in ({}, {"road": True})]
    assert on_the_way[0] == on_the_way[1]


def test_two_teams_are_apart_by_their_best_placed_cars(call_tool: CallTool, cache: StateCache) -> None:
    told: Any = call_tool(cache, "get_team_gap", team="ferrari", other="Mercedes", at_lap=30)
    assert (told["ahead"]["code"], told["behind"]["code"]) == ("VET", "BOT")
    assert told["gap_s"] == call_tool(cache, "get_gap", driver="VET", other="BOT", at_lap=30)["gap_s"]
    assert told["summary"] == "By their best placed cars: Bottas (Mercedes) is 9.255 s behind Vettel (Ferrari)."
    out: Any = call_tool(cache, "get_team_gap", team="Red Bull Racing", other="Ferrari", at_lap=45)
    assert (out["summary"], out["gap_s"]) == ("No car of Red Bull Racing is still going.", None)
    assert "error" in call_tool(cache, "get_team_gap", team="Ferrari", other="Ferrari")
    assert call_tool(cache, "get_team_gap", at_lap=30)["summary"] == told["summary"]
    assert "error" in call_tool(cache, "get_team_gap", team="Ferrari", other="Lotus")


def test_laps_between_the_stops_of_two_are_counted(call_tool: CallTool, cache: StateCache) -> None:
    told = call_tool(cache, "get_pit_stops", driver="VET", other="HAM", tell="apart", at_lap=42)["summary"]
    assert told == "Vettel made stop 1 8 laps after Hamilton (laps 30 and 22), stop 2 on the same lap (40)."


@pytest.mark.parametrize(("lap", "start"), [(20, "Yes: Hamilton, no stop: "), (30, "No: Hamilton, 1 stop: ")])
def test_whether_the_first_tyres_are_still_on_comes_first(
    call_tool: CallTool, cache: StateCache, lap: int, start: str
) -> None:
    told = call_tool(cache, "get_pit_stops", driver="HAM", tell="started_on", at_lap=lap)["summary"]
    assert told.startswith(start)


def test_laps_led_in_a_row_are_those_of_one_spell(call_tool: CallTool, cache: StateCache) -> None:
    told = call_tool(cache, "get_lead_changes", driver="BOT", in_a_row=True)["summary"]
    leads: Any = call_tool(cache, "get_lead_changes", driver="BOT")["leads"]
    assert f"at most {max(lead['laps'] for lead in leads)} laps in a row" in told


def test_when_a_driver_was_last_among_the_first(call_tool: CallTool, cache: StateCache) -> None:
    laps = [row for row in table(cache.view("lap:42"), "laps").rows if row["code"] == "HAM" and row["position"] == 2]
    told = call_tool(cache, "get_position_history", driver="HAM", moved="last_in", top_n=2, at_lap=42)["summary"]
    assert told == f"Hamilton was last in the top 2 at the end of lap {laps[-1]['lap']} (P2)."
    still = call_tool(cache, "get_position_history", driver="HAM", moved="last_in", top_n=5, at_lap=42)["summary"]
    assert "at the end of his last lap" in still
    never = call_tool(cache, "get_position_history", driver="HAM", moved="last_in", top_n=1, at_lap=42)["summary"]
    assert never == "Hamilton has not been in the top 1 at the end of any lap."


@pytest.mark.parametrize(
    ("lap", "start"),
    [(20, "It is not the penultimate"), (49, "It is the penultimate lap, lap 50"), (50, "It is the last")],
)
def test_the_penultimate_lap_has_two_to_go(call_tool: CallTool, cache: StateCache, lap: int, start: str) -> None:
    assert call_tool(cache, "get_session_info", tell="penultimate", at_lap=lap)["summary"].startswith(start)


@pytest.mark.parametrize(("segment", "start"), [(1, "Yes: "), (2, "No: ")])
def test_whether_a_driver_was_knocked_out_in_a_segment(
    call_tool: CallTool, recorded: Recorded, segment: int, start: str
) -> None:
    cache = recorded("2024_spanish_quali")
    told = call_tool(cache, "get_qualifying", driver="ALB", tell="knocked_out", segment=segment)["summary"]
    assert told.startswith(start)
    assert "knocked out in Q1" in told


def test_who_improved_and_who_did_not_are_apart(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2024_british_fp1")
    better, not_better = (call_tool(cache, "get_runs", show=show)["summary"] for show in ("gain", "no_gain"))
    assert better.startswith("Improved with the last timed lap")
    assert not_better.startswith("Did not improve with the last timed lap: ")


def test_a_compound_is_on_the_car_again_after_another(recorded: Recorded) -> None:
    view = recorded("2024_bahrain_gp_converted").view()
    rows: Any = table(view, "stints").rows
    again = [row for row in rows if row["again"]]
    assert again
    for row in again:
        before = [one["compound"] for one in rows if one["car"] == row["car"] and one["stint"] < row["stint"]]
        assert row["compound"] in before
        assert before[-1] != row["compound"]


def test_who_is_back_on_a_compound_is_told(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2025_australian_gp_converted")
    asked = {"from": "stints", "group_by": ["driver"]}
    back = [{"field": "compound", "op": "is", "value": "INTERMEDIATE"}, {"field": "again", "op": "is", "value": True},
            {"field": "going", "op": "is", "value": True}]  # fmt: skip
    told: Any = call_tool(cache, "query_race", **asked, where=back, at_lap=50)
    rows: Any = table(cache.view("lap:50"), "stints").rows
    mine = {row["driver"] for row in rows if row["again"] and row["going"] and row["compound"] == "INTERMEDIATE"}
    assert {row["driver"] for row in told["rows"]} == mine
    assert told["summary"].startswith(f"{len(mine)} drivers with stints on INTERMEDIATE again going on now: ")


def test_who_comes_nearer_to_the_leader_is_told_of_all(call_tool: CallTool, cache: StateCache) -> None:
    (asked,) = [given for said, given in EXAMPLES if said == "who is catching the leader"]
    told: Any = call_tool(cache, "query_race", **asked, at_lap=30)
    laps: Any = table(cache.view("lap:30"), "laps").rows
    for row in told["rows"]:
        gaps = [one["gap_s"] for one in laps if one["driver"] == row["driver"] and one["laps_ago"] < 5]
        assert round(gaps[-1] - gaps[0], 3) == row["delta_gap_s"] < 0
    assert told["summary"].startswith("Gap to the leader over the last 5 laps, of those who have come nearer: Bottas -")
    nobody = call_tool(cache, "query_race", **asked, at_lap=1)["summary"]
    assert nobody == "Nobody has come nearer to the leader over the last 5 laps."


def test_teams_stand_by_their_best_placed_cars(call_tool: CallTool, cache: StateCache) -> None:
    (asked,) = [given for said, given in EXAMPLES if said == "order of the teams"]
    told: Any = call_tool(cache, "query_race", **asked, at_lap=30)
    assert [row["team"] for row in told["rows"]][:3] == ["Ferrari", "Mercedes", "Red Bull Racing"]
    assert told["summary"].startswith("Teams by their best placed cars: Ferrari P1, Mercedes P2, ")


def test_the_cars_that_the_leader_has_lapped_are_those_a_lap_down(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2024_bahrain_gp_converted")
    for lap in (45, 50, 53):
        leader = cache.view(f"lap:{lap}").leader
        told: Any = call_tool(cache, "get_cars_between", driver=leader, lapped=True, at_lap=lap)
        down = {row["car"] for row in table(cache.view(f"lap:{lap}"), "drivers").rows if row["laps_down"]}
        assert {row["car"] for row in told["cars"]} == down
