"""The tools of one server, ready to be called: each spec with its schemas compiled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NoReturn

from toolgate.contract import AgentContext, JsonObject, ToolSpec
from toolgate.envelope import envelope_schema
from toolgate.schema import Schema
from toolgate.tiers import LEVELS


@dataclass(frozen=True, slots=True)
class Tool:
    """A spec with what the layers need of it at every call."""

    spec: ToolSpec
    input: Schema
    output: Schema
    integers: frozenset[str]
    """Arguments that are integers: JSON takes 3.0 for one, and handlers shall get 3."""


def compile_tools(specs: Iterable[ToolSpec]) -> Mapping[str, Tool]:
    """Tools by name. A name that is taken, or a schema that is none, raises ValueError."""
    tools: dict[str, Tool] = {}
    for spec in specs:
        if spec.name in tools:
            raise ValueError(f"tool {spec.name}: the name is taken; names must be unique on a server")
        if spec.tier not in LEVELS:
            raise ValueError(f"tool {spec.name}: {spec.tier!r} is no tier; name one of {', '.join(LEVELS)}")
        try:
            tools[spec.name] = Tool(
                sealed(spec), Schema(spec.input_schema), Schema(envelope_schema(spec)), _integers(spec.input_schema)
            )
        except ValueError as wrong:
            first_line = str(wrong).partition("\n")[0]
            raise ValueError(f"tool {spec.name}: not a JSON Schema: {first_line}") from None
    return tools


def sealed(spec: ToolSpec) -> ToolSpec:
    """The spec without its handler, for all who only look at it."""
    return replace(spec, handler=_sealed)


def _sealed(arguments: JsonObject, agent: AgentContext, /) -> NoReturn:
    raise RuntimeError("a tool is called through its runner")


def _integers(schema: Mapping[str, object]) -> frozenset[str]:
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        return frozenset()
    return frozenset(
        name for name, rule in properties.items() if isinstance(rule, Mapping) and rule.get("type") == "integer"
    )
