"""Every tool at moments that nobody has asked about before, as in a race that goes on: what is derived has to be grown.

    python benchmarks/tools_fresh.py [--long | --day] [NAME]

20 cars and 40 laps; with --long 62 cars of four classes and 18,000 laps, with --day the same for 24 hours: 55,000 laps. Each call is of a moment
a few messages later than the one before, of whatever tool that was. Printed are the median and the 95th percentile of the whole call through the gate, in processor time of
its thread: others on the machine count for nothing, but for how fast it is: a loop that always does the same is timed too. NAME: only calls in whose
name it is.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from time import thread_time_ns
from typing import Any

from pitwall.relations import RELATIONS
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Call, Tier, ToolSpec
from toolgate.runner import Runner

CALLS = 20
STEP = 7
"""Messages from one moment to the next."""
ASKED: dict[str, dict[str, Any]] = {
    "query_race": {"from": "laps", "where": [{"field": "lap", "op": "more", "value": 5}], "group_by": ["driver"],
                   "aggregate": [{"op": "avg", "field": "time_s"}]},
    "search_rules": {"query": "pit lane"}, "search_corpus": {"query": "pit lane"}, "search_chat": {"query": "pit lane"},
}  # fmt: skip

QUERIES: dict[str, dict[str, Any]] = {
    "first, last, delta": {"from": "laps", "group_by": ["driver"],
                           "aggregate": [{"op": op, "field": "position"} for op in ("first", "last", "delta")]},
    "sectors": {"from": "sectors", "group_by": ["driver"], "aggregate": [{"op": "avg", "field": "time_s"}]},
    "speeds, the highest": {"from": "speeds", "order_by": [{"field": "speed_kmh", "down": True}], "limit": 1},
    "last 10 of the top 3": {"from": "laps", "where": [{"field": "accurate", "value": True},
                                                       {"field": "position_now", "op": "at_most", "value": 3}],
                             "per": {"by": "driver", "last": 10}, "group_by": ["driver"],
                             "aggregate": [{"op": "avg", "field": "time_s"}]},
    "stops under the safety car": {"from": "stops", "where": [{"field": "track_status", "value": "safety_car"}]},
    "overtakes by driver": {"from": "overtakes", "group_by": ["driver"], "aggregate": [{"op": "count"}]},
    "the longest stint": {"from": "stints", "order_by": [{"field": "laps", "down": True}], "limit": 1},
}  # fmt: skip
QUERIES |= {f"all {relation.name}": {"from": relation.name} for relation in RELATIONS if "race" in relation.kinds}
"""More that query_race is asked: 200 rows of every column are the most that it gives."""
RACES = {
    "--day": "sim:cars=62,hours=24,classes=4",
    "--long": "sim:cars=62,hours=8,classes=4",
    "": "sim:cars=20,laps=40,penalties=1,telemetry=1",
}


class Collections:
    """What looking for garbage takes: it comes once in a thousand calls, and is told by itself."""

    def __init__(self) -> None:
        self.spent, self.found, self._began = 0, 0, 0
        gc.callbacks.append(self)

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._began = thread_time_ns()
        else:
            self.spent += thread_time_ns() - self._began
            self.found += 1


def unit() -> float:
    """Milliseconds of a loop that is always the same: how fast the machine is at this moment."""
    start = thread_time_ns()
    sum(n * n for n in range(50_000))
    return (thread_time_ns() - start) / 1e6


def arguments_of(spec: ToolSpec, cars: tuple[str, ...]) -> dict[str, Any]:
    asked = dict(ASKED.get(spec.name, {}))
    for name, place in (("driver", len(cars) // 2), ("other", len(cars) // 2 - 1)):
        if name in spec.input_schema["required"]:
            asked[name] = cars[place]
    return asked


def measure(cache: StateCache, wanted: str) -> dict[str, tuple[float, float]]:
    """Milliseconds of each tool: median and 95th percentile."""
    specs = [spec for spec in build_tools(cache) if spec.tier is Tier.READ_ONLY]
    runner, told = Runner(specs), {}
    cars = cache.view().order
    loop = asyncio.new_event_loop()
    calls = [
        (spec.name, spec.name, arguments_of(spec, cars))
        for spec in specs
        if "race" in spec.input_schema.get("x-session-kinds", ["race"])
    ]
    calls += [(f"query_race: {name}", "query_race", asked) for name, asked in QUERIES.items()]
    calls = [each for each in calls if wanted in each[0]]
    collections = Collections()
    now = len(cache.times) - 1 - len(calls) * (CALLS + 1) * STEP
    for name, tool, asked in calls:
        samples = []
        for _ in range(CALLS + 1):
            cache._pinned = now = now + STEP
            began = thread_time_ns() - collections.spent
            outcome = loop.run_until_complete(runner.call(Call(tool, asked)))
            samples.append((thread_time_ns() - collections.spent - began) / 1e6)
            assert outcome.ok, outcome.envelope
        samples = sorted(samples[1:])  # the first builds what the others grow
        told[name] = (samples[CALLS // 2], samples[int(CALLS * 0.95)])
    if collections.found:
        print(f"{collections.found} collections of garbage, {collections.spent / 1e6:.0f} ms in all, are left out")
    return told


def main() -> None:
    length = next((each for each in RACES if each in sys.argv), "")
    named = [each for each in sys.argv[1:] if not each.startswith("--")]
    gc.set_threshold(100_000, 20, 20)  # as the program does: garbage is not looked for in the middle of each answer
    cache = StateCache().load(open_source(RACES[length]))
    view = cache.view()
    before, told, after = unit(), measure(cache, named[0] if named else ""), unit()
    laps = sum(len(view.laps(car)) for car in view.cars)
    print(f"{len(view.cars)} cars, {laps} laps; the loop took {before:.1f} ms before and {after:.1f} after")
    bound = 10.0 if length else 5.0
    for name, (half, most) in sorted(told.items(), key=lambda item: -item[1][1]):
        print(f"{name:<40} p50 {half:7.2f} ms   p95 {most:7.2f} ms{'   above the bound' if most > bound else ''}")


if __name__ == "__main__":
    main()
