"""What is called additive in an input accepts all that was accepted, as the reference validator sees it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.examples import examples, some
from toolgate.compatibility.diff import compare

VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, -1, 6, 1.5, 2.0, "", "a", "b", "ab", "2024-01-01"),
    *([], [1], [1, 1], ["a"], ["a", 1], [1, "a"], [1, 2, 3], [None], [[1]]),
    *({}, {"a": 1}, {"a": "a"}, {"a": None}, {"b": 1}, {"a": 1, "b": 1}, {"a": 1, "b": "b", "c": 1}, {"a": {"a": 1}}),
]

SCHEMAS: list[Any] = [
    *(True, False, {}, {"not": {}}, {"type": "null"}, {"type": "string"}, {"type": "integer"}, {"type": "number"}),
    *({"type": ["integer", "null"]}, {"type": ["number", "null"]}, {"type": ["string", "array"]}),
    *({"type": "integer", "minimum": 1}, {"type": "integer", "minimum": 1, "maximum": 2}, {"minimum": 0}),
    *({"exclusiveMinimum": 1}, {"exclusiveMaximum": 2}, {"maximum": 2}, {"type": "number", "maximum": 3}),
    *({"multipleOf": 2}, {"multipleOf": 3}, {"multipleOf": 6}, {"multipleOf": 0.5}),
    *({"enum": [1, "a"]}, {"enum": [1]}, {"const": 1}, {"const": True}, {"enum": [1, 2, True]}, {"enum": []}),
    *({"minLength": 1}, {"maxLength": 1}, {"pattern": "a"}, {"pattern": "b"}, {"type": "string", "pattern": "^a"}),
    *({"minItems": 1}, {"maxItems": 1}, {"uniqueItems": True}, {"items": {"type": "integer"}}, {"items": False}),
    *({"items": {"type": "number"}}, {"type": "array", "items": {"type": ["number", "string"]}}),
    *({"prefixItems": [{"type": "integer"}]}, {"prefixItems": [{"type": "integer"}], "items": False}),
    *({"prefixItems": [{}, {"type": "string"}]}, {"prefixItems": [{}], "items": {"type": "string"}}),
    *({"prefixItems": [{}], "unevaluatedItems": False}, {"contains": {"const": 1}}),
    *({"properties": {"a": {"type": "integer"}}}, {"properties": {"a": {"type": "number"}, "b": {"const": 1}}}),
    *({"properties": {"a": {}}, "additionalProperties": False}, {"additionalProperties": False}),
    *({"properties": {"a": {}, "b": {}}, "additionalProperties": False}, {"additionalProperties": {"const": 1}}),
    *({"properties": {"a": {}}, "additionalProperties": {"type": "string"}}, {"additionalProperties": {}}),
    *({"properties": {"b": {}}, "additionalProperties": False}, {"required": ["a"]}, {"required": ["a", "b"]}),
    *({"properties": {"a": {}}, "required": ["a"], "additionalProperties": False}, {"required": ["b"]}),
    *({"properties": {"a": {}}, "patternProperties": {"b": {"type": "string"}}, "additionalProperties": False},),
    *({"properties": {"a": {}}, "unevaluatedProperties": False}, {"minProperties": 1}, {"maxProperties": 1}),
    *({"properties": {"b": {"type": "string"}}, "required": ["b"], "additionalProperties": False},),
    *({"anyOf": [{"type": "integer"}, {"type": "null"}]}, {"anyOf": [{"type": "number"}]}, {"anyOf": [{}]}),
    *({"anyOf": [{"type": "number"}, {"type": "string"}, {"type": "null"}]}, {"type": "integer", "anyOf": [{}]}),
    *({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"anyOf": [False]}, {"oneOf": [{"type": "integer"}]}),
    *({"oneOf": [{"type": "integer"}, {"type": "number"}]}, {"oneOf": [{"minimum": 2}, {"type": "string"}]}),
    *({"oneOf": [{"minimum": 1}, {"type": "string"}]}, {"allOf": [{"type": "integer"}]}, {"allOf": [{"minimum": 1}]}),
    *({"allOf": [{"type": "integer"}, {"minimum": 2}]}, {"allOf": [{"type": "number"}, {"minimum": 1}]}),
    *({"$ref": "#/$defs/n", "$defs": {"n": {"type": "number"}}}, {"$ref": "#/$defs/n", "$defs": {"n": {"minimum": 1}}}),
    *({"$ref": "#/$defs/n", "maximum": 2, "$defs": {"n": {"type": "number"}}},),
    *({"$ref": "#/$defs/n", "title": "N", "$defs": {"n": {"$ref": "#/$defs/m"}, "m": {"type": "integer"}}},),
    *({"not": {"type": "string"}}, {"not": {"$ref": "#/$defs/n"}, "$defs": {"n": {"type": "string"}}}),
    *({"not": {"$ref": "#/$defs/n"}, "$defs": {"n": {"type": "null"}}}, {"if": {"const": 1}, "then": False}),
    *(
        {"properties": {"a": {"$ref": "#"}}, "type": "object"},
        {"properties": {"a": {"$ref": "#"}}, "type": ["object", "integer"]},
    ),
]


def accepted(schema: Any) -> set[int]:
    """Which of the values are valid, by index."""
    validator = Draft202012Validator(schema)
    return {index for index, value in enumerate(VALUES) if validator.is_valid(value)}


def as_dict(schema: Any) -> dict[str, Any]:
    """A whole schema is an object: true and false are written as what they mean."""
    if isinstance(schema, dict):
        return schema
    return {} if schema else {"not": {}}


def is_additive(old: Any, new: Any) -> bool:
    return all(each.change == "additive" for each in compare(old, new, "input"))


def test_of_every_two_schemas_additive_loses_nothing() -> None:
    valid = [accepted(schema) for schema in SCHEMAS]
    wrong = [
        (SCHEMAS[i], SCHEMAS[j])
        for i, j in product(range(len(SCHEMAS)), repeat=2)
        if not valid[i] <= valid[j] and is_additive(as_dict(SCHEMAS[i]), as_dict(SCHEMAS[j]))
    ]
    assert wrong == []


def test_of_every_two_schemas_additive_in_an_output_brings_nothing_new() -> None:
    """But for optional fields, which readers skip."""
    valid = [accepted(schema) for schema in SCHEMAS]
    wrong = []
    for i, j in product(range(len(SCHEMAS)), repeat=2):
        if not valid[j] <= valid[i]:
            found = compare(as_dict(SCHEMAS[i]), as_dict(SCHEMAS[j]), "output")
            if all(each.change == "additive" and each.kind != "optional_property_added" for each in found):
                wrong.append((SCHEMAS[i], SCHEMAS[j]))
    assert wrong == []


def inside(schema: Any) -> Iterator[dict[str, Any]]:
    """The schema in each place where a schema can stand."""
    yield {"properties": {"a": schema}, "additionalProperties": False}
    yield {"additionalProperties": schema}
    yield {"items": schema}
    yield {"prefixItems": [schema], "items": False}
    yield {"anyOf": [schema, {"type": "null"}]}
    yield {"oneOf": [{"const": 1}, schema]}
    yield {"allOf": [schema, {"minimum": 0}]}
    yield {"not": schema}


def test_of_every_two_schemas_inside_another_additive_loses_nothing() -> None:
    simple = [schema for schema in SCHEMAS if "$defs" not in str(schema) and "'#'" not in str(schema)]
    simple = some(simple, 4)
    wrapped = [list(inside(schema)) for schema in simple]
    valid = [[accepted(schema) for schema in places] for places in wrapped]
    wrong = [
        (wrapped[i][place], wrapped[j][place])
        for i, j in product(range(len(simple)), repeat=2)
        for place in range(len(wrapped[i]))
        if not valid[i][place] <= valid[j][place] and is_additive(wrapped[i][place], wrapped[j][place])
    ]
    assert wrong == []


LEAVES = st.sampled_from([schema for schema in SCHEMAS if "$" not in str(schema)])
OBJECTS = st.builds(
    lambda properties, required, rest: {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": rest,
    },
    st.dictionaries(st.sampled_from("abc"), LEAVES, max_size=3),
    st.lists(st.sampled_from("abc"), unique=True, max_size=2),
    st.one_of(st.just(False), st.just(False), LEAVES),
)
INSTANCES = st.lists(
    st.dictionaries(st.sampled_from("abcd"), st.sampled_from(VALUES), max_size=4), min_size=5, max_size=20
)


@examples(60)
@given(OBJECTS, st.data(), INSTANCES)
def test_an_additive_change_of_an_object_keeps_its_valid_instances(
    old: dict[str, Any], data: st.DataObject, instances: list[dict[str, Any]]
) -> None:
    other = data.draw(OBJECTS)
    changed = data.draw(st.sets(st.sampled_from(["required", "additionalProperties", "a", "b", "c"]), max_size=2))
    new = {**old, "properties": dict(old["properties"])}
    for what in sorted(changed):
        if what in old:
            new[what] = other[what]
        elif what in other["properties"]:
            new["properties"][what] = other["properties"][what]
    if is_additive(old, new):
        was, now = Draft202012Validator(old), Draft202012Validator(new)
        assert [each for each in instances if was.is_valid(each) and not now.is_valid(each)] == []
