"""What people say who watch and cheer: who was lost, where somebody wound up, and cries that ask nothing."""

from __future__ import annotations

from collections.abc import Callable, Coroutine

import pytest

from toolgate.contract import Plan

Ask = Callable[..., Coroutine[object, object, Plan]]


@pytest.mark.parametrize(
    ("question", "tool"),
    [
        ("raining now?", "get_weather"),
        ("is Leclerc taking part", "get_driver"),
        ("where did Leclerc wind up", "get_driver"),
        ("who did we lose", "get_retirements"),
        ("who won overall and by how much", "get_gap"),
    ],
)
async def test_what_onlookers_ask(ask_race: Ask, question: str, tool: str) -> None:
    assert {step.name for step in (await ask_race(question)).steps} == {tool}


async def test_of_a_stint_its_laps_are_told(ask_race: Ask) -> None:
    (step,) = (await ask_race("how many laps did Vettel's opening stint last")).steps
    assert (step.name, step.arguments["from"]) == ("query_race", "stints")
    assert {"field": "stint", "op": "is", "value": 1} in step.arguments["where"]


@pytest.mark.parametrize("cry", ["LETSGOOO checo!!", "come on Max!", "yesss Perez", "get in Lewis!", "wooo"])
async def test_a_cry_asks_nothing(ask_race: Ask, cry: str) -> None:
    assert (await ask_race(cry)).steps == ()


async def test_what_begins_like_a_cry_may_ask(ask_race: Ask) -> None:
    assert [step.name for step in (await ask_race("come on who leads")).steps] == ["get_standings"]
