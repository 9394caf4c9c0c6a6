"""A tool's JSON Schema (Draft 2020-12): compiled once, asked for errors and for what it says of a place."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

import jsonschema_rs
import msgspec

from director.references import JsonPath, is_index, resolve_pointer
from toolgate.contract import JsonObject

ALL_TYPES = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
ENVELOPE = {"schema_version": {"type": "integer"}, "generated_at": {"type": "string"}, "summary": {"type": "string"}}
COMPOSITION = ("$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas")

Node = JsonObject | bool
Errors = list[jsonschema_rs.ValidationError]


class Schema:
    """One schema. A place in a document is a path of keys and indices; an unknown place allows everything."""

    def __init__(self, root: JsonObject) -> None:
        """ValueError when the schema is not one, or points outside itself."""
        self.root = root
        self._validator = jsonschema_rs.Draft202012Validator(root, offline=True, mask="the value")

    def is_valid(self, value: Any) -> bool:
        """Whether the value fits. ValueError when it is not JSON."""
        return self._validator.is_valid(value)

    def first_error(self, value: Any) -> Errors:
        """At most one error: all that is cheap to know of a large value."""
        try:
            self._validator.validate(value)
        except jsonschema_rs.ValidationError as error:
            return [error]
        return []

    def errors(self, value: Any, set_aside: Collection[JsonPath] = ()) -> Errors:
        """What is wrong with the value, except at the places that are set aside."""
        errors = list(self._validator.iter_errors(value))
        return [error for error in errors if not excused(error, set_aside)] if set_aside else errors

    def requires(self, path: JsonPath) -> bool:
        """Whether an object at the path's parent must have the path's last key."""
        parents = self.at(path[:-1])
        return any(path[-1] in node.get("required", ()) for parent in parents for node in self._spread(parent))

    def vocabulary_at(self, path: JsonPath) -> str | None:
        """The list of names that the value at the path is taken from."""
        nodes = (node for place in self.at(path) for node in self._spread(place))
        return next((node["x-vocabulary"] for node in nodes if "x-vocabulary" in node), None)

    def types_at(self, path: JsonPath) -> frozenset[str]:
        """The JSON types that the value at the path may have; none when there is no such place."""
        return frozenset().union(*(self._types(node) for node in self.at(path)))

    def names_at(self, path: JsonPath) -> list[str]:
        """The property names declared for an object at the path."""
        nodes = (node for place in self.at(path) for node in self._spread(place))
        return [name for node in nodes for name in node.get("properties", ())]

    def at(self, path: JsonPath) -> list[Node]:
        """The subschemas for the value at the path: `[True]` for anything, none when nothing can be there."""
        places: list[Node] = [self.root]
        for token in path:
            found = [self._descend(place, token) for place in places]
            places = [node for nodes, _ in found for node in nodes]
            if not places and any(is_open for _, is_open in found):
                return [True]
        return places

    def _descend(self, node: Node, token: str | int, depth: int = 0) -> tuple[list[Node], bool]:
        """The subschemas that name the child, and whether it may exist without being named."""
        if isinstance(node, bool) or depth > MAX_NESTING:
            return [], bool(node)
        found, is_open = own_children(node, token)
        for part in self._conjuncts(node):
            nodes, part_is_open = self._descend(part, token, depth + 1)
            found, is_open = found + nodes, is_open and part_is_open
        for branches in disjuncts(node):
            tried = [self._descend(branch, token, depth + 1) for branch in branches]
            found = found + [child for nodes, _ in tried for child in nodes]
            is_open = is_open and any(branch_is_open for _, branch_is_open in tried)
        return found, is_open

    def _types(self, node: Node, depth: int = 0) -> frozenset[str]:
        if isinstance(node, bool) or depth > MAX_NESTING:
            return ALL_TYPES if node else frozenset()
        types = own_types(node)
        for part in self._conjuncts(node):
            types &= self._types(part, depth + 1)
        for branches in disjuncts(node):
            types &= frozenset().union(*(self._types(branch, depth + 1) for branch in branches))
        return types

    def _spread(self, node: Node, depth: int = 0) -> Iterator[JsonObject]:
        """The subschema and those that it applies to the same value."""
        if isinstance(node, bool) or depth > MAX_NESTING:
            return
        yield node
        branches = [branch for alternatives in disjuncts(node) for branch in alternatives]
        for part in [*self._conjuncts(node), *branches]:
            yield from self._spread(part, depth + 1)

    def _conjuncts(self, node: JsonObject) -> list[Node]:
        parts = list(node.get("allOf", ()))
        if "$ref" in node:
            parts.append(self._target(node["$ref"]))
        return parts

    def _target(self, ref: str) -> Node:
        """What a `$ref` of the schema means; anything, when it is not a pointer into this schema."""
        if not ref.startswith("#"):
            return True
        try:
            target: Node = resolve_pointer(self.root, unquote(ref[1:]))
        except LookupError:
            return True
        return target


MAX_NESTING = 12
"""How deep subschemas of one value are followed into each other, which may never end."""


def disjuncts(node: JsonObject) -> list[list[Node]]:
    """The alternatives that a subschema offers."""
    return [node[keyword] for keyword in ("anyOf", "oneOf") if keyword in node]


def own_types(node: JsonObject) -> frozenset[str]:
    """The types that a subschema itself allows. A number may be an integer."""
    if "const" in node or "enum" in node:
        return frozenset(type_name(value) for value in node.get("enum", [node.get("const")]))
    declared = node.get("type", ALL_TYPES)
    types = frozenset([declared] if isinstance(declared, str) else declared)
    return types | {"integer"} if "number" in types else types


def type_name(value: Any) -> str:
    """The JSON type of a value; `integer` for whole numbers written without a point."""
    names = {
        type(None): "null",
        bool: "boolean",
        int: "integer",
        float: "number",
        str: "string",
        list: "array",
    }
    return names.get(type(value), "object")


def own_children(node: JsonObject, token: str | int) -> tuple[list[Node], bool]:
    """The subschemas that a subschema itself has for a child, and whether it may have others."""
    types = own_types(node)
    found: list[Node] = []
    is_open = False
    if "object" in types and isinstance(token, str):
        properties, others = node.get("properties", {}), node.get("additionalProperties")
        named = [properties[token]] if token in properties else []
        named += [sub for pattern, sub in node.get("patternProperties", {}).items() if matches(pattern, token)]
        found += named or ([others] if others else [])
        is_open = others is None and not properties
    if "array" in types and (isinstance(token, int) or is_index(token)):
        first, rest = node.get("prefixItems", []), node.get("items")
        found += [first[int(token)]] if int(token) < len(first) else [] if rest is None else [rest]
        is_open = is_open or rest is None
    return found, is_open


def matches(pattern: str, text: str) -> bool:
    """Whether a `patternProperties` pattern names a key; one that Python cannot read names every key."""
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return True


def excused(error: jsonschema_rs.ValidationError, set_aside: Collection[JsonPath]) -> bool:
    """Whether an error only says that a reference is not yet a value.

    A failed `anyOf` or `oneOf` is excused when one of its branches fails for that reason alone.
    """
    path = tuple(error.instance_path)
    if any(path[: len(place)] == place for place in set_aside):
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
        return {**root, "unevaluatedProperties": False}
    if "properties" in root or "patternProperties" in root:
        return {**root, "additionalProperties": False}
    return root


def enveloped(root: JsonObject) -> JsonObject:
    """An output schema with the envelope's own fields, which every output has, declared or not."""
    return {**root, "properties": {**ENVELOPE, **root["properties"]}} if "properties" in root else root


@lru_cache(maxsize=512)
def compiled(encoded: bytes, is_input: bool) -> Schema:
    """The schema of an encoded JSON object. Known by its content, so a changed schema is another one."""
    root = msgspec.json.decode(encoded, type=dict[str, Any])
    return Schema(closed(root) if is_input else enveloped(root))


def load_schema(schema: Any, *, is_input: bool) -> Schema:
    """Compile a tool's schema, or find it compiled. ValueError when it is not a JSON Schema."""
    try:
        return compiled(msgspec.json.encode(schema), is_input)
    except (TypeError, RecursionError, msgspec.MsgspecError) as error:
        raise ValueError(f"not a JSON Schema: {type(error).__name__}") from error
