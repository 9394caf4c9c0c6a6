"""What is said of a race that is over, of penalties that decided it, and of a feed that tells no message of race control."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import StateCache
from tests.rows import each_row
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]


@each_row("seed", range(4))
def test_nobody_is_still_going_in_a_race_that_is_over(call_tool: CallTool, seed: int) -> None:
    race = simulate(SimConfig(seed=seed, cars=10, laps=6))
    cache = StateCache().load(race)
    for tool in ("get_pit_stops", "get_position_history", "get_retirements"):
        for asked in ({}, {"order": "lost"}) if tool == "get_position_history" else ({},):
            assert "still going" not in call_tool(cache, tool, **asked)["summary"], (tool, asked)
    stopped = sum(bool(race.truth.stops(car)) for car in race.truth.finish_order)
    said = call_tool(cache, "get_pit_stops")["summary"]
    if stopped == len(race.truth.finish_order):
        assert said.endswith("every car that finished stopped.")
    assert " so far" not in said
    assert "still going" in call_tool(cache, "get_pit_stops", at_lap=2)["summary"] or stopped == 0


def test_a_penalty_that_changed_the_result_is_told_as_the_reason(call_tool: CallTool, recorded: Recorded) -> None:
    """Verstappen crossed the line fourth with ten seconds to come; f1db has him 17th."""
    cache = recorded("2025_miami_sprint")
    said = call_tool(cache, "explain_driver", driver="VER", tell="position")["summary"]
    assert said.startswith("Verstappen started P4, crossed the line P4; a penalty of 10 s makes that P17 (derived)")
    said = call_tool(cache, "explain_driver", driver="RUS", tell="position")["summary"]
    assert said.startswith("Russell started P5, crossed the line P6; penalties of Verstappen make that P5 (derived)")
    said = call_tool(cache, "explain_driver", driver="NOR", tell="position")["summary"]
    assert said.startswith("Timing tells no reason. Norris started P3, is P1 now")
    before = call_tool(cache, "explain_driver", driver="VER", tell="position", at_lap=12)["summary"]
    assert "crossed the line" not in before


def test_without_race_control_penalties_are_not_known(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2023_azerbaijan_sprint")
    said = call_tool(cache, "get_results", driver="PIA")["summary"]
    assert said.endswith("; the feed has told no message of race control, so penalties are not known.")
    both = call_tool(cache, "get_results", driver="PIA", other="ALB")["summary"]
    assert both.endswith("; the feed tells of no penalties.")
    assert call_tool(cache, "get_race_control")["summary"] == "The feed has told no message of race control so far."


@pytest.mark.parametrize(
    ("tool", "asked", "told"),
    [
        ("get_penalties", {}, "(Q1, failing to follow"),
        ("get_lap_times", {"driver": "LEC", "last_n": 30}, ""),
    ],
)
def test_a_segment_is_written_as_one(
    call_tool: CallTool, recorded: Recorded, tool: str, asked: JsonObject, told: str
) -> None:
    answer = call_tool(recorded("2024_spanish_quali"), tool, **asked)
    assert told in answer["summary"]
    assert not any(" on lap 1, " in missing for missing in answer["missing"])
