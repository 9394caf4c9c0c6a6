"""References between the steps of a plan: objects inside a step's arguments that stand for an earlier step's output.

    {"$ref": "s1#/pairs/0/car"}                              the value at a JSON Pointer (RFC 6901) of the envelope
    {"$ref": "s1#/rows", "pick": "last"}                     one row of the list there, "first" or "last"
    {"$ref": "s1#/rows", "pick": {"min_by": "time_s"}}       the row with the least of a field; max_by: the greatest
    {"$ref": "s1#/rows", "pick": {"where": {"lap": 12}}}     the one row whose fields have these values
    {..., "pick": ..., "get": "/car"}                        a value inside the picked row
    {"$text": "lap:{0}", "of": [reference, ...]}             a text with references in it

A field is a row's key, or a pointer where it begins with a slash. Strings are never searched for references, and
neither is anything that a tool returned. `director.rows` says what a reference stands for once its step has run.
"""

from __future__ import annotations

import copy
import heapq
import re
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from toolgate.contract import JsonObject, Plan
from toolgate.errors import LocalError
from toolgate.pointers import JsonPath, join_pointer, resolve_pointer, split_pointer

__all__ = [
    "Expression",
    "JsonPath",
    "Pick",
    "Reference",
    "Text",
    "find",
    "find_references",
    "in_order",
    "is_reference",
    "join_pointer",
    "parse_reference",
    "redirected",
    "referred_to",
    "resolve_pointer",
    "split_pointer",
    "substitute",
]

KEY = "$ref"
TEXT = "$text"

MAX_FIELDS = 8
"""How many fields a `where` may compare, and how many references a text may have."""
MAX_TEXT_CHARS = 200

Node = TypeVar("Node", bound=Hashable)


class Pick(Struct, frozen=True):
    """Which row of a list is meant."""

    how: Literal["first", "last", "min_by", "max_by", "where"]
    fields: tuple[tuple[str, Any], ...] = ()
    """The field that decides, or each field of `where` with its value."""

    def to_json(self) -> str | JsonObject:
        """The pick as a plan writes it."""
        if not self.fields:
            return self.how
        return {self.how: dict(self.fields) if self.how == "where" else self.fields[0][0]}


class Reference(Struct, frozen=True):
    """A value in the output of another step."""

    step: str
    pointer: str = ""
    pick: Pick | None = None
    get: str = ""

    @property
    def tokens(self) -> list[str]:
        """The pointer's parts, unescaped."""
        return split_pointer(self.pointer)

    @property
    def references(self) -> tuple[Reference, ...]:
        """The references of the expression: this one."""
        return (self,)

    @property
    def path(self) -> str:
        """Where the value stands: in the picked row, else in the step's output."""
        return self.get or self.pointer

    def to_json(self) -> JsonObject:
        """The reference as a plan writes it."""
        written: JsonObject = {KEY: f"{self.step}#{self.pointer}"}
        if self.pick is not None:
            written["pick"] = self.pick.to_json()
        return {**written, "get": self.get} if self.get else written


class Text(Struct, frozen=True):
    """A text with the values of references in it: `{0}` is the first of them."""

    template: str
    references: tuple[Reference, ...]

    def to_json(self) -> JsonObject:
        """The text as a plan writes it."""
        return {TEXT: self.template, "of": [reference.to_json() for reference in self.references]}


Expression = Reference | Text


class NotTold(LocalError):
    """A reference to a value that is there and that the feed does not tell."""


SLOT = re.compile(r"\{([^{}]*)\}")


def is_reference(value: object) -> bool:
    """Whether a value of a plan stands for something else, well formed or not."""
    return isinstance(value, dict) and (KEY in value or TEXT in value)


def parse_reference(value: JsonObject) -> Expression:
    """Reads a reference, or a text of references; ValueError where it is neither."""
    if len(value) == 1 and type(text := value.get(KEY)) is str:
        return _parse_pointer(text)
    return _parse_text(value) if TEXT in value else _parse_value(value)


@lru_cache(maxsize=256)
def _parse_pointer(text: str) -> Reference:
    """`s1#/cars/0`, as most references are: each is read by the validator, the executor and the answerer."""
    return _parse_value({KEY: text})


