"""What only race control knows: when a stopped session goes on, and who has spun."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitwall.state import StateCache

Recorded = Callable[[str], StateCache]
CallTool = Callable[..., dict[str, Any]]
PRACTICE, BAHRAIN, SPRINT = "2024_british_fp1", "2024_bahrain_gp_converted", "2025_miami_sprint"


def test_a_stopped_session_says_when_it_goes_on(call_tool: CallTool, recorded: Recorded) -> None:
    """Red from 22:13; at 28:38 race control says when it goes on, and at 29:23 it does."""
    cache = recorded(PRACTICE)
    said = {
        at: call_tool(cache, "get_track_status", at_time=at)["summary"] for at in ("00:28:00", "00:29:00", "00:31:00")
    }
    assert ["to resume at 12:46" in one for one in said.values()] == [False, True, False]
    assert "to resume" not in call_tool(cache, "get_track_status")["summary"]  # nor once the session is over


def test_who_has_spun_is_told_as_race_control_says(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(BAHRAIN)
    stroll = call_tool(cache, "get_incidents", show="crashes", driver="stroll", at_lap=4)["summary"]
    assert "Stroll spun and continued at turn 1 (lap 2)" in stroll
    assert "spun" in call_tool(cache, "get_incidents", show="crashes", at_lap=4)["summary"]
    assert "spun" not in call_tool(cache, "get_incidents", show="crashes", driver="alonso", at_lap=4)["summary"]
    on = [call_tool(cache, "get_incidents", show="crashes", driver="stroll", lap=lap)["summary"] for lap in (1, 3)]
    assert ["spun and continued at turn 1 (told on lap 2)" in one for one in on] == [True, False]


def test_who_went_off_is_told_as_race_control_says(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(BAHRAIN)
    off = "Sargeant off track and continued at turn 4"
    crashes = call_tool(cache, "get_incidents", show="crashes", driver="sargeant", at_lap=14)
    assert crashes["summary"].startswith(f"Race control on Sargeant (latest first): {off} (lap 11); ")
    told = call_tool(cache, "get_incidents", driver="sargeant", at_lap=14)
    assert f"{off} (race control) (lap 11)" in told["summary"]
    assert [row["kind"] for row in told["events"] if row["text"].startswith(off)] == ["stewards"]
    assert off not in call_tool(cache, "get_incidents", show="crashes", driver="alonso", at_lap=14)["summary"]


def test_which_laps_the_messages_deleted_is_told_in_fields(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(BAHRAIN)
    told = call_tool(cache, "get_race_control", at_lap=14, last_n=1)
    assert "CAR 22 (TSU) TIME 1:38.912 DELETED" in told["messages"][0]["message"]
    tsunoda = {"lap": 10, "time_s": 98.912, "turn": 4, "reason": "track limits"}
    assert [{key: row[key] for key in tsunoda} | {"code": row["driver"]["code"]} for row in told["deleted"]] == [
        {**tsunoda, "code": "TSU"}
    ]
    assert "deleted" not in call_tool(cache, "get_race_control", at_lap=2, last_n=1)


def test_whose_laps_were_deleted_is_told_with_the_best_that_counts(call_tool: CallTool, recorded: Recorded) -> None:
    """Piastri lost the laps of 37 and 38 in one incident; the time of lap 39 stands."""
    told = call_tool(recorded(BAHRAIN), "get_race_control", about="track_limits", driver="PIA", at_lap=40)["summary"]
    assert told.startswith("2 laps of Piastri deleted: 1:34.774, track limits at turn 15 (lap 37); 1:35.298, ")
    assert told.endswith("; best lap that counts 1:34.983 (lap 39).")
    kept = call_tool(recorded(BAHRAIN), "get_race_control", about="track_limits", driver="VER", at_lap=40)["summary"]
    assert kept == "No lap deleted and no warning for track limits for Verstappen so far."


def test_how_often_drs_was_switched_off_is_told(call_tool: CallTool, recorded: Recorded) -> None:
    told = call_tool(recorded("2018_azerbaijan_race"), "get_race_control", category="drs", at_lap=20)["summary"]
    assert told.startswith("DRS is enabled since lap 18; disabled 5 times (laps 10, 11, 15 and 18); ")


def test_a_penalty_says_that_it_is_not_served(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2018_azerbaijan_race")
    asked = {"about": "penalty", "driver": "ERI"}
    told = [call_tool(cache, "get_race_control", **asked, at_lap=lap)["summary"] for lap in (20, 50)]
    assert told == [
        "Penalised: Ericsson 10 s (causing a collision, lap 20); not served: 10 s.",
        "Penalised: Ericsson 10 s (causing a collision, lap 20; served (derived)).",
    ]


def test_a_penalty_that_only_a_stop_tells_to_be_served_is_named(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2018_azerbaijan_race")
    told = [call_tool(cache, "get_penalties", show="unserved", at_lap=lap)["summary"] for lap in (15, 25, 50)]
    assert told[0] == "No unserved penalty so far."
    assert told[1].startswith("Still to be served: ")
    assert told[2].startswith("No unserved penalty so far, as far as stops tell: ")
    assert told[2].endswith("; Ericsson 10 s (causing a collision, lap 20; served (derived)).")


def test_how_long_the_pit_entry_was_closed_is_told(call_tool: CallTool, recorded: Recorded) -> None:
    told = call_tool(recorded(PRACTICE), "get_pit_lane", at_time="01:10:00")["summary"]
    assert told.startswith("Pit entry open since 01:08:35 (race control, closed for 2:04 before); ")
    shut = call_tool(recorded(PRACTICE), "get_pit_lane", at_time="01:07:00")["summary"]
    assert shut.startswith("Pit entry closed since 01:06:30 (race control); ")


def test_who_has_no_penalty_is_told_what_has_become_of_his_cases(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(BAHRAIN)
    said = {
        who: call_tool(cache, "get_race_control", about="penalty", driver=who, at_lap=9)["summary"]
        for who in ("stroll", "alonso")
    }
    assert said["stroll"].startswith("No penalty for Stroll so far; Stroll and Hulkenberg (turn 1, ")
    assert said["stroll"].endswith(": no further action.")
    assert said["alonso"] == "No penalty for Alonso so far."


def test_messages_tell_of_the_cases_that_they_open_and_close(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(SPRINT)
    told = call_tool(cache, "get_race_control", about="investigation", at_lap=12)
    assert [(row["drivers"][0]["code"], row["state"]) for row in told["cases"]] == [
        ("LEC", "after_session"), ("ANT", "no_further_action"), ("VER", "no_further_action"),
    ]  # fmt: skip
    latest = call_tool(cache, "get_race_control", about="investigation", last_n=1, at_lap=12)
    assert [row["drivers"][0]["code"] for row in latest["cases"]] == ["VER"]
    assert "cases" not in call_tool(cache, "get_race_control", flag="blue", at_lap=12)
