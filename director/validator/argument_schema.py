"""A tool's JSON Schema, compiled once and known by its content."""

from __future__ import annotations

import logging
from collections.abc import Set
from functools import lru_cache
from typing import Any

import jsonschema_rs
import msgspec

from director.references import JsonPath
from toolgate.contract import JsonObject
from toolgate.schema_dialects import compile_schema, dialect_of
from toolgate.schema_reader import SchemaReader

log = logging.getLogger(__name__)

ENVELOPE = {"schema_version": {"type": "integer"}, "generated_at": {"type": "string"}, "summary": {"type": "string"}}
COMPOSITION = ("$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas")

Errors = list[jsonschema_rs.ValidationError]


class ArgumentSchema:
    """One schema: the errors of a value, and what it says of each pointer."""

    def __init__(self, root: JsonObject) -> None:
        """ValueError when the schema is not one, or points outside itself."""
        compiled = compile_schema(root, mask="the value")
        for warning in compiled.warnings:
            log.warning("a tool's schema: %s", warning)
        self.reader = SchemaReader(compiled.reading)
        self._validator = compiled.validator

    def is_valid(self, value: Any) -> bool:
        """Whether the value fits. ValueError when it is not JSON."""
        return bool(self._validator.is_valid(value))

    def first_error(self, value: Any) -> Errors:
        """At most one error: listing all errors of a large value would take too long."""
        try:
            self._validator.validate(value)
        except jsonschema_rs.ValidationError as error:
            return [error]
        return []

    def errors(self, value: Any, set_aside: Set[JsonPath] = frozenset()) -> Errors:
        """What is wrong with the value, except where a reference is set aside."""
        errors = list(self._validator.iter_errors(value))
        return [error for error in errors if not excused(error, set_aside)] if set_aside else errors


def excused(error: jsonschema_rs.ValidationError, set_aside: Set[JsonPath]) -> bool:
    """Whether an error only says that a reference is not yet a value.

    A failed `anyOf` or `oneOf` is excused when one of its branches fails for that reason alone.
    """
    path = tuple(error.instance_path)
    if any(path[:length] in set_aside for length in range(len(path) + 1)):
        return True
    return any(all(excused(inner, set_aside) for inner in branch) for branch in branches_of(error))


def branches_of(error: jsonschema_rs.ValidationError) -> list[Errors]:
    """The errors of each branch of a failed `anyOf` or `oneOf`."""
    return getattr(error.kind, "context", []) if error.kind.name in ("anyOf", "oneOf") else []


def closed(root: JsonObject) -> JsonObject:
    """The schema, allowing only the arguments it names unless it says otherwise itself.

    Most tools name all their arguments and forget to forbid others. A schema that names none is left open.
    """
    if "additionalProperties" in root or "unevaluatedProperties" in root:
        return root
    if any(keyword in root for keyword in COMPOSITION):
        if dialect_of(root) not in (None, "2019-09", "2020-12"):
            return root  # older drafts have no "unevaluatedProperties"
        return {**root, "unevaluatedProperties": False}
    if "properties" in root or "patternProperties" in root:
        return {**root, "additionalProperties": False}
    return root


def enveloped(root: JsonObject) -> JsonObject:
    """An output schema with the envelope's own fields, which every output has, declared or not."""
    return {**root, "properties": {**ENVELOPE, **root["properties"]}} if "properties" in root else root


@lru_cache(maxsize=512)
def compiled(encoded: bytes, is_input: bool) -> ArgumentSchema:
    """The schema of an encoded JSON object. Known by its content, so a changed schema is another one."""
    root = msgspec.json.decode(encoded, type=dict[str, Any])
    return ArgumentSchema(closed(root) if is_input else enveloped(root))


def load_schema(schema: Any, *, is_input: bool) -> ArgumentSchema:
    """Compiles a tool's schema, or finds it compiled. ValueError when it is not a JSON Schema."""
    try:
        return compiled(msgspec.json.encode(schema), is_input)
    except (TypeError, RecursionError, msgspec.MsgspecError) as error:
        raise ValueError(f"not a JSON Schema: {type(error).__name__}") from error
