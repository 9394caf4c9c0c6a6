"""Whether a car is in DRS range and may use it, asked of a gap and of race control."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.state import StateCache
from tests.rows import each_row
from toolgate.contract import JsonObject


@each_row(
    ("lap", "said"),
    [
        (30, "DRS is enabled since lap "),
        (42, "DRS is not enabled again since the safety car of lap "),
        (45, "DRS is enabled since lap 43"),
        (52, "DRS is not enabled again since the safety car of lap "),
    ],
)
def test_a_gap_asked_for_drs_says_whether_it_is_in_range(
    call_tool: Callable[..., JsonObject], recorded: Callable[[str], StateCache], lap: int, said: str
) -> None:
    cache = recorded("2025_australian_gp_converted")
    told = call_tool(cache, "get_gap", driver="LEC", drs=True, at_lap=lap)
    gap, summary = told["gap_s"], str(told["summary"])
    assert said in summary
    assert isinstance(gap, float)
    assert ("is in DRS range" in summary, "is not in DRS range" in summary) == (gap <= 1.0, gap > 1.0)
    messages = call_tool(cache, "get_race_control", category="drs", at_lap=lap)["summary"]
    assert said in messages


def test_who_is_in_drs_range_hears_whether_drs_is_enabled(
    call_tool: Callable[..., JsonObject], recorded: Callable[[str], StateCache]
) -> None:
    near = [{"field": "interval_s", "op": "at_most", "value": 1}]
    said = call_tool(recorded("2018_azerbaijan_race"), "query_race", at_lap=42, **{"from": "drivers", "where": near})
    assert "within 1 s of the car ahead" in said["summary"]
    assert said["summary"].endswith("; DRS is disabled since lap 40.")


def test_when_drs_was_enabled_is_told_where_it_is_not_now(
    call_tool: Callable[..., JsonObject], recorded: Callable[[str], StateCache]
) -> None:
    said = call_tool(recorded("2018_azerbaijan_race"), "get_race_control", category="drs", at_lap=42)["summary"]
    assert said.startswith("DRS is disabled since lap 40, was enabled on laps 7, 10, 11, 15 and 18; ")
