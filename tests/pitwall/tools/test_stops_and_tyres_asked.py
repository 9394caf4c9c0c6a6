"""What is asked of stops, tyres and the weather comes first in the summary, and is what the recorded races hold."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitwall.sources import open_source
from pitwall.state import StateCache
from tests.rows import each_row
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
Folder = Callable[[str], Path]

BAHRAIN, AUSTRALIA = "2024_bahrain_gp_converted", "2025_australian_gp_converted"
SPRINT = "2023_azerbaijan_sprint"
STOPS, STINTS, WEATHER, WINDOW = "get_pit_stops", "get_stints", "get_weather", "predict_pit_window"


@each_row(
    ("race", "lap", "tool", "asked", "says"),
    [
        (BAHRAIN, 44, STOPS, {"driver": "SAI", "tell": "last"}, "Sainz last stopped on lap 35, 8 laps ago: 23.9 s in the"),
        (BAHRAIN, 30, STOPS, {"driver": "SAI", "tell": "places"},
         "Sainz lost 5 places with his last stop, on lap 14: P2 as he came in, P7 at the end of his lap out, P3 now."),
        (BAHRAIN, 40, STOPS, {"driver": "SAI", "tell": "places"},
         "Sainz lost no place with his last stop, on lap 35: P3 as he came in, P3 at the end of his lap out; before: lap 14 P2 to P7."),
        (SPRINT, 15, STOPS, {"driver": "NOR", "tell": "places"},
         "Norris lost 7 places around his last stop, on lap 10: P11 a lap before, P18 as he came in, P18 at the end of "),
        (AUSTRALIA, 45, STOPS, {"driver": "NOR", "tell": "places"},
         "Norris lost 6 places with his last stop, on lap 44: P1 as he came in, P7 now; before: lap 34 P1 to P1."),
        (BAHRAIN, 44, STOPS, {"driver": "SAI", "tell": "lane_time"},
         "Sainz has spent 48.5 s in the pit lane with 2 stops: 24.6 s on lap 14, 23.9 s on lap 35."),
        (BAHRAIN, 44, STOPS, {"driver": "SAI", "tell": "in_lane"}, "Sainz is not in the pit lane; 2 stops so far, on laps 14 "),
        (BAHRAIN, 44, STOPS, {"driver": "GAS", "tell": "in_lane"}, "Gasly is in the pit lane since lap 43; 2 stops so far,"),
        (BAHRAIN, 44, STOPS, {"driver": "SAI", "tell": "tyres"},
         "Sainz, 2 stops: SOFT to lap 14, HARD to lap 35, HARD since, 8 laps old; owes no stop (two compounds used"),
        (BAHRAIN, 12, STOPS, {"driver": "SAI", "tell": "tyres"}, "Sainz, no stop: SOFT, 14 laps old; must still stop"),
        (BAHRAIN, 12, STOPS, {"driver": "SAI", "tell": "places"}, "Sainz has made no stop."),
        (BAHRAIN, 12, STOPS, {"driver": "SAI", "tell": "not_stopped"}, "Sainz has made no stop."),
        (BAHRAIN, 30, STOPS, {"driver": "SAI", "tell": "plan"}, "No feed tells when a car will stop or how long its tyres"),
        (BAHRAIN, 44, STOPS, {"driver": "SAI", "tell": "came_out"},
         "Sainz was P3 at the end of his lap out, lap 36: 22.1 s behind Perez, 7.047 s ahead of Russell."),
        (BAHRAIN, 44, STOPS, {"driver": "SAI", "tell": "next_to"}, "Perez, ahead of Sainz, has made 2 stops, the last on lap "),
        (BAHRAIN, 44, STOPS, {"driver": "SAI", "other": "LEC"}, "Sainz and Leclerc have stopped as often: Sainz 2 stops (l"),
        (BAHRAIN, 12, STOPS, {"driver": "SAI", "other": "LEC"}, "Leclerc has stopped 1 time more than Sainz: "),
        (BAHRAIN, 12, STOPS, {"driver": "SAI", "other": "LEC", "tell": "last"}, "Only Leclerc has stopped: "),
        (BAHRAIN, 44, STOPS, {"driver": "SAI", "other": "LEC", "tell": "last"},
         "Leclerc stopped sooner, the first time and the last: Sainz 2 stops (laps 14 and 35)"),
        (BAHRAIN, 44, STOPS, {"driver": "SAI", "other": "LEC", "tell": "same_lap"}, "Never on the same lap: "),
        (AUSTRALIA, 46, STOPS, {"driver": "NOR", "other": "VER", "tell": "same_lap"}, "On the same lap 1 time, lap 34: "),
        (BAHRAIN, 44, STOPS, {"driver": "SAI", "other": "LEC", "tell": "came_out"},
         "Sainz was ahead of Leclerc at the end of his lap out, lap 36: P3 and P5."),
        (BAHRAIN, 44, STOPS, {"tell": "stops"}, "42 pit stops so far, by 20 cars."),
        (BAHRAIN, 12, STOPS, {"tell": "stopped"}, "8 cars have stopped: Russell, "),
        (BAHRAIN, 12, STOPS, {"tell": "not_stopped"}, "12 cars have not stopped: Verstappen, "),
        (BAHRAIN, 44, STOPS, {"tell": "not_stopped"}, "Every car still going has stopped."),
        (BAHRAIN, 44, STOPS, {"order": "most_time"}, "Most time in the lane: Bottas 101.5 s (2 stops), "),
        (BAHRAIN, 44, STOPS, {"order": "least_time"}, "Least time in the lane: "),
        (BAHRAIN, 30, STOPS, {"order": "most_places"}, "Most places lost with a stop: Albon 11 (P4 to P15, lap 15), "),
        (SPRINT, 15, STOPS, {"order": "most_places"}, "Most places lost with a stop: Norris 7 (P11 to P18, lap 10), "),
        (BAHRAIN, 30, STOPS, {"order": "last_first"}, "Latest first stop: Verstappen lap 17, "),
        (BAHRAIN, 30, STOPS, {"order": "gained"}, "Places gained as others stopped, less those lost by own stops: Ocon +"),
        (BAHRAIN, 1, STINTS, {}, "All 20 on SOFT, by laps on them: Verstappen 4, "),
        (BAHRAIN, 44, STINTS, {}, "Tyres: SOFT (Verstappen, Perez, Ricciardo, Hulkenberg, Sargeant), HARD (Sainz, "),
        (BAHRAIN, 44, STINTS, {"driver": "SAI", "other": "LEC"},
         "Sainz and Leclerc are on HARD; Sainz's tyres are 1 lap newer than Leclerc's: 8 against 9 laps old."),
        (BAHRAIN, 12, STINTS, {"driver": "SAI", "other": "LEC"},
         "Sainz is on SOFT, Leclerc on HARD; Sainz's tyres are 14 laps older than Leclerc's: 14 against 0 laps old."),
        (BAHRAIN, 44, STINTS, {"driver": "SAI", "than": "older"}, "12 cars on older tyres than Sainz (HARD 8 laps old): Stroll "),
        (BAHRAIN, 44, STINTS, {"driver": "SAI", "than": "newer", "side": "behind"},
         "4 cars behind him on newer tyres than Sainz (HARD 8 laps old): Sargeant SOFT 1 lap old, "),
        (BAHRAIN, 44, STINTS, {"driver": "SAI", "than": "same"}, "14 cars on the same compound as Sainz "),
        (BAHRAIN, 44, STINTS, {"driver": "leader", "than": "other"}, "15 cars on another compound than Verstappen "),
        (BAHRAIN, 44, STINTS, {"used": "one"}, "No car has used only one compound."),
        (BAHRAIN, 44, STINTS, {"used": "several"}, "All 20 cars have used two compounds: "),
        (SPRINT, 17, STINTS, {"used": "one", "compound": "soft"}, "1 car has used only SOFT: Bottas."),
        (BAHRAIN, 44, STINTS, {"driver": "SAI", "left": True}, "No feed tells which sets are left; Sainz is on HARD, "),
        (BAHRAIN, 44, WEATHER, {"tell": "track"}, "Track 22.2 °C, no rain so far, "),
        (BAHRAIN, 44, WEATHER, {"tell": "wind"}, "Wind 0.6 m/s from 141°, "),
        (BAHRAIN, 44, WEATHER, {"tell": "pressure"}, "Pressure 1017.4 hPa, "),
        (BAHRAIN, 44, WEATHER, {"tell": "spells"}, "No rain so far; now air 17.9 °C, "),
        (BAHRAIN, 44, WEATHER, {"tell": "forecast"}, "No feed tells what weather is to come; race control: RISK OF RAIN FOR "),
        (BAHRAIN, 44, WEATHER, {"tell": "place"}, "The feed tells whether it rains at the track, not where on it or how hard; now"),
        (BAHRAIN, 44, WEATHER, {"since_start": True}, "Over the last 71 minutes: air -0.4 °C, track -1.6 °C; now no rain "),
        (BAHRAIN, 44, WINDOW, {"driver": "SAI", "free": True}, "Prediction: no free stop, 5 places lost: Sainz comes out P8"),
        (BAHRAIN, 44, WINDOW, {"driver": "PIA", "free": True}, "Prediction: a free stop, no place lost: Piastri comes out P"),
    ],
)  # fmt: skip
def test_what_is_asked_comes_first(
    call_tool: CallTool, recorded: Recorded, race: str, lap: int, tool: str, asked: JsonObject, says: str
) -> None:
    assert call_tool(recorded(race), tool, at_lap=lap, **asked)["summary"].startswith(says)


def test_after_the_flag_nobody_will_stop(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(BAHRAIN)
    for asked in (
        {"tell": "plan"},
        {"tell": "plan", "driver": "SAI"},
        {"tell": "plan", "driver": "SAI", "other": "LEC"},
    ):
        assert "No feed tells" not in call_tool(cache, STOPS, **asked)["summary"]


@pytest.mark.parametrize("tool", [STOPS, STINTS])
def test_nobody_is_held_against_himself(call_tool: CallTool, recorded: Recorded, tool: str) -> None:
    answer = call_tool(recorded(BAHRAIN), tool, driver="SAI", other="55")
    assert answer["error"]["type"] == "validation_error"


def test_it_rained_on_the_laps_of_the_reports(call_tool: CallTool, recorded: Recorded, archive_folder: Folder) -> None:
    """Of each report with rain the lap is one of those told, and of no report without before the first."""
    told = call_tool(recorded(AUSTRALIA), WEATHER, tell="spells")["summary"]
    spans = [
        span.split(" to ")
        for span in told[len("It rained on laps ") :].partition(";")[0].replace(" and", ",").split(", ")
    ]
    rained = {lap for span in spans for lap in range(int(span[0]), int(span[-1]) + 1)}

    def lines(topic: str) -> list[tuple[str, JsonObject]]:
        text = (archive_folder(AUSTRALIA) / f"{topic}.jsonStream").read_text(encoding="utf-8-sig")
        return [(line[:12], json.loads(line[12:])) for line in text.splitlines() if line]

    laps = [(at, int(news["CurrentLap"])) for at, news in lines("LapCount") if "CurrentLap" in news]
    wet = [at for at, news in lines("WeatherData") if news.get("Rainfall") == "1" and at > laps[1][0]]
    assert wet
    assert {max(lap for since, lap in laps if since <= at) for at in wet} <= rained
    assert told.endswith(" m/s.")


def test_driver_changes_are_those_of_the_timing(call_tool: CallTool, shared: Path) -> None:
    path = shared / "data/endurance/2025_long_beach_laps.csv"
    cache = StateCache().load(open_source(str(path)))
    with path.open(encoding="utf-8-sig") as file:
        rows: list[dict[str, Any]] = [
            {key.strip(): value for key, value in row.items() if key} for row in csv.DictReader(file)
        ]
    mine = [
        row["DRIVER_NAME"]
        for row in sorted(rows, key=lambda row: int(row["LAP_NUMBER"]))
        if row["NUMBER"].strip() == "31"
    ]
    first = next(lap for lap, name in enumerate(mine, 1) if name != mine[0])
    told = call_tool(cache, "get_roster", driver="31", tell="changes")["summary"]
    assert told.startswith("1 driver change of car 31: ")
    assert f"(after lap {first - 1}, " in told


def test_who_is_out_can_change_to_nothing_more(call_tool: CallTool, recorded: Recorded) -> None:
    asked = {
        "from": "stints",
        "without": [{"field": "compound", "op": "in", "value": ["SOFT", "MEDIUM", "HARD"]}],
        "group_by": ["driver"],
    }
    told = call_tool(recorded(AUSTRALIA), "query_race", at_lap=36, **asked)["summary"]
    still, _, gone = told.partition(" (already out: ")
    assert "Ocon" in still
    assert gone
    assert "Ocon" not in gone


def test_where_only_those_who_are_out_are_left_it_says_so(call_tool: CallTool, recorded: Recorded) -> None:
    """Behind the safety car of lap 40 everybody stopped who was still going."""
    asked = {
        "from": "laps",
        "where": [{"field": "track_status", "op": "is", "value": "safety_car"}],
        "without": [
            {"field": "in_lap", "op": "is", "value": True},
            {"field": "track_status", "op": "is", "value": "safety_car"},
        ],
        "group_by": ["driver"],
    }
    told = call_tool(recorded("2018_azerbaijan_race"), "query_race", at_lap=44, **asked)["summary"]
    assert told == (
        "Laps under the 2 safety cars without an in-lap: no car still going; already out: Ricciardo, Verstappen, Hulkenberg."
    )


def test_who_is_in_the_lane_is_not_told_as_if_all_his_stops_were_over(call_tool: CallTool, recorded: Recorded) -> None:
    """Bottas stands in the lane for 75 s on lap 30, while the leader ends lap 31."""
    told = call_tool(recorded(BAHRAIN), STOPS, driver="BOT", tell="lane_time", at_lap=31)["summary"]
    assert "in the pit lane now" in told
    later = call_tool(recorded(BAHRAIN), STOPS, driver="BOT", tell="lane_time", at_lap=40)["summary"]
    assert later.startswith("Bottas has spent 101.5 s in the pit lane with 2 stops: ")


def test_degradation_is_of_cars_still_going_and_says_which_stints_are_over(
    recorded: Recorded, call_tool: CallTool
) -> None:
    cache = recorded("2018_azerbaijan_race")
    least = call_tool(cache, "get_tyre_degradation", order="best", at_lap=42)
    assert {"RIC", "VER"}.isdisjoint(row["driver"]["code"] for row in least["stints"])
    assert "Magnussen soft to lap 39 -0.072" in least["summary"]
    one = call_tool(cache, "get_tyre_degradation", driver="HAM", at_lap=42)["summary"]
    assert "the latest stint first, too few laps yet on the tyres of now: soft to lap 40 -0.006" in one
    two = call_tool(cache, "get_tyre_degradation", driver="HAM", other="LEC", at_lap=42)["summary"]
    assert " a lap: Hamilton soft to lap 40 -0.006 ±0.025, Leclerc soft to lap 40 +0.062" in two
    assert "first: soft -0.027" in call_tool(cache, "get_tyre_degradation", driver="HAM", at_lap=35)["summary"]


def test_a_query_says_what_bears_on_its_answer(recorded: Recorded, call_tool: CallTool) -> None:
    def said(**query: Any) -> str:
        return str(call_tool(recorded("2018_azerbaijan_race"), "query_race", at_lap=42, **query)["summary"])

    fitted = [{"field": "compound", "value": "SUPERSOFT"}, {"field": "driver", "value": "HAM"}]
    where = [{**one, "op": "is"} for one in fitted]
    assert said(**{"from": "stops", "where": where}).endswith("; Hamilton started on SUPERSOFT.")
    home = [
        {"field": "state", "op": "is", "value": "finished"},
        {"field": "compound", "op": "is", "value": "ULTRASOFT"},
    ]
    unfinished = said(**{"from": "drivers", "where": home, "select": ["driver"]})
    assert unfinished.startswith("No car that finished on ULTRASOFT; now cars on ULTRASOFT: ")
    case = [{"field": "open", "op": "is", "value": True}, {"field": "reason", "op": "contains", "value": "RELEASE"}]
    sprint = recorded("2025_miami_sprint")
    closed = call_tool(sprint, "query_race", at_lap=17, **{"from": "penalties", "where": case})["summary"]
    assert "; decided: Verstappen 10 SECOND TIME PENALTY (lap 15)" in closed
    nearer = said(
        **{
            "from": "laps",
            "where": [{"field": "laps_ago", "op": "less", "value": 5}, {"field": "gap_s", "op": "told"}],
            "group_by": ["driver"],
            "aggregate": [{"op": "delta", "field": "gap_s"}],
            "order_by": [{"field": "delta_gap_s"}],
        }
    )
    assert nearer.endswith("; safety car now: the field closes up.")
    (last,) = call_tool(
        recorded("2018_azerbaijan_race"), "query_race", at_lap=42, order_by=[{"field": "lap", "down": True}], limit=1,
        **{"from": "statuses", "where": [{"field": "status", "op": "is", "value": "safety_car"}]},
    )["rows"]  # fmt: skip
    assert (last["going"], last["to_lap"], last["since_lap"]) == (True, None, 40)


def test_laps_before_a_set_is_told_of_are_of_that_set(recorded: Recorded, call_tool: CallTool) -> None:
    cache = recorded("2018_azerbaijan_race")
    where = [
        {"field": "compound", "op": "is", "value": "SUPERSOFT"},
        {"field": "driver", "op": "is", "value": "HAM"},
    ]
    told = call_tool(cache, "query_race", at_lap=42, select=["lap", "tyre_laps"], where=where, **{"from": "laps"})
    assert [row["lap"] for row in told["rows"]] == list(range(1, 23))
    ages = [row["tyre_laps"] for row in told["rows"]]
    assert ages == list(range(ages[0], ages[0] + 22))
    assert told["undecided"] == 0


def test_who_came_only_through_the_lane_did_not_stop_under_the_safety_car(
    recorded: Recorded, call_tool: CallTool
) -> None:
    latest = {"field": "track_status", "op": "latest", "value": "safety_car"}
    told = call_tool(
        recorded("2018_azerbaijan_race"), "query_race", at_lap=42, where=[latest], group_by=["driver"],
        without=[{"field": "in_lap", "op": "is", "value": True}, latest], **{"from": "laps"},
    )  # fmt: skip
    assert (
        told["summary"] == "Every car has had an in-lap under the latest safety car; only through the lane: Ericsson."
    )


def test_a_compound_that_nobody_has_driven_on_is_named(recorded: Recorded, call_tool: CallTool) -> None:
    slicks = ["SOFT", "SUPERSOFT", "ULTRASOFT", "HYPERSOFT", "MEDIUM", "HARD", "SUPERHARD"]
    for asked, end in ((["WET", *slicks], "; no such lap on WET."), (["SOFT", "MEDIUM"], "; no such lap on MEDIUM.")):
        told = call_tool(
            recorded("2018_azerbaijan_race"), "query_race", at_lap=42, group_by=["compound"],
            where=[{"field": "compound", "op": "in", "value": asked}, {"field": "laps_ago", "op": "less", "value": 10}],
            aggregate=[{"op": "avg", "field": "time_s", "as": "average_time_s"}], **{"from": "laps"},
        )  # fmt: skip
        assert told["summary"].endswith(end)


def test_who_only_drove_through_is_told_of_the_safety_car_that_is_asked_of(
    call_tool: CallTool, recorded: Recorded
) -> None:
    of: list[JsonObject] = [{"field": "track_status", "op": "is", "value": "safety_car"}]
    told = {
        number: str(
            call_tool(
                recorded("2018_azerbaijan_race"), "query_race",
                where=[*of, {"field": "status_number", "op": "is", "value": number}], select=["driver"], **{"from": "stops"},
            )["summary"]
        )
        for number in (1, 2, 3)
    }  # fmt: skip
    assert told[2].endswith("; only through the lane: Ericsson.")
    assert "Ericsson" not in told[3]
    assert not told[1].endswith("lane: Ericsson.")


def test_a_stop_tells_the_positions_around_it(recorded: Recorded, call_tool: CallTool) -> None:
    def around(race: str, lap: int, driver: str) -> list[tuple[int, int | None, int | None]]:
        told = call_tool(recorded(race), STOPS, at_lap=lap, driver=driver)
        return [(one["lap"], one["position_before"], one["position_after"]) for one in told["cars"][0]["passages"]]

    assert around(BAHRAIN, 40, "SAI") == [(14, 2, 7), (35, 3, 3)]
    assert around(SPRINT, 15, "NOR")[-1] == (10, 11, 18), "from a lap before where many were lost on the way in"
    assert around(AUSTRALIA, 45, "NOR")[-1] == (44, 1, 6), "as it left the lane, while its lap out lasts"
