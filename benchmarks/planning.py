"""The offline planner: milliseconds a question over the race's own tools, over 500 tools of others, and for bad input.

    python benchmarks/planning.py [path/to/tools.jsonl]

The file holds tools of others, a line each: `{"api_name", "api_description", "parameters": {name: {"type",
"description"}}, "required"}`. Times are of this thread's processor, after a first round over the same questions.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any

from director.planners.offline import OfflinePlanner
from director.race.assembly import catalogue
from pitwall.context import race_context
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context

CASES = Path(__file__).parents[1] / "evals" / "report.jsonl"
FOREIGN = 500
BAD = {
    "empty": "",
    "10,000 characters": "who leads " * 1000,
    "1,000 characters": "x" * 1000,
    "1,000 words' worth of names": "Albers Vettel leads " * 50,
    "another script": "кто сейчас лидирует в гонке",
    "right to left": "من يتصدر السباق الآن",
    "emoji only": "🏎️🔥🏁" * 40,
    "control characters": "\x00\x07\x1b[2J\u202e\u2028" * 50,
    "digits": "1 2 3 4 5 6 7 8 9 " * 50,
    "braces": "{driver} {n} {{}} }{" * 40,
}
TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}


def foreign_tools(path: Path) -> list[dict[str, Any]]:
    """The first tools of a file as catalogue entries."""
    entries = []
    for line in path.read_text(encoding="utf-8").splitlines()[:FOREIGN]:
        tool = json.loads(line)
        properties = {
            name: {"type": TYPES.get(spec["type"], "string"), "description": spec["description"]}
            for name, spec in tool["parameters"].items()
        }
        schema = {"type": "object", "properties": properties, "required": tool["required"]}
        described = {"name": tool["api_name"], "description": tool["api_description"], "server": "other"}
        entries.append({**described, "input_schema": schema})
    return entries


async def planned(entries: list[dict[str, Any]], context: Context, questions: list[str]) -> list[float]:
    """Milliseconds of each question, the catalogue learnt and every question asked once before."""
    planner = OfflinePlanner()
    start = perf_counter()
    await planner.plan("who leads", entries, context)
    print(f"  learning {len(entries)} tools: {(perf_counter() - start) * 1000:.0f} ms")
    for question in questions:
        await planner.plan(question, entries, context)
    times = []
    for question in questions:
        start = thread_time()
        await planner.plan(question, entries, context)
        times.append((thread_time() - start) * 1000)
    return times


def summed_up(times: list[float]) -> str:
    ranked = sorted(times)
    p95 = ranked[min(int(0.95 * len(ranked)), len(ranked) - 1)]
    mean = sum(ranked) / len(ranked)
    return f"p50 {ranked[len(ranked) // 2]:.1f} ms, p95 {p95:.1f} ms, mean {mean:.1f} ms, most {ranked[-1]:.1f} ms"


async def main() -> None:
    cache = StateCache().load(open_source("sim:"))
    context = race_context(cache.view())
    own = catalogue(build_tools(cache))
    questions = [json.loads(line)["ask"][-1] for line in CASES.read_text(encoding="utf-8").splitlines()]
    print(f"{len(questions)} questions")
    print(f"  {summed_up(await planned(own, context, questions))}")
    if len(sys.argv) > 1:
        others = foreign_tools(Path(sys.argv[1]))
        print(f"  {summed_up(await planned([*own, *others], context, questions))}")
    planner = OfflinePlanner()
    await planner.plan("who leads", own, context)
    for name, text in BAD.items():
        start = thread_time()
        plan = await planner.plan(text, own, context)
        took = (thread_time() - start) * 1000
        print(f"  {name}: {took:.1f} ms, {'a plan' if plan.steps else plan.rationale[:70]}")


asyncio.run(main())
