"""What the executor adds to the calls themselves: median of many runs, in milliseconds. Defaults are as shipped.

Run with `python benchmarks/executor.py`.
"""

from __future__ import annotations

import asyncio
import statistics
import time

from director.executor import run_plan
from toolgate.contract import AgentContext, Call, JsonObject, Outcome, Plan, RunCall, Step, ToolSpec
from toolgate.runner import Runner

RUNS = 20


async def at_once(call: Call) -> Outcome:
    """A call that takes no time."""
    return Outcome({"value": 1}, ok=True)  # not its arguments: a chain of those would be nested as deep as it is long


async def in_50_ms(call: Call) -> Outcome:
    """A call that takes 50 ms."""
    await asyncio.sleep(0.05)
    return Outcome({"value": 1}, ok=True)


def blocking(arguments: JsonObject, agent: AgentContext) -> JsonObject:
    """A handler that keeps its thread for 50 ms."""
    time.sleep(0.05)
    return {"value": 1}


def gate() -> RunCall:
    """A runner with that handler, all layers on."""
    anything: JsonObject = {"type": "object"}
    return Runner([ToolSpec("tool", "Waits.", anything, anything, blocking, can_parallel=True)]).call


def beside(count: int) -> Plan:
    """Steps that need nothing."""
    return Plan(tuple(Step(f"s{index}", "tool") for index in range(count)))


def chain(count: int) -> Plan:
    """Steps that each need the one before."""
    needs = [{"x": {"$ref": f"s{index - 1}#/value"}} if index else {} for index in range(count)]
    return Plan(tuple(Step(f"s{index}", "tool", arguments) for index, arguments in enumerate(needs)))


async def median_ms(plan: Plan, call: RunCall) -> float:
    """The median time of one run."""
    times = []
    for _ in range(RUNS):
        started = time.perf_counter()
        results = await run_plan(plan, call, parallel={"tool"})
        times.append((time.perf_counter() - started) * 1000)
        if any(result.status != "ok" for result in results):
            raise SystemExit("a step failed")
    return statistics.median(times)


async def main() -> None:
    """Print a line per kind of plan."""
    for name, plan, call in (
        ("1 call at once", beside(1), at_once),
        ("10 calls at once", beside(10), at_once),
        ("chain of 5 at once", chain(5), at_once),
        ("10 calls of 50 ms", beside(10), in_50_ms),
        ("10 blocking of 50 ms", beside(10), gate()),
        ("chain of 3 of 50 ms", chain(3), in_50_ms),
        ("chain of 100 at once", chain(100), at_once),
        ("chain of 1,000 at once", chain(1000), at_once),
    ):
        print(f"{name:22} {await median_ms(plan, call):8.3f} ms")


if __name__ == "__main__":
    asyncio.run(main())
