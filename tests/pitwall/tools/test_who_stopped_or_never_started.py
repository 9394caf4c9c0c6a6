"""A car that had a place on the grid and did not start has started nowhere, and one that stopped has stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]


def test_who_completed_no_lap_has_not_come_down(shared: Path, call_tool: CallTool) -> None:
    cache = StateCache().load(open_source(f"{shared}/data/f1_static/2025_miami_sprint"))
    told = call_tool(cache, "get_position_history", driver="LEC")["summary"]
    assert told == "Leclerc had P6 on the grid, completed no lap and is out (stopped)."
    others = call_tool(cache, "get_position_history", driver="HAM")["summary"]
    assert others.startswith("Hamilton started P7 and is P")
    race = StateCache().load(open_source(f"{shared}/data/f1_static/2018_azerbaijan_race"))
    out = call_tool(race, "get_position_history", driver="HUL", at_lap=20)["summary"]  # after ten laps
    assert out == "Hulkenberg started P14 and is P18 now: 4 places down, and is out (stopped)."
    at_once = call_tool(race, "get_position_history", driver="OCO", at_lap=20)["summary"]
    assert at_once.startswith("Ocon had P7 on the grid, completed no lap")


def test_who_stopped_in_practice_is_said_to_have_stopped(shared: Path, call_tool: CallTool) -> None:
    cache = StateCache().load(open_source(f"{shared}/data/f1_static/2024_british_fp1"))
    told = call_tool(cache, "get_driver", driver="TSU", at_time="00:25:00")["summary"]
    assert "5 laps done, stopped on the track;" in told
    running = call_tool(cache, "get_driver", driver="TSU", at_time="00:15:00")["summary"]
    assert "stopped" not in running
