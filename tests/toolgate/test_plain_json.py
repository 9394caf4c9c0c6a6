"""JSON as it is, or a refusal; and no walk through a value for each null in it."""

from __future__ import annotations

import math
import sys
from types import FrameType
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.plain_json import encode

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(st.characters(exclude_categories=["Cs"]))
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.sampled_from("abc"), inner)
)


def finite(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        value = value.values()
    return not isinstance(value, list | tuple | type({}.values())) or all(map(finite, value))


@given(VALUES)
def test_what_json_can_hold_is_written_and_what_is_not_finite_is_refused(value: Any) -> None:
    if finite(value):
        assert encode(value) == orjson.dumps(value)
    else:
        with pytest.raises(ValueError, match="not finite"):
            encode(value)


@pytest.mark.parametrize("value", [{1, 2}, b"x", {1: 2}, object(), "\ud800", 2**70])
def test_what_json_cannot_hold_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="what JSON cannot hold"):
        encode({"deep": [value, None]})


def test_a_long_answer_with_a_null_costs_no_walk_of_it() -> None:
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    rows = [{"car": str(number), "gap": number / 7, "out": None} for number in range(1000)]
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        encode(rows)
    finally:
        sys.setprofile(before)
    assert calls < 10


@pytest.mark.parametrize("number", [math.nan, -math.nan, math.inf, -math.inf])
def test_no_number_that_is_not_finite_hides_among_nulls(number: float) -> None:
    with pytest.raises(ValueError, match="not finite"):
        encode({"rows": [{"gap_s": None, "laps": [1.5, number]}]})
