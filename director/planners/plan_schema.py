"""The schema of a plan: one closed branch per tool, so that a grammar can hold a model to the catalogue.

An argument takes its own values or a reference to an earlier step's output. Bounds stay in: a backend strips what its
provider refuses, and the validator holds them anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from director.references import KEY
from toolgate.contract import JsonObject

RATIONALE_MAX_CHARS = 200

_REFERENCE: JsonObject = {
    "type": "object",
    "description": "a value out of an earlier step's output: its id, # and a JSON Pointer, as s1#/pairs/0/behind/code",
    "properties": {KEY: {"type": "string"}},
    "required": [KEY],
    "additionalProperties": False,
}
_ANNOTATIONS = ("$schema", "$id", "$comment", "default", "examples", "title", "deprecated")


def plan_schema(catalogue: Sequence[JsonObject], max_steps: int) -> JsonObject:
    """The schema of `{"rationale", "plan": [step]}` over the catalogue's tools."""
    steps: JsonObject = {"type": "array", "maxItems": max_steps, "items": {"anyOf": [_step(e) for e in catalogue]}}
    if not catalogue:
        steps = {"type": "array", "maxItems": 0, "items": {"type": "object", "additionalProperties": False}}
    return {
        "type": "object",
        "properties": {
            "rationale": {
                "type": "string",
                "description": "in a few words, why these calls, or why none",
                "maxLength": RATIONALE_MAX_CHARS,
            },
            "plan": steps,
        },
        "required": ["rationale", "plan"],
        "additionalProperties": False,
        "$defs": {"reference": _REFERENCE},
    }


def _step(entry: JsonObject) -> JsonObject:
    schema = entry["input_schema"]
    properties: JsonObject = {
        "id": {"type": "string", "description": "s1, s2 and so on"},
        "name": {"type": "string", "enum": [entry["name"]]},
        "arguments": {
            "type": "object",
            "properties": {name: _argument(spec) for name, spec in schema.get("properties", {}).items()},
            "required": list(schema.get("required", ())),
            "additionalProperties": False,
        },
    }
    if definitions := schema.get("$defs"):
        # References inside the tool's own schema point to its root: they are resolved where they stand.
        properties["arguments"]["properties"] = _inlined(properties["arguments"]["properties"], definitions)
    if server := entry.get("server"):
        properties["server"] = {"type": "string", "enum": [server]}
    return {
        "type": "object",
        "properties": properties,
        "required": ["id", "name", "arguments"],
        "additionalProperties": False,
    }


def _argument(spec: Any) -> JsonObject:
    """The argument's values, or a reference. A choice among few words is never looked up."""
    own = _bare(spec)
    return own if "enum" in own or "const" in own else {"anyOf": [own, {"$ref": "#/$defs/reference"}]}


def _bare(spec: Any) -> Any:
    """The schema without what only people and our own planner read."""
    if not isinstance(spec, dict):
        return {}
    return {key: value for key, value in spec.items() if key not in _ANNOTATIONS and not key.startswith("x-")}


def _inlined(value: Any, definitions: JsonObject, depth: int = 0) -> Any:
    """The value with `#/$defs/...` replaced by what it names; what is deeper than a plan needs takes anything."""
    if isinstance(value, list):
        return [_inlined(item, definitions, depth) for item in value]
    if not isinstance(value, dict):
        return value
    target = value.get("$ref")
    if isinstance(target, str) and target.startswith("#/$defs/") and target != "#/$defs/reference":
        named = definitions.get(target.removeprefix("#/$defs/"), {})
        return _inlined(_bare(named), definitions, depth + 1) if depth < 4 else {}
    return {key: _inlined(item, definitions, depth) for key, item in value.items()}
