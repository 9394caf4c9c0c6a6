"""What can be asked of a driver by his name can be asked of whoever is described: every question in every way."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest

from director.planners.base import Turn
from director.planners.offline.conversation.people import texts_of
from toolgate.contract import Plan, Step

Ask = Callable[..., Awaitable[Plan]]
QUESTIONS = (
    "where is {}",
    "how many stops has {} made",
    "what tyres is {} on",
    "last lap of {}",
    "best lap of {}",
    "how far is {} behind the leader",
    "when did {} last pit",
    "how old are the tyres of {}",
    "has {} pitted",
    "how many places has {} gained",
    "does {} have a penalty",
    "what team does {} drive for",
    "average lap time of {} over the last 5 laps",
    "where did {} start",
    "top speed of {}",
    "how many laps has {} done",
    "fastest stop of {}",
    "lap times of {}",
    "what tyres did {} start on",
    "is {} in the points",
    "how long was the last stop of {}",
)
POSITIONS = {"P7": 7, "p3": 3, "third": 3, "8th": 8, "the car in P4": 4}
FOUND = ("the car ahead of Sainz", "the guy behind Sainz", "the last car", "the polesitter", "the lead Ferrari",
         "the driver who started third")  # fmt: skip
LEAST = 0.95
"""The share of the questions that is planned, in each way."""


def said(arguments: Mapping[str, object]) -> set[str]:
    """The names and the texts of arguments, however deep."""
    out = {*arguments, *texts_of(arguments)}
    for value in arguments.values():
        for one in value if isinstance(value, list | tuple) else (value,):
            out |= said(one) if isinstance(one, Mapping) else set()
    return out


def is_of_position(plan: Plan, number: int) -> bool:
    if any(f"P{number}" in said(step.arguments) or step.arguments.get("place") == number for step in plan.steps):
        return True
    conditions = [one for step in plan.steps for one in step.arguments.get("where") or ()]
    return any(one["field"] == "position_now" and one.get("value") == number for one in conditions)


@pytest.mark.parametrize("way", POSITIONS)
async def test_what_is_asked_of_a_position_is_of_it(ask_race: Ask, way: str) -> None:
    plans = [(question, await ask_race(question.format(way))) for question in QUESTIONS]
    planned = [(question, plan) for question, plan in plans if plan.steps]
    assert len(planned) >= LEAST * len(plans)
    assert [question for question, plan in planned if not is_of_position(plan, POSITIONS[way])] == []


@pytest.mark.parametrize("way", FOUND)
async def test_what_is_asked_of_somebody_who_has_to_be_found_is_of_him(ask_race: Ask, way: str) -> None:
    """Some of it other tools tell at once: the tyres of those beside a car, who is last, where the leader is."""
    plans = [(question, await ask_race(question.format(way))) for question in QUESTIONS]
    planned = [(question, plan) for question, plan in plans if plan.steps]
    assert len(planned) >= LEAST * len(plans)
    told = {"$ref", "position_now", "grid", "neighbours", "next_to", "ahead", "behind", "last_n", "oldest"}
    of_it = [(question, set().union(*(said(step.arguments) for step in plan.steps))) for question, plan in planned]
    assert [question for question, texts in of_it if told.isdisjoint(texts)] == []


async def test_he_is_the_one_who_was_found(ask_race: Ask) -> None:
    found = Step("s2", "get_fastest_laps", {"driver": {"$ref": "s1#/ahead/car"}})
    plan = Plan((Step("s1", "get_gap", {"driver": "SAI", "to": "ahead"}), found))
    told = "Sainz is 5.638 s behind Grosjean, closing. Best lap of Grosjean 1:46.880 on lap 34."
    turn = Turn("best lap of the car ahead of Sainz", plan, told)
    (step,) = (await ask_race("and his tyres", [turn])).steps
    assert step.arguments["driver"] == "GRO"
    alone = Turn("who is he behind", Plan(plan.steps[:1]), "Sainz is 5.638 s behind Grosjean, closing.")
    (step,) = (await ask_race("and his tyres", [alone])).steps
    assert step.arguments["driver"] == "SAI"
