"""JSON Schema on the hot path. jsonschema-rs does the work; the tests hold it to jsonschema, the reference."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from toolgate.contract import JsonObject, ToolSpec
from toolgate.envelope import envelope_schema
from toolgate.pointers import join_pointer
from toolgate.schema_dialects import SchemaError, compile_schema


class SchemaMistake(Struct, frozen=True):
    """Where an instance breaks its schema (a JSON Pointer, `` for the whole), and how."""

    path: str
    message: str
    unknown: tuple[str, ...] = ()
    """The names that the schema does not know, where that is the mistake."""
    absent: str | None = None
    """The name that the schema requires, where its absence is the mistake."""


class Schema:
    """A compiled JSON Schema of the dialect that it declares, draft 2020-12 otherwise."""

    __slots__ = ("_schema", "_validator", "warnings")

    def __init__(self, schema: JsonObject, *, later: bool = False) -> None:
        """Compiles. A schema that is itself wrong, or that refers to another file or address, raises ValueError.

        `later`: it is known to be right, and compiled when it is first asked.
        """
        self._schema = schema
        self._validator: Any = None
        self.warnings: tuple[str, ...] = ()
        if not later:
            self._compile()

    def _compile(self) -> None:
        compiled = compile_schema(self._schema)
        self._validator, self.warnings = compiled.validator, compiled.warnings

    def mistake(self, instance: Any) -> SchemaMistake | None:
        """The first mistake; None for a valid instance. A value that JSON cannot hold is a mistake."""
        if self._validator is None:
            self._compile()
        try:
            if self._validator.is_valid(instance):
                return None
            error = next(iter(self._validator.iter_errors(instance)))
        except (ValueError, TypeError, OverflowError, RecursionError) as broken:
            return SchemaMistake("", f"not JSON: {broken}")
        return SchemaMistake(
            join_pointer(error.instance_path),
            error.message,
            tuple(error.kind.unexpected) if error.kind.name == "additionalProperties" else (),
            error.kind.property if error.kind.name == "required" else None,
        )


class SortedTools(Struct, frozen=True):
    """The tools of a foreign server: those that can be served, and what is wrong with the others."""

    usable: tuple[ToolSpec, ...]
    faults: tuple[str, ...]
    """One line for each tool that is left out, beginning with its name."""
    warnings: tuple[str, ...]
    """One line for each idiom of an older draft that was read as it was meant, beginning with the tool's name."""


def sort_tools(specs: Iterable[ToolSpec]) -> SortedTools:
    """Leave out the tools whose schemas cannot be used, or whose name is taken, so that the rest can be served.

    For tools of other people's servers. A tool of our own with such a schema stops the start instead.
    """
    usable: dict[str, ToolSpec] = {}
    faults: list[str] = []
    warnings: list[str] = []
    for spec in specs:
        try:
            if spec.name in usable:
                raise SchemaError("the name is taken; names must be unique on a server")
            told = [
                f"tool {spec.name}: {direction} schema: {warning}"
                for direction, schema in (("input", spec.input_schema), ("output", envelope_schema(spec)))
                for warning in Schema(schema).warnings
            ]
        except ValueError as wrong:
            faults.append(f"tool {spec.name}: {wrong}")
        else:
            usable[spec.name] = spec
            warnings += told
    return SortedTools(tuple(usable.values()), tuple(faults), tuple(warnings))
