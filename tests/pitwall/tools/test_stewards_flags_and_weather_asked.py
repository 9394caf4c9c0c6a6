"""Flags by segment, the highest temperatures, cases by what they are for, and what happened in the last minutes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitwall.relations import table
from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]


def test_red_flags_of_a_qualifying_are_told_with_their_segment(call_tool: CallTool) -> None:
    for seed in range(1, 12):
        cache = StateCache().load(open_source(f"sim:seed={seed},kind=qualifying"))
        view = cache.view()
        reds = [row for row in table(view, "statuses").rows if row["status"] == "red"]
        for row in reds:
            assert row["segment"] == view.segment_at(float(str(row["session_time_s"])))
            assert f" in Q{row['segment']}" in call_tool(cache, "get_track_status", kind="red")["summary"]


def test_the_highest_temperature_is_that_of_the_reports_since_the_start(
    call_tool: CallTool, recorded: Recorded
) -> None:
    cache = recorded("2024_bahrain_gp_converted")
    view = cache.view("lap:45")
    track = [one.track_c for one in view.weathers if one.t >= (view.started_at or 0.0) and one.track_c is not None]
    said = call_tool(cache, "get_weather", tell="extremes", at_lap=45)["summary"]
    assert said.startswith(f"Since the start: track {min(track):g} to {max(track):g} °C, highest at ")


def test_cases_are_found_by_what_they_are_for(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2024_spanish_quali")
    found: Any = call_tool(cache, "get_penalties", driver="SAR", reason="impeding", at_time="00:48:00")
    assert [case["reason"].lower() for case in found["cases"]] == ["impeding"]
    none = call_tool(cache, "get_penalties", driver="HAM", reason="impeding", at_time="00:48:00")["summary"]
    assert none == "No case for impeding of Hamilton so far."


def test_minutes_back_are_a_window_of_what_happened(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2018_azerbaijan_race")
    for minutes in (3, 10, 20):
        by_minutes = call_tool(cache, "summarize_recent_events", minutes=minutes, at_lap=45)
        by_seconds = call_tool(cache, "summarize_recent_events", window_seconds=60 * minutes, at_lap=45)
        assert by_minutes["events"] == by_seconds["events"]
        assert f"the last {minutes} minutes" in by_minutes["summary"]


def test_crashes_of_a_segment_are_those_of_its_time(call_tool: CallTool, recorded: Recorded) -> None:
    said = call_tool(recorded("2024_spanish_quali"), "get_incidents", show="crashes", segment="q2")["summary"]
    assert said.startswith("In Q2: ")
