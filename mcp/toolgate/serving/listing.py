"""Tools and results as the Model Context Protocol writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mcp_types
import orjson

from toolgate.contract import JsonObject, Outcome, Tier, ToolSpec
from toolgate.envelope import envelope_schema
from toolgate.serving.compact import compact
from toolgate.serving.identity import REQUEST_META

_STRUCTURED_SINCE = "2025-06-18"
"""The revision of the protocol that brought `structuredContent`."""


def listed(spec: ToolSpec) -> mcp_types.Tool:
    """A tool as clients list it. Its output schema is without descriptions, which `GET /mcp/capabilities` has."""
    return mcp_types.Tool(
        name=spec.name,
        description=spec.description,
        input_schema=compact(spec.input_schema),
        output_schema=compact(envelope_schema(spec), notes=False),
        annotations=_annotations(spec),
    )


def result(outcome: Outcome, request_id: str, protocol: str) -> JsonObject:
    """A call's result. An error is the whole envelope as text and no structured content, which would have to fit the
    tool's output schema and does not: clients that check it would show their own complaint instead of ours.
    """
    if outcome.native is not None:
        return _foreign(outcome.native, request_id)
    structured = protocol >= _STRUCTURED_SINCE
    body = outcome.envelope
    text = body["summary"] if outcome.ok and structured and "summary" in body else orjson.dumps(body).decode()
    shown: JsonObject = {"content": [{"type": "text", "text": text}], "isError": not outcome.ok}
    if outcome.ok and structured:
        shown["structuredContent"] = body
    shown["_meta"] = {REQUEST_META: request_id}
    return shown


def _foreign(native: JsonObject, request_id: str) -> JsonObject:
    """A foreign server's result as it came; only the request's number stands beside its own `_meta`."""
    meta = native.get("_meta")
    return {**native, "_meta": {**(meta if isinstance(meta, Mapping) else {}), REQUEST_META: request_id}}


def _annotations(spec: ToolSpec) -> mcp_types.ToolAnnotations:
    """The annotations of a tool. For one that only reads, the destructive and idempotent hints mean nothing."""
    if spec.tier is Tier.READ_ONLY:
        return mcp_types.ToolAnnotations(read_only_hint=True, open_world_hint=False)
    changes: dict[str, Any] = {"destructive_hint": spec.tier is Tier.IRREVERSIBLE, "idempotent_hint": spec.idempotent}
    return mcp_types.ToolAnnotations(read_only_hint=False, open_world_hint=False, **changes)
