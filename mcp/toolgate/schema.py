"""JSON Schema on the hot path. jsonschema-rs does the work; the tests hold it to jsonschema, the reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jsonschema_rs

from toolgate.contract import JsonObject


@dataclass(frozen=True, slots=True)
class SchemaMistake:
    """Where an instance breaks its schema (a JSON Pointer, `` for the whole), and how."""

    path: str
    message: str


class Schema:
    """A compiled JSON Schema, draft 2020-12."""

    __slots__ = ("_validator",)

    def __init__(self, schema: JsonObject) -> None:
        """Compiles. A schema that is itself wrong, or that refers to another file or address, raises ValueError."""
        self._validator = jsonschema_rs.Draft202012Validator(schema, offline=True)

    def mistake(self, instance: Any) -> SchemaMistake | None:
        """The first mistake, None where there is none. What JSON cannot hold is a mistake too."""
        try:
            if self._validator.is_valid(instance):
                return None
            error = next(iter(self._validator.iter_errors(instance)))
        except (ValueError, TypeError, OverflowError, RecursionError) as broken:
            return SchemaMistake("", f"not JSON: {broken}")
        path = "".join(f"/{part}" for part in error.instance_path)
        return SchemaMistake(path, error.message)
