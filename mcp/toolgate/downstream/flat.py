"""The transparent mode: a client sees the servers' own tools, resources and prompts as if it spoke to them itself.

A tool is `server__tool`; where there is one server it keeps its name. Definition and call change names together, and
two tools that would have one name are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from toolgate.contract import AgentContext, Call, JsonObject, Outcome, ToolSpec
from toolgate.downstream import own_answers
from toolgate.downstream.entries import ConfigError, Issue
from toolgate.downstream.flat_methods import FlatMethods
from toolgate.downstream.gateway import Gateway, with_native
from toolgate.downstream.listed_tools import ListedTool

SEPARATOR = "__"


class Flat:
    """What stands where a gateway does, in front of the same servers, runner and reach."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self.gate = gateway.gate
        self.door = gateway.door
        self.methods = FlatMethods(gateway)
        self._known: tuple[object, Mapping[str, ListedTool]] = (None, {})

    def check(self) -> None:
        """ConfigError where two tools would have one name."""
        seen: dict[str, ListedTool] = {}
        issues = []
        for tool in self._gateway.servers.tools():
            name = self.name_of(tool)
            if name in seen:
                both = " and ".join(f"{one.spec.name!r} of {one.server}" for one in (seen[name], tool))
                issues.append(Issue("duplicate_mcp_server", name, f"{both} would both be {name!r}: rename a server"))
            seen[name] = tool
        if issues:
            raise ConfigError(tuple(issues))

    @property
    def generation(self) -> Any:
        """Changes whenever what is listed may have."""
        return self._gateway.generation

    async def call(self, call: Call) -> Outcome:
        """Runs the call of the tool that the name stands for. A name of none is recorded and refused like any other."""
        tool = self._tools().get(call.name) if isinstance(call.name, str) else None
        if tool is None:
            server, name = self._split(call.name)
        else:
            server, name = tool.server, tool.spec.name
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
            if tool is not None and self._tools().get(name := self.name_of(tool)) is tool:
                found.append(replace(spec, name=name))
        return tuple(found)

    def definition(self, name: str) -> JsonObject:
        """A tool as its server lists it, but for its name."""
        return {**self._tools()[name].native, "name": name}

    def name_of(self, tool: ListedTool) -> str:
        """The name under which clients know a tool."""
        alone = len(self._gateway.servers.all) == 1
        return tool.spec.name if alone else f"{tool.server}{SEPARATOR}{tool.spec.name}"

    def _tools(self) -> Mapping[str, ListedTool]:
        """Every tool by that name. Of two of one name neither is there: a server that changes its list cannot take
        another's place.
        """
        servers = self._gateway.servers
        if self._known[0] != servers.listing:
            named: dict[str, list[ListedTool]] = {}
            for tool in servers.tools():
                named.setdefault(self.name_of(tool), []).append(tool)
            self._known = servers.listing, {name: tools[0] for name, tools in named.items() if len(tools) == 1}
        return self._known[1]

    def _split(self, name: Any) -> tuple[str | None, Any]:
        """A name that stands for no tool, as a server and what would be its tool."""
        names = list(self._gateway.servers.all)
        if len(names) == 1 or not isinstance(name, str):
            return (names[0] if names else None), name
        server, separator, tool = name.partition(SEPARATOR)
        return (server, tool) if separator else (name, name)
