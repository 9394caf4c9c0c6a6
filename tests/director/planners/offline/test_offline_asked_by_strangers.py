"""What people asked in words of their own: best laps held together, cars brought home, tyres come off, the lead shared."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.director.planners.offline.test_offline_denied_and_halves import asked, conditions
from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]
_BEST = {"driver": "BOT", "other": "HAM"}


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        (
            "Setting their best laps side by side, was Bottas or Hamilton quicker, and by what margin?",
            "get_fastest_laps",
            _BEST,
        ),
        ("comparing their fastest laps, who is faster, Bottas or Hamilton?", "get_fastest_laps", _BEST),
        ("How were the laps in the lead shared out?", "get_lead_changes", {"by_driver": True}),
        ("who led and for how many laps", "get_lead_changes", {"by_driver": True}),
        ("full sc or virtual rn", "get_track_status", {"kind": "safety_car"}),
        ("Who dropped the most from grid to flag?", "get_position_history", {"order": "lost"}),
        ("who dropped the most from start to finish", "get_position_history", {"order": "lost"}),
        ("who got the worst start", "get_position_history", {"at_lap": 1, "order": "lost"}),
        ("Could you give me air and track temperature, and is there any rain about?", "get_weather", {}),
        ("what was the track temperature when it ended", "get_weather", {"tell": "track"}),
        ("By how much did Bottas take it, and from whom?", "get_gap", {"to": "leader", "driver": "BOT"}),
        (
            "on which lap did Bottas finally get in front of Hamilton for fourth and stay there?",
            "get_overtakes",
            {"driver": "BOT", "passed": "HAM", "how": "any"},
        ),
    ],
)
async def test_other_words_ask_the_same(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    plan = await ask_race(question)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)]


@pytest.mark.parametrize(
    "question",
    ["Which teams brought two cars home?", "which teams got both cars to the flag", "who got both their cars home"],
)
async def test_cars_brought_home_have_finished(ask_race: Ask, question: str) -> None:
    query = asked(await ask_race(question))
    assert (query["where"][0]["field"], query["where"][0]["value"]) == ("state", "finished")


@pytest.mark.parametrize(
    "question",
    ["Bottas came off the softs when, and onto what?", "when did Bottas take off the softs"],
)
async def test_tyres_come_off_at_the_stop_that_ends_them(ask_race: Ask, question: str) -> None:
    query = asked(await ask_race(question))
    assert (query["from"], conditions(query)) == ("stops", {("compound_before", "is", "SOFT"), ("driver", "is", "BOT")})


async def test_a_mean_is_an_average(ask_race: Ask) -> None:
    assert asked(await ask_race("mean lap time of Bottas")) == asked(await ask_race("average lap time of Bottas"))
