"""What tools tell of two drivers together, of then beside now, and of one beside all others."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.state import StateCache
from tests.rows import each_row
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
BAKU, MIAMI = "2018_azerbaijan_race", "2025_miami_sprint"


def test_what_race_control_said_of_both_with_its_verdict(recorded: Recorded, call_tool: CallTool) -> None:
    told = call_tool(recorded(BAKU), "get_incidents", driver="ERI", other="MAG")
    assert told["summary"] == (
        "Race control on Ericsson and Magnussen: turn 2 incident, causing a collision: "
        "10 second time penalty for Ericsson (lap 20), served (derived)."
    )
    given = next(event for event in told["events"] if event.get("state") == "penalty")
    assert (given["penalised"]["code"], given["penalty_s"]) == ("ERI", 10)
    noted = call_tool(recorded(MIAMI), "get_incidents", driver="PIA", other="ANT")["summary"]
    assert noted.endswith("lap 1 turn 1 incident: no further action (said on lap 6).")


def test_two_who_went_out_together(recorded: Recorded, call_tool: CallTool) -> None:
    told = call_tool(recorded(BAKU), "get_incidents", driver="VER", other="RIC")["summary"]
    assert "turn 1 incident: to be investigated afterwards (said on lap 50)" in told
    assert "By the timing: Ricciardo is out (stopped) (lap 40); Verstappen is out (stopped) (lap 40)." in told


def test_of_two_it_has_not_named_together_race_control_has_said_nothing(
    recorded: Recorded, call_tool: CallTool
) -> None:
    told = call_tool(recorded(BAKU), "get_incidents", driver="HAM", other="STR")
    nothing = (
        "Race control has said nothing of Hamilton and Stroll together, and the feed tells of no incident of the two."
    )
    assert (told["summary"], told["events"]) == (nothing, [])
    passed = call_tool(recorded(BAKU), "get_incidents", driver="STR", other="ALO")["summary"]
    assert passed.startswith("Race control has said nothing of Stroll and Alonso together; by the timing: Stroll past ")
    unheard = call_tool(recorded("2023_azerbaijan_sprint"), "get_incidents", driver="PER", other="LEC")["summary"]
    assert unheard == "Perez and Leclerc, by the timing: Perez leads (lap 8); Perez past Leclerc (lap 8)."
    before = call_tool(recorded(BAKU), "get_incidents", driver="ERI", other="MAG", at_lap=5)
    assert [event for event in before["events"] if "state" in event] == []


def test_tyres_then_and_now(recorded: Recorded, call_tool: CallTool) -> None:
    told = call_tool(recorded(BAKU), "get_stints", driver="VET", then_lap=10, at_lap=30)
    assert told["summary"] == "Vettel was on SUPERSOFT 14 laps old on lap 10 and is now on SUPERSOFT 34 laps old."
    early = call_tool(recorded(BAKU), "get_stints", driver="VET", then_lap=10, at_lap=5)["error"]
    assert early["message"] == "lap 10 has not been completed by anyone"


def test_laps_led_by_each_and_by_one_beside_the_others(recorded: Recorded, call_tool: CallTool) -> None:
    tool = "get_lead_changes"
    every = call_tool(recorded(BAKU), tool, by_driver=True)
    assert every["summary"] == "Led, of 51 laps at the line: Vettel 30, Bottas 18, Hamilton 3."
    one = call_tool(recorded(BAKU), tool, by_driver=True, driver="BOT")
    assert one["summary"] == "Bottas has led 18 of 51 laps at the line; the others: Vettel 30, Hamilton 3."
    assert [row["laps"] for row in one["laps_led"]] == [30, 18, 3]
    none = call_tool(recorded(BAKU), tool, by_driver=True, driver="STR")["summary"]
    assert none.startswith("Stroll has led none of 51 laps at the line; the others: Vettel 30")
    start = call_tool(recorded(BAKU), tool, by_driver=True, driver="VET", at_lap=9)["summary"]
    assert start == "Vettel has led 9 of 9 laps at the line, and nobody else any."


@each_row(
    "session, tool",
    [
        *(
            (BAKU, tool)
            for tool in ("compare_drivers", "describe_gap", "get_cars_between", "get_fastest_laps", "get_gap")
        ),
        *(
            (BAKU, tool)
            for tool in ("get_lap_times", "get_net_order", "get_pit_stops", "get_sector_times", "get_stints")
        ),
        *((BAKU, tool) for tool in ("predict_catch", "predict_pit_window")),
        ("2024_british_fp1", "get_runs"),
    ],
)
def test_one_driver_named_twice_is_not_two(recorded: Recorded, call_tool: CallTool, session: str, tool: str) -> None:
    error = call_tool(recorded(session), tool, driver="HAM", other="hamilton")["error"]
    assert error["message"] == "both names mean Hamilton: name two drivers"
    assert error["details"]["path"] == "/other"
