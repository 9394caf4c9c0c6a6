"""The schema of a plan: small enough that every provider takes it as a grammar, whatever the tools take.

A tool's name is one of the catalogue's. An argument is a name with a value as text, or with a reference to an earlier
step; the validator makes of the text what the tool's own schema asks for.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolgate.contract import JsonObject

ANSWER, CHOOSE = "answer", "choose"
"""What comes after a plan: the answer, or a second plan by those values that the first one gives."""

_ARGUMENT: JsonObject = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "value": {"type": "string", "description": "the value as text; a list or an object as JSON"},
        "ref": {
            "type": "string",
            "description": "in its place: a value of an earlier step, s1#/pairs/0/behind/code",
        },
    },
    "required": ["name"],
    "additionalProperties": False,
}


def plan_schema(catalogue: Sequence[JsonObject]) -> JsonObject:
    """The schema of `{"rationale", "plan": [step], "then"}` over the catalogue's tools."""
    properties: JsonObject = {
        "id": {"type": "string", "description": "s1, s2 and so on"},
        "name": {"type": "string", "enum": list(dict.fromkeys(entry["name"] for entry in catalogue))},
        "arguments": {"type": "array", "items": _ARGUMENT},
    }
    required = list(properties)
    servers = sorted({str(entry["server"]) for entry in catalogue if entry.get("server")})
    if len(servers) > 1:
        properties["server"] = {"type": "string", "enum": servers}
    step: JsonObject = {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {
            "rationale": {"type": "string", "description": "in a few words, why these calls, or why none"},
            "plan": {"type": "array", "items": step} if catalogue else {"type": "array", "items": {"type": "string"}},
            "then": {"type": "string", "enum": [ANSWER, CHOOSE]},
        },
        "required": ["rationale", "plan", "then"],
        "additionalProperties": False,
    }
