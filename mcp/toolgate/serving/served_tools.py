"""What a server serves: a runner, or whatever stands in front of one under the same names."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

from toolgate.contract import AgentContext, Call, Outcome, ToolSpec


class ServedTools(Protocol):
    """Tools that agents list and call."""

    @property
    def generation(self) -> Hashable:
        """Changes whenever what is listed may have."""

    async def call(self, call: Call) -> Outcome:
        """Runs one call."""

    async def list_tools(self, agent: AgentContext, operation: str) -> tuple[ToolSpec, ...]:
        """The tools that the agent may call; recorded as that operation."""
