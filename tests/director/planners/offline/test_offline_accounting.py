"""Every word that carries meaning is used by the call, or there is none and the silence says which was not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("how far is Hamilton from Vettel because of the stop", ""),
        ("who lost most places except in the rain", ""),
        ("who will take the lead", "will"),
        ("why is Sirotkin on softs", "why"),
        ("what has Bottas's helmet been like", "helmet"),
    ],
)
async def test_a_word_that_no_argument_uses_silences(ask_race: Ask, question: str, word: str) -> None:
    plan = await ask_race(question)
    assert plan.steps == (), plan
    assert word in plan.rationale


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("who is leading the grand prix", "get_standings", {"place": 1}),
        ("who leads in Baku", "get_standings", {"place": 1}),
        ("where is checo", "get_driver", {"driver": "PER"}),
        ("how far is the iceman behind seb", "get_gap", {"driver": "RAI", "other": "VET"}),
        ("who is on ultras", "get_stints", {"compound": "ultrasoft"}),
        ("who has boxed", "get_pit_stops", {"tell": "stopped"}),
        ("how far off the podium is Sainz", "get_gap", {"driver": "P3", "other": "SAI"}),
        ("gap to the guy in front for Gasly", "get_gap", {"driver": "GAS", "to": "ahead"}),
        ("who has gained the most places since the start", "get_position_history", {}),
        ("when will the race finish", "get_session_info", {"tell": "time_left"}),
    ],
)
async def test_the_words_of_the_sport_are_known(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    (step,) = (await ask_race(question)).steps
    assert (step.name, step.arguments) == (tool, arguments)


async def test_the_same_is_asked_of_each_who_is_named(ask_race: Ask) -> None:
    plan = await ask_race("tyre history of Leclerc, Hamilton and Gasly")
    assert [(step.name, step.arguments["driver"]) for step in plan.steps] == [
        ("get_stints", "LEC"), ("get_stints", "HAM"), ("get_stints", "GAS"),
    ]  # fmt: skip


async def test_two_who_are_compared_stay_one_call(ask_race: Ask) -> None:
    (step,) = (await ask_race("gap between Leclerc and Hamilton")).steps
    assert (step.name, step.arguments) == ("get_gap", {"driver": "LEC", "other": "HAM"})


@pytest.mark.parametrize(
    ("question", "language"),
    [("wer führt das Rennen", "German"), ("誰がトップ？", "Japanese"), ("quién va primero", "Spanish")],
)
async def test_another_language_is_named_with_what_helps(ask_race: Ask, question: str, language: str) -> None:
    plan = await ask_race(question)
    assert plan.steps == ()
    assert f"looks like {language}" in plan.rationale
    assert "--planner claude" in plan.rationale


@pytest.mark.parametrize(
    "question", ["", "   ", "😀😀🏎️", "\x00\x07\x1b[31m", "?!...", "ǅ" * 900, "ⅷ" * 40, "\u202e\u200b"]
)
async def test_what_holds_no_question_is_silence(ask_race: Ask, question: str) -> None:
    plan = await ask_race(question)
    assert plan.steps == ()
    assert plan.rationale


@pytest.mark.parametrize("question", ["who is the best driver", "top"])
async def test_an_example_that_asks_for_something_else_is_none(ask_race: Ask, question: str) -> None:
    assert not (await ask_race(question)).steps
