"""JSON Schema of any dialect, compiled. What `$schema` declares is honoured; where it declares none, 2020-12 is meant.

Idioms of older drafts in a schema that does not declare one are read as they were meant, with a warning:
`exclusiveMinimum: true`, a list under `items`, `required: true` on a property, `"type": "any"`. Patterns are matched in
time linear in the text: look-around and backreferences are refused. Nothing is ever fetched.
"""

from __future__ import annotations

from typing import Any

import jsonschema_rs
from msgspec import Struct, field

from toolgate.contract import JsonObject
from toolgate.errors import InputError
from toolgate.pointers import JsonPath, join_pointer
from toolgate.printable import printable

LINEAR = jsonschema_rs.RegexOptions()
"""The engine of every `pattern` and `patternProperties`."""

_LATEST = "2020-12"
_VALIDATORS: dict[str, Any] = {
    "draft-04": jsonschema_rs.Draft4Validator,
    "draft-06": jsonschema_rs.Draft6Validator,
    "draft-07": jsonschema_rs.Draft7Validator,
    "2019-09": jsonschema_rs.Draft201909Validator,
    _LATEST: jsonschema_rs.Draft202012Validator,
}
_REF_STANDS_ALONE = frozenset({"draft-04", "draft-06", "draft-07"})

_BY_NAME = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLE = (
    *("items", "additionalItems", "contains", "not", "if", "then", "else"),
    *("additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties"),
)
_SPEAKS_TO_PEOPLE = frozenset({"title", "description", "examples", "default", "$comment", "$defs", "definitions"})
_MAX_WARNINGS = 20


class SchemaError(InputError, ValueError):
    """A schema that cannot be used. The message is one line: the pointer of the mistake, and what is wrong there."""


class CompiledSchema(Struct, frozen=True):
    """A schema compiled for validation."""

    validator: Any
    """The validator of jsonschema_rs: `is_valid`, `validate`, `iter_errors`."""
    reading: JsonObject
    """The schema in the words of 2020-12, for those who read it; the one given, where it is of that dialect."""
    warnings: tuple[str, ...] = ()
    """What was read otherwise than 2020-12 has it, each with its pointer."""


def compile_schema(schema: JsonObject, *, mask: str | None = None) -> CompiledSchema:
    """Compiles. `mask` stands for the value in messages. SchemaError when it is no schema, or points outside itself."""
    try:
        return _compile(schema, mask)
    except SchemaError:
        raise
    except jsonschema_rs.ValidationError as wrong:
        raise SchemaError(_mistake(schema, wrong)) from None
    except (ValueError, TypeError, OverflowError, RecursionError, jsonschema_rs.ReferencingError) as wrong:
        first_line = str(wrong).partition("\n")[0]
        raise SchemaError(printable(first_line[:200]) or type(wrong).__name__) from None


def dialect_of(schema: JsonObject) -> str | None:
    """The draft that `$schema` declares, as `draft-07` or `2020-12`; None where it declares none that is known."""
    declared = schema.get("$schema")
    name = declared.rstrip("#").removesuffix("/schema") if isinstance(declared, str) else ""
    name = name.partition("://")[2].removeprefix("json-schema.org/").removeprefix("draft/")
    return name if name in _VALIDATORS else None


def _compile(schema: JsonObject, mask: str | None) -> CompiledSchema:
    dialect = dialect_of(schema)
    options = {"pattern_options": LINEAR, "offline": True, **({} if mask is None else {"mask": mask})}
    reader = _Modernised(ref_stands_alone=dialect in _REF_STANDS_ALONE)
    try:
        validator = _VALIDATORS[dialect or _LATEST](schema, **options)
    except jsonschema_rs.ValidationError:
        reading = reader.schema(schema, ())
        if not reader.idioms:
            raise
        reading.pop("$schema", None)
        validator = _VALIDATORS[_LATEST](reading, **options)
        return CompiledSchema(validator, reading, tuple(reader.idioms + reader.ignored))
    if dialect in (None, _LATEST):
        return CompiledSchema(validator, schema)
    reading = reader.schema(schema, ())
    return CompiledSchema(validator, reading, tuple(reader.ignored))


