"""The paths beside /mcp: the REST wire, whether the server lives and is ready, and its counters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from starlette.types import Send

from toolgate.contract import AgentContext, JsonObject
from toolgate.serving import wire
from toolgate.serving.bad_requests import Undecodable
from toolgate.serving.errors import error_body, respond
from toolgate.serving.openapi import document
from toolgate.serving.served_tools import ServedTools

CAPABILITIES, EXECUTE = "/mcp/capabilities", "/mcp/execute"
HEALTH, READY, METRICS, OPENAPI = "/health", "/ready", "/metrics", "/openapi.json"

METHODS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        CAPABILITIES: ("GET",),
        EXECUTE: ("POST",),
        HEALTH: ("GET",),
        READY: ("GET",),
        METRICS: ("GET",),
        OPENAPI: ("GET",),
    }
)
"""The paths and what may be done with them."""

OPEN = frozenset((HEALTH, READY, OPENAPI))
"""What is answered without a token: it says nothing of the tools."""

_TEXT = ((b"content-type", b"text/plain; version=0.0.4; charset=utf-8"),)


@dataclass(frozen=True, slots=True)
class Rest:
    """What answers these paths. `ready()` is `(whether calls are answered, what else there is to say)`."""

    runner: ServedTools
    name: str
    version: str
    ready: Callable[[], tuple[bool, JsonObject]]
    metrics: Callable[[], bytes]
    undecodable: Undecodable

    async def answer(self, path: str, body: bytes, agent: AgentContext, send: Send) -> None:
        """Answers one request, whose path and method are known to be right."""
        if path == EXECUTE:
            await respond(send, *await self.execute(body, agent))
        elif path == HEALTH:
            await respond(send, 200, {"status": "ok"})
        elif path == READY:
            ready, more = self.ready()
            await respond(send, 200 if ready else 503, {"ready": ready, **more})
        elif path == METRICS:
            await respond(send, 200, self.metrics(), _TEXT)
        elif path == OPENAPI:
            await respond(send, 200, document(self.name, self.version))
        else:
            specs = await self.runner.list_tools(agent, operation="capabilities")
            await respond(send, 200, wire.capabilities(self.name, self.version, specs))

    async def execute(self, body: bytes, agent: AgentContext) -> wire.Answer:
        """Runs the call that a body describes: HTTP status and answer."""
        try:
            return await wire.execute(self.runner, body, agent)
        except wire.NoCall as wrong:
            await self.undecodable(body, str(wrong), agent)
            return 400, error_body(400, agent.request_id, str(wrong))
