"""How a JSON Schema is read as data: its local references and the keywords that only speak to people."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from toolgate.contract import JsonObject
from toolgate.pointers import resolve_pointer

ANYTHING: JsonObject = {}
NOTHING: JsonObject = {"not": {}}

NOTES = frozenset({"title", "description", "examples", "$comment", "deprecated", "readOnly", "writeOnly"})
"""Keywords for the reader: they never decide whether a value is valid."""

ASIDE = NOTES | {"default", "$defs", "$schema"}
"""Keywords that can stand beside a `$ref` or an `anyOf` without taking part in validation."""


def is_annotation(keyword: str) -> bool:
    """Whether the keyword is one of ours, such as `x-vocabulary`."""
    return keyword.startswith("x-")


def is_aside(keyword: str) -> bool:
    """Whether the keyword takes no part in deciding what is valid."""
    return keyword in ASIDE or is_annotation(keyword)


def as_object(schema: Any) -> JsonObject:
    """A schema as an object: true is ANYTHING and false is NOTHING."""
    if isinstance(schema, bool):
        return ANYTHING if schema else NOTHING
    return schema  # type: ignore[no-any-return]


def resolve(schema: JsonObject, root: JsonObject) -> JsonObject:
    """The schema with its `$ref` followed inside `root`. A reference to elsewhere or to nothing stays.

    What stands beside a `$ref` and validates holds as well as the target: the two become an `allOf`.
    """
    followed = set()
    while isinstance(ref := schema.get("$ref"), str) and ref not in followed:
        followed.add(ref)
        target = _pointed_at(ref, root)
        if target is None:
            break
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        if all(is_aside(key) for key in beside):
            schema = {**target, **beside} if beside else target
        else:
            schema = {"allOf": [target, beside]}
    return schema


def _pointed_at(ref: str, root: JsonObject) -> JsonObject | None:
    """The schema that a local JSON Pointer names, None where there is none."""
    if ref != "#" and not ref.startswith("#/"):
        return None
    try:
        found = resolve_pointer(root, unquote(ref[1:]))
    except LookupError:
        return None
    return as_object(found) if isinstance(found, (dict, bool)) else None


def json_equal(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same value. Unlike in Python, true is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(json_equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(json_equal, one, other))
    return bool(one == other)
