"""Every kind of difference, in both directions, by name, place and class."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rows import each_row
from toolgate.compatibility.change_rules import RULE_OF
from toolgate.compatibility.diff import compare
from toolgate.compatibility.schema_store import DIRECTIONS, Direction

STRING = {"type": "string", "maxLength": 9}
NUMBER = {"type": "number", "minimum": 0, "maximum": 9}


def closed(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def opened(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def field(**schema: Any) -> dict[str, Any]:
    return closed(a=schema)


A_REF = {"$ref": "#/$defs/a"}
LIST_OF_REFS = closed(a={"type": "array", "items": A_REF})

CASES: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("optional_property_added", "$.b", closed(a=STRING), closed(a=STRING, b=NUMBER)),
    ("optional_property_added", "$.a.c", closed(a=closed()), closed(a=closed(c=STRING))),
    ("free_name_taken", "$.b", opened(a=STRING), opened(a=STRING, b=NUMBER)),
    (
        "free_name_taken",
        "$.b",
        {**closed(a=STRING), "patternProperties": {"^b": NUMBER}},
        {**closed(a=STRING, b=STRING), "patternProperties": {"^b": NUMBER}},
    ),
    ("required_property_added", "$.b", closed(a=STRING), closed(("b",), a=STRING, b=NUMBER)),
    ("required_property_added", "$.b", opened(a=STRING), {**opened(a=STRING, b=NUMBER), "required": ["b"]}),
    ("property_removed", "$.b", closed(a=STRING, b=NUMBER), closed(a=STRING)),
    ("property_removed", "$.b", closed(("b",), a=STRING, b=NUMBER), closed(a=STRING)),
    ("property_removed", '$["a b"]', {**closed(), "properties": {"a b": NUMBER}}, closed()),
    ("property_renamed", "$.a", closed(a=STRING), closed(b=STRING)),
    ("property_renamed", "$.a", closed(("a",), a=STRING), closed(("b",), b={**STRING, "title": "B"})),
    ("made_required", "$.a", closed(a=STRING), closed(("a",), a=STRING)),
    ("made_required", "$.a", opened(), {**opened(), "required": ["a"]}),
    ("made_optional", "$.a", closed(("a",), a=STRING), closed(a=STRING)),
    ("made_optional", "$.a", {**opened(), "required": ["a"]}, opened()),
    ("type_widened", "$.a", field(type="integer"), field(type="number")),
    ("type_widened", "$.a", field(type="number"), field(type=["number", "null"])),
    ("type_widened", "$.a", field(type="number"), field()),
    ("type_narrowed", "$.a", field(type=["integer", "null"]), field(type="integer")),
    ("type_narrowed", "$.a[*]", field(type="array"), field(type="array", items={"type": "string"})),
    ("type_changed", "$.a", field(type="string"), field(type="integer")),
    ("type_changed", "$.a", field(type=["string", "null"]), field(type=["string", "integer"])),
    ("enum_value_added", "$.a", field(enum=["x"]), field(enum=["y", "x"])),
    ("enum_value_added", "$.a", field(const=1), field(enum=[1, True])),
    ("enum_value_added", "$.a", field(enum=["x"], const="y"), field(enum=["x"], const="x")),
    ("enum_value_removed", "$.a", field(enum=["x", None]), field(enum=["x"])),
    ("enum_value_removed", "$.a", field(enum=["x", "y"]), field(enum=["x", "y"], const="x")),
    ("value_list_added", "$.a", field(type="string"), field(type="string", enum=["x"])),
    ("value_list_added", "$.a", field(type="string"), field(type="string", const="x")),
    ("value_list_removed", "$.a", field(type="string", const="x"), field(type="string")),
    ("default_changed", "$.a", field(type="integer", default=1), field(type="integer", default=2)),
    ("default_changed", "$.a", field(type="integer"), field(type="integer", default=2)),
    ("default_changed", "$.a", field(type="integer", default=None), field(type="integer")),
    ("closed", "$.*", opened(), closed()),
    ("closed", "$.a[*]", field(prefixItems=[STRING]), field(prefixItems=[STRING], items=False)),
    ("closed", "$.a", closed(a={}), closed(a=False)),
    ("opened", "$.*", closed(), opened()),
    ("opened", "$.*", closed(), {**opened(), "additionalProperties": STRING}),
    ("type_narrowed", "$.*", opened(), {**opened(), "additionalProperties": {"type": "string"}}),
    ("opened", "$.a[1]", field(prefixItems=[{}], items=False), field(prefixItems=[{}, {}], items=False)),
    ("bound_loosened", "$.a[1]", field(prefixItems=[{}, STRING]), field(prefixItems=[{}, {"type": "string"}])),
    ("alternative_added", "$.a", field(anyOf=[STRING]), field(anyOf=[STRING, {"type": "null"}])),
    ("alternative_added", "$.a", field(**NUMBER), field(anyOf=[NUMBER, {"type": "null"}])),
    ("alternative_removed", "$.a", field(anyOf=[STRING, NUMBER]), field(anyOf=[NUMBER])),
    ("alternative_removed", "$.a", field(anyOf=[STRING, NUMBER], title="T"), field(**NUMBER, title="T")),
    (
        "bound_loosened",
        "$.a",
        field(anyOf=[STRING, NUMBER]),
        field(anyOf=[{**NUMBER, "maximum": 99}, STRING]),
    ),
    ("one_of_changed", "$.a", field(oneOf=[STRING]), field(oneOf=[STRING, NUMBER])),
    ("one_of_changed", "$.a", field(oneOf=[STRING, NUMBER]), field(oneOf=[{"type": "string"}, NUMBER])),
    ("note_changed", "$.a", field(oneOf=[STRING]), field(oneOf=[{**STRING, "title": "A"}])),
    ("condition_added", "$.a", field(allOf=[STRING]), field(allOf=[STRING, {"minLength": 1}])),
    ("condition_added", "$.a", field(type="number"), field(type="number", anyOf=[{"minimum": 1}])),
    ("condition_added", "$.a", field(**STRING), field(allOf=[STRING, {"pattern": "x"}])),
    ("condition_removed", "$.a", field(allOf=[STRING, {"minLength": 1}]), field(allOf=[STRING])),
    ("condition_removed", "$.a", field(type="number", oneOf=[{"minimum": 1}]), field(type="number")),
    (
        "condition_removed",
        "$.a",
        {**field(**A_REF, minLength=1), "$defs": {"a": STRING}},
        {**field(**A_REF), "$defs": {"a": STRING}},
    ),
    ("note_changed", "$.a", field(**STRING), field(**STRING, description="new")),
    ("note_changed", "$", closed(), {**closed(), "examples": [{}]}),
    ("annotation_changed", "$.a", field(**STRING), field(**STRING, **{"x-vocabulary": "driver"})),
    ("annotation_changed", "$", {**closed(), "x-deprecated": {"$.a": "gone"}}, closed()),
    ("rewritten", "$", field(const="x"), field(enum=["x"])),
    ("rewritten", "$", field(enum=["x", "y"]), field(enum=["y", "x"])),
    ("rewritten", "$", closed(a=STRING), {**closed(a=A_REF), "$defs": {"a": STRING}}),
    ("rewritten", "$", field(**STRING), field(**STRING, minLength=0)),
    ("rewritten", "$", field(), closed(a=True)),
    (
        "bound_tightened",
        "$.a[*]",
        {**LIST_OF_REFS, "$defs": {"a": NUMBER}},
        {**LIST_OF_REFS, "$defs": {"a": {**NUMBER, "maximum": 8}}},
    ),
    ("note_changed", "$.a", {**field(**A_REF), "$defs": {"a": STRING}}, field(**STRING, title="T")),
    ("other", "$.a", field(type="string"), {**field(type="string", **{"not": {"const": "x"}})}),
    ("other", "$.a", field(contains=STRING), field(contains=NUMBER)),
    ("other", "$", opened(), {**opened(), "propertyNames": {"maxLength": 3}}),
    ("other", "$.a", field(**{"$ref": "https://example.org/a"}), field(**{"$ref": "https://example.org/b"})),
    (
        "other",
        "$.a",
        {**field(**{"not": A_REF}), "$defs": {"a": STRING}},
        {**field(**{"not": A_REF}), "$defs": {"a": NUMBER}},
    ),
    ("other", "$", {"$schema": "https://json-schema.org/draft/2019-09/schema"}, {}),
]

for keyword, low, high in [
    ("minimum", 1, 2.5),
    ("exclusiveMinimum", -1, 0),
    ("minLength", 1, 2),
    ("minItems", 1, 2),
    ("minProperties", 1, 2),
]:
    CASES += [
        ("bound_tightened", "$.a", field(**{keyword: low}), field(**{keyword: high})),
        ("bound_tightened", "$.a", field(), field(**{keyword: high})),
        ("bound_loosened", "$.a", field(**{keyword: high}), field(**{keyword: low})),
        ("bound_loosened", "$.a", field(**{keyword: high}), field()),
    ]
for keyword, low, high in [
    ("maximum", 0, 2.5),
    ("exclusiveMaximum", -1, 0),
    ("maxLength", 1, 2),
    ("maxItems", 0, 2),
    ("maxProperties", 1, 2),
]:
    CASES += [
        ("bound_tightened", "$.a", field(**{keyword: high}), field(**{keyword: low})),
        ("bound_tightened", "$.a", field(), field(**{keyword: low})),
        ("bound_loosened", "$.a", field(**{keyword: low}), field(**{keyword: high})),
        ("bound_loosened", "$.a", field(**{keyword: low}), field()),
    ]
for keyword, one, other in [
    ("pattern", "^a", "^b"),
    ("format", "date", "date-time"),
    ("multipleOf", 2, 3),
    ("multipleOf", 0.5, 0.25),
]:
    CASES += [
        ("bound_changed", "$.a", field(**{keyword: one}), field(**{keyword: other})),
        ("bound_tightened", "$.a", field(), field(**{keyword: one})),
        ("bound_loosened", "$.a", field(**{keyword: one}), field()),
    ]
CASES += [
    ("bound_tightened", "$.a", field(multipleOf=2), field(multipleOf=6)),
    ("bound_loosened", "$.a", field(multipleOf=6), field(multipleOf=3)),
    ("bound_tightened", "$.a", field(uniqueItems=False), field(uniqueItems=True)),
    ("bound_loosened", "$.a", field(uniqueItems=True), field()),
]


@each_row("direction", DIRECTIONS)
@each_row(("kind", "path", "old", "new"), CASES)
def test_one_change_is_one_difference(
    kind: str, path: str, old: dict[str, Any], new: dict[str, Any], direction: Direction
) -> None:
    (found,) = compare(old, new, direction)
    assert (found.kind, found.path) == (kind, path)
    assert found.change == RULE_OF[kind].change(direction)


def test_every_row_of_the_table_is_tried() -> None:
    assert {kind for kind, *_ in CASES} == set(RULE_OF)


def test_what_changed_is_shown() -> None:
    (found,) = compare(field(type="number", maximum=5), field(type="number"), "input")
    assert (found.before, found.after) == ({"maximum": 5}, None)
    (found,) = compare(closed(a=STRING), closed(b=STRING), "output")
    assert (found.before, found.after) == ("a", "b")


def test_a_renamed_and_changed_property_is_one_removed_and_one_added() -> None:
    found = compare(closed(a=STRING), closed(b=NUMBER), "input")
    assert [(each.kind, each.path) for each in found] == [
        ("property_removed", "$.a"),
        ("optional_property_added", "$.b"),
    ]


def test_a_property_has_one_new_name() -> None:
    found = compare(closed(a=STRING, b=STRING), closed(c=STRING), "input")
    assert [(each.kind, each.path) for each in found] == [("property_renamed", "$.a"), ("property_removed", "$.b")]


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_named_property_is_compared_with_what_the_rest_had_to_be(direction: Direction) -> None:
    map_of_numbers = {"type": "object", "additionalProperties": {"type": "number"}}
    found = compare(map_of_numbers, {**map_of_numbers, "properties": {"a": {"type": "string"}}}, direction)
    assert [(each.kind, each.path) for each in found] == [
        ("optional_property_added", "$.a"),
        ("type_changed", "$.a"),
    ]


def test_recursive_schemas_end_and_their_changes_are_found() -> None:
    def tree(most: int) -> dict[str, Any]:
        return closed(name={"type": "string", "maxLength": most}, parts={"type": "array", "items": {"$ref": "#"}})

    found = compare(tree(5), tree(4), "input")
    assert {each.kind for each in found} == {"bound_tightened"}
    assert [each.path for each in found] == ["$.name", "$.parts[*].name"]
    assert compare(tree(5), tree(5), "input") == []


def test_references_that_only_lead_to_each_other_end() -> None:
    defs = {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a", "title": "B"}}
    schema = {**field(**A_REF), "$defs": defs}
    assert [each.kind for each in compare(schema, schema, "input")] == []
    assert "breaking" in {each.change for each in compare(schema, field(**STRING), "input")}


def test_unevaluated_members_depend_on_everything_beside_them() -> None:
    old = {"anyOf": [opened(a=STRING), opened(b=STRING)], "unevaluatedProperties": False}
    new = {"anyOf": [opened(a=STRING), opened(b=STRING), opened()], "unevaluatedProperties": False}
    assert "other" in {each.kind for each in compare(old, new, "input")}


@given(st.sampled_from(CASES), st.sampled_from(DIRECTIONS))
def test_a_schema_does_not_differ_from_itself(
    case: tuple[str, str, dict[str, Any], dict[str, Any]], direction: Direction
) -> None:
    for schema in case[2:]:
        assert compare(schema, schema, direction) == []


BY_AGE = {"optional_property_added", "free_name_taken", "required_property_added", "property_removed"}
"""Kinds whose class depends on which schema was first, not only on what is valid."""


@each_row(("old", "new"), [(old, new) for kind, _, old, new in CASES if kind not in BY_AGE])
def test_the_way_back_in_the_other_direction_is_of_the_same_class(old: dict[str, Any], new: dict[str, Any]) -> None:
    """What widens an input narrows an output on its way back."""
    forth, back = compare(old, new, "input"), compare(new, old, "output")
    assert [each.change for each in forth] == [each.change for each in back]
