"""What a schema says of the value at a pointer, with `$ref`, branches, patterns and knots in it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.rows import each_row
from toolgate.contract import JsonObject
from toolgate.schema_reader import ALL_TYPES, ANY_ITEM, SchemaReader

NUMBER = {"number", "integer"}
SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "plain": {"type": "number"},
        "const": {"const": "a"},
        "enum": {"enum": [1, None, 2.5, True]},
        "ref": {"$ref": "#/$defs/a~1b"},
        "elsewhere": {"$ref": "http://example.org/x.json"},
        "either": {"anyOf": [{"type": "string"}, {"type": "object", "properties": {"x": {"type": "null"}}}]},
        "both": {"allOf": [{"type": ["integer", "string"]}, {"type": ["integer", "null"]}]},
        "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "boolean"}], "items": False},
        "begun": {"type": "array", "prefixItems": [{"type": "string"}]},
        "open": {"type": "object"},
        "closed": {"type": "object", "additionalProperties": False},
        "others": {"type": "object", "properties": {"x": {}}, "additionalProperties": {"type": "string"}},
        "pattern": {"type": "object", "patternProperties": {"^p": {"type": "array"}}, "additionalProperties": False},
        "knot": {"$ref": "#/properties/knot"},
    },
    "$defs": {"a/b": {"type": "array", "items": {"type": "string", "x-vocabulary": "driver"}}},
}


@each_row(
    ("path", "types"),
    [
        ((), {"object"}),
        (("plain",), NUMBER),
        (("plain", "x"), set()),
        (("nowhere",), set()),
        (("const",), {"string"}),
        (("enum",), {"integer", "null", "number", "boolean"}),
        (("ref",), {"array"}),
        (("ref", 0), {"string"}),
        (("ref", "12"), {"string"}),
        (("ref", "01"), set()),
        (("ref", "x"), set()),
        (("elsewhere", "x"), ALL_TYPES),
        (("either",), {"string", "object"}),
        (("either", "x"), {"null"}),
        (("either", "y"), set()),
        (("both",), {"integer"}),
        (("pair", "1"), {"boolean"}),
        (("pair", "2"), set()),
        (("pair", ANY_ITEM), {"string", "boolean"}),
        (("begun", ANY_ITEM), ALL_TYPES),
        (("begun", 0), {"string"}),
        (("ref", ANY_ITEM), {"string"}),
        (("open", "x", "y"), ALL_TYPES),
        (("closed", "x"), set()),
        (("others", "y"), {"string"}),
        (("pattern", "pq"), {"array"}),
        (("pattern", "q"), set()),
        (("knot", "x", "y"), ALL_TYPES),
    ],
)
def test_types(path: tuple[str | int, ...], types: set[str]) -> None:
    assert SchemaReader(SCHEMA).types_at(path) == types


def test_a_vocabulary_is_found_through_references() -> None:
    assert SchemaReader(SCHEMA).vocabulary_at(("ref", 3)) == "driver"
    assert SchemaReader(SCHEMA).vocabulary_at(("plain",)) is None


def test_required_names_are_found_in_branches() -> None:
    reader = SchemaReader({"anyOf": [{"required": ["a"]}, {"properties": {"b": {}}}]})
    assert reader.requires(("a",))
    assert not reader.requires(("b",))
    assert reader.names_at(()) == ["b"]


def test_a_schema_tied_into_knots_is_looked_at_once() -> None:
    me = {"$ref": "#/$defs/me"}
    knot: dict[str, Any] = {"anyOf": [me] * 9, "allOf": [me] * 9, "properties": {"a": me}, "type": ["object", "null"]}
    levels = {f"l{n}": {"allOf": [{"$ref": f"#/$defs/l{n + 1}"}] * 2} for n in range(60)} | {"l60": knot}
    reader = SchemaReader({"$ref": "#/$defs/l0", "$defs": {"me": knot, **levels}})
    assert reader.types_at(("a",) * 5) == {"object", "null"}
    assert reader.names_at(("a", "a"))


BOUNDED: JsonObject = {
    "properties": {
        "n": {"type": "integer", "minimum": 1, "exclusiveMaximum": 9},
        "maybe": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 3}, {"type": "null"}]},
        "two": {"allOf": [{"type": "number", "minimum": 1}, {"type": "number", "minimum": 2, "maximum": 4}]},
        "text": {"type": "string"},
        "kind": {"anyOf": [{"enum": ["a", "b"]}, {"const": 1}, {"type": "null"}]},
        "both": {"allOf": [{"enum": ["a", 1]}, {"enum": [True, "a"]}]},
        "free": {"anyOf": [{"enum": ["a"]}, {"type": "string"}]},
    },
    "required": ["n"],
}


@pytest.mark.parametrize(
    ("name", "options"), [("kind", ("a", "b", 1, None)), ("both", ("a",)), ("free", None), ("n", None), ("other", ())]
)
def test_options(name: str, options: tuple[Any, ...] | None) -> None:
    assert SchemaReader(BOUNDED).options_at((name,)) == options


def test_what_may_be_left_out() -> None:
    reader = SchemaReader(BOUNDED)
    assert [reader.is_optional(path) for path in ((), ("n",), ("text",), ("text", 0))] == [False, False, True, False]


def test_a_pattern_of_keys_is_read_in_linear_time_and_as_the_validator_reads_it() -> None:
    started = time.process_time()
    evil = SchemaReader(
        {"patternProperties": {"^(a+)+$": {"type": "null"}}, "additionalProperties": {"type": "string"}}
    )
    assert evil.types_at(("a" * 28 + "!",)) == {"string"}
    assert evil.types_at(("aaa",)) == {"null"}
    digits = SchemaReader({"patternProperties": {r"^\d$": {"type": "null"}}, "additionalProperties": False})
    assert digits.types_at(("5",)) == {"null"}
    assert digits.types_at(("٣",)) == set()
    assert time.process_time() - started < 2
