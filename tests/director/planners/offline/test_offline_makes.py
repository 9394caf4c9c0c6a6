"""Cars by who built them and by model, in a race of several classes: all of a make, and the best of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from director.planners.base import Turn
from director.planners.offline import OfflinePlanner
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject, Plan, Step

Ask = Callable[..., Awaitable[Plan]]
CARS = (
    ("7", "Felipe Nasr", "Porsche", "GTP"),
    ("6", "Matt Campbell", "Porsche", "GTP"),
    ("85", "Gianmaria Bruni", "Porsche", "GTP"),
    ("5", "Neel Jani", "Porsche", "GTP"),
    ("177", "Laurens Vanthoor", "Porsche", "GTD"),
    ("120", "Elliott Skeer", "Porsche", "GTD"),
    ("24", "Philipp Eng", "BMW", "GTP"),
    ("25", "Marco Wittmann", "BMW", "GTP"),
    ("96", "Robby Foley", "BMW", "GTD"),
    ("23", "Ross Gunn", "Aston Martin", "GTP"),
    ("27", "Tom Gamble", "Aston Martin", "GTD"),
    ("13", "Matthew Bell", "Chevrolet", "GTD"),
    ("36", "Tommy Milner", "Chevrolet", "GTD"),
)
PORSCHES = [car for car, _, make, _ in CARS if make == "Porsche"]


@pytest.fixture(scope="module")
def ask_endurance(learnt: Path) -> Ask:
    drivers: list[JsonObject] = [
        {"car": car, "name": name, "team": f"Team {car}", "make": make, "class_name": group}
        for car, name, make, group in CARS
    ]
    drivers += [{**drivers[4], "name": "Jonny Edgar"}]  # who has driven the car before
    classes: list[JsonObject] = [{"name": "GTP"}, {"name": "GTD"}]
    context = Context("A race.", {"driver": drivers, "class": classes}, "Race")
    planner, tools = OfflinePlanner(folder=learnt), catalogue(build_tools(StateCache()))

    async def ask(question: str, memory: Sequence[Turn] = ()) -> Plan:
        return await planner.plan(question, tools, context, memory)

    return ask


def cars_of(plan: Plan) -> list[str]:
    """The cars that a plan is about."""
    held = [one for step in plan.steps for one in step.arguments.get("where", ())]
    named = [one["value"] for one in held if one["field"] in ("driver", "car")]
    return named[0] if named else [step.arguments["driver"] for step in plan.steps if "driver" in step.arguments]


@pytest.mark.parametrize(
    ("question", "tool", "cars"),
    [
        ("best porsche right now", "query_race", PORSCHES),
        ("fastest porsche", "query_race", PORSCHES),
        ("how many stops have the porsches made", "query_race", PORSCHES),
        ("where's the valkyrie", "get_driver", ["23"]),
        ("is the vantage still going", "get_driver", ["27"]),
        ("where are the vettes", "get_driver", ["13", "36"]),
        ("what make is the 7", "get_roster", ["7"]),
    ],
)
async def test_a_make_is_all_its_cars_and_a_model_those_of_its_class(
    ask_endurance: Ask, question: str, tool: str, cars: list[str]
) -> None:
    plan = await ask_endurance(question)
    assert [*{step.name for step in plan.steps}] == [tool], plan.rationale
    assert sorted(cars_of(plan)) == sorted(cars)


async def test_the_best_of_a_make_is_the_one_that_is_placed_highest(ask_endurance: Ask) -> None:
    (step,) = (await ask_endurance("best bmw")).steps
    assert step.arguments["order_by"] == [{"field": "position_now"}]
    (step,) = (await ask_endurance("best lap of a bmw")).steps
    assert step.arguments.get("order_by") != [{"field": "position_now"}]


async def test_where_more_are_meant_than_a_plan_has_calls_none_is_left_out(ask_endurance: Ask) -> None:
    assert (await ask_endurance("where are the porsches")).steps == ()


GTD = Turn(
    "who leads gtd",
    Plan((Step("s1", "get_class_standings", {"class_name": "GTD"}),)),
    "GTD, 6 cars, 1 out, as they crossed the line: 1 #177 Vanthoor, 2 #96 Foley +1.200 s and 4 more.",
)


@pytest.mark.parametrize(
    ("question", "tool", "argument"),
    [
        ("what car is that", "get_roster", ("driver", "177")),
        ("how many laps did they do", "get_driver", ("driver", "177")),
        ("who's in it", "get_roster", ("driver", "177")),
        ("who was second in class", "get_class_standings", ("class_name", "GTD")),
        ("what place was it in class", "get_class_standings", ("driver", "177")),
        ("and in class?", "get_class_standings", ("driver", "177")),
        ("where is it in its class", "get_class_standings", ("driver", "177")),
    ],
)
async def test_whoever_leads_a_class_is_whom_it_is_about(
    ask_endurance: Ask, question: str, tool: str, argument: tuple[str, str]
) -> None:
    (step,) = (await ask_endurance(question, [GTD])).steps
    assert (step.name, step.arguments[argument[0]]) == (tool, argument[1])


async def test_the_best_of_two_makes_are_apart(ask_endurance: Ask) -> None:
    memory: list[Turn] = []
    for question, answer in (
        ("best porsche", "The Porsches, highest placed first: #7 Nasr P1, #6 Campbell P2."),
        ("and the best bmw", "The BMWs, highest placed first: #24 Eng P3, #96 Foley P15."),
    ):
        memory.append(Turn(question, await ask_endurance(question, memory), answer))
    (step,) = (await ask_endurance("gap between them", memory)).steps
    assert {step.arguments["driver"], step.arguments["other"]} == {"7", "24"}


@pytest.mark.parametrize(("question", "car"), [("who took over from Edgar", "177"), ("who replaced the 23?", "23")])
async def test_who_took_over_drives_the_car_now(ask_endurance: Ask, question: str, car: str) -> None:
    (step,) = (await ask_endurance(question)).steps
    assert (step.name, step.arguments) == ("get_roster", {"driver": car})
