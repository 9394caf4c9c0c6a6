"""Official results come from a file alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pitwall.events import CarTiming, Event, LapCount, RaceControl, Session, SessionStatus, Timing
from pitwall.facts.classification import provisional
from pitwall.results import Result, ResultsError, read_results
from pitwall.sources import open_source
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import StateCache
from tests.rows import each_row
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]


def test_csv_and_ergast_say_the_same(tmp_path: Path) -> None:
    table = tmp_path / "results.csv"
    table.write_text("Position,Car,Status,Points\n2,33,Finished,18\n1,44,Finished,25\n,77,Puncture,\n")
    rows: list[dict[str, Any]] = [
        {"number": "44", "position": "1", "positionText": "1", "points": "25", "status": "Finished"},
        {"number": "33", "position": "2", "positionText": "2", "points": "18", "status": "Finished"},
        {"number": "77", "position": "3", "positionText": "R", "status": "Puncture"},
    ]
    told = tmp_path / "results.json"
    told.write_text(json.dumps({"MRData": {"RaceTable": {"Races": [{"Results": rows}]}}}))
    assert read_results(table) == read_results(told)
    assert read_results(table) == (
        Result("44", 1, "Finished", 25.0),
        Result("33", 2, "Finished", 18.0),
        Result("77", None, "Puncture", None),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "lacks a column"),
        ("a,b\n1,2\n", "lacks a column"),
        ("position,car\n", "has no result"),
        ("position,car\nfirst,44\n", "a position that isn't a number"),
        ("position,car\n1,44\n2,44\n", "names a car twice"),
        ("{}", "isn't Ergast JSON"),
        ('{"MRData": {"RaceTable": {"Races": []}}}', "has no result"),
    ],
)
def test_what_is_no_result_is_refused_in_a_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "results.csv"
    path.write_text(text)
    with pytest.raises(ResultsError, match=said) as error:
        read_results(path)
    assert str(tmp_path) not in str(error.value)


@given(st.binary(max_size=200))
def test_any_bytes_are_results_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("results") / "any"
    path.write_bytes(data)
    try:
        rows = read_results(path)
    except ResultsError:
        return
    assert rows


def test_official_only_after_the_flag_and_only_when_given(
    call_tool: CallTool, archive_folder: Callable[[str], Path]
) -> None:
    folder = archive_folder("2025_miami_sprint")
    cache = StateCache().load(open_source(str(folder)))
    before = call_tool(cache, "get_results")
    assert before["basis"] == "provisional"
    assert any("official" in missing for missing in before["missing"])
    cache.official = read_results(folder / "ergast_sprint.json")
    answer = call_tool(cache, "get_results")
    assert answer["basis"] == "official"
    assert answer["summary"].startswith("Official result: 1 Norris, 2 Piastri, 3 Hamilton")
    albon = next(row for row in answer["rows"] if row["driver"]["code"] == "ALB")
    assert (albon["road_position"], albon["official_position"]) == (
        5,
        11,
    )  # Verstappen was ahead, with a penalty to come
    assert call_tool(cache, "get_results", at_lap=10)["basis"] == "provisional"


def test_the_provisional_result_has_the_announced_seconds(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded("2025_miami_sprint"), "get_results")
    ver = next(row for row in answer["rows"] if row["driver"]["code"] == "VER")
    assert ver["penalty_s"] == 10
    assert (ver["road_position"], ver["position"], ver["behind_s"]) == (4, 17, 12.059)  # the feed has added it
    crossed = call_tool(recorded("2025_miami_sprint"), "get_standings")["summary"]
    assert crossed.startswith("The order after the flag, with announced penalties that the feed has added: 1 Norris")
    his = call_tool(recorded("2025_miami_sprint"), "get_driver", driver="VER")["summary"]
    assert his.startswith("Max Verstappen is P17 with announced penalties (P4 on the road), 12.1 s behind the leader")
    assert answer["changed"]
    assert len(answer["open_cases"]) == 4


@pytest.mark.parametrize("seed", range(20, 26))
def test_the_provisional_result_of_a_simulated_race_is_its_classification(seed: int) -> None:
    race = simulate(SimConfig(seed=seed, cars=14, laps=12, penalties=1))
    view = StateCache().load(race).view()
    finished = [row.car for row in provisional(view) if view.run_state(row.car)[0] == "finished"]
    assert finished == race.truth.classification
    road = [car for car in view.order if view.run_state(car)[0] == "finished"]
    assert sorted(road) == sorted(finished)


RACE = Session(
    0.0, series="Formula 1", meeting="British Grand Prix", name="Race", kind="race", start_local="2024-07-07T15:00:00"
)


def late_retirement(*more: Event, session: Session = RACE) -> StateCache:
    """Ten laps: 1 and 2 finish, 3 stops on the last lap, 4 and 5 finish a lap and three laps down, 6 stops early."""
    done = {"1": 10, "2": 10, "3": 9, "4": 9, "5": 7, "6": 4}
    order = {car: CarTiming(position=place, laps=0) for place, car in enumerate(done, 1)}
    events: list[Event] = [session, LapCount(0.0, total=10), Timing(0.0, order), SessionStatus(1.0, "started")]
    events += [
        Timing(lap * 90.0 + place, {car: CarTiming(laps=lap, last_lap_s=90.0, gap_s=place - 1.0)})
        for lap in range(1, 11)
        for place, (car, laps) in enumerate(done.items(), 1)
        if lap <= laps - (car == "4")
    ]
    events += [
        Timing(904.0, {"1": CarTiming(best_lap_s=89.0, best_lap=7)}),
        Timing(905.0, {"3": CarTiming(stopped=True), "6": CarTiming(stopped=True)}),
        Timing(908.0, {"4": CarTiming(laps=9, last_lap_s=98.0)}),
        *more,
    ]
    return StateCache().load(events)


PENALTY = RaceControl(906.0, "FIA STEWARDS: 5 SECOND TIME PENALTY FOR CAR 1 (ONE) - SPEEDING IN THE PIT LANE", lap=10)


def test_after_the_flag_laps_place_a_car_that_stopped(call_tool: CallTool) -> None:
    """With seconds to add as without: nine laps that ended before another's nine are ahead of them."""
    for more in ((), (PENALTY,)):
        rows = call_tool(late_retirement(*more), "get_results")["rows"]
        assert [row["driver"]["car"] for row in rows[2:]] == ["3", "4", "5", "6"]
    assert [row["driver"]["car"] for row in rows[:2]] == ["2", "1"]


