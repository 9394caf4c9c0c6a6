"""Questions narrowed to a class, to a restart or to what the stewards say of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from director.planners.offline import OfflinePlanner
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]
DRIVERS = (("10", "Filipe Albuquerque"), ("31", "Earl Bamber"), ("88", "Matthieu Vaxiviere"))


@pytest.fixture(scope="module")
def ask_endurance(learnt: Path) -> Ask:
    drivers: list[JsonObject] = [{"car": car, "name": name, "team": f"Team {car}"} for car, name in DRIVERS]
    classes: list[JsonObject] = [{"name": "GTD"}, {"name": "GTDPRO", "also": ["GTD PRO", "PRO"]}, {"name": "LMP2"}]
    context = Context("A race.", {"driver": drivers, "class": classes}, "Race")
    planner, tools = OfflinePlanner(folder=learnt), catalogue(build_tools(StateCache()))

    async def ask(question: str) -> Plan:
        return await planner.plan(question, tools, context)

    return ask


def held(plan: Plan) -> dict[str, Any]:
    assert plan.steps, plan.rationale
    assert plan.steps[-1].name == "query_race", plan
    return {f"{one['field']} {one.get('op', 'is')}": one.get("value") for one in plan.steps[-1].arguments["where"]}


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("who is on the podium in LMP2", {"class_position at_most": 3, "class_name is": "LMP2"}),
        ("who is on the lead lap in lmp2", {"class_laps_down is": 0, "class_name is": "LMP2"}),
        ("who has retired in GTD", {"class_name is": "GTD"}),
        ("how many LMP2 cars have retired", {"class_name is": "LMP2"}),
        ("who has the best average pace in gtd pro", {"accurate is": True, "class_name is": "GTDPRO"}),
        ("who pitted last in LMP2", {"class_name is": "LMP2"}),
        ("who has made the fewest stops in GTD", {"stops told": None, "class_name is": "GTD"}),
    ],
)
async def test_a_class_narrows_and_positions_are_within_it(
    ask_endurance: Ask, question: str, holds: dict[str, Any]
) -> None:
    assert holds.items() <= held(await ask_endurance(question)).items()


async def test_places_gained_in_a_class_are_counted_within_it_from_the_start(ask_endurance: Ask) -> None:
    plan = await ask_endurance("who has gained the most places in LMP2")
    assert held(plan) == {"class_gained told": None, "class_name is": "LMP2"}
    assert plan.steps[-1].arguments["order_by"] == [{"field": "class_gained", "down": True}]


@pytest.mark.parametrize("question", ["who leads GTD PRO", "who leads gtdpro", "who leads pro"])
async def test_a_class_is_known_by_what_people_call_it(ask_endurance: Ask, question: str) -> None:
    (step,) = (await ask_endurance(question)).steps
    assert (step.name, step.arguments["class_name"]) == ("get_class_standings", "GTDPRO")


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("where is Bamber in class", "get_class_standings", {"driver": "31"}),
        ("how far is Bamber behind the class leader", "get_class_standings", {"driver": "31"}),
        ("does Bamber lead LMP2", "get_class_standings", {"driver": "31", "class_name": "LMP2"}),
        ("why is Bamber slow", "explain_driver", {"driver": "31", "tell": "pace"}),
        ("why has Bamber not stopped", "explain_driver", {"driver": "31", "tell": "stop"}),
        ("why has Bamber lost places", "explain_driver", {"driver": "31", "tell": "position"}),
        ("where is Bamber with his penalty", "get_results", {"driver": "31"}),
        ("who is P3 after penalties", "get_results", {"place": 3}),
        ("who just crashed", "get_incidents", {"show": "crashes"}),
        ("did Bamber spin", "get_incidents", {"show": "crashes", "driver": "31"}),
        ("did anyone get a black flag", "get_race_control", {"flag": "black"}),
        ("how much does a pit stop cost under the safety car", "get_pit_loss", {"under": "safety_car"}),
    ],
)
async def test_tools_are_asked_for_what_they_tell(
    ask_endurance: Ask, question: str, tool: str, arguments: JsonObject
) -> None:
    (step,) = (await ask_endurance(question)).steps
    assert (step.name, step.arguments) == (tool, arguments)


async def test_a_restart_is_from_the_order_as_the_safety_car_ended_to_that_a_lap_later(ask_race: Ask) -> None:
    plan = await ask_race("who gained places at the restart")
    assert [step.name for step in plan.steps] == ["query_race", "query_race"]
    laps = {one["op"]: one["value"]["get"] for one in plan.steps[1].arguments["where"] if one["field"] == "lap"}
    assert laps == {"at_least": "/to_lap", "at_most": "/next_lap"}


async def test_before_the_safety_car_is_a_lap_before_it_came_out(ask_race: Ask) -> None:
    """As it came out, those for whom it did were out already."""
    for when, argument, found in (
        ("before the safety car", "at_lap", "/lap_before"),
        ("when the safety car came out", "at_time", "/began"),
    ):
        plan = await ask_race(f"what was the gap between first and second {when}")
        assert plan.steps[-1].name == "get_gap"
        assert found in str(plan.steps[-1].arguments[argument])


async def test_who_retired_before_the_safety_car_went_out_on_its_lap_as_well(ask_race: Ask) -> None:
    _, query = (await ask_race("who retired before the safety car")).steps
    assert [(one["field"], one["op"]) for one in query.arguments["where"]] == [("lap", "at_most")]


async def test_how_many_places_at_a_restart_is_asked_of_the_laps(ask_race: Ask) -> None:
    for question in ("how many places did Hamilton gain at the restart", "who lost out at the restart"):
        assert (await ask_race(question)).steps[-1].arguments["aggregate"][-1] == {"op": "delta", "field": "position"}


async def test_one_car_is_told_how_it_moved_and_of_all_only_those_who_did(ask_race: Ask) -> None:
    assert "having" not in (await ask_race("did Hamilton lose places at the restart")).steps[-1].arguments
    assert "having" in (await ask_race("who lost places at the restart")).steps[-1].arguments


@pytest.mark.parametrize(
    ("question", "relation", "holds"),
    [
        ("what was the last penalty", "penalties", {"penalised is": True}),
        ("who is under investigation for impeding", "penalties", {"reason contains": "IMPEDING"}),
        ("is the incident at turn 1 under investigation", "penalties", {"turn is": 1}),
        ("did anyone get a drive through", "penalties", {"penalty contains": "DRIVE THROUGH"}),
        ("whose lap times were deleted at turn 4", "deletions", {"turn is": 4}),
        ("how many lap times were deleted", "laps", {"deleted is": True}),
    ],
)
async def test_what_the_stewards_said_is_asked_by_reason_and_turn(
    ask_race: Ask, question: str, relation: str, holds: dict[str, Any]
) -> None:
    plan = await ask_race(question)
    assert holds.items() <= held(plan).items()
    assert plan.steps[-1].arguments["from"] == relation


async def test_deleted_laps_are_counted_by_turn(ask_race: Ask) -> None:
    plan = await ask_race("at which corner were the most laps deleted")
    assert plan.steps[-1].arguments["group_by"] == ["turn"]
