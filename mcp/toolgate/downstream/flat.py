"""The transparent mode: a client sees the servers' own tools, resources and prompts as if it spoke to them itself."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from toolgate.contract import AgentContext, Call, JsonObject, Outcome, ToolSpec
from toolgate.downstream import own_answers
from toolgate.downstream.connection import PROMPTS_CHANGED, RESOURCES_CHANGED
from toolgate.downstream.flat_methods import FlatMethods
from toolgate.downstream.gateway import Gateway, with_native
from toolgate.downstream.shown_names import ShownNames
from toolgate.serving.changes import Listed


class Flat:
    """Takes the gateway's place in the transparent mode, in front of the same servers, runner and reach."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self.gate = gateway.gate
        self.door = gateway.door
        self.servers = gateway.servers
        self.names = ShownNames(gateway.servers)
        self.methods = FlatMethods(gateway)

    @property
    def generation(self) -> Any:
        """Changes whenever what is listed may have."""
        return self._gateway.generation

    @property
    def lists(self) -> Mapping[Listed, Callable[[], Hashable]]:
        """What tells of its other lists when they have changed."""
        servers = self._gateway.servers
        kinds: dict[Listed, str] = {"resources": RESOURCES_CHANGED, "prompts": PROMPTS_CHANGED}
        return {name: partial(servers.changed, method) for name, method in kinds.items()}

    async def call(self, call: Call) -> Outcome:
        """Runs the call of the tool that the name stands for. An unknown name is recorded and refused too."""
        server, name = self.names.split(call.name)
        outcome = await self._gateway.runner.call(Call(name, call.arguments, call.agent, server, call.call_id))
        if outcome.native is not None:
            return outcome
        return with_native(outcome, own_answers.failed(own_answers.error_of(outcome)))

    async def list_tools(self, agent: AgentContext, operation: str) -> tuple[ToolSpec, ...]:
        """The tools that the agent may call, under the names that clients know."""
        specs = await self._gateway.runner.list_tools(agent, operation)
        found = []
        for spec in specs:
            tool = self._gateway.servers.native(spec.server, spec.name)
            if tool is not None and self.names.tools().get(name := self.names.name_of(tool)) is tool:
                found.append(replace(spec, name=name))
        return tuple(found)

    def definition(self, name: str) -> JsonObject | None:
        """A tool as its server lists it, but for its name."""
        return self.names.definition(name)