def _parse_text(value: JsonObject) -> Text:
    template, of = value[TEXT], value.get("of")
    if value.keys() != {TEXT, "of"} or not isinstance(template, str) or not isinstance(of, list):
        raise ValueError('a text of references reads {"$text": "lap:{0}", "of": [reference]}')
    if len(template) > MAX_TEXT_CHARS or not 1 <= len(of) <= MAX_FIELDS:
        raise ValueError(f"a text has at most {MAX_TEXT_CHARS} characters and from 1 to {MAX_FIELDS} references")
    if not all(isinstance(written, dict) and KEY in written and TEXT not in written for written in of):
        raise ValueError("what a text is of are references")
    if {*SLOT.findall(template)} != {str(index) for index in range(len(of))} or re.search(
        "[{}]", SLOT.sub("", template)
    ):
        raise ValueError(
            f"a text uses each of its references by its index, {{0}} to {{{len(of) - 1}}}, and no other braces"
        )
    return Text(template, tuple(_parse_value(written) for written in of))


def _parse_value(value: JsonObject) -> Reference:
    text, pick, get = value[KEY], value.get("pick"), value.get("get", "")
    if value.keys() - {KEY, "pick", "get"} or not isinstance(text, str):
        raise ValueError('a reference is an object with "$ref", a text, and optionally "pick" and "get"')
    step, mark, pointer = text.partition("#")
    if not step or not mark or (pointer and not pointer.startswith("/")):
        raise ValueError("a reference reads <step id>#<JSON Pointer>, as in s1#/cars/0")
    if not isinstance(get, str) or (get and not get.startswith("/")):
        raise ValueError('"get" is a JSON Pointer into the picked row, as in /car')
    if "pick" not in value:
        if get:
            raise ValueError('"get" needs a "pick": without one, the pointer says it all')
        return Reference(step, pointer)
    return Reference(step, pointer, _parse_pick(pick), get)


def _parse_pick(pick: Any) -> Pick:
    if pick == "first" or pick == "last":
        return Pick(pick)
    how, what = next(iter(pick.items())) if isinstance(pick, dict) and len(pick) == 1 else (None, None)
    if how in ("min_by", "max_by") and isinstance(what, str) and what:
        return Pick(how, ((what, None),))
    if how == "where" and isinstance(what, dict) and 1 <= len(what) <= MAX_FIELDS:
        if all(field and (value is None or isinstance(value, str | int | float)) for field, value in what.items()):
            return Pick("where", tuple(what.items()))
        raise ValueError('"where" compares fields with texts, numbers, true, false or null')
    raise ValueError('"pick" is "first", "last", {"min_by": field}, {"max_by": field} or {"where": {field: value}}')


def field_pointer(field: str) -> str:
    """The JSON Pointer of a row's field."""
    return field if field.startswith("/") else join_pointer([field])


def redirected(expression: Expression, steps: Mapping[str, str]) -> Expression:
    """The expression with its references to the steps in `steps` moved to the steps that these stand for."""
    moved = tuple(replace(one, step=steps.get(one.step, one.step)) for one in expression.references)
    return Text(expression.template, moved) if isinstance(expression, Text) else moved[0]


_FLAT = frozenset((str, int, float, bool, type(None)))


def find_references(value: Any) -> Iterator[tuple[JsonPath, JsonObject]]:
    """Every reference and every text of references inside a plan's arguments with its path, in reading order."""
    if type(value) is not dict or KEY in value or TEXT in value:
        return find(value, is_reference)
    found = []
    for key, item in value.items():  # most arguments are texts, numbers and references
        if type(item) is dict and (KEY in item or TEXT in item):
            found.append(((key,), item))
        elif type(item) not in _FLAT:
            return find(value, is_reference)
    return iter(found)


def referred_to(plan: Plan) -> frozenset[str]:
    """The ids of the steps whose outputs other steps of a valid plan use."""
    return frozenset(
        reference.step
        for step in plan.steps
        for _, written in find_references(step.arguments)
        for reference in parse_reference(written).references
    )


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
    if type(value) in _FLAT:
        return value
    if is_reference(value):
        found = lookup(value)
        return found if type(found) in _FLAT else copy.deepcopy(found)
    if isinstance(value, dict):
        return {key: item if type(item) in _FLAT else substitute(item, lookup) for key, item in value.items()}
    if isinstance(value, list):
        return [substitute(item, lookup) for item in value]
    return value


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
