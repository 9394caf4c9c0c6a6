"""JSON of a planner: nothing of what it wrote is lost unsaid."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.models.reply_json import find_object
from director.plan_text import RepeatedKey, fits_64_bits, read_json
from director.planners.plan_prompt import read_plan

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


@given(JSON)
def test_json_comes_back_as_it_was_written(value: Any) -> None:
    assert json.dumps(read_json(json.dumps(value))) == json.dumps(value)
    assert json.dumps(read_json(json.dumps(value).encode())) == json.dumps(value)


def test_a_key_that_is_written_twice_is_known() -> None:
    found = read_json('{"a": {"b": 1, "c": 2, "c": 3, "b": 4}, "d": {}}')
    assert isinstance(found["a"], RepeatedKey)
    assert found["a"].key == "c"
    assert found == {"a": {"b": 4, "c": 3}, "d": {}}
    assert not isinstance(found, RepeatedKey)


@pytest.mark.parametrize("text", ["", "{", "NaN", '{"a": Infinity}', "1" * 5_000, b"\xff"])
def test_what_is_no_json_is_said(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(text)


@pytest.mark.parametrize(
    ("value", "fits"), [(2**64 - 1, True), (2**64, False), (-(2**63), True), (-(2**63) - 1, False)]
)
def test_the_edges_of_64_bits(value: int, fits: bool) -> None:
    assert fits_64_bits(value) == fits


@pytest.mark.parametrize(
    "reply",
    [
        '{"plan": [], "plan": [{"name": "t"}]}',
        'Here: {"plan": [{"name": "t", "arguments": {}, "name": "u"}], "rationale": ""}',
    ],
)
def test_a_reply_with_a_key_twice_is_no_plan(reply: str) -> None:
    data = find_object(reply)
    assert data is not None
    with pytest.raises(ValueError, match="twice in one object"):
        read_plan(data)


def test_a_key_twice_inside_arguments_is_left_to_the_validator() -> None:
    data = find_object('{"plan": [{"id": "s1", "name": "t", "arguments": {"a": 1, "a": 2}}], "rationale": ""}')
    assert data is not None
    assert isinstance(read_plan(data).steps[0].arguments, RepeatedKey)
