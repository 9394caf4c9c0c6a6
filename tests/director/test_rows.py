"""What references with a pick and texts of references stand for, and when they stand for nothing."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.references import Expression, Pick, Reference, Text, find_references, parse_reference, redirected
from director.rows import evaluate
from toolgate.contract import JsonObject

ROWS: list[JsonObject] = [
    {"lap": 1, "time_s": 95.5, "car": {"code": "VER"}, "pit": True},
    {"lap": 2, "time_s": None, "car": {"code": "PER"}, "pit": False},
    {"lap": 3, "time_s": 91, "car": {"code": "HAM"}, "pit": False},
    {"lap": 4, "time_s": 91.0, "car": {"code": "VER"}, "pit": False},
]
OUTPUT: JsonObject = {"rows": ROWS, "none": [], "n": 12.0, "x": 2.5, "flag": True, "mixed": [{"a": 1}, {"a": "b"}]}


def outcome(written: JsonObject, output: JsonObject = OUTPUT) -> Any:
    return evaluate(parse_reference(written), {"s1": output}.__getitem__)


@pytest.mark.parametrize(
    ("pick", "get", "value"),
    [
        ("first", "/lap", 1),
        ("last", "/lap", 4),
        ({"min_by": "time_s"}, "/lap", 3),
        ({"max_by": "time_s"}, "/lap", 1),
        ({"max_by": "/car/code"}, "/lap", 1),
        ({"where": {"lap": 2}}, "/car/code", "PER"),
        ({"where": {"lap": 2.0}}, "/car/code", "PER"),
        ({"where": {"/car/code": "VER", "pit": False}}, "/lap", 4),
        ({"where": {"time_s": None}}, "/lap", 2),
        ({"where": {"pit": True}}, "", ROWS[0]),
    ],
)
def test_a_row_is_picked(pick: Any, get: str, value: Any) -> None:
    before = copy.deepcopy(OUTPUT)
    assert outcome({"$ref": "s1#/rows", "pick": pick, **({"get": get} if get else {})}) == value
    assert before == OUTPUT


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ({"$ref": "s1#/none", "pick": "first"}, "is empty"),
        ({"$ref": "s1#/n", "pick": "first"}, "isn't a list"),
        ({"$ref": "s1#/rows", "pick": {"where": {"lap": 9}}}, "0 rows"),
        ({"$ref": "s1#/rows", "pick": {"where": {"pit": False}}}, "3 rows"),
        ({"$ref": "s1#/rows", "pick": {"where": {"pit": 1}}}, "0 rows"),
        ({"$ref": "s1#/rows", "pick": {"where": {"lap": "2"}}}, "0 rows"),
        ({"$ref": "s1#/rows", "pick": {"min_by": "pit"}}, "no values to compare"),
        ({"$ref": "s1#/rows", "pick": {"min_by": "gap"}}, "no values to compare"),
        ({"$ref": "s1#/mixed", "pick": {"min_by": "a"}}, "no values to compare"),
        ({"$ref": "s1#/rows", "pick": "last", "get": "/gap"}, "nothing at"),
        ({"$text": "{0}", "of": [{"$ref": "s1#/flag"}]}, "neither a text nor a number"),
        ({"$text": "{0}", "of": [{"$ref": "s1#/rows"}]}, "neither a text nor a number"),
        ({"$text": "{0}", "of": [{"$ref": "s1#/nope"}]}, "nothing at"),
    ],
)
def test_what_cannot_be_picked_says_why(written: JsonObject, why: str) -> None:
    with pytest.raises(LookupError, match=why) as caught:
        outcome(written)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("pick", ["last", {"min_by": "lap"}, {"max_by": "lap"}, {"where": {"lap": 1}}])
def test_a_list_that_was_cut_has_a_first_row_only(pick: Any) -> None:
    cut = {**OUTPUT, "truncated": {"field": "rows", "kept": 4, "of": 50}}
    assert outcome({"$ref": "s1#/rows", "pick": "first", "get": "/lap"}, cut) == 1
    with pytest.raises(LookupError, match="was cut to 4 of 50"):
        outcome({"$ref": "s1#/rows", "pick": pick}, cut)
    assert outcome({"$ref": "s1#/mixed", "pick": "last", "get": "/a"}, cut) == "b"


@pytest.mark.parametrize(
    ("template", "of", "text"),
    [
        ("lap:{0}", ["s1#/n"], "lap:12"),
        ("{0}/{1}/{0}", ["s1#/x", "s1#/rows/0/car/code"], "2.5/VER/2.5"),
        ("{0}", ["s1#/rows/3/time_s"], "91"),
    ],
)
def test_a_text_is_written(template: str, of: list[str], text: str) -> None:
    assert outcome({"$text": template, "of": [{"$ref": ref} for ref in of]}) == text


def test_braces_in_an_output_are_not_read() -> None:
    output = {"a": "{1}", "b": "{0}"}
    assert outcome({"$text": "{0}{1}", "of": [{"$ref": "s1#/a"}, {"$ref": "s1#/b"}]}, output) == "{1}{0}"


def test_a_text_of_picked_rows_stays_short() -> None:
    of = [{"$ref": "s1#/rows", "pick": {"max_by": "lap"}, "get": "/lap"}]
    assert outcome({"$text": "lap:{0}", "of": of}) == "lap:4"
    with pytest.raises(LookupError, match="more than 1000"):
        outcome({"$text": "{0}", "of": [{"$ref": "s1#/a"}]}, {"a": "x" * 1001})


REF = {"$ref": "s1#/a"}


@pytest.mark.parametrize(
    "written",
    [
        {**REF, "get": "/a"},
        {**REF, "pick": "best"},
        {**REF, "pick": None},
        {**REF, "pick": {}},
        {**REF, "pick": {"min_by": ""}},
        {**REF, "pick": {"min_by": ["a"]}},
        {**REF, "pick": {"min_by": "a", "max_by": "b"}},
        {**REF, "pick": {"where": {}}},
        {**REF, "pick": {"where": {"a": [1]}}},
        {**REF, "pick": {"where": {"a": {"$ref": "s1#"}}}},
        {**REF, "pick": {"where": {str(n): n for n in range(9)}}},
        {**REF, "pick": "first", "get": "a"},
        {**REF, "pick": "first", "get": None},
        {**REF, "$text": "x"},
        {"$text": "x", "of": []},
        {"$text": "x", "of": [REF]},
        {"$text": "{0}"},
        {"$text": "{0}", "of": REF},
        {"$text": "{0}{1}", "of": [REF]},
        {"$text": "{}", "of": [REF]},
        {"$text": "{0.__class__}", "of": [REF]},
        {"$text": "{0} {", "of": [REF]},
        {"$text": "{0}" + "x" * 200, "of": [REF]},
        {"$text": "{0}", "of": ["s1#/a"]},
        {"$text": "{0}", "of": [{"$text": "{0}", "of": [REF]}]},
        {"$text": "".join(f"{{{n}}}" for n in range(9)), "of": [REF] * 9},
    ],
)
def test_what_is_malformed_is_no_reference(written: JsonObject) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_reference(written)


STEPS = st.sampled_from(["s1", "s2", "a b"])
POINTERS = st.lists(st.text(max_size=4), max_size=3).map(
    lambda path: "".join(f"/{part.replace('~', '~0').replace('/', '~1')}" for part in path)
)
FIELDS = st.text(min_size=1, max_size=5)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
PICKS = (
    st.sampled_from([Pick("first"), Pick("last")])
    | st.builds(lambda how, field: Pick(how, ((field, None),)), st.sampled_from(["min_by", "max_by"]), FIELDS)
    | st.dictionaries(FIELDS, SCALARS, min_size=1, max_size=8).map(lambda where: Pick("where", tuple(where.items())))
)
REFERENCES = st.builds(Reference, STEPS, POINTERS) | st.builds(Reference, STEPS, POINTERS, PICKS, POINTERS)
TEXTS = st.lists(REFERENCES, min_size=1, max_size=8).map(
    lambda of: Text("lap:" + "-".join(f"{{{index}}}" for index in range(len(of))), tuple(of))
)


@given(REFERENCES | TEXTS)
def test_every_expression_reads_as_it_is_written(expression: Expression) -> None:
    assert parse_reference(expression.to_json()) == expression
    assert list(find_references({"x": [expression.to_json()]})) == [(("x", 0), expression.to_json())]
    moved = redirected(expression, {"s1": "s9"})
    assert all(one.step != "s1" for one in moved.references)
    assert redirected(moved, {"s9": "s1"}) == expression


JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["a", "b", "lap"]), inner, max_size=3),
)


@given(
    JSON,
    st.sampled_from(["first", "last", {"min_by": "a"}, {"max_by": "lap"}, {"where": {"a": 1}}]),
    st.sampled_from(["", "/a"]),
)
def test_on_any_output_a_pick_is_one_of_the_rows_or_an_error(output: Any, pick: Any, get: str) -> None:
    try:
        found = outcome({"$ref": "s1#/rows", "pick": pick, **({"get": get} if get else {})}, {"rows": output})
    except LookupError:
        return
    assert any(
        found is (row["a"] if get else row) for row in output if not get or (isinstance(row, dict) and "a" in row)
    )


@given(st.lists(st.fixed_dictionaries({"a": st.integers() | st.none()}), min_size=1, max_size=8))
def test_the_least_row_is_the_first_of_the_least(rows: list[JsonObject]) -> None:
    values = [row["a"] for row in rows if row["a"] is not None]
    if not values:
        with pytest.raises(LookupError):
            outcome({"$ref": "s1#/rows", "pick": {"min_by": "a"}}, {"rows": rows})
        return
    found = outcome({"$ref": "s1#/rows", "pick": {"min_by": "a"}}, {"rows": rows})
    assert found is next(row for row in rows if row["a"] == min(values))
