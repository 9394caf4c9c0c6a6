"""The average of somebody's last laps, in whatever order its words come: of several, of each of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from director.planners.offline.composing.form import MOST_NTH
from toolgate.contract import Plan

Ask = Callable[[str], Awaitable[Plan]]


@pytest.mark.parametrize(
    "question",
    [
        "average of the last 10 laps of the top three",
        "what is the average of the last ten laps of the top 3?",
        "average of the top three over the last 10 laps",
        "mean of the last 10 laps of the top three",
        "average pace of the top three over the last 10 laps",
        "average of the last 10 laps of each of the top three",
    ],
)
async def test_of_the_first_three_each_has_its_own(ask_unchanged: Ask, question: str) -> None:
    plan = await ask_unchanged(question)
    assert [step.name for step in plan.steps] == ["query_race"], plan.rationale
    asked = plan.steps[0].arguments
    told = {(one["field"], one["op"], one.get("value")) for one in asked["where"] if one["field"] != "state"}
    assert {("position_now", "at_most", 3), ("laps_ago", "less", 10), ("accurate", "is", True)} == told
    assert asked["group_by"] == ["driver"]
    assert asked["aggregate"][0] == {"op": "avg", "field": "time_s", "as": "average_time_s"}
    assert asked["limit"] >= 3


async def test_nobody_who_is_asked_about_is_cut_off(ask_unchanged: Ask) -> None:
    for question in ("average of the last 10 laps of the top 12", "average of the last 10 laps of everybody"):
        assert (await ask_unchanged(question)).steps[0].arguments["limit"] == MOST_NTH


@pytest.mark.parametrize(
    "question",
    ["average of the top three", "average speed of the last 10 laps of the top three", "average of the last 3 stints"],
)
async def test_an_average_of_nothing_that_is_said_is_not_made_up(ask_unchanged: Ask, question: str) -> None:
    assert not (await ask_unchanged(question)).steps


async def test_the_two_cars_of_a_team_are_its_cars(ask_unchanged: Ask) -> None:
    plan = await ask_unchanged("average lap time of the two Ferraris over laps 3 to 9")
    asked = plan.steps[0].arguments
    told = {(one["field"], one["op"]) for one in asked["where"]}
    assert {("driver", "in"), ("lap", "at_least"), ("lap", "at_most")} <= told
