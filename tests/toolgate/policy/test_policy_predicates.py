"""Conditions on arguments: JSON Schema, but what is absent or of another type does not meet them."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rows import each_row
from toolgate.policy.predicates import Predicate


def met(schema: Any, *value: Any) -> bool:
    return Predicate({"x": schema}, "p", "p").met({"x": value[0]} if value else {})


@each_row(
    ("schema", "yes", "no"),
    [
        ({"maximum": 50}, [50, -3, 1.5, 50.0], [51, "1", None, True, [1], {}, float("nan"), 10**400]),
        ({"exclusiveMinimum": 0, "multipleOf": 5}, [5, 10.0], [0, 7, "5"]),
        ({"minLength": 2}, ["ab"], ["a", 12, None, ["a", "b"]]),
        ({"pattern": "^get_"}, ["get_x"], ["x", 5]),
        ({"format": "date"}, ["2026-01-02"], ["yesterday", 5]),
        ({"maxItems": 1}, [[], [1]], [[1, 2], "a", None]),
        ({"required": ["a"]}, [{"a": 1}], [{}, ["a"], "a"]),
        ({"const": 5}, [5, 5.0], [6, "5"]),
        ({"enum": ["a", None]}, ["a", None], ["b", 0]),
        ({"not": {"const": "prod"}}, ["dev"], ["prod", 5, None]),
        ({"not": {"maximum": 50}}, [51], [50, "x", None]),
        ({"anyOf": [{"maximum": 5}, {"const": "all"}]}, [5, "all"], [6, "some", None, True]),
        (
            {"anyOf": [{"properties": {"a": {"maximum": 5}}}, {"items": {"minLength": 2}}]},
            [{"a": 5}, ["ab"], {}],
            [{"a": "x"}, [5]],
        ),
        ({"if": {"minimum": 5}, "then": {"multipleOf": 5}}, [1, 10], [7, "x"]),
        ({"type": ["string", "null"]}, ["a", None], [5]),
        ({"type": "integer", "minimum": 1}, [1, 2.0], [0, 1.5, True]),
        (True, [1, None, "x", [], {}], []),
        ({}, [1, None, "x", [], {}], []),
        (False, [], [1, None]),
        ({"title": "any text", "description": "of one"}, [5, "x"], []),
    ],
)
def test_values_that_meet_a_condition(schema: Any, yes: list[Any], no: list[Any]) -> None:
    assert [value for value in yes if not met(schema, value)] == []
    assert [value for value in no if met(schema, value)] == []
    assert not met(schema)


def test_all_conditions_must_be_met() -> None:
    both = Predicate({"limit": {"maximum": 5}, "mode": {"const": "dry"}}, "p", "p")
    assert both.arguments == {"limit", "mode"}
    assert both.met({"limit": 5, "mode": "dry", "more": None})
    assert not both.met({"limit": 5, "mode": "wet"})
    assert not both.met({"limit": 5})
    assert not both.met({})


@pytest.mark.parametrize("value", [object(), {1: 2}, b"x", {"a": {1, 2}}, "\ud800"])
def test_what_is_no_json_meets_no_condition_that_looks_at_it(value: Any) -> None:
    assert not met({"maximum": 5}, value)
    assert not met({"properties": {"a": {"maximum": 5}}, "minProperties": 1}, value)


def test_a_pattern_takes_time_in_proportion_to_the_text() -> None:
    assert not met({"pattern": "^(a+)+$"}, "a" * 100_000 + "!")


values = st.one_of(
    st.integers(-9, 9), st.sampled_from([0.5, "a", "abc", "", True, None]), st.lists(st.integers(0, 2), max_size=3)
)
numbers = st.integers(-5, 5)
schemas = st.fixed_dictionaries(
    {},
    optional={
        "minimum": numbers, "maximum": numbers, "minLength": st.integers(0, 3), "maxItems": st.integers(0, 3),
        "enum": st.lists(values, min_size=1, max_size=3), "not": st.fixed_dictionaries({}, optional={"maximum": numbers, "minLength": st.integers(0, 3)}),
    },
)  # fmt: skip


@given(schemas, values)
def test_a_condition_is_json_schema_and_a_type(schema: Any, value: Any) -> None:
    about = {"minimum": "number", "maximum": "number", "minLength": "string", "maxItems": "array"}
    types = {about[key] for key in [*schema, *schema.get("not", {})] if key in about}
    names: dict[type, str] = {
        bool: "boolean",
        int: "number",
        float: "number",
        str: "string",
        list: "array",
        type(None): "null",
    }
    types |= {names[type(option)] for option in schema.get("enum", ())}
    expected = jsonschema.Draft202012Validator(schema).is_valid(value) and (not types or names[type(value)] in types)
    assert met(schema, value) == expected
