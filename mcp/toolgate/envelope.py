"""The shape of every answer: a payload in its envelope, or an error in the one error envelope."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from itertools import islice
from typing import Any

from toolgate.contract import ErrorType, JsonObject, ToolSpec
from toolgate.moments import format_utc

_MESSAGE_MAX = 300
_DETAIL_MAX = 200
_DETAIL_ITEMS = 70
_DETAIL_DEPTH = 4

TRUNCATED: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "required": ["field", "kept", "of"],
    "properties": {
        "field": {
            "type": "string",
            "maxLength": 100,
            "description": "the list that was cut: rows, drivers/0/laps",
        },
        "kept": {"type": "integer", "minimum": 0, "maximum": 1_000_000},
        "of": {"type": "integer", "minimum": 0, "maximum": 1_000_000},
    },
    "description": "set when a list was cut to the output budget; counts and the summary speak of the whole",
}
"""The schema of the mark that an answer was cut."""

_ENVELOPE_PROPERTIES: JsonObject = {
    "schema_version": {"type": "integer", "minimum": 1, "maximum": 1000},
    "generated_at": {"type": "string", "maxLength": 24},
    "summary": {"type": "string", "maxLength": 200},
    "truncated": TRUNCATED,
}


def envelope(spec: ToolSpec, payload: Mapping[str, Any], *, now: datetime) -> JsonObject:
    """A tool's payload behind its version and time."""
    return {"schema_version": spec.schema_version, "generated_at": format_utc(now), **payload}


def error_envelope(
    error_type: ErrorType, message: str, *, now: datetime, details: Mapping[str, Any] | None = None
) -> JsonObject:
    """The error envelope; message and details are kept short."""
    error: JsonObject = {"type": error_type, "message": _short(message, _MESSAGE_MAX)}
    if details:
        error["details"] = {_short(key, 60): _short_value(value) for key, value in details.items()}
    return {"schema_version": 1, "generated_at": format_utc(now), "error": error}


def envelope_schema(spec: ToolSpec) -> JsonObject:
    """The output schema of the whole envelope.

    A schema that names `schema_version` already describes it; one that describes the payload alone, as a foreign
    tool's does, is given the envelope's own fields.
    """
    schema = spec.output_schema
    properties = schema.get("properties", {})
    if "schema_version" in properties:
        return schema
    return {**schema, "properties": {**_ENVELOPE_PROPERTIES, **properties}}


def _short(text: object, limit: int) -> str:
    """Cut, and in valid Unicode: a message may hold half a surrogate pair, as the name of a file does."""
    whole = str(text)
    cut = whole if len(whole) <= limit else whole[: limit - 1] + "…"
    return cut.encode(errors="replace").decode()


def _short_value(value: Any, depth: int = 0) -> Any:
    if isinstance(value, bool | float) or value is None or (isinstance(value, int) and value.bit_length() < 64):
        return value
    if isinstance(value, Mapping | list | tuple) and depth == _DETAIL_DEPTH:
        return "…"
    if isinstance(value, Mapping):
        return {_short(key, 60): _short_value(item, depth + 1) for key, item in islice(value.items(), _DETAIL_ITEMS)}
    if isinstance(value, list | tuple):
        return [_short_value(item, depth + 1) for item in value[:_DETAIL_ITEMS]]
    return _short(value, _DETAIL_MAX)
