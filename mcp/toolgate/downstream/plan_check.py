"""Holds the steps of a plan to the configured servers, before anything is started."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from toolgate.downstream.entries import Issue
from toolgate.policy.errors import kind, quoted


def plan_issues(plan: Any, servers: Sequence[str]) -> list[Issue]:
    """What is wrong with a plan: steps on servers that are not configured, and those that could be meant for several.

    A step may leave its server out only where exactly one is configured.
    """
    steps = plan.get("plan") if isinstance(plan, dict) else None
    if not isinstance(steps, list):
        return [Issue("invalid_plan", "$", f'a plan is {{"plan": [steps]}}, got {kind(plan)}')]
    found = []
    known = ", ".join(servers)
    for i, step in enumerate(steps):
        if not isinstance(step, dict):
            found.append(Issue("invalid_plan", f"plan[{i}]", f"a step must be an object, got {kind(step)}"))
            continue
        server, path = step.get("server"), f"plan[{i}].server"
        if server is None and len(servers) != 1:
            why = (
                f"several MCP servers are configured: name one of {known}" if servers else "no MCP server is configured"
            )
            found.append(Issue("ambiguous_mcp_server", path, f"{_tool(step)} names no server, and {why}"))
        elif server is not None and server not in servers:
            rest = f"; configured: {known}" if servers else "; none is configured"
            found.append(Issue("unknown_mcp_server", path, f"unknown mcp server {quoted(server)}{rest}"))
    return found


def _tool(step: dict[str, Any]) -> str:
    return f"the call of {quoted(step.get('name', ''))}"
