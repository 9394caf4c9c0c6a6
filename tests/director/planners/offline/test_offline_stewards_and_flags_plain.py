"""Plain questions of the stewards, of flags and of the weather."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("which driver got the most blue flags", "get_race_control", {"flag": "blue"}),
        ("how many black and white flags have there been", "get_race_control", {"flag": "black_and_white"}),
        ("why is drs disabled", "get_race_control", {"category": "drs"}),
        ("has the start been delayed", "get_race_control", {"about": "start"}),
        ("what time does the race start now", "get_race_control", {"about": "start"}),
        ("is the restart standing or rolling", "get_race_control", {"about": "start"}),
        ("was the last safety car out longer than the one before", "get_track_status",
         {"kind": "safety_car", "tell": "count"}),
        ("how long were the safety car and the virtual safety car out in all", "get_track_status",
         {"kind": "full_course_yellow", "tell": "share"}),
        ("how many safety cars and virtual safety cars", "get_track_status",
         {"kind": "full_course_yellow", "tell": "count"}),
        ("how many safety cars and vscs have there been", "get_track_status",
         {"kind": "full_course_yellow", "tell": "count"}),
        ("how many virtual safety cars have there been", "get_track_status", {"kind": "vsc", "tell": "count"}),
        ("what was the highest track temperature", "get_weather", {"tell": "extremes"}),
        ("who impeded Hamilton", "get_penalties", {"driver": "HAM", "reason": "impeding"}),
        ("when does the race restart", "get_track_status", {"kind": "red"}),
        ("what has happened in the last 10 minutes", "summarize_recent_events", {"minutes": 10}),
    ],
)  # fmt: skip
async def test_a_tool_is_asked(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    plan = await ask_race(question)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)], plan.rationale


@pytest.mark.parametrize(
    ("question", "relation", "held"),
    [
        ("how many yellow flags since lap 10", "statuses", {"status": "yellow", "lap": 10}),
        ("who has been disqualified", "penalties", {"penalised": True, "penalty": "DISQUALIF"}),
        ("who has been fined", "penalties", {"penalised": True, "penalty": "FINE"}),
        ("who has been reprimanded", "penalties", {"penalised": True, "penalty": "REPRIMAND"}),
    ],
)
async def test_a_query_is_made(ask_race: Ask, question: str, relation: str, held: dict[str, Any]) -> None:
    (step,) = (await ask_race(question)).steps
    assert step.arguments["from"] == relation
    assert {one["field"]: one["value"] for one in step.arguments["where"]} == held


async def test_a_safety_car_is_looked_for_in_a_half(ask_race: Ask) -> None:
    plan = await ask_race("was there a safety car in the first half")
    assert [step.arguments["from"] for step in plan.steps] == ["distance", "statuses"]
