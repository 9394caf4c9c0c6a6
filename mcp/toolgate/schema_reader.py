"""The one reader of JSON Schema: what a schema says of the value at a pointer.

Its types, names, options and vocabulary, and whether it may be left out, through `$ref`, `allOf`, `anyOf` and
`oneOf`. What a schema does not tell is allowed, so an answer can be too wide (`not`, `if` and references to elsewhere
are not followed), never too narrow. Each question looks at every subschema once, however they refer to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Generic, TypeVar
from urllib.parse import unquote

import jsonschema_rs
from msgspec import Struct

from toolgate.contract import JsonObject
from toolgate.pointers import JsonPath, is_index, resolve_pointer
from toolgate.schema_dialects import LINEAR

ALL_TYPES = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
TYPE_NAMES = {type(None): "null", bool: "boolean", int: "integer", float: "number", str: "string", list: "array"}

ANY_ITEM = -1
"""The index that stands for every item of a list."""

MAX_REMEMBERED = 256
"""Pointers whose types are kept: plans ask for the same ones again and again."""

Node = JsonObject | bool
Nodes = dict[int, Node]
"""Subschemas by identity, so that none is held twice."""
Options = tuple[Any, ...] | None
T = TypeVar("T")


class SchemaReader:
    """What one schema (2020-12, see `schema_dialects`) says. A path is a pointer's keys and indices."""

    def __init__(self, root: JsonObject) -> None:
        self.root = root
        self._known: dict[JsonPath, frozenset[str]] = {}

    def types_at(self, path: JsonPath) -> frozenset[str]:
        """The JSON types that the value at the path may have; none when nothing can be there."""
        if (types := self._known.get(path)) is None:
            types = self._fold(path, TYPES)
            if len(self._known) < MAX_REMEMBERED:
                self._known[path] = types
        return types

    def options_at(self, path: JsonPath) -> Options:
        """The values that `enum` and `const` leave for the path; None when any value may be there."""
        return self._fold(path, OPTIONS)

    def names_at(self, path: JsonPath) -> list[str]:
        """The property names declared for an object at the path."""
        return [name for node in self._spread(path) for name in node.get("properties", ())]

    def requires(self, path: JsonPath) -> bool:
        """Whether an object at the path's parent must have the path's last key."""
        return any(path[-1] in node.get("required", ()) for node in self._spread(path[:-1]))

    def is_optional(self, path: JsonPath) -> bool:
        """Whether the value at the path can be left out of the object that holds it."""
        return bool(path) and isinstance(path[-1], str) and not self.requires(path)

    def vocabulary_at(self, path: JsonPath) -> str | None:
        """The list of names (`x-vocabulary`) that the value at the path is taken from."""
        named = (node.get("x-vocabulary") for node in self._spread(path))
        return next((name for name in named if isinstance(name, str)), None)

    def _at(self, path: JsonPath) -> Iterable[Node]:
        """The subschemas for the value at the path: `[True]` for anything, none when nothing can be there."""
        nodes: Nodes = {0: self.root}
        for token in path:
            memo: dict[int, tuple[Nodes, bool]] = {}
            found = [self._descend(node, token, memo) for node in nodes.values()]
            nodes = merged(inner for inner, _ in found)
            if not nodes and any(is_open for _, is_open in found):
                return [True]
        return nodes.values()

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

    def _fold(self, path: JsonPath, rule: SchemaFold[T]) -> T:
        """What a rule makes of all that the schema says of the value at the path."""
        memo: dict[int, T] = {}
        return rule.either([self._weigh(node, rule, memo) for node in self._at(path)])

    def _weigh(self, node: Node, rule: SchemaFold[T], memo: dict[int, T]) -> T:
        if isinstance(node, bool):
            return rule.anything if node else rule.nothing
        if id(node) not in memo:
            memo[id(node)] = rule.anything
            found = rule.own(node)
            for branches in self._applied(node):
                found = rule.both(found, rule.either([self._weigh(branch, rule, memo) for branch in branches]))
            memo[id(node)] = found
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


class SchemaFold(Struct, Generic[T], frozen=True):
    """How one question is answered from the parts of a schema."""

    own: Callable[[JsonObject], T]
    """From a subschema's own keywords."""
    both: Callable[[T, T], T]
    """Where two subschemas hold."""
    either: Callable[[list[T]], T]
    """Where one of several holds."""
    anything: T
    nothing: T


def merged(several: Iterable[Nodes]) -> Nodes:
    """The union of several sets of subschemas."""
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


def own_options(node: JsonObject) -> Options:
    """The values that a subschema itself lists; a null alone is one, too."""
    if "const" in node:
        return (node["const"],)
    if "enum" in node:
        return tuple(node["enum"])
    return (None,) if node.get("type") == "null" else None


def common_options(one: Options, other: Options) -> Options:
    """What two lists share, true being no 1; None stands for every value."""
    if one is None or other is None:
        return other if one is None else one
    return tuple(option for option in one if any(type(option) is type(o) and option == o for o in other))


def all_options(several: list[Options]) -> Options:
    """What any of several lists has; None where one of them stands for every value."""
    found: list[Any] = []
    for options in several:
        if options is None:
            return None
        found += options
    return tuple(found)


TYPES = SchemaFold(
    own_types, frozenset.intersection, lambda several: frozenset().union(*several), ALL_TYPES, frozenset[str]()
)
OPTIONS: SchemaFold[Options] = SchemaFold(own_options, common_options, all_options, None, ())


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
        first, rest, index = node.get("prefixItems", []), node.get("items"), int(token)
        listed = first if index == ANY_ITEM else first[index : index + 1]
        found += listed
        if rest is None:
            found += [True] if listed and index == ANY_ITEM else []
            is_open = is_open or not listed
        elif index == ANY_ITEM or not listed:
            found.append(rest)
    return {id(child): child for child in found}, is_open


def matches(pattern: str, text: str) -> bool:
    """Whether a `patternProperties` pattern names a key, as the validator has it; one that cannot be read names all."""
    try:
        return bool(_pattern(pattern).is_valid(text))
    except ValueError:
        return True


@lru_cache(MAX_REMEMBERED)
def _pattern(pattern: str) -> Any:
    return jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=LINEAR, offline=True)
