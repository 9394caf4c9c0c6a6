"""Tools as a server lists them, and as the gate knows them: specs whose handler asks the server."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from msgspec import Struct

from toolgate.contract import AgentContext, JsonObject, Native, Tier, ToolError, ToolSpec
from toolgate.downstream.entries import ServerEntry
from toolgate.printable import printable
from toolgate.schema import Schema
from toolgate.tiers import LEVELS, level

ANYTHING: JsonObject = {"type": "object"}
_ENVELOPE = frozenset(("schema_version", "generated_at", "summary", "truncated", "error", "text"))
_SUMMARY_MAX = 200
_ERROR_MAX = 300

CallTool = Callable[[str, JsonObject, AgentContext], Awaitable[JsonObject]]
"""Asks the server: the tool, its arguments, and for whom."""


class ListedTool(Struct, frozen=True):
    """One tool: the spec that the gate has, and the tool exactly as its server lists it."""

    spec: ToolSpec
    native: JsonObject
    server: str


def listed_tool(entry: ServerEntry, native: JsonObject, call: CallTool, *, promised: bool = True) -> ListedTool:
    """The tool as the gate has it, held to its output schema. ValueError where that is invalid, or it has no name."""
    name = native.get("name")
    if not isinstance(name, str) or not name:
        raise ValueError("it has no name: its server must list it with one")
    schema = native.get("outputSchema") if promised else None
    output = Schema(schema) if isinstance(schema, dict) else None
    annotations = native.get("annotations")
    hints = annotations if isinstance(annotations, Mapping) else {}

    async def handler(arguments: JsonObject, agent: AgentContext) -> Native:
        result = await call(name, arguments, agent)
        _hold(name, result, output)
        return as_native(name, result)

    spec = ToolSpec(
        name=name,
        description=str(native.get("description") or native.get("title") or name),
        input_schema=native.get("inputSchema") if isinstance(native.get("inputSchema"), dict) else ANYTHING,  # type: ignore[arg-type]
        output_schema=_payload_schema(schema),
        handler=handler,
        tier=tier(entry.tier_of(name), hints),
        timeout_ms=entry.timeout_ms,
        idempotent=hints.get("idempotentHint") is True or hints.get("readOnlyHint") is True,
        can_parallel=True,
        blocking=False,
    )
    return ListedTool(spec, native, entry.name)


def dry_result(server: str, method: str, params: JsonObject) -> JsonObject:
    """The result of a dry run: what would be sent to a server, in place of its answer."""
    would: JsonObject = {"dry_run": True, "server": server, "method": method, **params}
    text = f"{server} would be sent {method} {json.dumps(params, default=str)}"
    return {"content": [{"type": "text", "text": text}], "structuredContent": would, "isError": False, "contents": []}


def tier(operator: Tier | None, hints: Mapping[str, Any]) -> Tier:
    """The operator's word, else STATEFUL. What a server says of itself can raise a tier, never lower it."""
    said = operator or Tier.STATEFUL
    claimed = Tier.READ_ONLY
    if hints.get("destructiveHint") is True:
        claimed = Tier.IRREVERSIBLE
    elif hints.get("readOnlyHint") is False:
        claimed = Tier.STATEFUL
    return LEVELS[max(level(said), level(claimed))]


def as_native(name: str, result: JsonObject) -> Native:
    """A result as it came, with what our own pipeline reads of it."""
    if result.get("isError") is True:
        return Native(result, error=_one_line(_texts(result), _ERROR_MAX) or f"{name} reports that it failed")
    structured = result.get("structuredContent")
    payload: JsonObject = {}
    if isinstance(structured, Mapping):
        payload = {key: value for key, value in structured.items() if key not in _ENVELOPE}
    elif structured is not None:
        payload = {"result": structured}
    text = _texts(result)
    if text and not payload:
        payload["text"] = text
    return Native(result, {"summary": _summary(name, payload, text), **payload})


def _hold(name: str, result: JsonObject, output: Schema | None) -> None:
    """What a server promises of its structured answers, it has to keep."""
    if output is None or result.get("isError") is True or result.get("resultType") == "input_required":
        return
    if "structuredContent" not in result:
        raise ToolError("output_invalid", f"{name} promises structured content and gave none")
    if (mistake := output.mistake(result["structuredContent"])) is not None:
        raise ToolError("output_invalid", f"{name} broke its output schema", path=mistake.path or "/")


def _payload_schema(promised: Any) -> JsonObject:
    """The output schema as our pipeline may read it: of a plain object, else of anything."""
    if not isinstance(promised, dict) or promised.get("type") != "object":
        return ANYTHING
    properties = promised.get("properties", {})
    if not isinstance(properties, dict) or _ENVELOPE & set(properties) or set(promised) & _COMBINED:
        return ANYTHING
    return promised


_COMBINED = frozenset(("$ref", "allOf", "anyOf", "oneOf", "not", "if", "$dynamicRef", "propertyNames", "maxProperties"))
"""What may speak of the fields that our envelope adds."""


def _texts(result: JsonObject) -> str:
    content = result.get("content")
    blocks = content if isinstance(content, list) else []
    texts = [b["text"] for b in blocks if isinstance(b, Mapping) and isinstance(b.get("text"), str)]
    return "\n".join(texts)


def _summary(name: str, payload: JsonObject, text: str) -> str:
    """One line: the plain values of a structured answer, else what the server says."""
    said = ", ".join(f"{key}: {value}" for key, value in payload.items() if _plain(value) and key != "text")
    return _one_line(said or text, _SUMMARY_MAX) or f"{printable(name[:100])} has answered."


def _plain(value: Any) -> bool:
    return isinstance(value, str | int | float) or value is None


def _one_line(text: str, limit: int) -> str:
    line = printable(" ".join(text[: limit * 4].split()))
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
