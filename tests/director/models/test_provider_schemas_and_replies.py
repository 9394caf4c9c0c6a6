"""What of a schema is sent, what is found in a text, and what tokens cost."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.models.prices import PRICES, cost_usd
from director.models.provider_schemas import closed_schema, loosened_schema
from director.models.reply_json import find_object
from tests.examples import examples
from tests.rows import each_row

BARE = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


def closed(inner: Any) -> Any:
    """What becomes of a property."""
    said = closed_schema({"type": "object", "properties": {"a": inner}, "required": ["a"]})
    return None if said is None else said["properties"]["a"]


def loosened(inner: Any) -> Any:
    return loosened_schema({"type": "object", "properties": {"a": inner}})["properties"]["a"]


@each_row(
    ("schema", "expected"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 5, "multipleOf": 2, "default": 3}, {"type": "integer"}),
        ({"type": "string", "minLength": 1, "maxLength": 5, "pattern": "x", "format": "date"}, {"type": "string"}),
        ({"type": "string", "description": "who", "title": "T"}, {"type": "string", "description": "who"}),
        (
            {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 9, "uniqueItems": True},
            {"type": "array", "items": {"type": "string"}},
        ),
        ({"const": "x"}, {"enum": ["x"]}),
        ({"type": "string", "enum": ["a", "b"]}, {"type": "string", "enum": ["a", "b"]}),
        ({"type": ["string", "null"], "enum": ["a", None]}, {"enum": ["a", None]}),
        (
            {"type": ["integer", "null"], "minimum": 1, "description": "lap"},
            {"description": "lap", "anyOf": [{"type": "integer"}, {"type": "null"}]},
        ),
        ({"type": ["integer"]}, {"type": "integer"}),
        ({"oneOf": [{"type": "string"}, {"type": "number"}]}, {"anyOf": [{"type": "string"}, {"type": "number"}]}),
        ({"allOf": [{"type": "integer"}, {"minimum": 3}]}, {"type": "integer"}),
    ],
)
def test_bounds_are_left_out_and_unions_become_branches(schema: Any, expected: Any) -> None:
    assert closed(schema) == expected
    assert loosened(schema) == expected


@pytest.mark.parametrize(
    "schema",
    [
        {},
        True,
        {"type": "object"},
        {"type": "object", "additionalProperties": True},
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"type": "array"},
        {"$ref": "#"},
        {"$ref": "#/nowhere"},
        {"$ref": "https://example.org/schema"},
    ],
)
def test_what_cannot_be_closed_is_no_grammar(schema: Any) -> None:
    assert closed(schema) is None
    loosened(schema)


def test_objects_are_closed() -> None:
    assert closed({"type": "object", "additionalProperties": False}) == BARE
    assert closed({"properties": {"b": {"type": "string"}}})["additionalProperties"] is False
    parts = {
        "allOf": [{"properties": {"b": {"type": "string"}}, "required": ["b"]}, {"properties": {"c": {"type": "null"}}}]
    }
    assert set(closed(parts)["properties"]) == {"b", "c"}
    assert closed(parts)["required"] == ["b"]


def test_gemini_keeps_what_it_takes() -> None:
    assert loosened({"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}) == {
        "type": "object",
        "additionalProperties": {"type": "integer"},
    }
    assert loosened({"type": "object", "additionalProperties": False})["additionalProperties"] is False


def test_definitions_stay_other_references_are_put_in_place_and_recursion_is_left_out() -> None:
    schema: Any = {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/lap"},
            "b": {"$ref": "#/$defs/lap"},
            "c": {"$ref": "#/$defs/lap", "description": "the last"},
            "d": {"$ref": "#/$defs/a~1b"},
            "e": {"$ref": "#/properties/d"},
        },
        "$defs": {
            "lap": {"type": "integer", "minimum": 1},
            "a/b": {"type": "string", "maxLength": 3},
            "node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}},
        },
    }
    said = closed_schema(schema)
    assert said is not None
    assert said["properties"] == {
        "a": {"$ref": "#/$defs/lap"},
        "b": {"$ref": "#/$defs/lap"},
        "c": {"type": "integer", "description": "the last"},
        "d": {"$ref": "#/$defs/a~1b"},
        "e": {"$ref": "#/$defs/a~1b"},
    }
    assert said["$defs"] == {"lap": {"type": "integer"}, "a/b": {"type": "string"}}
    schema["properties"] = {"a": {"$ref": "#/$defs/node"}}
    assert closed_schema(schema) is None
    assert loosened_schema(schema)["$defs"] == {"node": {"type": "object", "properties": {"next": {}}, "required": []}}


def test_a_grammar_has_only_so_many_optional_properties() -> None:
    def optional(count: int) -> Any:
        return {"type": "object", "properties": {f"p{number}": {"type": "null"} for number in range(count)}}

    assert closed_schema(optional(24)) is not None
    assert closed_schema(optional(25)) is None
    branches = {"type": "object", "properties": {"a": {"anyOf": [optional(12), optional(12)]}}, "required": ["a"]}
    assert closed_schema(branches) is not None
    branches["required"] = []
    assert closed_schema(branches) is None


_LEAVES = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("integer")}, optional={"minimum": st.integers(0, 3), "maximum": st.integers(3, 9)}
    ),
    st.fixed_dictionaries({"type": st.just("string")}, optional={"maxLength": st.integers(1, 9)}),
    st.just({"type": ["boolean", "null"]}),
    st.just({"const": "x"}),
    st.just({"type": "string", "enum": ["p", "q"]}),
)
_SCHEMAS = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        st.builds(lambda items: {"type": "array", "items": items, "maxItems": 3}, inner),
        st.builds(
            lambda properties, few: {"type": "object", "properties": properties, "required": sorted(properties)[:few]},
            st.dictionaries(st.sampled_from("abcd"), inner, min_size=1, max_size=4),
            st.integers(0, 4),
        ),
        st.builds(lambda branches: {"anyOf": branches}, st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=8,
)
_VALUES = st.recursive(
    st.one_of(st.integers(-2, 12), st.sampled_from(["x", "p", "q", "long enough"]), st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from("abcde"), inner, max_size=4)),
    max_leaves=6,
)


@examples(60)
@given(_SCHEMAS, _VALUES)
def test_what_is_valid_stays_valid_without_the_bounds(schema: Any, value: Any) -> None:
    if not jsonschema.Draft202012Validator(schema).is_valid(value):
        return
    root = {"type": "object", "properties": {"a": schema}, "required": ["a"]}
    jsonschema.validate({"a": value}, loosened_schema(root))


@each_row(
    ("text", "found"),
    [
        ('{"a": 1}', {"a": 1}),
        ('```json\n{"a": 1}\n```', {"a": 1}),
        ('Use {x}: {"a": {"b": 1}} and {}', {"a": {"b": 1}}),
        ('{"a": 1} then {"a": 1, "b": 2}', {"a": 1, "b": 2}),
        ('[{"a": 1}]', {"a": 1}),
        ('"}{" {"a": "}{"}', {"a": "}{"}),
        ("{}", {}),
        ("", None),
        ("no", None),
        ("[1]", None),
        ('{"a": NaN}', None),
        ('{"a": 1', None),
        ("{" * 100_000, None),
        ('{"a":' * 100_000, None),
    ],
)
def test_the_object_in_a_text(text: str, found: Any) -> None:
    assert find_object(text) == found


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    found = find_object(text)
    assert found is None or isinstance(json.loads(json.dumps(found)), dict)


def test_objects_within_each_other_that_never_end_are_not_all_read() -> None:
    """Read from each of its braces, this text would take a minute."""
    assert find_object('{"a":' * 400 + "[" + "1," * 400_000) is None
    assert find_object('{"a" ' * 400 + '{"plan": []}') == {"plan": []}


def test_prices_are_those_of_the_model_and_never_guessed() -> None:
    assert cost_usd("claude-haiku-5-5", 1_000_000, 1_000_000) == pytest.approx(0.60)
    assert cost_usd("claude-haiku-5-5-20260901", 1_000_000, 0) == pytest.approx(0.10)
    assert cost_usd("claude-opus-5-5", 1_000_000, 1_000_000) == pytest.approx(24.0)
    assert cost_usd("claude-haiku-5-50", 1, 1) is None
    assert cost_usd("claude-haiku-5", 1, 1) is None
    assert cost_usd("gemini-3.8-flash", 1, 1) is None
    assert cost_usd("claude-haiku-5-5", 100, 1, cached_tokens=50) is None
    assert all(price.input > 0 and price.output > 0 for price in PRICES)
