"""Questions narrowed to a class, told by class or by team: what is composed for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from director.planners.offline import OfflinePlanner
from director.race.assembly import catalogue
from pitwall.context import group_of_class
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[[str, str], Awaitable[Plan]]


@pytest.fixture(scope="module")
def ask_of(learnt: Path, drivers: list[JsonObject]) -> Ask:
    classes: list[JsonObject] = [{"name": name, **group_of_class(name)} for name in ("GTP", "LMP2", "GTD", "GTDPRO")]
    planner, tools = OfflinePlanner(plainly=False, folder=learnt), catalogue(build_tools(StateCache()))

    async def ask(question: str, kind: str) -> Plan:
        names = {"driver": drivers, **({"class": classes} if kind == "Race" else {})}
        return await planner.plan(question, tools, Context("A session.", names, kind))

    return ask


def told(plan: Plan) -> tuple[str, dict[str, Any], JsonObject]:
    assert [step.name for step in plan.steps] == ["query_race"], plan.rationale or plan
    asked = dict(plan.steps[0].arguments)
    where = asked.pop("where")
    held = {one["field"]: one.get("value") for one in where if one["op"] != "told" and one["field"] != "state"}
    return str(asked.pop("from")), held, asked


@pytest.mark.parametrize(
    ("question", "relation", "held", "rest"),
    [
        ("who has lost the most places in GTD", "drivers", {"class_name": "GTD"},
         {"order_by": [{"field": "class_gained"}]}),
        ("who started on pole in GTD", "drivers", {"class_name": "GTD", "class_grid": 1}, {}),
        ("who has spent the most time in the pits in GTD", "stops", {"class_name": "GTD"},
         {"aggregate": [{"op": "sum", "field": "lane_s", "as": "total_lane_s"}], "group_by": ["driver"]}),
        ("who in GTD has gone the longest since the last stop", "drivers", {"class_name": "GTD"},
         {"order_by": [{"field": "laps_since_stop", "down": True}]}),
        ("last 3 stops in GTD", "stops", {"class_name": "GTD"},
         {"order_by": [{"field": "session_time_s", "down": True}], "limit": 3}),
        ("which GTD cars are in the top 10 overall", "drivers", {"class_name": "GTD", "position_now": 10}, {}),
        ("how many GTD cars are in the top 10 overall", "drivers", {"class_name": "GTD", "position_now": 10}, {}),
        ("who is in the top 3 in GTD", "drivers", {"class_name": "GTD", "class_position": 3}, {}),
        ("average pit stop in GTD", "stops", {"class_name": "GTD"},
         {"aggregate": [{"op": "avg", "field": "lane_s", "as": "average_lane_s"}, {"op": "count", "as": "rows"}]}),
        ("who is fastest in sector 1 in GTD", "sectors", {"class_name": "GTD", "sector": 1}, {"group_by": ["driver"]}),
        ("fastest in sector 2 in GTD", "sectors", {"class_name": "GTD", "sector": 2}, {"group_by": ["driver"]}),
        ("how many stops has each class made", "stops", {}, {"group_by": ["class_name"]}),
        ("which class has the most retirements", "drivers", {}, {"group_by": ["class_name"]}),
        ("which team has the most retirements", "drivers", {}, {"group_by": ["team"]}),
        ("which class has the most penalties", "penalties", {"penalised": True}, {"group_by": ["class_name"]}),
        ("which team has the most cars in the top 10", "drivers", {"position_now": 10}, {"group_by": ["team"]}),
        ("which teams have no car in the top 5", "drivers", {},
         {"having": [{"field": "best_position", "op": "more", "value": 5}]}),
        ("which team is fastest in the middle sector", "sectors", {"sector": 2}, {"group_by": ["team"]}),
        ("which team has the highest top speed", "speeds", {"trap": "ST"},
         {"group_by": ["team"], "order_by": [{"field": "speed_kmh", "down": True}]}),
        ("who has done fewer than 8 laps", "drivers", {"laps": 8}, {"select": ["driver", "laps"]}),
        ("how many sets of softs has Hamilton used", "stints", {"compound": "SOFT", "driver": "HAM"},
         {"select": ["driver", "laps", "compound", "new"]}),
    ],
)  # fmt: skip
async def test_a_race_is_asked_by_class_and_team(
    ask_of: Ask, question: str, relation: str, held: dict[str, Any], rest: JsonObject
) -> None:
    asked = told(await ask_of(question, "Race"))
    assert asked[:2] == (relation, held)
    assert rest.items() <= asked[2].items()


@pytest.mark.parametrize(
    "question",
    ["which GTD cars are in the pits", "who in GTD is in the pits now", "how many GTD cars are in the pits"],
)
async def test_cars_of_a_class_in_the_pits_are_those_that_are_there_now(ask_of: Ask, question: str) -> None:
    (step,) = (await ask_of(question, "Race")).steps
    assert {"field": "state", "op": "is", "value": "in_pit"} in step.arguments["where"]


@pytest.mark.parametrize(
    ("question", "relation", "held", "rest"),
    [
        ("which teams have a car in the drop zone", "drivers", {"at_risk": True}, {"group_by": ["team"]}),
        ("what tyres are the cars in the drop zone on", "drivers", {"at_risk": True}, {}),
        ("which teams have no car in q3", "drivers", {},
         {"having": [{"field": "reached", "op": "less", "value": 3}]}),
        ("who used mediums in q2", "laps", {"compound": "MEDIUM", "segment": 2}, {"group_by": ["driver"]}),
    ],
)  # fmt: skip
async def test_a_qualifying_is_asked_by_who_is_at_risk_and_how_far_a_car_came(
    ask_of: Ask, question: str, relation: str, held: dict[str, Any], rest: JsonObject
) -> None:
    asked = told(await ask_of(question, "Qualifying"))
    assert asked[:2] == (relation, held)
    assert rest.items() <= asked[2].items()


@pytest.mark.parametrize(
    ("question", "relation", "held"),
    [
        ("which prototypes are in the top 10", "drivers", {"class_name": ["GTP", "LMP2"], "position_now": 10}),
        ("who is the best placed prototype", "drivers", {"class_name": ["GTP", "LMP2"]}),
        ("how many gt cars have retired", "retirements", {"class_name": ["GTD", "GTDPRO"]}),
    ],
)
async def test_several_classes_are_one_group_with_the_order_of_the_whole_field(
    ask_of: Ask, question: str, relation: str, held: dict[str, Any]
) -> None:
    assert told(await ask_of(question, "Race"))[:2] == (relation, held)


async def test_each_class_of_a_group_has_its_leader(ask_of: Ask) -> None:
    plan = await ask_of("who leads the prototypes", "Race")
    assert [(step.name, step.arguments["class_name"]) for step in plan.steps] == [
        ("get_class_standings", "GTP"),
        ("get_class_standings", "LMP2"),
    ]


@pytest.mark.parametrize(
    ("question", "op"),
    [
        ("who is ahead of Hamilton in GTD", ["less"]),
        ("who is behind Hamilton in GTD", ["more"]),
        ("which GTD cars are between Hamilton and Leclerc", ["more", "less"]),
    ],
)
async def test_cars_of_a_class_around_somebody_are_held_against_his_place_overall(
    ask_of: Ask, question: str, op: list[str]
) -> None:
    find, query = (await ask_of(question, "Race")).steps
    placed = [one["op"] for one in query.arguments["where"] if one["field"] == "position_now"]
    assert (find.arguments["select"], placed) == (["driver", "position_now"], op)
    assert "class_position" not in str(query.arguments)
