"""What the transparent mode passes besides tools, each through the gate: resources, prompts, completions, levels."""

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
from toolgate.downstream.flat_offers import LISTS, FlatOffers
from toolgate.downstream.gateway import Gateway
from toolgate.downstream.log_levels import LogLevels
from toolgate.downstream.own_tools import SERVER
from toolgate.downstream.requests import BESIDE, ROUNDS, Listener
from toolgate.downstream.subscriptions import Subscriptions
from toolgate.runner import Runner

SUBSCRIBE, UNSUBSCRIBE, SET_LEVEL = "resources/subscribe", "resources/unsubscribe", "logging/setLevel"

PASSED = ("resources/read", "prompts/get", "completion/complete")
"""What one server answers."""

OLDER = (SUBSCRIBE, UNSUBSCRIBE, SET_LEVEL)
"""What the newer protocol has in another form."""

METHODS = (*LISTS, *PASSED, *OLDER)

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

_BESIDE_PARAMS = ("_meta", *ROUNDS)
"""Fields of a request that are passed on apart from its parameters."""

_ANYTHING: JsonObject = {"type": "object"}
_BUDGET_BYTES = 4 << 20
_ALLOWED = PolicyDecision(True, "lists show only what the agent may reach")

Handler = Callable[[JsonObject, AgentContext], Awaitable[Native]]


class FlatMethods:
    """Answers these methods, one record for each, with its own operation."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._offers = FlatOffers(gateway.servers, gateway.reach)
        self._levels = LogLevels()
        self.subscriptions = Subscriptions(
            gateway.servers, lambda agent, server, uri: gateway.reach.resource(agent, server, uri).allowed
        )
        handlers: dict[str, Handler] = {
            **{method: self._lister(method) for method in LISTS},
            **{method: self._asker(method) for method in PASSED},
            SUBSCRIBE: self._subscribe,
            UNSUBSCRIBE: self._unsubscribe,
            SET_LEVEL: self._set_level,
        }
        self._runner = Runner(
            [_spec(method, handler) for method, handler in handlers.items()],
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

    def _reached(self, call: Call) -> PolicyDecision:
        if call.name.startswith("resources/") and call.name not in LISTS:
            return self._offers.readable(call.agent, str(call.arguments.get("uri")))
        return _ALLOWED

    def _lister(self, method: str) -> Handler:
        async def listed(given: JsonObject, agent: AgentContext) -> Native:
            return Native({LISTS[method][0]: await self._offers.listed(method, agent)}, {})

        return listed

    def _asker(self, method: str) -> Handler:
        async def asked(given: JsonObject, agent: AgentContext) -> Native:
            params = {key: value for key, value in given.items() if key not in _BESIDE_PARAMS}
            server, params = await self._offers.meant(method, params, agent)
            return Native(await server.request(method, params, agent), {})

        return asked

    async def _subscribe(self, given: JsonObject, agent: AgentContext) -> Native:
        server, uri, listener = await self._watched(given, agent)
        await self.subscriptions.add(server.entry.name, uri, agent, listener)
        return Native({}, {})

    async def _unsubscribe(self, given: JsonObject, agent: AgentContext) -> Native:
        server, uri, listener = await self._watched(given, agent)
        self.subscriptions.remove(server.entry.name, uri, agent, listener.key)
        return Native({}, {})

    async def _watched(self, given: JsonObject, agent: AgentContext) -> tuple[Downstream, str, Listener]:
        uri, listener = str(given.get("uri")), BESIDE.get().listener
        if listener is None:
            raise ToolError("validation_error", "this connection can't be told of changes: use one with a session")
        return await self._offers.server_of(uri, agent), uri, listener

    async def _set_level(self, given: JsonObject, agent: AgentContext) -> Native:
        """Sets the level of a connection; servers send no less than their agent's clients want."""
        listener = BESIDE.get().listener
        if listener is None or listener.connection is None:
            raise ToolError("validation_error", "this protocol version sends the level with each call")
        try:
            lowest = self._levels.set(agent.agent_id, listener.connection, str(given.get("level")))
        except ValueError as wrong:
            raise ToolError("validation_error", str(wrong), path="/level") from None
        for server in self._offers.reachable(agent):
            await server.sessions.set_level(agent.agent_id, lowest)
        return Native({}, {})


def _spec(method: str, handler: Handler) -> ToolSpec:
    return ToolSpec(method, method, _ANYTHING, _ANYTHING, handler, timeout_ms=60_000, blocking=False)


def _protocol_error(outcome: Outcome) -> MCPError:
    """The server's own error as it is, else the gate's."""
    errors = BESIDE.get().errors
    if errors and outcome.error_type == "tool_failed":
        return errors[-1]
    error = own_answers.error_of(outcome)
    number: Any = NUMBERS.get(error["code"], mcp_types.INTERNAL_ERROR)
    return MCPError(code=number, message=error["message"], data=error)
