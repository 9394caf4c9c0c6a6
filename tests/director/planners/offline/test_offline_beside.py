"""What is said beside a clause is no talk where the answer depends on it: whom it is of, or something else that is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from director.planners.base import Turn, left_open
from director.planners.offline.beside import asks_itself
from director.planners.offline.several_asks import leans_on_thing
from tests.rows import each_row
from toolgate.contract import JsonObject, Plan, Step

Ask = Callable[..., Any]


@each_row(
    "clause, asks",
    [
        ("whose car?", True),
        ("which lap was that", True),
        ("how long is it going to be", True),
        ("when did he stop", True),
        ("who knows", False),
        ("what a race", False),
        ("what is going on", False),
        ("how did i miss that", False),
        ("i missed it", False),
    ],
)
def test_a_clause_that_asks_of_its_own_is_no_talk(clause: str, asks: bool) -> None:
    assert asks_itself(clause) is asks


@each_row(
    "clause, leans",
    [
        ("how close is it", True),
        ("is that real or just strategy", True),
        ("how many laps each", True),
        ("who leads them", True),
        ("is it raining", False),
        ("who leads this race", False),
        ("did he win that sprint", False),
    ],
)
def test_what_it_and_that_stand_for_is_said_before(clause: str, leans: bool) -> None:
    assert leans_on_thing(clause) is leans


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        # Of whom, the clause before says.
        (
            "bottas lost a load of time, right? how long was the stop",
            "get_pit_stops",
            {"driver": "BOT", "tell": "lane_time"},
        ),
        ("bottas' gap to the lead, is it growing or shrinking", "get_gap", {"driver": "BOT", "to": "leader"}),
        ("hamilton v vettel for second, how tight is it", "get_gap", {"driver": "HAM", "other": "VET"}),
        ("give us the bottom five in order", "get_standings", {"last_n": 5}),
        # What two did in the pits with each other is no list of stops.
        # Who asks for it is another clause than whom it names.
        ("vettel has been great, who leads", "get_standings", {"place": 1}),
    ],
)
async def test_a_clause_is_of_whom_the_one_before_names(
    ask_race: Ask, question: str, tool: str, arguments: JsonObject
) -> None:
    (step,) = (await ask_race(question)).steps
    assert (step.name, step.arguments) == (tool, arguments)


@pytest.mark.parametrize(
    "question",
    [
        "Red flag! whose car?",
        "hamilton second?! is that real or just strategy",
        "i reckon perez is just managing this. what is his margin lap on lap",
        "are these people pitting or just following the safety car",
        "what would hamilton need",
        "why was sainz's and leclerc's time scrubbed",
        "how many safety cars, and how many laps each",
    ],
)
async def test_what_would_drop_a_part_is_met_with_silence(ask_race: Ask, question: str) -> None:
    plan = await ask_race(question)
    assert plan.steps == () or left_open(plan)


async def test_a_name_after_an_ask_is_asked_of_too(ask_race: Ask) -> None:
    steps = (await ask_race("where is sainz? and leclerc too")).steps
    assert [(step.name, step.arguments) for step in steps] == [
        ("get_driver", {"driver": "SAI"}),
        ("get_driver", {"driver": "LEC"}),
    ]


@pytest.mark.parametrize(
    ("before", "question", "tool", "arguments"),
    [
        (Step("s1", "get_pit_stops", {"driver": "ALO"}), "what did they bolt on", "query_race", {"from": "stops"}),
        (
            Step("s1", "query_race", {"from": "stops", "where": [{"field": "driver", "op": "is", "value": "ALO"}]}),
            "and is he last",
            "get_driver",
            {"driver": "ALO"},
        ),
    ],
)
async def test_a_follow_up_says_what_it_asks(
    ask_race: Ask, before: Step, question: str, tool: str, arguments: JsonObject
) -> None:
    turn = Turn("what tyre did alonso take, did he stop", Plan((before,)), "Alonso has made 1 stop: lap 15.")
    (step,) = (await ask_race(question, [turn])).steps
    assert step.name == tool
    assert arguments.items() <= step.arguments.items()


@pytest.mark.parametrize(
    ("question", "steps"),
    [
        ("are they new", [("get_stints", {"driver": "LEC"})]),
        ("when does it come in", []),
        ("how tight is it", []),
    ],
)
async def test_what_they_and_it_are_is_said_before(
    ask_race: Ask, question: str, steps: list[tuple[str, JsonObject]]
) -> None:
    before = Turn(
        "what tyres is leclerc on", Plan((Step("s1", "get_stints", {"driver": "LEC"}),)), "Leclerc is on HARD."
    )
    assert [(step.name, step.arguments) for step in (await ask_race(question, [before])).steps] == steps


@pytest.mark.parametrize(
    ("question", "fields"),
    [
        ("how many laps did alonso do before his first stop", {"driver"}),
        ("who led most laps before the first stop", {"lap"}),
    ],
)
async def test_before_his_first_stop_is_his(ask_race: Ask, question: str, fields: set[str]) -> None:
    finds, _ = (await ask_race(question)).steps
    assert {one["field"] for one in finds.arguments["where"]} == fields


async def test_words_that_a_question_is_joined_to_are_asked_for_too(ask_race: Ask) -> None:
    steps = (await ask_race("gap to the leader for sainz, and who is third")).steps
    assert [step.name for step in steps] == ["get_gap", "get_standings"]
    assert (await ask_race("gap from sainz to the next renault, and who has older tyres")).steps == ()
    assert len((await ask_race("poor ocon, and what happened to him")).steps) == 1
