"""How people speak: what only colours a question, what is said twice, who is named apart, ordinals and corners."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from director.planners.offline import OfflinePlanner
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("is Hartley seriously out", "is Hartley out"),
        ("Gasly has stopped, hasn't he?", "has Gasly stopped"),
        ("Leclerc leads, right?", "Leclerc leads"),
        ("noooo where is Ocon", "where is Ocon"),
        ("remind me, who has packed up", "who has retired"),
        ("can you confirm that Stroll has a penalty", "does Stroll have a penalty"),
        ("who picked up the lead when Leclerc came in", "who took the lead when Leclerc pitted"),
        ("how come Hulkenberg is out", "why is Hulkenberg out"),
        ("who would be on the podium if it stopped now", "who is on the podium"),
        ("Hamilton or Bottas, who is ahead", "who is ahead, Hamilton or Bottas"),
        ("are those two still racing, the Red Bulls", "are the Red Bulls still racing"),
        ("Alonso was at the back before, where is he now", "where is Alonso"),
        ("where are the two Renaults", "where are the Renaults"),
    ],
)
async def test_what_only_colours_a_question_changes_nothing(ask_race: Ask, question: str, plain: str) -> None:
    plan = await ask_race(question)
    assert plan.steps, plan.rationale
    assert plan.steps == (await ask_race(plain)).steps


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("why was there a red flag", "get_incidents", {"before": "red"}),
        ("what brought out the second safety car", "get_incidents", {"before": "safety_car", "nth": 2}),
        ("what happened at turn 12", "get_incidents", {"turn": 12}),
        ("is Gasly in eighth", "get_driver", {"driver": "GAS"}),
        ("did Grosjean overtake Magnussen", "get_overtakes", {"driver": "GRO", "passed": "MAG", "how": "any"}),
        ("has Ricciardo led every lap", "get_lead_changes", {"driver": "RIC"}),
        ("who made the best start", "get_position_history", {"at_lap": 1}),
        ("who set the quickest lap and when", "get_fastest_laps", {"top_n": 1}),
    ],
)
async def test_one_call_answers(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    (step,) = (await ask_race(question)).steps
    assert (step.name, step.arguments) == (tool, arguments)


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        ("who's P5 and how far from P4", {"driver": "P5", "other": "P4"}),
        ("when did Perez pit and how far is he behind Sainz", {"driver": "PER", "other": "SAI"}),
    ],
)
async def test_a_part_without_a_subject_takes_the_one_before(
    ask_race: Ask, question: str, arguments: JsonObject
) -> None:
    plan = await ask_race(question)
    assert [step.name for step in plan.steps][1:] == ["get_gap"], plan
    assert plan.steps[1].arguments == arguments


@pytest.mark.parametrize(
    "question",
    [
        "who crashed at turn 4 on the radio",
        "how windy is it at corner 7",
        "did Ericsson deliberately stop",
        "Vettel's out lap vs Bottas's out lap",
        "is Ocon within range of the tyres of Perez",
        "who will it rain on",
    ],
)
async def test_what_no_call_uses_is_met_with_silence(ask_race: Ask, question: str) -> None:
    assert (await ask_race(question)).steps == ()


async def test_ranks_in_words_are_asked_of_each_part(ask_race: Ask) -> None:
    plan = await ask_race("who is in second, and then who is fifth")
    assert [step.arguments.get("place") for step in plan.steps] == [2, 5]


@pytest.mark.parametrize(
    ("question", "relation", "rest"),
    [
        ("Perez average of the last 6 laps", "laps", {"aggregate"}),
        ("Ocon vs Perez, last 4 laps each", "laps", {"aggregate", "group_by"}),
        ("who stopped first, Sainz or Alonso", "stops", {"order_by"}),
        ("who has made up more places, Stroll or Gasly", "drivers", {"select", "order_by"}),
        ("slowest driver over the last 8 laps", "laps", {"aggregate", "group_by", "order_by"}),
        ("who put on dry tyres", "stints", {"group_by"}),
        ("any two-stoppers", "drivers", {"select"}),
    ],
)
async def test_what_goes_without_saying_is_composed(
    ask_race: Ask, question: str, relation: str, rest: set[str]
) -> None:
    plan = await ask_race(question)
    assert plan.steps, plan.rationale
    asked = plan.steps[-1].arguments
    assert asked["from"] == relation
    assert rest <= asked.keys()


@pytest.mark.parametrize(
    "question",
    [
        "slowest lap", "worst lap", "which driver is slowest", "which car is slowest", "average pace on softs",
        "how many laps have been done on softs", "how many laps were done on mediums",
    ],
)  # fmt: skip
async def test_what_is_asked_of_nobody_is_of_all_and_not_of_the_leader(ask_race: Ask, question: str) -> None:
    plan = await ask_race(question)
    assert plan.steps, plan.rationale
    fields = {one["field"] for one in plan.steps[-1].arguments.get("where", ())}
    assert fields.isdisjoint(("position", "position_now"))


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("tyres of the last car", "drivers"),
        ("what tyres is the last car on", "drivers"),
        ("has the last car stopped", "stops"),
        ("how many stops has the last car made", "stops"),
    ],
)
async def test_the_last_car_is_whoever_is_last_of_those_still_going(
    ask_race: Ask, question: str, relation: str
) -> None:
    find, query = (await ask_race(question)).steps
    assert (find.arguments["order_by"], find.arguments["limit"]) == ([{"field": "position_now", "down": True}], 1)
    assert query.arguments["from"] == relation
    assert [one["value"]["get"] for one in query.arguments["where"] if one["field"] == "driver"] == ["/driver"]


@pytest.mark.parametrize("question", ["average lap time of the leader", "slowest lap of the leader"])
async def test_laps_of_the_leader_are_his_alone(ask_race: Ask, question: str) -> None:
    (step,) = (await ask_race(question)).steps
    assert {"field": "position_now", "op": "is", "value": 1} in step.arguments["where"]


async def test_an_example_that_says_nothing_is_like_no_question(planner: Any, context: Context) -> None:
    entry = {"name": "chat", "description": "lines", "input_schema": {}, "examples": [["show the chat", {}]]}
    assert (await OfflinePlanner().plan("hello", [entry], context)).steps == ()


async def test_the_words_of_a_sessions_state_are_no_name(
    race_catalogue: list[JsonObject], context: Context, learnt: Path
) -> None:
    running = Context(f"{context.session}: lap 20 of 51 completed.", context.vocabularies)
    plan = await OfflinePlanner(folder=learnt).plan("Sainz's out lap against Perez's out lap", race_catalogue, running)
    assert plan.steps == (), plan
