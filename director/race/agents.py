"""The agent ids of the program's own calls, as the rules of agents name them."""

from __future__ import annotations

ASK, CALL, CHART, CHAT, EXPORT, REPLAY, SERVE = "director", "cli", "chart", "chat", "export", "replay", "mcp"

PROGRAM_AGENTS = (ASK, CALL, CHART, CHAT, EXPORT, REPLAY, SERVE)
"""The agents of the program itself, by command in docs/policy.md; `director policy lint` names those without rules."""
