"""Whom only the answer to the ask before tells: "who has the oldest tyres and where is he"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from director.planners.offline.conversation.people import People
from director.planners.offline.plans import of_another
from toolgate.contract import JsonObject, Plan, Step

ONE = ("top_n", "top", "last")
"""Arguments that say for how many cars a call asks."""
RANKED = ("order", "order_by")
"""Arguments that put whom is asked for first."""
UNSURE = frozenset({"lost", "grid"})
"""Values of them with which the first row may be a car that is out, or one of which nothing is told."""
PLACED = "place"
"""The argument that asks for the car in one position."""
FIRST_OF = frozenset({"leader", "pole", "first"})
LAST_OF, OUT = "last", "/out"
"""Values of an argument that ask for the first or the last of the cars that are told."""
RANKINGS = frozenset({"cars", "laps", "rows", "out", "classes"})
FIRST = "s1"
FIRST_ROW: JsonObject = {"$ref": f"{FIRST}#/rows", "pick": "first", "get": "/driver"}
"""The driver of the first row that a query found."""
STAND_INS = 2
"""So many stand for whom a call finds, in turn: what is only of one of them is not of whoever is found."""


def whom_found(plan: Plan, catalogue: Sequence[JsonObject]) -> JsonObject | None:
    """The reference to the one car for which the only call of a plan asks; None where it asks for no one car."""
    if len(plan.steps) != 1:
        return None
    step = plan.steps[0]
    entry = next((entry for entry in catalogue if entry["name"] == step.name), {})
    schema = entry.get("output_schema")
    chosen = {value for value in step.arguments.values() if isinstance(value, str)}
    if LAST_OF in chosen and not any(step.arguments.get(name) for name in RANKED):
        rows = _ranking(schema)  # of others than those who are out, the last row may be of one who is
        return {"$ref": f"{FIRST}#{OUT}", "pick": "last", "get": rows[1]} if rows and rows[0] == OUT else None
    if chosen & UNSURE:
        return None
    of_one = any(step.arguments.get(name) == 1 for name in ONE) or any(step.arguments.get(name) for name in RANKED)
    if not (of_one or PLACED in step.arguments or chosen & FIRST_OF):
        return None
    if isinstance(shown := step.arguments.get("select", step.arguments.get("group_by")), list) and "driver" in shown:
        return FIRST_ROW
    return {"$ref": f"{FIRST}#{rows[0]}/0{rows[1]}"} if (rows := _ranking(schema)) else None


def _ranking(schema: object) -> tuple[str, str] | None:
    """Where an output has the rows that it ranks, and where a row has its car: `/laps`, `/driver/car`."""
    properties = schema.get("properties", {}) if isinstance(schema, dict) else {}
    for name, held in properties.items():
        row = held.get("items", {}) if isinstance(held, dict) else {}
        of_row = row.get("properties", {}) if isinstance(row, dict) else {}
        if "car" in of_row.get("driver", {}).get("properties", {}):
            return (f"/{name}", "/driver/car") if name in RANKINGS else None
        if name in RANKINGS and (inner := _ranking(row)):
            return f"/{name}/0{inner[0]}", inner[1]
    return None


def stand_ins(people: People, class_name: str = "") -> Sequence[str]:
    """Drivers of several teams, of a class where one is named, to plan with until a call has found who is meant."""
    of_teams: dict[str, str] = {}
    for who, entry in people.entries.items():
        if not class_name or entry.get("class_name") == class_name:
            of_teams.setdefault(str(entry.get("team", who)), who)
    return list(of_teams.values())[:STAND_INS]


def of_found(finds: Plan, plan_of: Callable[[str], Plan], whom: Sequence[str], found: JsonObject) -> Plan | None:
    """The plan that finds somebody and then asks of him; None where what is asked is not of him alone.

    `plan_of` plans what is asked with one of `whom` in his place: of one alone it is not known what is his.
    """
    if len(whom) < STAND_INS:
        return None
    chained: Plan | None = None
    for who in whom:
        plan = _chained(finds, plan_of(who), who, found)
        if plan is None or (chained is not None and plan.steps != chained.steps):
            return None
        chained = plan
    return chained


def _chained(finds: Plan, asks: Plan, who: str, found: JsonObject) -> Plan | None:
    same = of_another(asks, who, found)
    if not asks.steps or any(one == other for one, other in zip(same.steps, asks.steps, strict=True)):
        return None
    return after(finds.steps[0], same, finds.rationale)


def after(finds: Step, plan: Plan, rationale: str) -> Plan:
    """A plan after the step that finds of whom it is."""
    own = (replace(step, id=f"s{number}") for number, step in enumerate(plan.steps, start=2))
    return Plan((replace(finds, id=FIRST), *own), rationale)
