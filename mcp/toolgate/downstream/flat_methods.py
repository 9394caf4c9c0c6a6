"""What the transparent mode passes besides tools: resources, prompts and completions, each through the gate."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

import mcp_types
from mcp.shared.exceptions import MCPError

from toolgate.contract import (
    AgentContext,
    Call,
    JsonObject,
    Native,
    Outcome,
    Policy,
    PolicyDecision,
    ToolError,
    ToolSpec,
)
from toolgate.downstream import own_answers
from toolgate.downstream.downstream import Downstream
from toolgate.downstream.gateway import Gateway
from toolgate.downstream.own_tools import SERVER
from toolgate.downstream.requests import BESIDE
from toolgate.runner import Runner

LISTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "resources/list": ("resources", "uri"),
        "resources/templates/list": ("resourceTemplates", "uriTemplate"),
        "prompts/list": ("prompts", "name"),
    }
)
"""Each list with the key of its items, and what an item is known by."""

METHODS = (*LISTS, "resources/read", "prompts/get", "completion/complete")
"""All that is passed on."""

NUMBERS: Mapping[str, int] = MappingProxyType(
    {
        "DENIED_BY_POLICY": -32000,
        "SERVER_UNAVAILABLE": -32001,
        "TOOL_NOT_FOUND": -32002,
        "INVALID_AGENT_ID": -32003,
        "TIMEOUT": -32004,
        "INVALID_ARGUMENTS": mcp_types.INVALID_PARAMS,
    }
)
"""The codes of the protocol's own errors."""

_ANYTHING: JsonObject = {"type": "object"}
_BUDGET_BYTES = 4 << 20
_ALLOWED = PolicyDecision(True, "lists hold what the agent may reach")


class FlatMethods:
    """Answers these methods, one record for each, with its own operation."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._runner = Runner(
            [self._spec(method) for method in METHODS],
            audit=gateway.gate.audit(),
            server=SERVER,
            policies=(*gateway.gate.own_policies, Policy("reach", self._reached, looks_at_arguments=True)),
            output_budget_bytes=_BUDGET_BYTES,
        )

    async def answer(self, method: str, params: JsonObject, agent: AgentContext) -> JsonObject:
        """The result of one request, as its server gives it. MCPError where there is none."""
        outcome = await self._runner.call(Call(method, params, agent), operation=method)
        if outcome.native is not None and outcome.ok:
            return dict(outcome.native)
        raise _protocol_error(outcome)

    def _spec(self, method: str) -> ToolSpec:
        return ToolSpec(
            method,
            method,
            _ANYTHING,
            _ANYTHING,
            self._lister(method) if method in LISTS else self._asker(method),
            timeout_ms=60_000,
            blocking=False,
        )

    def _reached(self, call: Call) -> PolicyDecision:
        if call.name.startswith("resources/") and call.name not in LISTS:
            return self._address(call.agent, str(call.arguments.get("uri")))[1]
        return _ALLOWED

    def _address(self, agent: AgentContext, uri: str) -> tuple[str | None, PolicyDecision]:
        """The first server on which the agent may read an address, else why it may not."""
        refused: PolicyDecision | None = None
        for name in self._gateway.reach.servers(agent):
            decision = self._gateway.reach.resource(agent, name, uri)
            if decision.allowed:
                return name, decision
            refused = refused or decision
        return None, refused or PolicyDecision(False, "no server is reached", "")

    def _lister(self, method: str) -> Callable[[JsonObject, AgentContext], Awaitable[Native]]:
        key, known_by = LISTS[method]

        async def listed(given: JsonObject, agent: AgentContext) -> Native:
            found: list[JsonObject] = []
            for server in self._reachable(agent):
                items = await _quietly(server.listed(method, key, agent))
                found += [item for item in items if self._shown(agent, server, method, str(item.get(known_by)))]
            return Native({key: found}, {})

        return listed

    def _shown(self, agent: AgentContext, server: Downstream, method: str, known_by: str) -> bool:
        if method == "prompts/list":
            return True
        return self._gateway.reach.resource(agent, server.entry.name, known_by.partition("{")[0]).allowed

    def _asker(self, method: str) -> Callable[[JsonObject, AgentContext], Awaitable[Native]]:
        async def asked(given: JsonObject, agent: AgentContext) -> Native:
            params = {key: value for key, value in given.items() if key != "_meta"}
            server = await self._meant(method, params, agent)
            return Native(await server.request(method, params, agent), {})

        return asked

    async def _meant(self, method: str, params: JsonObject, agent: AgentContext) -> Downstream:
        """The server that an address or the name of a prompt belongs to."""
        ref = params.get("ref") if isinstance(params.get("ref"), Mapping) else params
        assert isinstance(ref, Mapping)
        uri, prompt = ref.get("uri"), ref.get("name")
        if isinstance(uri, str):
            name = self._address(agent, uri.partition("{")[0])[0]
            if name is not None:
                return self._gateway.servers.all[name]
        else:
            for server in self._reachable(agent):
                items = await _quietly(server.listed("prompts/list", "prompts", agent))
                if any(item.get("name") == prompt for item in items):
                    return server
        raise ToolError("tool_not_found", f"{method}: nothing of that name is here")

    def _reachable(self, agent: AgentContext) -> list[Downstream]:
        return [self._gateway.servers.all[name] for name in self._gateway.reach.servers(agent)]


async def _quietly(work: Awaitable[list[JsonObject]]) -> list[JsonObject]:
    """A list of a server that has no such list, or is gone, is empty: it must not take the others with it."""
    try:
        return await work
    except ToolError:
        return []


def _protocol_error(outcome: Outcome) -> MCPError:
    """The server's own error as it is, else the gate's."""
    errors = BESIDE.get().errors
    if errors and outcome.error_type == "tool_failed":
        return errors[-1]
    error = own_answers.error_of(outcome)
    number: Any = NUMBERS.get(error["code"], mcp_types.INTERNAL_ERROR)
    return MCPError(code=number, message=error["message"], data=error)
