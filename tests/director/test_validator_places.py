"""What a schema says of a place, with `$ref`, branches, patterns and knots in it."""

from __future__ import annotations

from typing import Any

import pytest

from director.validator.places import ALL_TYPES, Places
from toolgate.contract import JsonObject

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
        "open": {"type": "object"},
        "closed": {"type": "object", "additionalProperties": False},
        "others": {"type": "object", "properties": {"x": {}}, "additionalProperties": {"type": "string"}},
        "pattern": {"type": "object", "patternProperties": {"^p": {"type": "array"}}, "additionalProperties": False},
        "knot": {"$ref": "#/properties/knot"},
    },
    "$defs": {"a/b": {"type": "array", "items": {"type": "string", "x-vocabulary": "driver"}}},
}


@pytest.mark.parametrize(
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
        (("open", "x", "y"), ALL_TYPES),
        (("closed", "x"), set()),
        (("others", "y"), {"string"}),
        (("pattern", "pq"), {"array"}),
        (("pattern", "q"), set()),
        (("knot", "x", "y"), ALL_TYPES),
    ],
)
def test_types(path: tuple[str | int, ...], types: set[str]) -> None:
    assert Places(SCHEMA).types_at(path) == types


def test_a_vocabulary_is_found_through_references() -> None:
    assert Places(SCHEMA).vocabulary_at(("ref", 3)) == "driver"
    assert Places(SCHEMA).vocabulary_at(("plain",)) is None


def test_required_names_are_found_in_branches() -> None:
    places = Places({"anyOf": [{"required": ["a"]}, {"properties": {"b": {}}}]})
    assert places.requires(("a",))
    assert not places.requires(("b",))
    assert places.names_at(()) == ["b"]


def test_a_schema_tied_into_knots_is_looked_at_once() -> None:
    me = {"$ref": "#/$defs/me"}
    knot: dict[str, Any] = {"anyOf": [me] * 9, "allOf": [me] * 9, "properties": {"a": me}, "type": ["object", "null"]}
    levels = {f"l{n}": {"allOf": [{"$ref": f"#/$defs/l{n + 1}"}] * 2} for n in range(60)} | {"l60": knot}
    places = Places({"$ref": "#/$defs/l0", "$defs": {"me": knot, **levels}})
    assert places.types_at(("a",) * 5) == {"object", "null"}
    assert places.names_at(("a", "a"))
