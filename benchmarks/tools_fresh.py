"""Every tool at moments that nobody has asked about before, as in a race that goes on: what is derived has to be grown.

    python benchmarks/tools_fresh.py [--long]

20 cars and 40 laps; with --long 62 cars of four classes and 20,000 laps. Each call is of a moment a few messages later
than the one before. Printed are the median and the 95th percentile of the whole call through the gate, in processor time of its thread: others on
the machine count for nothing.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from time import thread_time_ns
from typing import Any

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
    "all laps": {"from": "laps"},
}  # fmt: skip
"""More that query_race is asked."""


def race(long: bool) -> StateCache:
    return StateCache().load(
        open_source("sim:cars=62,hours=8,classes=4" if long else "sim:cars=20,laps=40,penalties=1")
    )


def arguments_of(spec: ToolSpec, cars: tuple[str, ...]) -> dict[str, Any]:
    asked = dict(ASKED.get(spec.name, {}))
    for name, place in (("driver", len(cars) // 2), ("other", len(cars) // 2 - 1)):
        if name in spec.input_schema["required"]:
            asked[name] = cars[place]
    return asked


def measure(cache: StateCache) -> dict[str, tuple[float, float]]:
    """Milliseconds of each tool: median and 95th percentile."""
    specs = [spec for spec in build_tools(cache) if spec.tier is Tier.READ_ONLY]
    runner, told = Runner(specs), {}
    cars = cache.view().order
    laps = [mark for mark in cache.progress.lap_marks if mark]
    start = laps[-3]
    loop = asyncio.new_event_loop()
    calls = [
        (spec.name, spec.name, arguments_of(spec, cars))
        for spec in specs
        if "race" in spec.input_schema.get("x-session-kinds", ["race"])
    ]
    calls += [(f"query_race: {name}", "query_race", asked) for name, asked in QUERIES.items()]
    for name, tool, asked in calls:
        samples = []
        for turn in range(CALLS + 1):
            cache._pinned = start + turn * STEP
            began = thread_time_ns()
            outcome = loop.run_until_complete(runner.call(Call(tool, asked)))
            samples.append((thread_time_ns() - began) / 1e6)
            assert outcome.ok, outcome.envelope
        samples = sorted(samples[1:])  # the first builds what the others grow
        told[name] = (samples[CALLS // 2], samples[int(CALLS * 0.95)])
    return told


def main() -> None:
    long = "--long" in sys.argv
    gc.set_threshold(100_000, 20, 20)  # as the program does: garbage is not looked for in the middle of each answer
    cache = race(long)
    view = cache.view()
    print(f"{len(view.cars)} cars, {sum(len(view.laps(car)) for car in view.cars)} laps")
    bound = 10.0 if long else 5.0
    for name, (half, most) in sorted(measure(cache).items(), key=lambda item: -item[1][1]):
        print(f"{name:<40} p50 {half:7.2f} ms   p95 {most:7.2f} ms{'   above the bound' if most > bound else ''}")


if __name__ == "__main__":
    main()
