"""How somebody stands beside what is asked; cars named by their numbers; what was told before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from director.language.mentions import Names
from director.language.tokens import tokenise
from director.planners.base import Turn
from tests.rows import each_row
from toolgate.contract import Plan

Ask = Callable[..., Awaitable[Plan]]
CARS = {"driver": [{"car": car, "name": name} for car, name in (("6", "Ann Bee"), ("7", "Cy Dee"), ("31", "Ed Fox"))]}
CLASSES = {"class": [{"name": "GTP"}, {"name": "GTD"}]}


@pytest.mark.parametrize(
    "question",
    [
        "who leads with Sainz in the pits",
        "who's leading now that Sainz is in the pit lane",
        "with Sainz pitting, who leads",
        "who leads while Sainz is boxing?",
    ],
)
async def test_how_somebody_is_said_to_stand_is_told_beside_the_answer(ask_race: Ask, question: str) -> None:
    plan = await ask_race(question)
    assert [(step.name, step.arguments) for step in plan.steps] == [
        ("get_standings", {"place": 1}),
        ("get_driver", {"driver": "SAI"}),
    ]


@pytest.mark.parametrize("question", ["where does Sainz come out", "what did it cost with Sainz in the pits"])
async def test_what_is_supposed_is_no_circumstance(ask_race: Ask, question: str) -> None:
    plan = await ask_race(question)
    assert "get_standings" not in [step.name for step in plan.steps]


@each_row(
    "question, cars",
    [
        ("gap between 7 and 6", ["7", "6"]),
        ("tyres of 31, 7 and 6", ["31", "7", "6"]),
        ("and 31 to 7", ["31", "7"]),
        ("7 vs 6", ["7", "6"]),
        ("laps 6 to 31", []),
        ("from lap 6 to 7", []),
        ("the top 6 or 7", []),
        ("6 or 7 laps", []),
        ("gap between P7 and P6", []),
    ],
)
def test_numbers_in_a_list_are_cars_where_cars_are_spoken_of_by_numbers(question: str, cars: list[str]) -> None:
    words = tokenise(question)
    found = Names({**CARS, **CLASSES}).find(words, lambda word: False)
    assert [mention.readings["driver"] for mention in found if mention.firm] == cars
    assert not [mention for mention in Names(CARS).find(words, lambda word: False) if mention.firm]


@pytest.mark.parametrize(
    ("before", "question", "stands_for"),
    [
        ("who set the fastest lap", "which car took it", "who set the fastest lap"),
        ("who started on pole", "which car took it?", "who started on pole"),
        ("gap between Sainz and Ocon", "has it shrunk?", "gap between Sainz and Ocon"),
        ("gap between Sainz and Ocon", "and now Ocon to Vettel, has it shrunk?", "gap between Ocon and Vettel"),
    ],
)
async def test_what_took_it_and_has_it_shrunk_lean_on(
    ask_race: Ask, before: str, question: str, stands_for: str
) -> None:
    plan = await ask_race(question, (Turn(before, await ask_race(before)),))
    assert plan.steps == (await ask_race(stands_for)).steps


async def test_one_who_stands_apart_is_compared_with_each_of_two(ask_race: Ask) -> None:
    plan = await ask_race("is Sainz ahead of Ocon and Gasly")
    assert [(step.arguments["driver"], step.arguments["other"]) for step in plan.steps] == [
        ("SAI", "OCO"),
        ("SAI", "GAS"),
    ]


MAKES = {
    "driver": [
        {"car": car, "name": name, "team": team, "make": make, "class_name": of}
        for car, name, team, make, of in (
            ("7", "Ann Bee", "Porsche Penske", "Porsche", "GTP"),
            ("6", "Cy Dee", "Porsche Penske", "Porsche", "GTP"),
            ("77", "Ed Fox", "AO Racing", "Porsche", "GTD"),
            ("12", "Gil Hay", "Vasser", "Lexus", "GTD"),
            ("14", "Ida Jay", "Vasser", "Lexus", "GTD"),
        )
    ],
    "team": [{"name": name} for name in ("Porsche Penske", "AO Racing", "Vasser")],
    **CLASSES,
}


@each_row(
    "question, cars",
    [
        ("the 12 lexus", "12"),
        ("lexus 14", "14"),
        ("that gtd porsche", "77"),
        ("the gtp porsches", ("7", "6")),
        ("porsche", ("7", "6", "77")),
        ("porsche penske", ("7", "6")),
        ("the penske porsche 7", "7"),
        ("the 12 porsche", None),
        ("top 7 gtp", None),
        ("6 gtp cars", None),
        ("gtd", None),
    ],
)
def test_a_make_tells_which_car_with_its_number_or_class(question: str, cars: str | tuple[str, ...] | None) -> None:
    found = Names(MAKES).find(tokenise(question), lambda word: False)
    told = [mention.readings.get("driver", mention.readings.get("driver*")) for mention in found if mention.firm]
    if cars is None:
        assert not [who for who in told if isinstance(who, str)]
    else:
        assert told == [cars]


async def test_several_who_are_placed_best_are_ordered_and_three_are_no_pair(ask_race: Ask) -> None:
    plan = await ask_race("highest placed of Sainz, Ocon and Gasly")
    assert [step.name for step in plan.steps] == ["query_race"]
    assert plan.steps[0].arguments["order_by"] == [{"field": "position_now"}]
    assert not (await ask_race("which rookie of Sainz, Ocon and Gasly is ahead")).steps


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("where are the two red cars", "where are the two Ferraris"),
        ("where is the dutchman", "where is Verstappen"),
        ("who leads, for real?", "who leads"),
        ("fastest driver bar none", "fastest driver"),
        ("sorry first time watching, who is leading?", "who is leading"),
        ("the safety car is out, who dived in under it", "the safety car is out, who pitted under the safety car"),
    ],
)
async def test_more_words_of_onlookers(ask_race: Ask, question: str, plain: str) -> None:
    plan = await ask_race(question)
    assert plan.steps, plan.rationale
    assert plan.steps == (await ask_race(plain)).steps


@pytest.mark.parametrize(
    ("question", "why"),
    [("did everyone pit under it", "under what"), ("who did a 1:48 and when", "1:48"), ("where is the finn", "finn")],
)
async def test_what_nobody_has_said_and_what_could_be_two_is_silence(ask_race: Ask, question: str, why: str) -> None:
    plan = await ask_race(question)
    assert not plan.steps
    assert why in plan.rationale
