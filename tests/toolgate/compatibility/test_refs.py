"""References inside a schema, and when two JSON values are the same."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rows import each_row
from toolgate.compatibility.refs import ANYTHING, NOTHING, json_equal, resolve

STRING = {"type": "string"}
ROOT: dict[str, Any] = {
    "$defs": {
        "a": STRING,
        "a/b": {"const": "slash"},
        "a~b": {"const": "tilde"},
        "a b": {"const": "space"},
        "chain": {"$ref": "#/$defs/a", "title": "Chain"},
        "never": False,
        "round": {"$ref": "#/$defs/trip"},
        "trip": {"$ref": "#/$defs/round"},
    },
    "anyOf": [True, {"const": "second"}],
}


@each_row(
    ("schema", "resolved"),
    [
        ({"type": "null"}, {"type": "null"}),
        ({"$ref": "#"}, ROOT),
        ({"$ref": "#/$defs/a"}, STRING),
        ({"$ref": "#/$defs/a~1b"}, {"const": "slash"}),
        ({"$ref": "#/$defs/a~0b"}, {"const": "tilde"}),
        ({"$ref": "#/$defs/a%20b"}, {"const": "space"}),
        ({"$ref": "#/anyOf/0"}, ANYTHING),
        ({"$ref": "#/anyOf/1"}, {"const": "second"}),
        ({"$ref": "#/$defs/never"}, NOTHING),
        ({"$ref": "#/$defs/chain"}, {"type": "string", "title": "Chain"}),
        ({"$ref": "#/$defs/chain", "title": "Mine", "x-a": 1}, {"type": "string", "title": "Mine", "x-a": 1}),
        ({"$ref": "#/$defs/a", "maxLength": 3}, {"allOf": [STRING, {"maxLength": 3}]}),
    ],
)
def test_a_reference_is_followed(schema: dict[str, Any], resolved: dict[str, Any]) -> None:
    assert resolve(schema, ROOT) == resolved


@pytest.mark.parametrize("ref", ["#/$defs/none", "#/anyOf/2", "#/anyOf/x", "#anchor", "https://a.org/b", "#/anyOf"])
def test_a_reference_to_nothing_here_stays(ref: str) -> None:
    assert resolve({"$ref": ref}, ROOT) == {"$ref": ref}


def test_references_in_a_circle_end() -> None:
    assert "$ref" in resolve({"$ref": "#/$defs/round"}, ROOT)


@each_row(
    ("one", "other", "equal"),
    [
        (1, 1.0, True),
        (1, True, False),
        (0, False, False),
        ([1], [True], False),
        ({"a": [0]}, {"a": [False]}, False),
        ({"a": 1, "b": None}, {"b": None, "a": 1}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ([1], [1, 2], False),
        ("1", 1, False),
        (None, False, False),
    ],
)
def test_json_values_are_the_same_or_not(one: Any, other: Any, equal: bool) -> None:
    assert json_equal(one, other) is equal
    assert json_equal(other, one) is equal
