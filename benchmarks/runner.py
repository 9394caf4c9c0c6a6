"""What the gate costs: get_current_battle through all layers beside its bare handler, in turn, in one run.

python benchmarks/runner.py
"""

from __future__ import annotations

import asyncio
import logging
import os
import statistics
from time import perf_counter_ns

from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import ANONYMOUS, Call
from toolgate.runner import Runner

CALLS = 20_000


def percentile(samples: list[int], share: float) -> float:
    """Microseconds."""
    return sorted(samples)[int(len(samples) * share)] / 1000


async def measure() -> None:
    cache = StateCache().load(open_source("sim:"))
    cache.pin("lap:15")
    specs = build_tools(cache)
    runner = Runner(specs)
    handler = next(spec.handler for spec in specs if spec.name == "get_current_battle")
    call, arguments = Call("get_current_battle", {"top_n_pairs": 3}), {"top_n_pairs": 3}
    bare, gated = [], []
    for _ in range(CALLS):
        start = perf_counter_ns()
        handler(arguments, ANONYMOUS)
        middle = perf_counter_ns()
        await runner.call(call)
        end = perf_counter_ns()
        bare.append(middle - start)
        gated.append(end - middle)
    added = [with_gate - without for with_gate, without in zip(gated, bare, strict=True)]
    for name, samples in (("bare handler", bare), ("through the gate", gated), ("added, pair by pair", added)):
        print(f"{name:<20} p50 {percentile(samples, 0.5):7.1f} us   p99 {percentile(samples, 0.99):7.1f} us")
    print(f"ratio of medians     {statistics.median(gated) / statistics.median(bare):.2f}")


if __name__ == "__main__":
    # The log line is written, as a server would, to where nobody reads it.
    logging.basicConfig(level=logging.INFO, stream=open(os.devnull, "w"))  # noqa: SIM115
    asyncio.run(measure())
