"""Whom only the answer to the ask before tells: "who has the oldest tyres and where is he"."""

from __future__ import annotations

from collections.abc import Sequence

from director.planners.offline.conversation.people import People
from toolgate.contract import JsonObject, Plan, Step

ONE = ("top_n", "top", "last")
"""Arguments that say for how many cars a call asks."""
RANKED = ("order", "order_by")
"""Arguments that put whom is asked for first."""
RANKINGS = frozenset({"cars", "laps", "rows"})
FIRST = "s1"


def whom_found(plan: Plan, catalogue: Sequence[JsonObject]) -> JsonObject | None:
    """The reference to the car that the only call of a plan puts first; None where it asks for no one car."""
    if len(plan.steps) != 1:
        return None
    step = plan.steps[0]
    of_one = any(step.arguments.get(name) == 1 for name in ONE) or any(step.arguments.get(name) for name in RANKED)
    entry = next((entry for entry in catalogue if entry["name"] == step.name), {})
    pointer = _driver_first(entry.get("output_schema")) if of_one else None
    return {"$ref": f"{FIRST}#{pointer}"} if pointer else None


def _driver_first(schema: object) -> str | None:
    """Where an output has the driver of the first of the rows that it ranks: `/laps/0/driver/car`."""
    properties = schema.get("properties", {}) if isinstance(schema, dict) else {}
    for name, held in properties.items():
        items = held.get("items", {}) if isinstance(held, dict) else {}
        row = items.get("properties", {}) if isinstance(items, dict) else {}
        if "car" in row.get("driver", {}).get("properties", {}):
            return f"/{name}/0/driver/car" if name in RANKINGS else None
    return None


def stand_in(people: People, named: Sequence[str]) -> str | None:
    """A driver whom nobody has named, to plan with until a call has found the one who is meant."""
    return next((who for who in people.entries if who not in named), None)


def of_found(finds: Plan, asks: Plan, who: str, found: JsonObject) -> Plan | None:
    """Both plans as one, in which the second is of the car that the first finds; None where it is not of him alone."""
    steps = [Step(FIRST, finds.steps[0].name, finds.steps[0].arguments, finds.steps[0].server)]
    for number, step in enumerate(asks.steps, start=2):
        arguments = {name: found if value == who else value for name, value in step.arguments.items()}
        if arguments == step.arguments:
            return None
        steps.append(Step(f"s{number}", step.name, arguments, step.server))
    return Plan(tuple(steps), finds.rationale) if len(steps) > 1 else None