class _Modernised(Struct):
    """A copy of a schema in the words of 2020-12, and what had to be said otherwise."""

    ref_stands_alone: bool
    """Whether what stands beside a `$ref` is ignored, as up to draft-07."""
    idioms: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)

    def schema(self, node: Any, path: JsonPath) -> Any:
        """One subschema and all inside it."""
        if not isinstance(node, dict):
            return node
        node = self._alone(node, path) if self.ref_stands_alone and "$ref" in node else dict(node)
        self._bounds(node, path)
        self._tuple(node, path)
        if node.get("type") == "any":
            del node["type"]
            self._tell(path, '"type": "any" is read as any type')
        if node.get("$recursiveRef") == "#":
            node["$ref"] = node.pop("$recursiveRef")
        self._required(node, path)
        for keyword, value in node.items():
            if keyword in _BY_NAME and isinstance(value, dict):
                node[keyword] = {name: self.schema(inner, (*path, keyword, name)) for name, inner in value.items()}
            elif keyword in _LISTS and isinstance(value, list):
                node[keyword] = [self.schema(inner, (*path, keyword, index)) for index, inner in enumerate(value)]
            elif keyword in _SINGLE:
                node[keyword] = self.schema(value, (*path, keyword))
        return node

    def _alone(self, node: JsonObject, path: JsonPath) -> JsonObject:
        kept = {key: value for key, value in node.items() if key == "$ref" or key in _SPEAKS_TO_PEOPLE}
        beside = [key for key in node if key not in kept and not key.startswith(("x-", "$"))]
        if beside and len(self.ignored) < _MAX_WARNINGS:
            where = join_pointer(path) or "the schema"
            self.ignored.append(f"{where}: {', '.join(beside)} beside $ref ignored, as its draft has it")
        return kept | {key: value for key, value in node.items() if key.startswith("x-")}

    def _bounds(self, node: JsonObject, path: JsonPath) -> None:
        for exclusive, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
            if isinstance(node.get(exclusive), bool):
                is_exclusive = node.pop(exclusive)
                if is_exclusive and bound in node:
                    node[exclusive] = node.pop(bound)
                self._tell(path, f"{exclusive} as true or false is read as in draft-04")

    def _tuple(self, node: JsonObject, path: JsonPath) -> None:
        if isinstance(node.get("items"), list):
            node["prefixItems"] = node.pop("items")
            if "additionalItems" in node:
                node["items"] = node.pop("additionalItems")
            self._tell(path, "a list under items is read as prefixItems")

    def _required(self, node: JsonObject, path: JsonPath) -> None:
        properties = node.get("properties")
        if not isinstance(properties, dict):
            return
        said = {
            name: inner["required"]
            for name, inner in properties.items()
            if isinstance(inner, dict) and isinstance(inner.get("required"), bool)
        }
        if said:
            node["properties"] = {
                name: {key: value for key, value in inner.items() if key != "required"} if name in said else inner
                for name, inner in properties.items()
            }
            listed = node.get("required")
            required = [*(listed if isinstance(listed, list) else ()), *(name for name in said if said[name])]
            if required:
                node["required"] = list(dict.fromkeys(required))
            self._tell(path, "required as true or false on a property is read as in draft-03")

    def _tell(self, path: JsonPath, said: str) -> None:
        if len(self.idioms) < _MAX_WARNINGS:
            self.idioms.append(f"{join_pointer(path) or 'the schema'}: {said}")


def _mistake(schema: JsonObject, wrong: jsonschema_rs.ValidationError) -> str:
    where = join_pointer(wrong.instance_path) or "the schema"
    said = printable(wrong.message.partition("\n")[0][:200])
    if wrong.kind.name == "format" and '"regex"' in wrong.message:
        pattern = said.removesuffix(' is not a "regex"')
        return f"{where}: {pattern} {_why_not(schema)}"
    return f"{where}: {said}"


def _why_not(schema: JsonObject) -> str:
    """Whether a pattern is no regular expression at all, or only one that needs an engine that backtracks."""
    try:
        _VALIDATORS[dialect_of(schema) or _LATEST](schema, offline=True)
    except ValueError:
        return "isn't a regular expression"
    return "is not supported: it needs look-around or backreferences, and patterns are matched in linear time"
