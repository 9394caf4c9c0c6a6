"""resolve: the name of a call must be a tool of this server."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from rapidfuzz import process

from toolgate.contract import AgentContext, Call, Outcome, ToolError, ToolSpec
from toolgate.layers import Next
from toolgate.text import shown


class Resolve:
    """Refuses unknown tools, and names the nearest ones of those that the agent may call."""

    def __init__(
        self, tools: Container[str], server: str | None, listed: Callable[[AgentContext], Iterable[ToolSpec]]
    ) -> None:
        self._tools = tools
        self._server = server
        self._listed = listed

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        if call.server is not None and call.server != self._server:
            raise ToolError("tool_not_found", f"no server '{shown(call.server)}' here; this one is {self._server!r}")
        if not isinstance(call.name, str) or call.name not in self._tools:
            name, known = shown(call.name), [spec.name for spec in self._listed(call.agent)]
            near = [candidate for candidate, _, _ in process.extract(name, known, limit=3, score_cutoff=60)]
            raise ToolError("tool_not_found", f"no tool '{name}'", candidates=near or sorted(known) or None)
        return await next(call)
