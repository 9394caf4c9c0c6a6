"""What a decision costs: agent rules of three sizes, modes, limits and the file's own look, one after another.

python benchmarks/policy.py [--peer PYTHON]

A call as usual is one of 18 tools that were called before; a new tool is one that never was. PYTHON is an interpreter
that has agentmesh-platform.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, perf_counter_ns
from typing import Any

from toolgate.contract import JsonObject, Tier
from toolgate.policy import AgentRules, ModePolicy, Quotas, RulesFile

CALLS = 50_000
TOOLS = 18
PEER = Path(__file__).parent / "peers" / "agent_governance.py"


def percentile(samples: list[float], share: float) -> float:
    """Microseconds."""
    return sorted(samples)[int(len(samples) * share)]


def measure(name: str, work: Callable[[int], Any]) -> None:
    """Times each call by itself, the clock's own time included."""
    samples = []
    gc.collect()
    for number in range(CALLS):
        started = perf_counter_ns()
        work(number)
        samples.append((perf_counter_ns() - started) / 1000)
    print(f"{name:<44} p50 {percentile(samples, 0.5):6.2f} us   p99 {percentile(samples, 0.99):6.2f} us")


def entry(number: int) -> str:
    """A third each of patterns with the star at the end, at the start, and names in full."""
    return (f"get_{number}_*", f"*_{number}_rows", f"tool_{number}")[number % 3]


def rules_of(size: int, **capped: JsonObject) -> JsonObject:
    """One agent with `size` entries, half of them denied; the last one allows the tools that are called."""
    denied = [f"drop_{entry(number)}" if number % 3 != 1 else f"{entry(number)}_dropped" for number in range(size // 2)]
    allowed: list[Any] = [entry(number) for number in range(size - size // 2 - 1)]
    allowed.append({"tool": "called_*", **capped})
    return {"agents": {"a": {"allow": {"servers": ["s"], "tools": {"s": allowed}}, "deny": {"tools": {"s": denied}}}}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", metavar="PYTHON")
    peer = parser.parse_args().peer
    tools = [f"called_{number}" for number in range(TOOLS)]
    new = [f"called_{number}_again" for number in range(CALLS)]
    arguments = {"limit": 20, "driver": "VER"}
    for size in (10, 100, 10_000):
        started = perf_counter()
        rules = AgentRules.from_dict(rules_of(size))
        loaded_ms = (perf_counter() - started) * 1000
        capped = AgentRules.from_dict(rules_of(size, when={"limit": {"maximum": 50}}))
        assert rules.decide("a", "s", tools[0], arguments).allowed
        assert capped.decide("a", "s", tools[0], arguments).allowed
        print(f"{size} rules, compiled in {loaded_ms:.1f} ms")
        measure("  as usual", lambda i, rules=rules: rules.decide("a", "s", tools[i % TOOLS], arguments))
        measure(
            "  with a condition on an argument",
            lambda i, rules=capped: rules.decide("a", "s", tools[i % TOOLS], arguments),
        )
        measure("  a new tool", lambda i, rules=rules: rules.decide("a", "s", new[i], arguments))
    modes = ModePolicy("guarded", deny=[f"^drop_{number}" for number in range(10)], allow=["^called_"])
    measure("mode with 11 patterns", lambda i: modes.decide(tools[i % TOOLS], Tier.STATEFUL))
    limited = {"calls_per_minute": 10**9, "calls_per_day": 10**9}
    limits = AgentRules.from_dict({"agents": {"a": {"limits": limited}}}).limits("a")
    quotas = Quotas()
    measure("limits of a minute and of a day", lambda i: quotas.admit("a", tools[i % TOOLS], limits))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.json"
        path.write_text(json.dumps(rules_of(100)))
        file = RulesFile(path)
        measure(
            "as usual, 100 rules from a file that is followed",
            lambda i: file.current().decide("a", "s", tools[i % TOOLS]),
        )
    if peer:
        asked = [peer, str(PEER), "memory", "."]
        told = subprocess.run(asked, input=f"{CALLS}\n", capture_output=True, text=True, check=True).stdout
        decided = [float(line.split()[0]) for line in told.splitlines()]
        print(
            f"{'agentmesh-platform, 10 rules':<44} p50 {percentile(decided, 0.5):6.2f} us   p99 {percentile(decided, 0.99):6.2f} us"
        )


if __name__ == "__main__":
    sys.exit(main())
