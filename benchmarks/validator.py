"""How long a plan takes to check: five steps against thirty tools, median of many runs, in microseconds.

Run with `python benchmarks/validator.py`.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial

from director.validator import allowlist_of, check_plan, validate_plan
from toolgate.contract import JsonObject, Plan, Step, Verdict

RUNS = 2000
TOOLS = 30


def tool(number: int) -> JsonObject:
    """A tool of the usual size: five arguments, a dozen fields in its output."""
    driver = {"type": "string", "x-vocabulary": "driver", "maxLength": 80, "description": "Number, code or name. " * 3}
    fields: JsonObject = {
        f"field_{place}": {"type": "object", "properties": {"x": {"type": "number"}}} for place in range(12)
    }
    pair = {"type": "object", "properties": {"car": {"type": "string"}, "gap": {"type": ["number", "null"]}}}
    return {
        "name": f"tool_{number}",
        "description": "What the tool does and when to use it. " * 3,
        "input_schema": {
            "type": "object",
            "properties": {
                "driver": driver,
                "top_n": {"type": "integer", "minimum": 1, "maximum": 20, "description": "How many to list."},
                "at_lap": {"type": "integer", "minimum": 0, "maximum": 200},
                "at_time": {"type": "string", "maxLength": 20},
                "compound": {"enum": ["SOFT", "MEDIUM", "HARD"]},
            },
            "required": ["driver"],
            "additionalProperties": False,
        },
        "output_schema": {"type": "object", "properties": {"pairs": {"type": "array", "items": pair}, **fields}},
    }


def plan(*arguments: JsonObject) -> JsonObject:
    """One step per object of arguments, each with another tool."""
    return {
        "plan": [
            {"id": f"s{place}", "name": f"tool_{place * 5}", "arguments": given}
            for place, given in enumerate(arguments)
        ],
        "rationale": "because",
    }


VALID = [{"driver": "VER", "top_n": place + 1, "compound": "SOFT"} for place in range(5)]
LINKED = [VALID[0], *({"driver": {"$ref": "s0#/pairs/0/car"}, "top_n": place} for place in range(1, 5))]
BROKEN: list[JsonObject] = [{"driver": 33, "top_n": "99", "compound": "soft", "colour": place} for place in range(5)]


def typed(given: JsonObject) -> Plan:
    """The same plan as planners hand it over."""
    return Plan(tuple(Step(step["id"], step["name"], step["arguments"]) for step in given["plan"]), given["rationale"])


def median_us(check: Callable[[], Verdict]) -> float:
    """The median time of one check."""
    times = []
    for _ in range(RUNS):
        started = time.perf_counter_ns()
        check()
        times.append(time.perf_counter_ns() - started)
    return statistics.median(times) / 1000


def main() -> None:
    """Print a line per kind of plan."""
    catalogue = [tool(number) for number in range(TOOLS)]
    for name, arguments in (("valid", VALID), ("with 4 references", LINKED), ("with 25 repairs", BROKEN)):
        verdict = validate_plan(plan(*arguments), catalogue)
        counts = f"{len(verdict.accepted.steps)} accepted, {len(verdict.repaired)} repairs"
        given = plan(*arguments)
        whole = typed(given)
        outer = median_us(partial(validate_plan, given, catalogue))
        inner = median_us(lambda whole=whole: check_plan(whole, allowlist_of(catalogue)))  # type: ignore[misc]
        print(f"{name:18} {outer:7.1f} us from JSON, {inner:7.1f} us typed, as a question has it   ({counts})")


if __name__ == "__main__":
    main()