def test_laps_place_a_car_that_stopped_with_no_penalty_to_add(call_tool: CallTool) -> None:
    """The feed puts a stopped car behind all that finish, whether anybody has seconds to come or not."""
    last = Timing(909.0, {car: CarTiming(position=at) for car, at in {"4": 3, "5": 4, "6": 5, "3": 6}.items()})
    for more in ((last,), (last, PENALTY)):
        rows = call_tool(late_retirement(*more), "get_results")["rows"]
        assert [row["driver"]["car"] for row in rows[2:]] == ["3", "4", "5", "6"]


def test_nine_tenths_of_the_distance_score(call_tool: CallTool) -> None:
    rows = call_tool(late_retirement(), "get_race_points")["rows"]
    assert {row["driver"]["car"]: row["points"] for row in rows} == {"1": 26, "2": 18, "3": 15, "4": 12}


def test_points_of_a_year_whose_rules_nobody_has_given_are_not_made_up(call_tool: CallTool) -> None:
    later = call_tool(late_retirement(session=replace(RACE, start_local="2026-07-05T15:00:00")), "get_race_points")
    assert (later["summary"], later["rows"]) == ("The points of Formula 1 in 2026 are not known here.", [])
    before = call_tool(late_retirement(session=replace(RACE, start_local="2025-07-06T15:00:00")), "get_race_points")
    assert before["rows"][0]["points"] == 25  # no point for the fastest lap any more


@each_row(
    ("lap", "driver", "seconds", "said"),
    [
        (35, "VET", 5, "With a penalty of 5 s added Vettel would still be P2 (derived), 16.2 s behind Bottas and "),
        (35, "SAI", 10, "With a penalty of 10 s added Sainz would be P11 (derived), not P9, 1.860 s behind Stroll and "),
        (35, "ERI", 5, "Ericsson has no gap in seconds to the leader: where a penalty of 5 s would put him is not known."),
        (45, "VER", 5, "Verstappen is out: where a penalty of 5 s would put him is not known."),
    ],
)  # fmt: skip
def test_where_seconds_more_would_put_a_car(
    call_tool: CallTool, recorded: Recorded, lap: int, driver: str, seconds: int, said: str
) -> None:
    race = recorded("2018_azerbaijan_race")
    told = call_tool(race, "get_results", driver=driver, added_s=seconds, at_lap=lap)
    assert told["summary"].startswith(said), told["summary"]
    assert told["rows"] == call_tool(race, "get_results", at_lap=lap)["rows"]  # they are as announced


@each_row(
    ("asked", "path"),
    [
        ({"added_s": 5}, "/added_s"),
        ({"added_s": 5, "driver": "HAM", "other": "VET"}, "/added_s"),
        ({"added_s": 0, "driver": "HAM"}, "/added_s"),
        ({"added_s": 601, "driver": "HAM"}, "/added_s"),
    ],
)
def test_seconds_more_are_of_one_driver_and_at_most_ten_minutes(
    call_tool: CallTool, recorded: Recorded, asked: JsonObject, path: str
) -> None:
    race = recorded("2018_azerbaijan_race")
    assert call_tool(race, "get_results", **asked, at_lap=35)["error"]["details"]["path"] == path
    for least_or_most in (1, 600):
        assert "error" not in call_tool(race, "get_results", driver="HAM", added_s=least_or_most, at_lap=35)


def test_seconds_more_come_on_top_of_those_announced(call_tool: CallTool, recorded: Recorded) -> None:
    """The feed has added those announced to the gap; they are taken back once."""
    told = call_tool(recorded("2025_miami_sprint"), "get_results", driver="VER", added_s=5)["summary"]
    assert told == (
        "With the 10 s not yet served Verstappen would be P17 (derived), not P4, 2.150 s behind Doohan; "
        "with 5 s more P17."
    )
