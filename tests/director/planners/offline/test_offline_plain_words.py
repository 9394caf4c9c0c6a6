"""Words of the paddock and plain wordings: nicknames, tyre marks, sectors, stewards, short forms of sessions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from director.planners.offline import OfflinePlanner
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]
PRACTICE = "British Grand Prix, 2024, Practice 1: by best lap."


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("have the mercs stopped", "have the Mercedes stopped"),
        ("where are the silver arrows", "where are the Mercedes"),
        ("has dan stopped", "has Ricciardo stopped"),
        ("what rubber is Ocon on", "what tyres is Ocon on"),
        ("how shot are Sainz's tyres", "how old are Sainz's tyres"),
        ("who is quickest in s2", "who is quickest in sector 2"),
        ("how many cars never made the flag", "how many cars retired"),
        ("quickest lap of the entire twelve hours", "quickest lap of the race"),
        ("what covers the top five", "gap from p1 to p5"),
        ("are the stewards poring over anything", "are the stewards investigating anything"),
        ("who was third when they completed lap 14", "who was third on lap 14"),
        ("how low down the order is Stroll", "in what position is Stroll"),
    ],
)
async def test_words_of_the_paddock_mean_what_a_screen_says(ask_race: Ask, question: str, plain: str) -> None:
    plan = await ask_race(question)
    assert plan.steps, plan.rationale
    assert plan.steps == (await ask_race(plain)).steps


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("who is purple in the final sector", "get_sector_times", {"sector": 3}),
        ("who went purple in s1", "get_sector_times", {"sector": 1}),
        ("list every penalty handed down", "get_race_control", {"about": "penalty"}),
        ("any news from the stewards about Stroll", "get_race_control", {"driver": "STR"}),
        ("how much time did we lose to the red flag", "get_track_status", {"kind": "red"}),
        ("has the track cooled down since the start", "get_weather", {"since_start": True}),
        ("is the track heating up", "get_weather", {"tell": "track"}),
        ("Gasly start to finish, plus or minus how many", "get_position_history", {"driver": "GAS"}),
        ("who took class honours", "get_class_standings", {}),
        ("vettel leading?", "get_driver", {"driver": "VET"}),
        ("how often has Gasly been in", "get_pit_stops", {"driver": "GAS"}),
    ],
)
async def test_plain_wordings_find_their_tool(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    plan = await ask_race(question)
    assert [(step.name, dict(step.arguments)) for step in plan.steps] == [(tool, arguments)], plan.rationale


@pytest.mark.parametrize("question", ["who has the keys to the truck", "how old is Sirotkin", "who dished the dirt"])
async def test_what_only_sounds_like_them_is_met_with_silence(ask_race: Ask, question: str) -> None:
    assert (await ask_race(question)).steps == ()


@pytest.mark.parametrize(
    ("year", "compound"), [("2024", "MEDIUM"), ("2018", None)], ids=["as they are now", "other colours"]
)
async def test_a_tyre_is_known_by_its_mark(
    race_catalogue: list[JsonObject], context: Context, learnt: Path, year: str, compound: str | None
) -> None:
    session = Context(f"Bahrain Grand Prix, {year}, Race: lap 20 of 57 completed.", context.vocabularies)
    plan = await OfflinePlanner(folder=learnt).plan("who is on the yellow walled tyres", race_catalogue, session)
    said = [str(step.arguments.get("compound", "")).upper() for step in plan.steps]
    assert said == ([compound] if compound else []), plan


@pytest.mark.parametrize(
    ("question", "answered"), [("fp1 top 4", True), ("fp3 top 4", False), ("who topped practice 2", False)]
)
async def test_a_practice_answers_only_for_itself(
    race_catalogue: list[JsonObject], context: Context, learnt: Path, question: str, *, answered: bool
) -> None:
    session = Context(PRACTICE, context.vocabularies, "Practice 1")
    plan = await OfflinePlanner(folder=learnt).plan(question, race_catalogue, session)
    assert bool(plan.steps) is answered, plan


@pytest.mark.parametrize(
    ("question", "field", "down"),
    [
        ("who is the lowest placed car on supersofts", "compound", True),
        ("of those who have not pitted who is lowest on the road", "stops", True),
        ("best placed driver without a stop", "stops", False),
    ],
)
async def test_the_first_or_last_on_the_road_of_some(ask_race: Ask, question: str, field: str, *, down: bool) -> None:
    asked = (await ask_race(question)).steps[0].arguments
    assert [one["field"] for one in asked["order_by"]] == ["position_now"]
    assert bool(asked["order_by"][0].get("down")) is down
    assert field in [one["field"] for one in asked["where"]]
