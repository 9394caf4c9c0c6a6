"""References between the steps of a plan: `{"$ref": "s1#/pairs/0/car"}` inside a step's arguments.

A reference is an object in the plan: the id of a step, `#`, and a JSON Pointer (RFC 6901) into its envelope.
Strings are never searched for references, and neither is anything that a tool returned.
"""

from __future__ import annotations

import copy
import heapq
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from toolgate.contract import JsonObject

KEY = "$ref"

JsonPath = tuple[str | int, ...]
Node = TypeVar("Node", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in the output of another step."""

    step: str
    pointer: str = ""

    @property
    def tokens(self) -> list[str]:
        """The pointer's parts, unescaped."""
        return split_pointer(self.pointer)

    def to_json(self) -> JsonObject:
        """The reference as a plan writes it."""
        return {KEY: f"{self.step}#{self.pointer}"}


def is_reference(value: object) -> bool:
    """Whether a value of a plan stands for something else, well formed or not."""
    return isinstance(value, dict) and KEY in value


def parse_reference(value: JsonObject) -> Reference:
    """Read `{"$ref": "<step>#<pointer>"}`; ValueError when it is anything else."""
    text = value[KEY]
    if len(value) != 1 or not isinstance(text, str):
        raise ValueError('a reference is an object with the one key "$ref" and a text')
    step, mark, pointer = text.partition("#")
    if not step or not mark or (pointer and not pointer.startswith("/")):
        raise ValueError("a reference reads <step id>#<JSON Pointer>, as in s1#/cars/0")
    return Reference(step, pointer)


def find_references(value: Any) -> Iterator[tuple[JsonPath, JsonObject]]:
    """Every reference inside a plan's arguments with its path, in reading order."""
    return find(value, is_reference)


def find(value: Any, is_wanted: Callable[[Any], bool]) -> Iterator[tuple[JsonPath, Any]]:
    """Every wanted part of a JSON value with its path, in reading order. Wanted parts are not looked into."""
    pending: list[tuple[JsonPath, Any]] = [((), value)]
    while pending:
        path, node = pending.pop()
        if is_wanted(node):
            yield path, node
        elif isinstance(node, dict):
            pending.extend(((*path, key), node[key]) for key in reversed(node))
        elif isinstance(node, list):
            pending.extend(((*path, index), node[index]) for index in reversed(range(len(node))))


def substitute(value: Any, lookup: Callable[[JsonObject], Any]) -> Any:
    """A copy of a plan's value with `lookup(reference)` in place of each reference, types and all.

    What is put in is copied, never read: a `$ref` inside it is plain data.
    """
    if is_reference(value):
        return copy.deepcopy(lookup(value))
    if isinstance(value, dict):
        return {key: substitute(item, lookup) for key, item in value.items()}
    if isinstance(value, list):
        return [substitute(item, lookup) for item in value]
    return value


def split_pointer(pointer: str) -> list[str]:
    """The unescaped parts of a JSON Pointer; the empty pointer has none."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def join_pointer(path: Collection[str | int]) -> str:
    """The JSON Pointer of a path."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def resolve_pointer(document: Any, pointer: str) -> Any:
    """What a JSON Pointer names in a document. LookupError, saying how far the path went, if nothing is."""
    value, seen = document, ""
    for token in split_pointer(pointer):
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list) and is_index(token) and int(token) < len(value):
            value = value[int(token)]
        else:
            raise LookupError(f"nothing at {pointer}: {seen or 'the output'} has no {token!r}")
        seen = f"{seen}/{token}"
    return value


def is_index(part: str) -> bool:
    """Whether a pointer's part can count a list: digits, no leading zero, not absurdly many."""
    return part.isascii() and part.isdigit() and len(part) <= 9 and (part == "0" or not part.startswith("0"))


def in_order(dependencies: Mapping[Node, Collection[Node]]) -> list[Node]:
    """The nodes, each after what it depends on, otherwise in the order given.

    Nodes on a cycle, and those that wait for one, are left out. Every dependency must be a node itself.
    """
    nodes = list(dependencies)
    position = {node: index for index, node in enumerate(nodes)}
    waiting = {node: len(set(needed)) for node, needed in dependencies.items()}
    dependants: dict[Node, list[Node]] = {node: [] for node in nodes}
    for node, needed in dependencies.items():
        for other in set(needed):
            dependants[other].append(node)
    ready = [position[node] for node in nodes if not waiting[node]]
    ordered = []
    while ready:
        node = nodes[heapq.heappop(ready)]
        ordered.append(node)
        for dependant in dependants[node]:
            waiting[dependant] -= 1
            if not waiting[dependant]:
                heapq.heappush(ready, position[dependant])
    return ordered
