"""The tools behind the gate, by server and name: each spec with its schemas compiled."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from threading import Lock
from typing import NoReturn

from msgspec import Struct

from toolgate.contract import AgentContext, Call, Handler, JsonObject, ToolSpec
from toolgate.envelope import envelope_schema
from toolgate.schema import Schema
from toolgate.tiers import LEVELS


class HandlerPace(Struct):
    """How fast a handler that runs in a thread was at its last call."""

    quick: bool = True
    """The last call of it took only a moment."""


class CompiledTool(Struct, frozen=True):
    """A spec with its schemas compiled, as the layers use it."""

    spec: ToolSpec
    """Without its handler, for all who only look at it."""
    handler: Handler
    asynchronous: bool
    input: Schema
    output: Schema
    integers: frozenset[str]
    """Arguments that are integers: JSON takes 3.0 for one, and handlers shall get 3."""
    pace: HandlerPace


Tools = Mapping[str, CompiledTool]
"""One server's tools by name."""


class Catalogue:
    """The tools of every server. Whoever reads `servers` has one state of it, whatever is replaced meanwhile."""

    def __init__(self) -> None:
        self.servers: Mapping[str | None, Tools] = {}
        self.generation = 0
        self._lock = Lock()

    def replace(self, server: str | None, specs: Iterable[ToolSpec]) -> None:
        """Adds a server, replaces its tools, or removes it where `specs` is empty. ValueError changes nothing."""
        tools = compile_tools(specs, server)
        with self._lock:
            others = {name: known for name, known in self.servers.items() if name != server}
            self.servers = {**others, server: tools} if tools else others
            self.generation += 1

    def specs(self, server: str | None = None) -> tuple[ToolSpec, ...]:
        """Every tool, server by server, or those of one."""
        if server is not None:
            return tuple(tool.spec for tool in self.servers.get(server, {}).values())
        return tuple(tool.spec for tool in chain.from_iterable(tools.values() for tools in self.servers.values()))


def compile_tools(specs: Iterable[ToolSpec], server: str | None = None) -> Tools:
    """One server's tools. ValueError where a name is taken or a schema isn't valid."""
    tools: dict[str, CompiledTool] = {}
    for spec in specs:
        if spec.name in tools:
            raise ValueError(f"tool {spec.name}: the name is taken; names must be unique on a server")
        if spec.tier not in LEVELS:
            raise ValueError(f"tool {spec.name}: {spec.tier!r} isn't a tier: choose one of {', '.join(LEVELS)}")
        try:
            tools[spec.name] = CompiledTool(
                replace(spec, handler=_sealed, server=server),
                spec.handler,
                inspect.iscoroutinefunction(spec.handler),
                Schema(spec.input_schema, later=spec.compile_later),
                Schema(envelope_schema(spec), later=spec.compile_later),
                _integers(spec.input_schema),
                HandlerPace(),
            )
        except ValueError as wrong:
            first_line = str(wrong).partition("\n")[0]
            raise ValueError(f"tool {spec.name}: not a JSON Schema: {first_line}") from None
    return tools


def compiled(call: Call) -> CompiledTool:
    """The compiled tool that the resolve layer found for a call."""
    tool: CompiledTool = call.case.tool  # type: ignore[union-attr]  # every call behind resolve has a case
    return tool


def _sealed(arguments: JsonObject, agent: AgentContext, /) -> NoReturn:
    raise RuntimeError("a tool is called through its runner")


def _integers(schema: Mapping[str, object]) -> frozenset[str]:
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        return frozenset()
    return frozenset(
        name for name, rule in properties.items() if isinstance(rule, Mapping) and rule.get("type") == "integer"
    )
