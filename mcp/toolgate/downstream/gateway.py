"""The gateway: its own tools in front of every server's, through the same door, with one record for each call."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from msgspec import structs

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
from toolgate.downstream import own_answers, own_tools
from toolgate.downstream.downstream import Downstream
from toolgate.downstream.reach import Reach
from toolgate.downstream.requests import BESIDE
from toolgate.downstream.servers import Servers
from toolgate.gate import Gate
from toolgate.printable import printable
from toolgate.runner import Runner
from toolgate.schema import Schema

_WRAPPED: JsonObject = {"fastmcp": {"wrap_result": True}}
"""Tells clients of FastMCP that what is meant is inside `result`."""
_ANYTHING: JsonObject = {"type": "object"}
_BUDGET_BYTES = 4 << 20
"""The budget of the envelope beside a result; no client sees that envelope."""

_ALLOWED = PolicyDecision(True, "it names no server")

Status = Callable[[], JsonObject]


class Gateway:
    """Takes a runner's place for whoever serves it: `call`, `list_tools`, `generation`.

    `execute_tool` is not run itself: the call that it describes is, and its one record names the tool and its server.
    """

    def __init__(self, gate: Gate, servers: Servers, *, debug: bool = False, status: Status = dict) -> None:
        self.gate = gate
        self.servers = servers
        self.reach = Reach(gate, servers)
        self.runner = gate.runner((), (self.reach,), output_budget_bytes=_BUDGET_BYTES)
        self.reach.behind(self.runner)
        self._status = status
        self._execute = Schema(own_tools.INPUTS[own_tools.EXECUTE_TOOL])
        self._own = self.door = self._own_runner(debug=debug)

    async def call(self, call: Call) -> Outcome:
        """Runs one call of an own tool. The result that clients see is in `native`, of failures too."""
        call = _named_by(call)
        if call.name == own_tools.EXECUTE_TOOL and self._execute.mistake(call.arguments) is None:
            outcome = await self._executed(call)
        else:
            outcome = await self._own.call(call)
        if outcome.native is not None:
            return outcome
        return with_native(outcome, self._failure(call, outcome))

    async def list_tools(self, agent: AgentContext, operation: str) -> tuple[ToolSpec, ...]:
        """The own tools."""
        return await self._own.list_tools(agent, operation)

    @property
    def generation(self) -> Hashable:
        """Changes whenever what is listed may have."""
        return self.runner.generation

    def definition(self, name: str) -> JsonObject | None:
        """A tool as clients list it."""
        return own_tools.definition(name) if name in own_tools.DESCRIPTIONS else None

    async def _executed(self, call: Call) -> Outcome:
        given = call.arguments
        target = Call(given["tool"], given.get("args") or {}, call.agent, given["server"], call.call_id)
        beside = BESIDE.get()
        token = BESIDE.set(structs.replace(beside, timeout_ms=given.get("timeout_ms")))
        try:
            return await self.runner.call(target)
        finally:
            BESIDE.reset(token)

    def _failure(self, call: Call, outcome: Outcome) -> JsonObject:
        """What a client is told of a call that the gate refused, or that failed on its way."""
        error = own_answers.error_of(outcome)
        if call.name == own_tools.GET_SERVER_TOOLS and outcome.error_type != "validation_error":
            body = own_answers.no_tools(str(call.arguments.get("server", "")), error)
            return own_answers.as_result(body, body).result
        return own_answers.failed(error)

    def _own_runner(self, *, debug: bool) -> Runner:
        handlers: dict[str, Callable[[JsonObject, AgentContext], Any]] = {
            own_tools.LIST_SERVERS: self._list_servers,
            own_tools.GET_SERVER_TOOLS: self._get_server_tools,
            own_tools.EXECUTE_TOOL: _never,
            own_tools.READ_RESOURCE: self._read_resource,
        }
        if debug:
            handlers[own_tools.GET_GATEWAY_STATUS] = self._get_status
        return Runner(
            [_spec(name, handler) for name, handler in handlers.items()],
            audit=self.gate.audit(),
            server=own_tools.SERVER,
            policies=(*self.gate.own_policies, Policy("reach", self._reached, looks_at_arguments=True)),
            output_budget_bytes=_BUDGET_BYTES,
        )

    def _reached(self, call: Call) -> PolicyDecision:
        """What the agent must not know of is refused, whether it is there or not."""
        given = call.arguments
        if call.name == own_tools.READ_RESOURCE:
            return self.reach.resource(call.agent, given["server"], given["uri"])
        if call.name == own_tools.GET_SERVER_TOOLS:
            return self.reach.server(call.agent, given["server"])
        return _ALLOWED

    def _list_servers(self, given: JsonObject, agent: AgentContext) -> Native:
        metadata = given.get("include_metadata") is True
        found = [
            own_answers.shown_server(
                self.servers.all[name], self.reach.held(agent, name) if metadata else (), metadata=metadata
            )
            for name in self.reach.servers(agent)
            if name in self.servers.all
        ]
        return own_answers.as_result(found, {"result": found}, _WRAPPED)

    def _get_server_tools(self, given: JsonObject, agent: AgentContext) -> Native:
        name = given["server"]
        server = self._server(agent, name)
        if server.failure is not None and not server.tools:
            raise ToolError("server_unavailable", f'server "{name}": {server.failure}', server=name)
        tools = self.reach.tools(agent, name)
        body = own_answers.shown_tools(
            name, tools, given.get("names"), given.get("pattern"), given.get("max_schema_tokens")
        )
        return own_answers.as_result(body, body)

    async def _read_resource(self, given: JsonObject, agent: AgentContext) -> Native:
        name, uri = given["server"], given["uri"]
        result = await self._server(agent, name).request("resources/read", {"uri": uri}, agent)
        contents = result.get("contents")
        blocks = [{"type": "resource", "resource": one} for one in contents] if isinstance(contents, list) else []
        shown = {
            "content": blocks,
            "structuredContent": result.get("structuredContent", {"contents": contents}),
            "isError": False,
        }
        if "_meta" in result:
            shown["_meta"] = result["_meta"]
        return Native(shown, {"contents": contents})

    def _get_status(self, given: JsonObject, agent: AgentContext) -> Native:
        reached = self.reach.servers(agent)
        held = {name: own_answers.shown_held(self.reach.held(agent, name)) for name in reached}
        quarantined = {name: shown for name, shown in held.items() if shown}
        body = {**self._status(), "available_servers": list(reached), "quarantined": quarantined}
        return own_answers.as_result(body, body)

    def _server(self, agent: AgentContext, name: str) -> Downstream:
        found = self.servers.all.get(name)
        if found is None:
            near = list(self.reach.servers(agent))
            raise ToolError("tool_not_found", f'no server "{printable(name[:100])}" here', candidates=near or None)
        return found


def _named_by(call: Call) -> Call:
    """The call of the agent that it names, where nothing has authenticated who calls: a claim, like a header."""
    arguments = call.arguments
    if not isinstance(arguments, dict):
        return call
    named = arguments.get("agent_id")
    if not isinstance(named, str) or not named.strip() or "client_id" in call.agent.metadata:
        return call
    agent = AgentContext(named, call.agent.model, call.agent.request_id, call.agent.metadata)
    return Call(call.name, arguments, agent, call.server, call.call_id)


def _spec(name: str, handler: Callable[[JsonObject, AgentContext], Any]) -> ToolSpec:
    return ToolSpec(
        name,
        own_tools.DESCRIPTIONS[name],
        own_tools.INPUTS[name],
        _ANYTHING,
        handler,
        timeout_ms=60_000,
        blocking=False,
    )


def with_native(outcome: Outcome, native: JsonObject) -> Outcome:
    """The outcome with what clients see of it."""
    return Outcome(
        outcome.envelope,
        outcome.ok,
        outcome.error_type,
        outcome.duration_ms,
        outcome.decision,
        native,
        outcome.trace,
    )


def _never(given: JsonObject, agent: AgentContext) -> Any:
    raise RuntimeError("the call that execute_tool describes is made in its place")
