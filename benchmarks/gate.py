"""What governance costs: get_current_battle through mode, ten rules, limits and audit beside its bare handler, in turn.

    python benchmarks/gate.py [--peer PYTHON]

Ours is the whole call: resolved, judged, its arguments and its answer held to their schemas, recorded (chained and
redacted, durability `system`, to a file); the log line is off. The bare handler's time is taken off, call by call. The
peer is microsoft's agent-governance-toolkit (`pip install agentmesh-platform`, in any environment): its policy of ten
rules and its audit entry, with its chained and signed file and without (it keeps all entries in memory in both). The
three programs take turns, a hundred calls each, so that all of them meet the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter_ns

from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.audit.journal import AuditLog
from toolgate.contract import AgentContext, Call
from toolgate.gate import Gate
from toolgate.policy import AgentRules
from toolgate.runner import Runner

ROUNDS = 50
CALLS = 100
"""In each round."""
TOOL = "get_current_battle"
PEER = Path(__file__).parent / "peers" / "agent_governance.py"
RULES = AgentRules.from_dict(
    {
        "agents": {
            "fan": {
                "allow": {"servers": ["pitwall"], "tools": {"pitwall": [TOOL, "get_*", "pin_*"]}},
                "deny": {"tools": {"pitwall": [f"drop_{number}" for number in range(7)]}},
                "limits": {"calls_per_day": 10**9},
            }
        }
    }
)

Samples = dict[str, list[float]]
"""Microseconds of each call, by what was measured."""


class Ours:
    """The tool behind the whole gate, behind a runner without policy and audit, and bare."""

    def __init__(self, folder: Path) -> None:
        cache = StateCache().load(open_source("sim:"))
        cache.pin("lap:15")
        specs = build_tools(cache)
        self.bare = next(spec.handler for spec in specs if spec.name == TOOL)
        log = AuditLog(folder / "audit.jsonl", durability="system")
        self.gate = Gate(server="pitwall", mode="guarded", deny="^drop_", allow="^announce$", rules=RULES, log=log)
        self.governed = self.gate.runner(specs)
        self.plain = Runner(specs, server="pitwall")
        self.agent = AgentContext("fan")
        self.call = Call(TOOL, {"top_n_pairs": 3}, self.agent)

    async def round(self, samples: Samples) -> None:
        """A hundred calls of each, in turn."""
        for _ in range(CALLS):
            t0 = perf_counter_ns()
            self.bare(self.call.arguments, self.agent)
            t1 = perf_counter_ns()
            await self.plain.call(self.call)
            t2 = perf_counter_ns()
            outcome = await self.governed.call(self.call)
            t3 = perf_counter_ns()
            assert outcome.ok
            samples["policy and audit, over the layers"].append(((t3 - t2) - (t2 - t1)) / 1000)
            samples["all layers, over the bare handler"].append(((t3 - t2) - (t1 - t0)) / 1000)


class Peer:
    """The peer in its own environment: it makes as many calls as it is told."""

    def __init__(self, python: str, kind: str, folder: Path) -> None:
        self.name = f"peer: policy and audit, {'to file' if kind == 'file' else 'in memory'}"
        self.process = subprocess.Popen(
            [python, str(PEER), kind, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def round(self, samples: Samples) -> None:
        """A hundred calls."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(CALLS, file=self.process.stdin, flush=True)
        for _ in range(CALLS):
            policy, both = map(float, self.process.stdout.readline().split())
            samples["peer: policy"].append(policy)
            samples[self.name].append(both)

    def close(self) -> None:
        """Lets it end."""
        self.process.communicate()


async def measure(folder: Path, python: str | None) -> Samples:
    """The rounds, but for the first, in which everything warms up."""
    ours = Ours(folder)
    peers = [Peer(python, kind, folder) for kind in ("memory", "file")] if python else []
    names = ["policy and audit, over the layers", "all layers, over the bare handler", "peer: policy"]
    samples: Samples = {name: [] for name in (*names, *(peer.name for peer in peers))}
    for number in range(ROUNDS + 1):
        await ours.round(samples)
        for peer in peers:
            peer.round(samples)
        if number == 0:
            for taken in samples.values():
                taken.clear()
    for peer in peers:
        peer.close()
    ours.gate.close()
    return samples


def main() -> None:
    parser = argparse.ArgumentParser(description="What governance costs.")
    parser.add_argument("--peer", metavar="PYTHON", help="an environment with agentmesh-platform")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        samples = asyncio.run(measure(Path(folder), arguments.peer))
    for name, taken in samples.items():
        if taken:
            ranked = sorted(taken)
            p50, p99 = ranked[len(ranked) // 2], ranked[int(len(ranked) * 0.99)]
            print(f"{name:<36} p50 {p50:7.1f} us   p99 {p99:7.1f} us")
    added = statistics.median(samples["all layers, over the bare handler"])
    for name, taken in samples.items():
        if name.startswith("peer: policy and"):
            print(f"all layers in {name:<24} {added / statistics.median(taken):.2f}")


if __name__ == "__main__":
    main()
