"""resolve: the name of a call must be a tool of this server."""

from __future__ import annotations

from collections.abc import Mapping

from rapidfuzz import process

from toolgate.catalogue import Tool
from toolgate.contract import Call, Outcome, ToolError
from toolgate.layers import Next


class Resolve:
    """Refuses unknown tools, and names the nearest ones."""

    def __init__(self, tools: Mapping[str, Tool], server: str | None) -> None:
        self._tools = tools
        self._server = server

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        if call.server is not None and call.server != self._server:
            raise ToolError("tool_not_found", f"no server {call.server[:100]!r} here; this one is {self._server!r}")
        if call.name not in self._tools:
            near = [
                name for name, _, _ in process.extract(call.name[:100], list(self._tools), limit=3, score_cutoff=60)
            ]
            raise ToolError("tool_not_found", f"no tool {call.name[:100]!r}", candidates=near or sorted(self._tools))
        return await next(call)
