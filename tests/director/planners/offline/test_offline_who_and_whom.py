"""Who did it to whom, who follows whom, and words that are no name: read the right way round."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.director.planners.offline.test_offline_denied_and_halves import asked
from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]
_BEHIND = {"driver": "HAM", "other": "BOT", "tell": "behind"}


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("did Hamilton get overcut by Bottas", "get_overtakes", {"driver": "BOT", "passed": "HAM", "how": "stop"}),
        ("has Hamilton been undercut by Bottas", "get_overtakes", {"driver": "BOT", "passed": "HAM", "how": "stop"}),
        ("how many laps has Bottas been in front of Hamilton", "describe_gap", _BEHIND),
        ("for how many laps has Hamilton been staring at the gearbox of Bottas", "describe_gap", _BEHIND),
        ("since when has Hamilton been following Bottas", "describe_gap", _BEHIND),
        ("Hamilton tucked in behind Bottas since when?", "describe_gap", _BEHIND),
        ("Hamilton stops now, still ahead of Bottas?", "predict_pit_window", {"driver": "HAM", "other": "BOT"}),
        (
            "if Hamilton boxes this lap is he still in front of Bottas",
            "predict_pit_window",
            {"driver": "HAM", "other": "BOT"},
        ),
        ("what was the max speed of Hamilton", "get_speed_traps", {"driver": "HAM"}),
        (
            "Hamilton against Bottas in the middle sector",
            "get_sector_times",
            {"driver": "HAM", "other": "BOT", "sector": 2},
        ),
        ("car after Hamilton, has it got drs", "get_gap", {"driver": "HAM", "to": "behind", "drs": True}),
        ("who took the lead off Hamilton", "get_lead_changes", {"driver": "HAM"}),
    ],
)
async def test_it_is_asked_of_whom_it_is_said(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    plan = await ask_race(question)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)]


async def test_tyres_that_are_fitted_now_are_those_of_now(ask_race: Ask) -> None:
    assert asked(await ask_race("how many cars have the softs fitted at the moment"))["from"] == "drivers"
