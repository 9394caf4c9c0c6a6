"""What was asked for stands first: how far the race has come, how often it was neutralised, who leads a class, who is out."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from pitwall.facts.classes import classes_of
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools.words import lap_time_text
from tests.rows import each_row
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
BAKU, MELBOURNE, MIAMI = "2018_azerbaijan_race", "2025_australian_gp_converted", "2025_miami_sprint"


@pytest.fixture(scope="module")
def glen(shared: Path) -> StateCache:
    return StateCache().load(open_source(str(shared / "data/endurance/2025_watkins_glen_6h_laps.csv")))


@each_row(
    "tell, at, begins",
    [
        ("laps_left", {"at_lap": 15}, "36 laps to go: lap 15 of 51 completed"),
        ("laps_left", {}, "The race is over: 51 laps driven after 01:43:44."),
        ("time_left", {"at_lap": 15}, "The end is expected in about "),
        ("total_laps", {"at_lap": 15}, "51 laps: 15 completed, 36 to go."),
        ("total_laps", {}, "All 51 laps were driven: the race is over after 01:43:44."),
        ("laps_done", {"at_lap": 15}, "15 laps completed of 51: 36 to go."),
        ("half_distance", {"at_lap": 25}, "Half distance is lap 26, in 1 lap: lap 25 of 51 completed"),
        ("half_distance", {"at_lap": 26}, "Half distance is lap 26, just reached: "),
        ("half_distance", {"at_lap": 27}, "Half distance is lap 26, passed 1 lap ago: "),
        ("share", {"at_lap": 15}, "29 % of the race is done, 71 % is left: "),
        ("share", {}, "All of it, 100 %: "),
        ("elapsed", {}, "The race took 01:43:44: 51 laps driven."),
        ("over", {"at_lap": 15}, "The race is not over: lap 15 of 51 completed, 36 to go"),
        ("over", {}, "The race is over: 51 laps driven"),
        ("last_lap", {"at_lap": 49}, "It is not the last lap: lap 49 of 51 completed, 2 to go."),
        ("last_lap", {"at_lap": 50}, "It is the last lap, lap 51."),
        ("started", {"at_lap": 15}, "The race started at 12:13:42 UTC: "),
    ],
)
def test_how_far_the_race_has_come(
    call_tool: CallTool, recorded: Recorded, tell: str, at: JsonObject, begins: str
) -> None:
    assert call_tool(recorded(BAKU), "get_session_info", tell=tell, **at)["summary"].startswith(begins)


def test_whether_somebody_is_in_the_points_goes_by_what_the_session_pays(
    call_tool: CallTool, recorded: Recorded
) -> None:
    sprint = recorded("2023_azerbaijan_sprint")
    told = [
        call_tool(sprint, "get_driver", driver=car, tell="points", at_lap=13)["summary"][:30] for car in ("ALB", "STR")
    ]
    assert told == ["Not in the points (the first 8", "In the points (the first 8): L"]


def test_where_somebody_came_in_is_told_of_the_line_too(call_tool: CallTool, recorded: Recorded) -> None:
    said = call_tool(recorded("2023_azerbaijan_sprint"), "get_pit_stops", driver="RUS", tell="places")["summary"]
    assert said == "Russell has made no stop. P4 at the finish."


def test_the_distance_planned_at_first_is_told_where_it_was_changed(call_tool: CallTool, recorded: Recorded) -> None:
    race, sprint = recorded(MELBOURNE), recorded(MIAMI)
    said = call_tool(race, "get_session_info", tell="total_laps", at_lap=19)["summary"]
    assert said.startswith("57 laps, 58 were planned at first: 19 completed, 38 to go"), said
    said = call_tool(sprint, "get_session_info", tell="total_laps")["summary"]
    assert said.startswith("18 laps were driven, 19 were planned at first: the race is over"), said


@each_row(
    "most, said",
    [
        (2, "The first 2 of each class: GTP 1 #93 van der Zande, 2 #7 Nasr; LMP2 1 #99 Cameron, 2 #74 Burdon; GTDPRO "),
        (3, "The first 3 of each class: GTP 1 #93, 2 #7, 3 #24; LMP2 1 #99, 2 #74, 3 #88; GTDPRO "),
    ],
)
def test_the_first_of_each_class_are_told_by_number_where_names_have_no_room(
    call_tool: CallTool, glen: StateCache, most: int, said: str
) -> None:
    told = call_tool(glen, "get_class_standings", top_n=most, at_lap=45)
    assert str(told["summary"]).startswith(said)
    assert [name in told["summary"] for name in ("GTP", "LMP2", "GTDPRO", "GTD 1")] == [True] * 4


def test_a_position_in_a_class_has_the_row_of_its_car_alone(call_tool: CallTool, glen: StateCache) -> None:
    whole = call_tool(glen, "get_class_standings", class_name="GTD", at_lap=45)["classes"][0]["rows"]
    third = call_tool(glen, "get_class_standings", class_name="GTD", place=3, at_lap=45)["classes"][0]["rows"]
    assert third == [whole[2]]
    pair = call_tool(glen, "get_class_standings", class_name="GTD", place=3, behind_place=1, at_lap=45)
    assert pair["classes"][0]["rows"] == whole


def test_the_fastest_lap_of_each_class_is_the_best_of_its_cars(call_tool: CallTool, glen: StateCache) -> None:
    said = str(call_tool(glen, "get_fastest_laps", tell="classes", at_lap=60)["summary"])
    view = glen.view("lap:60")
    for name, cars in classes_of(view).items():
        best = min(seconds for car in cars if (seconds := view.car(car).best_lap_s) is not None)
        assert re.search(rf"\b{name} #[^;]+ {re.escape(lap_time_text(best))} \(lap \d+\)", said)


def test_of_all_classes_it_tells_since_when_their_leaders_lead(call_tool: CallTool, glen: StateCache) -> None:
    said = str(call_tool(glen, "get_class_standings", tell="led", at_lap=60)["summary"])
    assert said.startswith("Class leads (changes at the line), latest first: ")
    since = []
    for name in classes_of(glen.view("lap:60")):
        one = str(call_tool(glen, "get_class_standings", tell="led", class_name=name, at_lap=60)["summary"])
        found = re.search(r"; (?P<who>[^;]+) since lap (?P<lap>\d+)\.$", one)
        assert found
        changes = int(one.split(maxsplit=1)[0]) if one[0].isdigit() else 0
        assert f"{name} {found['who']} since lap {found['lap']} ({changes})" in said
        since.append((said.index(f"{name} {found['who']} since"), -int(found["lap"])))
    assert [lap for _, lap in sorted(since)] == sorted(lap for _, lap in since)


def test_what_a_race_by_time_does_not_tell(call_tool: CallTool, glen: StateCache) -> None:
    for tell in ("laps_left", "time_left", "total_laps", "half_distance", "share"):
        said = call_tool(glen, "get_session_info", tell=tell, at_lap=60)["summary"]
        assert said.startswith("The feed does not tell "), said
        assert "lap 60 completed" in said


@each_row(
    "race, given, begins",
    [
        (BAKU, {"tell": "count"}, "2 safety cars so far: laps 1 to 5 (12:24), laps 40 to 47 (20:13); track clear"),
        (BAKU, {"tell": "first"}, "The first safety car of 2: laps 1 to 5 (5 laps, 12:24); track clear"),
        (BAKU, {"tell": "second"}, "The second safety car of 2: laps 40 to 47 (8 laps, 20:13); track clear"),
        (BAKU, {"tell": "third"}, "No third one: 2 safety cars so far: laps 1 to 5 (12:24), laps 40 to 47 (20:13)"),
        (BAKU, {"tell": "last", "at_lap": 20}, "The last safety car: laps 1 to 5 (5 laps, 12:24), ended 15 laps ago; "),
        (BAKU, {"tell": "last"}, "The last safety car of 2: laps 40 to 47 (8 laps, 20:13); in all 32:37; track clear"),
        (BAKU, {"tell": "longest"}, "The longest safety car of 2: laps 40 to 47 (8 laps, 20:13)"),
        (BAKU, {"tell": "share"}, "31 % of the race: 32:37 of 103:45 (2 safety cars)."),
        (BAKU, {"tell": "last", "at_lap": 45}, "The last safety car of 2 is still out: since lap 40, "),
        (BAKU, {"tell": "count", "kind": "red"}, "No red flag so far in the race; track clear"),
        (
            BAKU,
            {"tell": "restarts"},
            "2 restarts so far, the last on lap 47 (after the safety car of laps 40 to 47), lap 5",
        ),
        (
            MELBOURNE,
            {"tell": "restarts", "at_lap": 40},
            "1 restart so far, on lap 7 (after the safety car of laps 1 to 7)",
        ),
        (MIAMI, {"tell": "restarts"}, "No restart so far in the race"),  # it came in at the end of the last lap
    ],
)
def test_how_often_the_race_was_neutralised(
    call_tool: CallTool, recorded: Recorded, race: str, given: JsonObject, begins: str
) -> None:
    said = call_tool(recorded(race), "get_track_status", **{"kind": "safety_car", **given})["summary"]
    assert said.startswith(begins), said


@each_row(
    "race, given, begins",
    [
        (BAKU, {"tell": "first"}, "The first of 7 out: Ocon (on lap 1); then: Sirotkin (on lap 1), "),
        (BAKU, {"tell": "last"}, "The last of 7 out: Bottas (after 48 laps); before: Grosjean (after 42 laps), "),
        (BAKU, {"tell": "still_going"}, "13 cars finished; 7 out: "),
        (BAKU, {"tell": "still_going", "at_lap": 45}, "14 cars still going; 6 out: "),
        (
            BAKU,
            {"tell": "no_lap"},
            "The feed does not tell who did not start; out without a completed lap: Ocon, Sirotkin.",
        ),
        (BAKU, {"tell": "place", "driver": "HUL"}, "Hulkenberg was P5 at the line on lap 10, the last completed"),
        (BAKU, {"tell": "place", "driver": "OCO"}, "Ocon completed no lap, from P7 on the grid, and is out."),
        (BAKU, {"tell": "place", "driver": "HAM"}, "Hamilton is not out (finished)."),
    ],
)
def test_who_is_out(call_tool: CallTool, recorded: Recorded, race: str, given: JsonObject, begins: str) -> None:
    said = call_tool(recorded(race), "get_retirements", **given)["summary"]
    assert said.startswith(begins), said


@each_row(
    "given, said",
    [
        (
            {"tell": "leader"},
            "#12 Thompson (Lexus, Vasser Sullivan Racing) leads GTD (P1 in class, P30 overall), 0.578 s",
        ),
        ({"tell": "lead"}, "0.578 s: #12 Thompson ahead of #47 Fuoco at the front of GTD."),
        ({"tell": "last"}, "#57 Dontje is last in GTD, P18 of 20 (P48 overall), 13 laps behind the class leader"),
        ({"tell": "cars"}, "20 cars in GTD, 18 still going; out: #80 Brichacek, #45 Doyle."),
        ({"tell": "still_going"}, "18 of 20 cars in GTD are still going; out: #80 Brichacek, #45 Doyle."),
        ({"tell": "closest"}, "Closest in GTD: #27 Stevenson 0.281 s behind #34 Tuck for P6, "),
        ({"tell": "led"}, "7 changes of lead in GTD at the line; led, of 95 laps: #27 Stevenson 31, #36 Udell 20, "),
        ({"place": 3, "behind_place": 2}, "#36 Udell (P3) is 0.491 s behind #47 Fuoco (P2) in GTD."),
        ({"place": 2, "behind_place": 3}, "#36 Udell (P3) is 0.491 s behind #47 Fuoco (P2) in GTD."),
        ({"place": 20, "behind_place": 1}, "#45 Doyle (P20) is out or its gap is not known: "),
        ({"place": 21, "behind_place": 1}, "GTD has 20 cars: name two of its positions."),
    ],
)
def test_a_class_by_what_is_asked_of_it(call_tool: CallTool, glen: StateCache, given: JsonObject, said: str) -> None:
    assert call_tool(glen, "get_class_standings", class_name="GTD", at_lap=100, **given)["summary"].startswith(said)


def test_since_when_a_class_is_led(call_tool: CallTool, shared: Path) -> None:
    """Each lap is led by the car of the class that ended it first, by the elapsed times of the sheet."""
    path = shared / "data/endurance/2025_long_beach_laps.csv"
    first: dict[int, tuple[float, str]] = {}
    with path.open(encoding="utf-8-sig") as file:
        for row in csv.DictReader(file):
            told = {key.strip(): str(value).strip() for key, value in row.items() if key}
            if told["CLASS"] == "GTD":
                seconds = sum(float(part) * 60**at for at, part in enumerate(reversed(told["ELAPSED"].split(":"))))
                lap = int(told["LAP_NUMBER"])
                first[lap] = min(first.get(lap, (seconds, told["NUMBER"])), (seconds, told["NUMBER"]))
    led = [first[lap][1] for lap in sorted(first)]
    since = max(lap for lap, (one, other) in enumerate(pairwise(led), 2) if one != other)
    cache = StateCache().load(open_source(str(path)))
    summary = call_tool(cache, "get_class_standings", class_name="GTD", tell="led")["summary"]
    assert re.search(rf"; #{led[-1]} [\w ]+ led to the end from lap {since}\.$", summary), summary


@each_row(
    "given, said",
    [
        (
            {"driver": "31", "tell": "driver_now"},
            "Earl Bamber has driven car 31 from lap 79 on (21 laps, 00:42:51); before: ",
        ),
        (
            {"driver": "31", "tell": "first_driver"},
            "Jack Aitken started car 31, laps 1 to 55; then: Frederik Vesti laps 56",
        ),
        (
            {"driver": "31", "tell": "laps_by_driver"},
            "Laps and time in car 31, most first: Jack Aitken 55 laps (02:05:41), Frederik Vesti 23",
        ),
        (
            {"driver": "31", "tell": "crew"},
            "3 drivers have driven car 31 so far: Jack Aitken, Frederik Vesti and Earl Bamber; ",
        ),
        (
            {"driver": "31", "tell": "changes"},
            "2 driver changes of car 31, latest first: Frederik Vesti to Earl Bamber (after lap 78, 02:58:48), ",
        ),
        ({"tell": "changes", "class_name": "GTD"}, "28 driver changes so far in GTD, latest first: #21 Alessandro"),
        ({"tell": "driver_now"}, "Longest in the car now: #40 Jordan Taylor 64 laps, "),
        ({"make": "BMW"}, "5 BMW cars: #1 "),
        ({"driver": "leader"}, "Wayne Taylor Racing leads: Filipe Albuquerque in car 10 (Cadillac)."),
    ],
)
def test_who_drives_a_car_and_since_when(call_tool: CallTool, glen: StateCache, given: JsonObject, said: str) -> None:
    told = call_tool(glen, "get_roster", at_lap=100, **given)["summary"]
    assert told.startswith(said), told


def test_where_cars_have_one_driver_none_was_changed(call_tool: CallTool, recorded: Recorded) -> None:
    baku = recorded(BAKU)
    assert call_tool(baku, "get_roster", tell="changes")["summary"].startswith("No driver change so far: ")
    one = call_tool(baku, "get_roster", tell="changes", driver="PER")["summary"]
    assert one == "Car 11 has not changed drivers: Sergio Perez has driven all 51 laps."


def test_retirements_of_a_class_that_there_is(call_tool: CallTool, glen: StateCache) -> None:
    assert call_tool(glen, "get_retirements", class_name="GTD")["summary"].startswith("7 out (derived): #45 Doyle")
    unknown = call_tool(glen, "get_retirements", class_name="GT9")["error"]
    assert sorted(unknown["details"]["candidates"]) == ["GTD", "GTDPRO", "GTP", "LMP2"]


@each_row(
    "tool, given, said",
    [
        ("get_race_control", {"about": "penalty", "driver": "SAI"}, "No penalty for Sainz so far."),
        ("get_race_control", {"flag": "black"}, "No black flag and so no disqualification so far."),
        ("get_penalties", {}, "5 cases, latest first: "),
        (
            "get_incidents",
            {"driver": "ALO", "other": "TSU"},
            "No case of Alonso and Tsunoda together; each by himself: Alonso",
        ),
    ],
)
def test_what_the_stewards_have_not_done(
    call_tool: CallTool, recorded: Recorded, tool: str, given: JsonObject, said: str
) -> None:
    assert call_tool(recorded(MELBOURNE), tool, at_lap=50, **given)["summary"].startswith(said)


def test_no_team_has_lost_both_cars_where_none_has(call_tool: CallTool, recorded: Recorded) -> None:
    asked = {
        "from": "drivers",
        "where": [{"field": "state", "op": "in", "value": ["stopped", "retired"]}, {"field": "team", "op": "told"}],
        "group_by": ["team"],
        "aggregate": [{"op": "count", "as": "count"}],
        "having": [{"field": "count", "op": "at_least", "value": 2}],
    }
    assert (
        call_tool(recorded(MELBOURNE), "query_race", **asked)["summary"]
        == "No team with 2 or more cars out of the race."
    )
    assert call_tool(recorded(BAKU), "query_race", **asked)["summary"].startswith("Teams with 2 or more cars out")
