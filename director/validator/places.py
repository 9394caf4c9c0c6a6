"""What a JSON Schema says of one place in a document: its types, its names, whether it can be there at all.

A place is a path of keys and indices. What a schema does not tell is allowed, so an answer can be too wide (a
condition is not followed), never too narrow. Each question looks at every subschema once, however they refer to each
other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote

from director.references import JsonPath, is_index, resolve_pointer
from toolgate.contract import JsonObject

ALL_TYPES = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
TYPE_NAMES = {type(None): "null", bool: "boolean", int: "integer", float: "number", str: "string", list: "array"}

Node = JsonObject | bool
Nodes = dict[int, Node]
"""Subschemas by identity, so that none is held twice."""


MAX_REMEMBERED = 256
"""Places whose types are kept: plans ask for the same ones again and again."""


class Places:
    """The places that one schema describes."""

    def __init__(self, root: JsonObject) -> None:
        self.root = root
        self._known: dict[JsonPath, frozenset[str]] = {}

    def types_at(self, path: JsonPath) -> frozenset[str]:
        """The JSON types that the value at the path may have; none when there is no such place."""
        if (types := self._known.get(path)) is None:
            types = frozenset().union(*(self._types(node, {}) for node in self._at(path)))
            if len(self._known) < MAX_REMEMBERED:
                self._known[path] = types
        return types

    def names_at(self, path: JsonPath) -> list[str]:
        """The property names declared for an object at the path."""
        return [name for node in self._spread(path) for name in node.get("properties", ())]

    def requires(self, path: JsonPath) -> bool:
        """Whether an object at the path's parent must have the path's last key."""
        return any(path[-1] in node.get("required", ()) for node in self._spread(path[:-1]))

    def vocabulary_at(self, path: JsonPath) -> str | None:
        """The list of names that the value at the path is taken from."""
        named = (node.get("x-vocabulary") for node in self._spread(path))
        return next((name for name in named if isinstance(name, str)), None)

    def _at(self, path: JsonPath) -> Iterable[Node]:
        """The subschemas for the value at the path: `[True]` for anything, none when nothing can be there."""
        places: Nodes = {0: self.root}
        for token in path:
            memo: dict[int, tuple[Nodes, bool]] = {}
            found = [self._descend(place, token, memo) for place in places.values()]
            places = merged(nodes for nodes, _ in found)
            if not places and any(is_open for _, is_open in found):
                return [True]
        return places.values()

    def _descend(self, node: Node, token: str | int, memo: dict[int, tuple[Nodes, bool]]) -> tuple[Nodes, bool]:
        """The subschemas that name the child, and whether it may exist without being named."""
        if isinstance(node, bool):
            return {}, node
        if id(node) not in memo:
            memo[id(node)] = {}, True
            found, is_open = own_children(node, token)
            for branches in self._applied(node):
                tried = [self._descend(branch, token, memo) for branch in branches]
                found = merged([found, *(nodes for nodes, _ in tried)])
                is_open = is_open and any(branch_is_open for _, branch_is_open in tried)
            memo[id(node)] = found, is_open
        return memo[id(node)]

    def _types(self, node: Node, memo: dict[int, frozenset[str]]) -> frozenset[str]:
        if isinstance(node, bool):
            return ALL_TYPES if node else frozenset()
        if id(node) not in memo:
            memo[id(node)] = ALL_TYPES
            types = own_types(node)
            for branches in self._applied(node):
                types &= frozenset().union(*(self._types(branch, memo) for branch in branches))
            memo[id(node)] = types
        return memo[id(node)]

    def _spread(self, path: JsonPath) -> Iterator[JsonObject]:
        """The subschemas for the value at the path, with all that they apply to the same value."""
        pending, seen = list(self._at(path)), set[int]()
        while pending:
            node = pending.pop(0)
            if isinstance(node, dict) and id(node) not in seen:
                seen.add(id(node))
                yield node
                pending += [branch for branches in self._applied(node) for branch in branches]

    def _applied(self, node: JsonObject) -> Iterator[list[Node]]:
        """What a subschema applies to the same value, as lists of alternatives that all have to hold."""
        for part in node.get("allOf", ()):
            yield [part]
        if "$ref" in node:
            yield [self._target(node["$ref"])]
        for keyword in ("anyOf", "oneOf"):
            if keyword in node:
                yield node[keyword]

    def _target(self, ref: str) -> Node:
        """What a `$ref` of the schema means; anything, when it is not a pointer into this schema."""
        try:
            target = resolve_pointer(self.root, unquote(ref[1:])) if ref.startswith("#") else True
        except LookupError:
            return True
        return target if isinstance(target, dict) else True


def merged(several: Iterable[Nodes]) -> Nodes:
    """All subschemas of several lots."""
    return {key: node for nodes in several for key, node in nodes.items()}


def own_types(node: JsonObject) -> frozenset[str]:
    """The types that a subschema itself allows. A number may be an integer."""
    if "const" in node or "enum" in node:
        return frozenset(type_name(value) for value in node.get("enum", [node.get("const")]))
    declared = node.get("type", ALL_TYPES)
    types = frozenset([declared] if isinstance(declared, str) else declared)
    return types | {"integer"} if "number" in types else types


def type_name(value: Any) -> str:
    """The JSON type of a value; `integer` for whole numbers written without a point."""
    return TYPE_NAMES.get(type(value), "object")


def own_children(node: JsonObject, token: str | int) -> tuple[Nodes, bool]:
    """The subschemas that a subschema itself has for a child, and whether it may have others."""
    types = own_types(node)
    found: list[Node] = []
    is_open = False
    if "object" in types and isinstance(token, str):
        properties, others = node.get("properties", {}), node.get("additionalProperties")
        patterns = node.get("patternProperties", {})
        named = [properties[token]] if token in properties else []
        named += [patterns[pattern] for pattern in patterns if matches(pattern, token)]
        found += named or ([others] if others else [])
        is_open = others is None and not properties
    if "array" in types and (isinstance(token, int) or is_index(token)):
        first, rest = node.get("prefixItems", []), node.get("items")
        found += [first[int(token)]] if int(token) < len(first) else [] if rest is None else [rest]
        is_open = is_open or (rest is None and int(token) >= len(first))
    return {id(child): child for child in found}, is_open


def matches(pattern: str, text: str) -> bool:
    """Whether a `patternProperties` pattern names a key; one that Python cannot read names every key."""
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return True
