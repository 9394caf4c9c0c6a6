"""agentmesh-platform (microsoft's agent-governance-toolkit): a decision among ten rules, and its audit entry, in memory.

Prints microseconds of each decision, and of each decision with its audit entry, two a line.
"""

from __future__ import annotations

import sys
from time import perf_counter_ns

from agentmesh.governance.audit import AuditLog
from agentmesh.governance.policy import Policy, PolicyEngine, PolicyRule

RULES = 10
ARGUMENTS = {"top_n_pairs": 3, "at_lap": 12}


def main(runs: int) -> None:
    rules = [
        PolicyRule(name=f"deny-{number}", condition=f"tool.name == 'drop_{number}'", action="deny")
        for number in range(RULES - 1)
    ]
    rules.append(PolicyRule(name="allow", condition="tool.name == 'get_current_battle'", action="allow"))
    engine = PolicyEngine()
    engine.load_policy(Policy(name="rules", agents=["did:mesh:fan"], rules=rules))
    log = AuditLog()
    context = {"tool": {"name": "get_current_battle"}, "arguments": ARGUMENTS}
    for _ in range(runs):
        started = perf_counter_ns()
        decision = engine.evaluate("did:mesh:fan", context)
        decided = perf_counter_ns()
        log.log("tool_call", "did:mesh:fan", "get_current_battle", data=ARGUMENTS, policy_decision=decision.action)
        ended = perf_counter_ns()
        assert decision.allowed
        print((decided - started) / 1000, (ended - started) / 1000)


main(int(sys.argv[1]))
