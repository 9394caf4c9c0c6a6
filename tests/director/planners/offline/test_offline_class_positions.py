"""A position within a class names whoever holds it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from director.planners.offline import OfflinePlanner
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]
DRIVERS = (("10", "Filipe Albuquerque", "GTP"), ("31", "Jack Aitken", "GTP"), ("12", "Aaron Telitz", "GTD"))


@pytest.fixture(scope="module")
def ask_endurance(learnt: Path) -> Ask:
    drivers: list[JsonObject] = [
        {"car": car, "name": name, "team": f"Team {car}", "make": "Lexus", "class_name": class_name}
        for car, name, class_name in DRIVERS
    ]
    classes: list[JsonObject] = [{"name": "GTP"}, {"name": "GTD"}]
    context = Context("A race.", {"driver": drivers, "class": classes}, "Race")
    planner, tools = OfflinePlanner(plainly=False, folder=learnt), catalogue(build_tools(StateCache()))

    async def ask(question: str) -> Plan:
        return await planner.plan(question, tools, context)

    return ask


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("how many stops has the GTD leader made", "get_pit_stops", {"driver": "P1 in GTD"}),
        ("how many stops has the leader of the GTD class made", "get_pit_stops", {"driver": "P1 in GTD"}),
        ("when did the GTD class leader last pit", "get_pit_stops", {"driver": "P1 in GTD", "tell": "last"}),
        ("who is driving the GTD leader", "get_roster", {"driver": "P1 in GTD"}),
        ("how many stops has P2 in GTD made", "get_pit_stops", {"driver": "P2 in GTD"}),
        ("will 12 catch the class leader", "predict_catch", {"driver": "12", "other": "P1 in GTD"}),
        ("who leads GTD", "get_class_standings", {"class_name": "GTD", "tell": "leader"}),
        ("who won in GTD", "get_class_standings", {"class_name": "GTD", "tell": "leader"}),
        ("who is second in GTD", "get_class_standings", {"class_name": "GTD", "place": 2}),
        ("how far is 12 behind the leader of his class", "get_class_standings", {"driver": "12"}),
        ("who is catching the GTD leader", "get_class_standings", {"class_name": "GTD", "tell": "closing"}),
        ("when did 12 take the lead in class", "get_lead_changes", {"driver": "12", "in_class": True}),
        ("how many places has 12 gained in class", "get_position_history", {"driver": "12", "in_class": True}),
        ("where did 12 start in class", "get_position_history", {"driver": "12", "in_class": True}),
        ("last driver change in GTD", "get_roster", {"class_name": "GTD", "tell": "changes"}),
        ("who has made the most driver changes", "get_roster", {"tell": "most_changes"}),
        ("which driver of car 12 has the fastest lap", "get_roster", {"driver": "12", "tell": "fastest_by_driver"}),
        (
            "how many laps is the GTD leader behind the overall leader",
            "get_gap",
            {"driver": "P1 in GTD", "to": "leader"},
        ),
        (
            "how much slower per lap is 12 than the class leader",
            "get_lap_times",
            {"driver": "12", "other": "P1 in GTD"},
        ),
        ("gap between 10 and 31 in class", "get_class_standings", {"driver": "10", "other": "31"}),
        (
            "gap between 10 and 31 in GTP",
            "get_class_standings",
            {"driver": "10", "other": "31", "class_name": "GTP"},
        ),
    ],
)
async def test_who_holds_it_is_asked_about(ask_endurance: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    plan = await ask_endurance(question)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)], plan.rationale


async def test_a_query_is_narrowed_to_who_holds_it(ask_endurance: Ask) -> None:
    (step,) = (await ask_endurance("did the GTD leader pit under the safety car")).steps
    assert {"field": "driver", "op": "is", "value": "P1 in GTD"} in step.arguments["where"]
