"""A word of a question that a call leaves out makes its answer true of another question: such are asked otherwise or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from director.planners.base import Turn
from toolgate.contract import JsonObject, Plan, Step

Ask = Callable[..., Any]


@pytest.mark.parametrize(
    "question",
    [
        # What is left out of the whole.
        "all the cars but ferrari on what tyres",
        # A window is not now.
        "what did i miss over the previous five stints",
        "how has gasly done over the last four stints",
        # Two who are named beside something else than their gap.
        "anything from sirotkin and stroll",
        "something about vettel and bottas to mention",
        # How a lap went is not where its driver is.
    ],
)
async def test_what_a_call_would_leave_out_is_met_with_silence(ask_race: Ask, question: str) -> None:
    assert (await ask_race(question)).steps == ()


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("who dropped the most places from where they started", "get_position_history", {"order": "lost"}),
        ("who made up the most places from where they lined up", "get_position_history", {}),
        ("who lost the most places compared to where they started", "get_position_history", {"order": "lost"}),
        ("what did we miss over the past eight laps", "summarize_recent_events", {"laps": 8}),
        ("what have we missed in the last six laps", "summarize_recent_events", {"laps": 6}),
        ("what has gone on in the last 4 laps", "summarize_recent_events", {"laps": 4}),
        ("has hamilton made his third stop", "get_pit_stops", {"driver": "HAM"}),
        ("has ocon done his second stop yet", "get_pit_stops", {"driver": "OCO"}),
        ("when was gaslys second stop", "get_pit_stops", {"driver": "GAS"}),
        ("why has vettel dropped to the back", "get_incidents", {"driver": "VET"}),
        ("what was up with ocon", "get_incidents", {"driver": "OCO"}),
        ("whats up with ocon", "get_driver", {"driver": "OCO"}),
    ],
)
async def test_every_word_has_its_use(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    (step,) = (await ask_race(question)).steps
    assert (step.name, step.arguments) == (tool, arguments)


async def test_outside_the_first_few_is_those_after_them(ask_race: Ask) -> None:
    (step,) = (await ask_race("who is outside of the top six")).steps
    assert {"field": "position_now", "op": "more", "value": 6} in step.arguments["where"]
    plan = await ask_race("who scored outside of the top six")
    assert all("top_n" not in step.arguments for step in plan.steps)


@pytest.mark.parametrize("question", ["and the guy behind him?", "and the one behind?", "who's the car behind him"])
async def test_the_car_behind_is_another_car(ask_race: Ask, question: str) -> None:
    before = Turn("where is perez", Plan((Step("s1", "get_driver", {"driver": "PER"}),)))
    (step,) = (await ask_race(question, [before])).steps
    assert (step.name, step.arguments) == ("get_gap", {"driver": "PER", "to": "behind"})


@pytest.mark.parametrize("question", ["and the man in front?", "and the one ahead", "who is ahead of him"])
async def test_the_car_ahead_is_another_car(ask_race: Ask, question: str) -> None:
    before = Turn("where is perez", Plan((Step("s1", "get_driver", {"driver": "PER"}),)))
    (step,) = (await ask_race(question, [before])).steps
    assert (step.name, step.arguments) == ("get_gap", {"driver": "PER", "to": "ahead"})


async def test_the_tyres_of_the_car_behind_are_those_of_the_one_beside_him(ask_race: Ask) -> None:
    before = Turn("what tyres is vettel on", Plan((Step("s1", "get_stints", {"driver": "VET"}),)))
    (step,) = (await ask_race("and the guy behind?", [before])).steps
    assert step.arguments == {"driver": "VET", "neighbours": True}


async def test_the_car_behind_one_who_was_asked_by_position_is_the_next(ask_race: Ask) -> None:
    before = Turn("who is fifth", Plan((Step("s1", "get_standings", {"place": 5}),)), "Sergio Perez is in P5.")
    (step,) = (await ask_race("and the car behind", [before])).steps
    assert (step.name, step.arguments) == ("get_gap", {"driver": "PER", "to": "behind"})


async def test_what_is_still_to_be_looked_at_is_the_stewards(ask_race: Ask) -> None:
    plan = await ask_race("anything on gasly and hartley still to be looked at")
    assert [step.arguments for step in plan.steps] == [
        {"about": "investigation", "driver": "GAS"},
        {"about": "investigation", "driver": "HAR"},
    ]


async def test_the_second_part_is_about_whom_the_first_named(ask_race: Ask) -> None:
    plan = await ask_race("where is sainz running and what is the gap to the leader")
    assert [step.arguments for step in plan.steps] == [{"driver": "SAI"}, {"driver": "SAI", "to": "leader"}]


@pytest.mark.parametrize(
    ("question", "relation", "left_out"),
    [
        ("who has pitted besides the ferraris", "stops", ["VET", "RAI"]),
        ("who has stopped apart from the red bulls", "stops", ["RIC", "VER"]),
        ("who lost most places except Stroll", "drivers", ["STR"]),
        ("who has the oldest tyres other than Stroll", "drivers", ["STR"]),
        ("who is on softs, apart from Stroll", "drivers", ["STR"]),
    ],
)
async def test_who_is_left_out_by_name_is_no_part_of_the_query(
    ask_race: Ask, question: str, relation: str, left_out: list[str]
) -> None:
    (step,) = (await ask_race(question)).steps
    assert step.arguments["from"] == relation
    assert {"field": "driver", "op": "not_in", "value": left_out} in step.arguments["where"]
