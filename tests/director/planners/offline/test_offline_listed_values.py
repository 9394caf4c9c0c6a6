"""Several values in one breath are all told, or what stays open is said; words that narrow are not passed over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from director.planners.base import PartialPlan, Turn
from director.planners.offline.apart.listed_values import listed_values
from director.planners.offline.name_groups import grouped
from director.planners.offline.narrowing import narrowing
from director.planners.offline.question_items import Item
from tests.rows import each_row
from toolgate.contract import Plan

Ask = Callable[..., Awaitable[Plan]]


@pytest.mark.parametrize(
    ("question", "calls"),
    [
        ("Ocon position and stops?", [("get_driver", "OCO"), ("get_pit_stops", "OCO")]),
        ("position and stops for Ocon", [("get_driver", "OCO"), ("get_pit_stops", "OCO")]),
        ("Ocon's stops, position", [("get_pit_stops", "OCO"), ("get_driver", "OCO")]),
        ("gap, tyres and best lap of Ocon", [("get_gap", "OCO"), ("get_stints", "OCO"), ("get_fastest_laps", "OCO")]),
        ("what's Ocon's tyre age and penalties", [("get_stints", "OCO"), ("get_race_control", "OCO")]),
        ("how many stops and what tyres for Ocon", [("get_pit_stops", "OCO"), ("get_stints", "OCO")]),
        ("where's Ocon and his tyres", [("get_driver", "OCO"), ("get_stints", "OCO")]),
        ("Ocon's gap and Sainz's tyres", [("get_gap", "OCO"), ("get_stints", "SAI")]),
        ("tyres / stops for the leader", [("get_stints", "leader"), ("get_pit_stops", "leader")]),
        ("Ocon laps led and best lap", [("get_lead_changes", "OCO"), ("get_fastest_laps", "OCO")]),
        ("Ocon: places lost, pit time", [("get_position_history", "OCO"), ("get_pit_stops", "OCO")]),
        ("Ocon and Sainz, tyres and stops", [
            ("get_stints", "OCO"), ("get_stints", "SAI"), ("get_pit_stops", "OCO"), ("get_pit_stops", "SAI"),
        ]),
    ],
)  # fmt: skip
async def test_every_value_of_a_list_is_asked_for(ask_race: Ask, question: str, calls: list[tuple[str, str]]) -> None:
    plan = await ask_race(question)
    assert [(step.name, step.arguments["driver"]) for step in plan.steps] == calls, plan.rationale
    assert not isinstance(plan, PartialPlan)


@pytest.mark.parametrize(("question", "left"), [("Ocon stops and fuel", "fuel"), ("mood and gap of Sainz", "mood")])
async def test_a_value_that_no_tool_tells_is_told_to_stay_open(ask_race: Ask, question: str, left: str) -> None:
    plan = await ask_race(question)
    assert isinstance(plan, PartialPlan)
    assert plan.left_open == left


@each_row(
    "question",
    [
        "gap between Sainz and Ocon", "Sainz and Ocon", "stop and go penalty for Sainz", "is Sainz in and out of the pits",
        "Sainz position and why", "Sainz stops and how many laps are left", "soft and medium tyres", "first and last",
    ],
)  # fmt: skip
def test_what_is_no_list_of_values_is_left_as_it_is(question: str) -> None:
    assert listed_values(question, lambda *_: []) is None


FIVE = "position, gap, tyres, stops and best lap of Sainz"


@each_row(("question", "values"), [(FIVE, 5), (f"pace, {FIVE}", None)])
def test_so_many_values_are_a_list(question: str, values: int | None) -> None:
    def read(text: str, _: object) -> list[Item]:
        return [Item(text, "", {"driver": "SAI"}, firm=True)] if text == "Sainz" else [Item(text, text)]

    listed = listed_values(question, read)
    assert (None if listed is None else len(listed.asked)) == values


@each_row(("names", "are_grouped"), [(1, False), (2, True), (5, True), (6, False)])
def test_so_many_names_in_a_row_are_a_group(names: int, are_grouped: bool) -> None:
    said = [Item(f"name {at}", "", {"driver": str(at)}, firm=True) for at in range(names)]
    assert (grouped(said) is not None) is are_grouped


@each_row(
    "said, told",
    [
        ("best of the young drivers", {"young"}),
        ("who is fastest in traffic", {"traffic"}),
        ("who leads the constructors", {"constructors"}),
        ("quickest local driver", {"local"}),
        ("who is best of the rest", {"rest"}),
        ("who leads the race", set()),
        ("who is at the front", set()),
        ("top five for the engineers", set()),
        ("fastest driver on track", set()),
    ],
)
def test_words_that_narrow_whom_a_question_is_about(said: str, told: set[str]) -> None:
    spoken = [word for word in said.split() if word != "the"]
    assert {spoken[at] for at in narrowing(spoken)} == told


@pytest.mark.parametrize(
    "question", ["best of the young drivers", "fastest lap of the blue cars", "who leads the constructors"]
)
async def test_whom_nothing_knows_is_no_question_about_all(ask_race: Ask, question: str) -> None:
    plan = await ask_race(question)
    assert not plan.steps


async def test_a_list_of_values_without_a_name_is_of_whom_was_spoken_of(ask_race: Ask) -> None:
    before = await ask_race("where is Ocon")
    plan = await ask_race("gap and tyres?", (Turn("where is Ocon", before),))
    assert [(step.name, step.arguments["driver"]) for step in plan.steps] == [("get_gap", "OCO"), ("get_stints", "OCO")]


async def test_each_of_two_teams_is_held_to_nobody(ask_race: Ask) -> None:
    plan = await ask_race("where are Ferrari and Mercedes")
    assert [(step.name, step.arguments) for step in plan.steps] == [
        ("get_driver", {"driver": who}) for who in ("VET", "RAI", "HAM", "BOT")
    ]


async def test_two_of_a_team_do_not_narrow(ask_race: Ask) -> None:
    plan = await ask_race("fastest lap of the two Ferraris")
    (query,) = (step.arguments for step in plan.steps)
    assert {"field": "driver", "op": "in", "value": ["VET", "RAI"]} in query["where"]
