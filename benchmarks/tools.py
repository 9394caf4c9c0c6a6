"""Every tool at 20 and at 60 cars, through the gate, at the end and in the middle of a race.

python benchmarks/tools.py
"""

from __future__ import annotations

import asyncio
from time import perf_counter_ns

from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Call, Tier, ToolSpec
from toolgate.runner import Runner

CALLS = 400
ARGUMENTS = {
    "get_gap": {"laps": 10},
    "get_standings": {},
    "get_live_snapshot": {"top_n": 64},
    "get_current_battle": {"top_n_pairs": 20},
    "get_fastest_laps": {"top_n": 64},
    "get_lap_times": {"last_n": 300},
    "get_race_control": {"last_n": 200},
    "get_weather": {"minutes": 600},
    "query_race": {"from": "laps"},
}


def meant_for_a_race(spec: ToolSpec) -> bool:
    """Whether the tool answers in a race, which is all that is simulated here."""
    return "race" in spec.input_schema.get("x-session-kinds", ["race"])


async def measure(cars: int) -> None:
    cache = StateCache().load(open_source(f"sim:cars={cars},laps=40"))
    reading = [spec for spec in build_tools(cache) if spec.tier is Tier.READ_ONLY and meant_for_a_race(spec)]
    runner = Runner(reading)
    order = cache.view("lap:20").order
    said = {"driver": order[cars // 2], "other": order[0], "drivers": list(order[:2]), "query": "the safety car"}
    for spec in reading:
        needed = spec.input_schema["required"]
        arguments = {**{name: said[name] for name in needed if name in said}, **ARGUMENTS.get(spec.name, {})}
        figures = []
        for moment in ({}, {"at_lap": 20}):
            samples = []
            for _ in range(CALLS):
                start = perf_counter_ns()
                outcome = await runner.call(Call(spec.name, {**arguments, **moment}))
                samples.append(perf_counter_ns() - start)
                assert outcome.ok, outcome.envelope
            samples.sort()
            figures.append((samples[CALLS // 2] / 1000, samples[int(CALLS * 0.95)] / 1000))
        (now, now95), (past, past95) = figures
        print(
            f"{cars:>3} cars  {spec.name:<22} now p50 {now:6.0f} p95 {now95:6.0f} us   lap 20 p50 {past:6.0f} p95 {past95:6.0f} us"
        )


if __name__ == "__main__":
    for count in (20, 60):
        asyncio.run(measure(count))
