"""agentmesh-platform (microsoft's agent-governance-toolkit): a decision among ten rules, and its audit entry.

`python agent_governance.py memory|file FOLDER` reads numbers of calls from stdin, a line each, makes as many, and prints
a line of microseconds for each: of the decision, and of the decision with its entry. So the calls of two programs can
take turns.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter_ns

from agentmesh.governance.audit import AuditLog
from agentmesh.governance.audit_backends import FileAuditSink
from agentmesh.governance.policy import Policy, PolicyEngine, PolicyRule

RULES = 10
ARGUMENTS = {"top_n_pairs": 3, "at_lap": 12}


def main(kind: str, folder: Path) -> None:
    rules = [
        PolicyRule(name=f"deny-{number}", condition=f"tool.name == 'drop_{number}'", action="deny")
        for number in range(RULES - 1)
    ]
    rules.append(PolicyRule(name="allow", condition="tool.name == 'get_current_battle'", action="allow"))
    engine = PolicyEngine()
    engine.load_policy(Policy(name="rules", agents=["did:mesh:fan"], rules=rules))
    log = AuditLog(sink=FileAuditSink(folder / "peer.jsonl", b"k" * 32) if kind == "file" else None)
    context = {"tool": {"name": "get_current_battle"}, "arguments": ARGUMENTS}
    for line in sys.stdin:
        times = []
        for _ in range(int(line)):
            started = perf_counter_ns()
            decision = engine.evaluate("did:mesh:fan", context)
            decided = perf_counter_ns()
            log.log("tool_call", "did:mesh:fan", "get_current_battle", data=ARGUMENTS, policy_decision=decision.action)
            ended = perf_counter_ns()
            assert decision.allowed
            times.append(f"{(decided - started) / 1000} {(ended - started) / 1000}")
        print("\n".join(times), flush=True)


main(sys.argv[1], Path(sys.argv[2]))
