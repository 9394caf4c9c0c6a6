"""What governance costs: get_current_battle through mode, ten rules, limits and audit beside its bare handler, in turn.

    python benchmarks/gate.py [--peer PYTHON]

The log line is off, the audit chained and redacted, its durability the system's. The peer is microsoft's
agent-governance-toolkit (`pip install agentmesh-platform`, in any environment): its policy and audit alone, in memory.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter_ns

from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.audit.journal import AuditLog
from toolgate.contract import AgentContext, Call, PolicyDecision, ToolSpec
from toolgate.layers.audit import Audit
from toolgate.policy import AgentRules, ModePolicy, Quotas
from toolgate.policy.gate import mode_policy, quota_check, rules_check, rules_policy
from toolgate.runner import Runner

CALLS = 10_000
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


def line(name: str, samples: list[float]) -> str:
    """Percentiles in microseconds."""
    ranked = sorted(samples)
    return f"{name:<34} p50 {ranked[len(ranked) // 2]:7.1f} us   p99 {ranked[int(len(ranked) * 0.99)]:7.1f} us"


async def ours(folder: Path) -> None:
    cache = StateCache().load(open_source("sim:"))
    cache.pin("lap:15")
    specs = build_tools(cache)
    bare = next(spec.handler for spec in specs if spec.name == TOOL)
    log = AuditLog(folder / "audit.jsonl", durability="system")
    modes, quotas = mode_policy(ModePolicy("guarded", deny=["^drop_"], allow=["^announce$"])), Quotas()
    policies = (modes, rules_policy(lambda: RULES, "pitwall"))
    checks = (rules_check(lambda: RULES, "pitwall"), quota_check(quotas, lambda: RULES))
    plain = Runner(specs, server="pitwall")
    governed = Runner(
        specs, audit=Audit(log, specs, mode="guarded"), policies=policies, checks=checks, server="pitwall"
    )
    arguments, agent = {"top_n_pairs": 3}, AgentContext("fan")
    call = Call(TOOL, arguments, agent)
    spec: ToolSpec = next(spec for spec in specs if spec.name == TOOL)
    decisions, added, over_layers = [], [], []
    for _ in range(CALLS):
        t0 = perf_counter_ns()
        bare(arguments, agent)
        t1 = perf_counter_ns()
        await plain.call(call)
        t2 = perf_counter_ns()
        outcome = await governed.call(call)
        t3 = perf_counter_ns()
        said: list[PolicyDecision] = [policy(call, spec) for policy in policies]
        t4 = perf_counter_ns()
        assert outcome.ok
        assert all(decision.allowed for decision in said)
        added.append(((t3 - t2) - (t1 - t0)) / 1000)
        over_layers.append(((t3 - t2) - (t2 - t1)) / 1000)
        decisions.append((t4 - t3) / 1000)
    log.close()
    print(line("mode and rules of the tool, alone", decisions))
    print(line("policy and audit, over the layers", over_layers))
    print(line("all layers, over the bare handler", added))


def peer(python: str) -> None:
    """The peer's own process, as many calls."""
    printed = subprocess.run([python, PEER, str(CALLS)], capture_output=True, text=True, check=True).stdout
    rows = [tuple(map(float, row.split())) for row in printed.splitlines()]
    print(line("peer: policy", [row[0] for row in rows]))
    print(line("peer: policy and audit, in memory", [row[1] for row in rows]))


def main() -> None:
    parser = argparse.ArgumentParser(description="What governance costs.")
    parser.add_argument("--peer", metavar="PYTHON", help="an environment with agentmesh-platform")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(ours(Path(folder)))
    if arguments.peer:
        peer(arguments.peer)


if __name__ == "__main__":
    main()
