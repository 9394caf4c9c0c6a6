"""Schemas of every dialect: what is declared is honoured, idioms are told, mistakes are named by their pointer."""

from __future__ import annotations

import time
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.contract import AgentContext, JsonObject, ToolSpec
from toolgate.schema import Schema, sort_tools
from toolgate.schema_dialects import SchemaError, compile_schema, dialect_of

DRAFTS: dict[str, Any] = {
    "http://json-schema.org/draft-04/schema#": jsonschema.Draft4Validator,
    "http://json-schema.org/draft-06/schema#": jsonschema.Draft6Validator,
    "https://json-schema.org/draft-07/schema": jsonschema.Draft7Validator,
    "https://json-schema.org/draft/2019-09/schema": jsonschema.Draft201909Validator,
    "https://json-schema.org/draft/2020-12/schema": jsonschema.Draft202012Validator,
}
BODIES: list[JsonObject] = [
    {"$ref": "#/definitions/a", "maximum": 3, "definitions": {"a": {"type": "integer"}}},
    {"items": {"type": "integer"}, "contains": {"const": 2}},
    {"dependentRequired": {"a": ["b"]}},
    {"if": {"type": "integer"}, "then": {"minimum": 2}},
    {"const": 1},
    {"unevaluatedProperties": False},
]
OLD: JsonObject = {
    "properties": {"a": {"minimum": 2, "exclusiveMinimum": True}},
    "items": [{"type": "string"}],
    "additionalItems": False,
}
values = (
    st.integers(0, 5)
    | st.none()
    | st.lists(st.integers(0, 3) | st.just("x"), max_size=3)
    | st.dictionaries(st.sampled_from("abc"), st.integers(0, 3))
)


@pytest.mark.parametrize("draft", DRAFTS)
@given(st.sampled_from(BODIES), values)
def test_the_declared_draft_is_honoured(draft: str, body: JsonObject, value: Any) -> None:
    schema = {"$schema": draft, **body}
    assert (Schema(schema).mistake(value) is None) == DRAFTS[draft](schema).is_valid(value)


@given(values)
def test_idioms_of_older_drafts_are_read_as_they_were_meant_and_told(value: Any) -> None:
    schema = Schema(OLD)
    assert (schema.mistake(value) is None) == jsonschema.Draft4Validator(OLD).is_valid(value)
    assert [warning.partition(":")[0] for warning in schema.warnings] == ["the schema", "/properties/a"]
    assert not Schema({"$schema": next(iter(DRAFTS)), **OLD}).warnings


@pytest.mark.parametrize(
    ("schema", "reading"),
    [
        ({"minimum": 1, "exclusiveMinimum": False}, {"minimum": 1}),
        ({"exclusiveMaximum": True}, {}),
        (
            {"items": [{"type": "any"}], "additionalItems": {"maximum": 1, "exclusiveMaximum": True}},
            {"prefixItems": [{}], "items": {"exclusiveMaximum": 1}},
        ),
        (
            {"properties": {"a": {"required": True}, "b": {"required": False}}},
            {"properties": {"a": {}, "b": {}}, "required": ["a"]},
        ),
        ({"anyOf": [{"type": "any"}], "enum": [{"items": []}]}, {"anyOf": [{}], "enum": [{"items": []}]}),
    ],
)
def test_what_an_idiom_becomes(schema: JsonObject, reading: JsonObject) -> None:
    compiled = compile_schema(schema)
    assert compiled.reading == reading
    assert compiled.warnings
    assert compile_schema(reading).reading == reading


def test_what_draft_07_ignores_beside_a_reference_is_told() -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"x": {"$ref": "#/definitions/a", "maximum": 3, "title": "X"}},
    }
    compiled = compile_schema({**schema, "definitions": {"a": {"type": "integer"}}})
    assert compiled.warnings == ("/properties/x: maximum beside $ref ignored, as its draft has it",)
    assert compiled.reading["properties"]["x"] == {"$ref": "#/definitions/a", "title": "X"}


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        (
            {"properties": {"a": {"pattern": "(?=a)b"}}},
            r"/properties/a/pattern: .*\(\?=a\)b.* is not supported: it needs look-around",
        ),
        ({"patternProperties": {r"(a)\1": {}}}, "/patternProperties/.*backreferences"),
        ({"pattern": "("}, "/pattern: .* isn't a regular expression"),
        ({"properties": {"a": {"type": "foo"}}}, "/properties/a/type: "),
        ({"minimum": "1", "exclusiveMinimum": True}, "inimum: "),
        ({"$ref": "#/nope"}, "nope"),
        ({"x": object()}, "object"),
    ],
)
def test_a_mistake_is_named_in_one_line(schema: JsonObject, told: str) -> None:
    with pytest.raises(SchemaError, match=told) as caught:
        compile_schema(schema)
    assert "\n" not in str(caught.value)


def test_a_schema_nested_without_end_is_a_mistake() -> None:
    deep: JsonObject = {}
    for _ in range(100_000):
        deep = {"not": deep}
    with pytest.raises(SchemaError):
        compile_schema(deep)
    while deep:  # taken apart from outside: left alone it would end in as deep a recursion
        deep = deep.pop("not")


@pytest.mark.parametrize("declared", [None, 5, "", "http://example.org/x", "draft-99"])
def test_an_unknown_dialect_is_read_as_the_latest(declared: Any) -> None:
    assert dialect_of({"$schema": declared}) is None


def test_patterns_take_linear_time() -> None:
    started = time.process_time()
    evil = "^(a+)+$"
    schema = Schema(
        {
            "properties": {"x": {"pattern": evil}},
            "patternProperties": {evil: False},
            "propertyNames": {"pattern": "x|a"},
        }
    )
    assert schema.mistake({"x": "a" * 28 + "!"}) is not None
    assert schema.mistake({"a" * 28 + "!": 1}) is None
    assert time.process_time() - started < 2


def spec(name: str, schema: JsonObject, output: JsonObject | None = None) -> ToolSpec:
    def handler(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        return {}

    return ToolSpec(name, "", schema, output or {"type": "object"}, handler)


def test_a_bad_foreign_tool_is_left_out_by_name_and_the_rest_served() -> None:
    tools = [
        spec("good", {"type": "object"}),
        spec("look", {"properties": {"x": {"pattern": "(?!a)"}}}),
        spec("out", {}, {"type": "foo"}),
        spec("old", {"properties": {"x": {"items": [{}]}}}),
        spec("good", {}),
    ]
    found = sort_tools(tools)
    assert [tool.name for tool in found.usable] == ["good", "old"]
    assert [fault.partition(":")[0] for fault in found.faults] == ["tool look", "tool out", "tool good"]
    assert found.warnings == ("tool old: input schema: /properties/x: a list under items is read as prefixItems",)
