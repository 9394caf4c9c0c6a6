"""docs/tools.md: every tool with its arguments and what it answers, written from the specs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from toolgate.contract import JsonObject, ToolSpec

_HEAD = """# Tools

Written by `director schemas export` from the tools themselves; a test compares. Every answer also has `summary`, and
those of the race have `as_of`, `data_age_s` and `missing`; every tool that reads the race takes `at_lap`, `at_time`
or `minutes_ago` besides what stands here. `ask` is a tool of `director serve` alone. The whole contract is in
[schemas](schemas).
"""
_EVERYWHERE = {"at_lap", "at_time", "minutes_ago", "schema_version", "generated_at", "summary"}
_EVIDENCE = {"as_of", "data_age_s", "missing", "truncated"}


def tools_page(specs: Iterable[ToolSpec]) -> str:
    """The page, in Markdown."""
    return "\n".join([_HEAD, *(line for spec in specs for line in _tool(spec))])


def _tool(spec: ToolSpec) -> Iterator[str]:
    yield f"## {spec.name}\n"
    yield f"{spec.description}\n"
    yield f"{spec.tier}, version {spec.schema_version}, at most {spec.timeout_ms} ms.\n"
    required = spec.input_schema.get("required", ())
    rows = [*_rows(spec.input_schema, required)]
    if rows:
        yield "| argument | type | |\n|---|---|---|"
        yield from rows
        yield ""
    answers = ", ".join(f"`{name}`" for name in _own(spec.output_schema))
    yield f"Answers: {answers or '`summary` alone'}.\n"
    if spec.examples:
        asked = "; ".join(question for question, _ in spec.examples[:3])
        yield f"Asked, for example: {asked}.\n"


def _rows(schema: JsonObject, required: Iterable[str]) -> Iterator[str]:
    for name, each in schema.get("properties", {}).items():
        if name not in _EVERYWHERE:
            needed = " (required)" if name in required else ""
            yield f"| `{name}`{needed} | {_kind(each)} | {each.get('description', '')} |"


def _own(schema: JsonObject) -> list[str]:
    return [name for name in schema.get("properties", {}) if name not in _EVERYWHERE | _EVIDENCE]


def _kind(schema: Mapping[str, Any]) -> str:
    """A type with its values or bounds."""
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    low, high = schema.get("minimum"), schema.get("maximum")
    kind = schema.get("type", "any")
    named = " or ".join(kind) if isinstance(kind, list) else str(kind)
    bounds = f", {low} to {high}" if low is not None and high is not None else ""
    default = f", default {schema['default']}" if "default" in schema else ""
    return f"{named}{bounds}{default}"
