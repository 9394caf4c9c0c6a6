"""Three and more questions in one line: each is answered or named as open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from director.planners.base import left_open
from toolgate.contract import Plan

Ask = Callable[[str], Awaitable[Plan]]


@pytest.mark.parametrize(
    ("question", "tools", "left"),
    [
        ("fastest lap, last retirement, any penalties", ["get_fastest_laps", "get_retirements", "get_race_control"], ""),
        ("where's vettel, where's bottas and where's kimi", ["get_driver"] * 3, ""),
        ("leader, gap, laps to go", ["get_standings", "get_session_info"], "gap"),
        ("how many laps left, is it still safety car and who is second, and what is their shoe size",
         ["get_session_info", "get_track_status", "get_standings"], "what is their shoe size"),
        ("who is p1, who will win, and what's the gap at the front", ["get_standings", "get_gap"], "who will win"),
    ],
)  # fmt: skip
async def test_each_is_answered_or_named(ask_race: Ask, question: str, tools: list[str], left: str) -> None:
    plan = await ask_race(question)
    assert ([step.name for step in plan.steps], left_open(plan)) == (tools, left)


async def test_an_order_and_an_opinion_are_silence_that_says_so(ask_race: Ask) -> None:
    assert "order" in (await ask_race("tell vettel to pit")).rationale
    assert "opinion" in (await ask_race("is vettel better than hamilton")).rationale
