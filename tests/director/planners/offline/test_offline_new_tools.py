"""The planner has no trade of its own: tools it never heard of are found by what their catalogue says."""

from __future__ import annotations

import pytest

from director.planners.offline import OfflinePlanner
from toolgate.contract import Context, JsonObject, Plan

DRIVER = {"type": "string", "x-vocabulary": "driver"}


def tool(
    name: str, description: str, properties: JsonObject | None = None, examples: list[list[object]] | None = None
) -> JsonObject:
    schema = {"type": "object", "properties": properties or {}, "required": []}
    return {"name": name, "description": description, "input_schema": schema, "examples": examples or []}


KITCHEN: list[JsonObject] = [
    tool("get_oven", "The oven: its temperature now, whether it is on, and how long until it is hot."),
    tool(
        "get_recipe",
        "Ingredients and steps of one dish.",
        {"dish": {"type": "string"}, "servings": {"type": "integer", "x-phrases": ["for {} people"]}},
        [["how do i cook {dish}", {"dish": "{dish}"}], ["recipe for {dish}", {"dish": "{dish}"}]],
    ),
    tool(
        "get_stock",
        "How much of an ingredient is in the pantry.",
        {"item": {"type": "string", "x-vocabulary": "ingredient"}},
        [["how much {item} is left", {"item": "{item}"}], ["do we have {item}", {"item": "{item}"}]],
    ),
    tool(
        "set_timer",
        "Starts a kitchen timer.",
        {"minutes": {"type": "integer", "x-phrases": ["{} minutes"]}},
        [["set a timer for {n} minutes", {"minutes": "{n}"}]],
    ),
    tool("get_shelf", "Which spices stand on a shelf.", {"shelf": {"enum": ["top", "middle", "bottom"]}}),
]
PANTRY = Context("Saturday dinner", {"ingredient": [{"name": "flour"}, {"name": "brown sugar"}, {"name": "olive oil"}]})


async def kitchen(question: str) -> Plan:
    return await OfflinePlanner().plan(question, KITCHEN, PANTRY)


@pytest.mark.parametrize(
    ("question", "name", "arguments"),
    [
        ("is the oven hot?", "get_oven", {}),
        ("oven tempreature please", "get_oven", {}),
        ("How do I cook mushroom risotto?", "get_recipe", {"dish": "mushroom risotto"}),
        ("recipe for apple pie for 6 people", "get_recipe", {"dish": "apple pie", "servings": 6}),
        ("how much flour is left", "get_stock", {"item": "flour"}),
        ("do we have any sugar", "get_stock", {"item": "brown sugar"}),
        ("how much olve oil is left", "get_stock", {"item": "olive oil"}),
        ("set a timer for twelve minutes", "set_timer", {"minutes": 12}),
        ("which spices are on the bottom shelf", "get_shelf", {"shelf": "bottom"}),
    ],
)
async def test_a_kitchen_is_served(question: str, name: str, arguments: JsonObject) -> None:
    (step,) = (await kitchen(question)).steps
    assert (step.name, step.arguments) == (name, arguments)


@pytest.mark.parametrize(
    "question", ["who is leading", "where is the cat", "how much petrol is left", "is the car hot"]
)
async def test_a_kitchen_knows_nothing_of_races(question: str) -> None:
    assert (await kitchen(question)).steps == ()


@pytest.mark.parametrize(
    ("added", "question", "arguments"),
    [
        (tool("get_fuel", "Fuel on board: kilograms left and consumption."), "what is the fuel consumption?", {}),
        (tool("get_drs_zones", "Where the DRS zones of the circuit are."), "where are the drs zones", {}),
        (
            tool(
                "get_protests",
                "Protests lodged by the teams, by driver.",
                {"driver": DRIVER},
                [["who has lodged a protest", {}], ["is there a protest against {driver}", {"driver": "{driver}"}]],
            ),
            "was there a protest against Alonso",
            {"driver": "ALO"},
        ),
        (
            tool(
                "get_engines",
                "Engine elements: which ones a driver has fitted.",
                {"driver": DRIVER},
                [["engine elements of {driver}", {"driver": "{driver}"}], ["all engine elements", {}]],
            ),
            "show me the engine elements of vettel",
            {"driver": "VET"},
        ),
    ],
    ids=lambda value: value["name"] if isinstance(value, dict) and "name" in value else None,
)
async def test_a_new_race_tool_is_found_beside_the_others(
    race_catalogue: list[JsonObject], context: Context, added: JsonObject, question: str, arguments: JsonObject
) -> None:
    (step,) = (await OfflinePlanner().plan(question, [*race_catalogue, added], context)).steps
    assert (step.name, step.arguments) == (added["name"], arguments)


async def test_what_the_new_tool_answers_was_silence_before(
    race_catalogue: list[JsonObject], context: Context, planner: OfflinePlanner
) -> None:
    for question in ("what is the fuel consumption?", "who has lodged a protest"):
        assert (await planner.plan(question, race_catalogue, context)).steps == ()


async def test_the_server_of_a_tool_is_named() -> None:
    (step,) = (await OfflinePlanner().plan("is the oven hot", [{**KITCHEN[0], "server": "house"}], Context())).steps
    assert step.server == "house"


async def test_one_planner_serves_changing_catalogues() -> None:
    planner = OfflinePlanner()
    assert (await planner.plan("is the oven hot", KITCHEN, PANTRY)).steps
    assert not (await planner.plan("is the oven hot", KITCHEN[1:], PANTRY)).steps
    assert (await planner.plan("is the oven hot", KITCHEN, PANTRY)).steps
