"""What happened to a car: where it is now, what it lost and on which lap, when it went out and under which flag."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.state import StateCache
from tests.rows import each_row
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
BAKU, BAHRAIN, MELBOURNE = "2018_azerbaijan_race", "2024_bahrain_gp_converted", "2025_australian_gp_converted"


@each_row(
    ("race", "tool", "driver", "lap", "said"),
    [
        (BAKU, "get_incidents", "GRO", 47, "Grosjean is out: stopped after 42 laps, under the safety car. In the pits"),
        (BAKU, "get_incidents", "VER", 45, "Verstappen is out: stopped after 39 laps, safety car from lap 40 on. "),
        (
            BAKU,
            "get_retirements",
            "RIC",
            45,
            "Ricciardo is out, stopped after 39 laps completed, safety car from lap 40 on, no reason is",
        ),
        (BAKU, "get_incidents", "RAI", 12, "Räikkönen is P9 now (started P6): in the pits, P6 to P13 (lap 1); "),
        (BAHRAIN, "get_incidents", "HUL", 8, "Hulkenberg is P20 now (started P10): in the pits (lap 1); "),
        (
            MELBOURNE,
            "get_incidents",
            "NOR",
            46,
            "Norris is P6 now (started P1): in the pits (lap 34); in the pits, P1 to P6 (lap 44); ",
        ),
        (MELBOURNE, "get_incidents", "PIA", 46, "Piastri is P15 now (started P2): past Verstappen (lap 17); "),
    ],
)
def test_it_is_told_where_it_is_and_how_it_went_out(
    call_tool: CallTool, recorded: Recorded, race: str, tool: str, driver: str, lap: int, said: str
) -> None:
    assert call_tool(recorded(race), tool, driver=driver, at_lap=lap)["summary"].startswith(said)


@each_row(
    ("race", "driver", "lap", "said"),
    [
        (BAHRAIN, "HUL", 7, " and is P20 now: 10 places down (P10 to P20 on lap 1, into the pits)"),
        (MELBOURNE, "LAW", 46, ": 10 places up (P14 to P7 on lap 44)"),
        (MELBOURNE, "TSU", 30, "Tsunoda started P5 and is P6 now: 1 place down."),
    ],
)
def test_the_lap_on_which_most_was_gained_or_lost_is_told(
    call_tool: CallTool, recorded: Recorded, race: str, driver: str, lap: int, said: str
) -> None:
    told = call_tool(recorded(race), "get_position_history", driver=driver, at_lap=lap)["summary"]
    assert said in told.replace(" was ", " is ").replace(" then", " now")


def test_a_stop_at_once_is_trouble_and_a_case_is_told_as_it_ended(call_tool: CallTool, recorded: Recorded) -> None:
    told = call_tool(recorded(BAHRAIN), "get_incidents", driver="HUL", show="trouble", at_lap=7)["summary"]
    assert told == (
        "Hulkenberg is P20 now (started P10): in the pits (lap 1); "
        "Stroll and Hulkenberg (causing a collision): no further action (lap 4)."
    )


def test_the_lap_that_cost_it_most_is_told(call_tool: CallTool, recorded: Recorded) -> None:
    told = call_tool(recorded(MELBOURNE), "get_incidents", driver="PIA", at_lap=46)["summary"]
    assert told.endswith("s (into the pits, P2 to P15), deleted for track limits at turn 12 (lap 44).")
    assert "in the pits (lap 34); loses " in told


def test_a_penalty_is_told_before_other_cases(call_tool: CallTool, recorded: Recorded) -> None:
    told = call_tool(recorded(BAKU), "get_incidents", driver="PER", at_lap=46)["summary"]
    assert "5 second time penalty for Perez (overtaking before the safety car line" in told
