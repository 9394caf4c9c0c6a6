"""What tools tell of positions lap by lap, of leads and of gaps since a lap, held to the rows of the relations."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from pitwall.relations import table
from pitwall.state import RaceView, StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]


@pytest.fixture(scope="module")
def cache(recorded: Recorded) -> StateCache:
    return recorded("2018_azerbaijan_race")


@pytest.fixture(scope="module")
def view(cache: StateCache) -> RaceView:
    return cache.view()


def rows_of(view: RaceView, code: str) -> list[dict[str, Any]]:
    return [dict(row) for row in table(view, "laps").rows if row["code"] == code]


def test_the_largest_lead_is_the_largest_gap_of_the_second_at_the_line(
    call_tool: CallTool, cache: StateCache, view: RaceView
) -> None:
    rows: list[Any] = list(table(view, "laps").rows)
    second = {row["lap"]: row for row in rows if row["position"] == 2 and row["gap_s"]}
    led = {row["lap"] for row in rows_of(view, "VET") if row["position"] == 1}
    most: Any = max((second[lap] for lap in led if lap in second), key=lambda row: row["gap_s"])
    said = call_tool(cache, "get_lead_changes", driver="VET", lead="largest")["summary"]
    assert said.startswith("Largest lead of Vettel at the line: ")
    assert said.endswith(f" s over {most['driver']} at the end of lap {most['lap']}.")
    assert float(said.split(": ")[1].split()[0]) == pytest.approx(most["gap_s"], abs=0.2)
    assert call_tool(cache, "get_lead_changes", driver="LEC", lead="largest")["summary"].startswith(
        "Leclerc has led no"
    )


def test_positions_are_told_lap_by_lap_and_on_one_lap(call_tool: CallTool, cache: StateCache, view: RaceView) -> None:
    held = {row["lap"]: row["position"] for row in rows_of(view, "PER")}
    said = call_tool(cache, "get_position_history", driver="PER", lap_by_lap=True)["summary"]
    assert said.startswith(f"Perez, started P8: P{held[1]} on lap")
    for lap in range(2, 45):
        told = call_tool(cache, "get_position_history", driver="PER", on_lap=lap)["summary"]
        if held[lap] == held[lap - 1]:
            assert told == f"Perez gained and lost no place on lap {lap}: P{held[lap]}."
        else:
            verb = "gained" if held[lap] < held[lap - 1] else "lost"
            assert told.startswith(f"Perez {verb} {abs(held[lap] - held[lap - 1])} place")
            assert told.endswith(f"from P{held[lap - 1]} to P{held[lap]}.")
    last = call_tool(cache, "get_position_history", driver="PER", on_last_lap=True)["summary"]
    assert f"on lap {max(held)}:" in last
    assert "has not completed lap 60" in call_tool(cache, "get_position_history", driver="PER", on_lap=60)["summary"]


def test_the_first_few_are_told_with_where_they_were(call_tool: CallTool, cache: StateCache) -> None:
    said = call_tool(cache, "get_position_history", top_n=5, since_lap=20, at_lap=44)["summary"]
    assert said == (
        "Top 5 now, and at the end of lap 20: 1 Bottas (P3), 2 Vettel (P1), 3 Hamilton (P2), 4 Räikkönen (P6), "
        "5 Perez (P9); no longer in it: Verstappen (P4 to P16), Ricciardo (P5 to P17)."
    )
    assert "at the start: 1 Bottas (P3)" in call_tool(cache, "get_position_history", top_n=1, at_lap=36)["summary"]


@pytest.mark.parametrize(("top_n", "gaps", "left"), [(5, True, False), (12, False, False), (20, True, True)])
def test_so_many_asked_are_all_named_where_names_fit(
    call_tool: CallTool, cache: StateCache, top_n: int, gaps: bool, left: bool
) -> None:
    said = call_tool(cache, "get_standings", top_n=top_n, at_lap=38)["summary"]
    assert (" s, " in said, said.endswith(" more.")) == (gaps, left)
    assert left or re.search(rf"\b{top_n} [^ ]+( \+[0-9.]+ s)?\.$", said)


def test_a_gap_since_a_lap_is_told_with_what_it_was(call_tool: CallTool, cache: StateCache, view: RaceView) -> None:
    perez, bottas = (next(row["gap_s"] for row in rows_of(view, code) if row["lap"] == 20) for code in ("PER", "BOT"))
    then = perez - bottas
    told = call_tool(cache, "get_gap", driver="PER", to="leader", since_lap=20, at_lap=44)
    assert told["summary"] == "Perez is 8.373 s behind Bottas, 23.0 s less than at the end of lap 20 (31.4 s)."
    assert then == pytest.approx(31.4, abs=1.0)
    turned = call_tool(cache, "get_gap", driver="PER", other="STR", since_lap=20, at_lap=44)["summary"]
    assert turned == "Stroll is 3.674 s behind Perez; at the end of lap 20 Stroll was 0.536 s ahead: 4.2 s lost."


def test_who_holds_the_position_that_a_gap_is_asked_to_is_told_so(call_tool: CallTool, cache: StateCache) -> None:
    ahead = call_tool(cache, "get_gap", driver="P3", other="BOT", at_lap=36)["summary"]
    assert ahead.startswith("Bottas is P1: Hamilton is 19.2 s behind Bottas")
    assert call_tool(cache, "get_gap", driver="P3", other="HAM", at_lap=36)["summary"] == "Hamilton is in P3."
    assert call_tool(cache, "get_gap", driver="RAI", other="P3", at_lap=36)["summary"].startswith("Räikkönen is 27.3 s")
    won = call_tool(cache, "get_gap", driver="HAM", to="leader")["summary"]
    assert won == "Hamilton won on the road; Räikkönen was 2.460 s behind."


def test_the_last_car_going_is_told_with_its_gap(call_tool: CallTool, cache: StateCache) -> None:
    said = call_tool(cache, "get_standings", last_n=1, at_lap=44)["summary"]
    assert said.startswith("Ericsson is the last car still going, in P14, 85.0 s behind the leader; out: ")


def test_who_closes_on_the_car_ahead_is_told_by_how_much_a_lap(call_tool: CallTool, cache: StateCache) -> None:
    told = call_tool(cache, "get_current_battle", closing=True, at_lap=36)
    assert told["summary"].startswith(
        "Closing fastest on the car ahead: Stroll 0.74 s a lap on Leclerc (2.651 s behind"
    )
    gap = call_tool(cache, "get_gap", driver="STR", to="ahead", at_lap=36)
    assert gap["direction"] == "closing"
    assert abs(gap["change_s"] / 4 + 0.74) < 0.01
    assert call_tool(cache, "get_current_battle", closing=True, at_lap=44)["summary"].startswith("Safety car: nobody")
    assert call_tool(cache, "get_current_battle", closing=True)["summary"].startswith("The race is over")


def test_who_is_ahead_already_catches_nobody(call_tool: CallTool, cache: StateCache) -> None:
    told = call_tool(cache, "predict_catch", driver="BOT", other="VET", at_lap=36)["summary"]
    assert told == "Bottas is ahead of Vettel already, by 11.4 s."


def test_half_distance_that_is_to_come_is_told_so(call_tool: CallTool, cache: StateCache) -> None:
    half: JsonObject = {"from": "distance", "select": ["half_distance_lap", "laps"]}
    assert call_tool(cache, "query_race", **half, at_lap=9)["summary"] == "Half distance is lap 26, in 17 laps."
    assert call_tool(cache, "query_race", **half, at_lap=30)["summary"] == "Half distance was lap 26, 4 laps ago."


def test_battles_of_the_first_few_are_between_those(call_tool: CallTool, cache: StateCache) -> None:
    told = call_tool(cache, "get_current_battle", top_n=5, top_n_pairs=20, at_lap=36)
    assert sorted(pair["place"] for pair in told["pairs"]) == [1, 2, 3, 4]
    assert len(call_tool(cache, "get_current_battle", top_n_pairs=20, at_lap=36)["pairs"]) > 4


def test_the_best_of_the_rest_drives_for_another_team_than_those_on_the_podium(
    call_tool: CallTool, cache: StateCache
) -> None:
    told = call_tool(cache, "get_standings", rest=True, at_lap=36)
    assert told["summary"] == (
        "Best of the rest, behind the teams on the podium (Mercedes, Ferrari): Daniel Ricciardo is in P4, 23.6 s behind "
        "the leader."
    )
    assert [row["driver"]["code"] for row in told["rows"]] == ["RIC"]


def test_who_came_into_the_first_few_and_who_left_them(call_tool: CallTool, cache: StateCache) -> None:
    came = call_tool(cache, "get_position_history", moved="in", at_lap=44)["summary"]
    assert came == "Into the points since the start: Leclerc (P13 to P7), Alonso (P12 to P9), Magnussen (P15 to P10)."
    left = call_tool(cache, "get_position_history", moved="out", top_n=5, since_lap=20, at_lap=44)["summary"]
    assert left == "Out of the top 5 since lap 20: Verstappen (P4 to P16, out), Ricciardo (P5 to P17, out)."
    none = call_tool(cache, "get_position_history", moved="out", top_n=1, since_lap=20, at_lap=21)["summary"]
    assert none == "Nobody has dropped out of the top 1 since lap 20."


def test_of_two_of_whom_one_is_out_the_other_is_told(call_tool: CallTool, cache: StateCache) -> None:
    said = call_tool(cache, "get_gap", driver="STR", other="SIR", at_lap=36)["summary"]
    assert said == "Sirotkin is out, so there is no gap; Stroll is P11."


def test_so_many_cars_ahead_of_one_or_behind_it(call_tool: CallTool, cache: StateCache) -> None:
    ahead = call_tool(cache, "get_cars_between", driver="PER", ahead=3, at_lap=44)
    assert ahead["summary"] == "3 cars ahead of Perez (P5): P2 Vettel, P3 Hamilton, P4 Räikkönen."
    behind = call_tool(cache, "get_cars_between", driver="PER", behind=2, at_lap=44)
    assert [car["code"] for car in behind["cars"]] == ["SAI", "LEC"]
    leader = call_tool(cache, "get_cars_between", driver="BOT", ahead=2, at_lap=44)
    assert (leader["summary"], leader["cars"]) == ("Nobody is ahead of Bottas.", [])
    gone = call_tool(cache, "get_cars_between", driver="HUL", behind=2, at_lap=44)
    assert gone["summary"] == "Hulkenberg is out or not placed."


def test_who_is_out_is_told_where_he_was_last(call_tool: CallTool, cache: StateCache, view: RaceView) -> None:
    last = rows_of(view, "HUL")[-1]
    said = call_tool(cache, "get_driver", driver="HUL")["summary"]
    assert (
        said == f"Nico Hulkenberg is out: stopped after 10 laps completed, P{last['position']} at the end of the last."
    )


def test_the_first_n_then_and_now_name_who_left_only_where_there_is_room(
    recorded: Callable[[str], StateCache], call_tool: Callable[..., JsonObject]
) -> None:
    cache = recorded("2018_azerbaijan_race")
    three, ten, all_of_them = (
        call_tool(cache, "get_position_history", top_n=top_n)["summary"] for top_n in (3, 10, 20)
    )
    assert three.endswith("3 Perez (P8); no longer in it: Vettel (P1 to P4), Bottas (P3 to P14).")
    assert ten.endswith("10 Hartley (P19).")
    assert re.search(r" and \d+ more\.$", all_of_them)
