"""References and JSON Pointers, by RFC 6901's own examples and for every path."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.references import (
    Reference,
    find_references,
    in_order,
    join_pointer,
    parse_reference,
    resolve_pointer,
    split_pointer,
    substitute,
)
from tests.rows import each_row

RFC_6901 = {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, 'k"l': 6, " ": 7, "m~n": 8}


@each_row(
    ("pointer", "value"),
    [
        ("", RFC_6901),
        ("/foo", ["bar", "baz"]),
        ("/foo/0", "bar"),
        ("/", 0),
        ("/a~1b", 1),
        ("/c%d", 2),
        ("/e^f", 3),
        ("/g|h", 4),
        ("/i\\j", 5),
        ('/k"l', 6),
        ("/ ", 7),
        ("/m~0n", 8),
    ],
)
def test_pointers_of_the_standard(pointer: str, value: Any) -> None:
    assert resolve_pointer(RFC_6901, pointer) == value


@pytest.mark.parametrize("pointer", ["/nope", "/foo/2", "/foo/-", "/foo/01", "/foo/-1", "/foo/x", "/foo/0/0", "/foo/²"])
def test_a_pointer_to_nothing_says_so(pointer: str) -> None:
    with pytest.raises(LookupError, match="nothing at"):
        resolve_pointer(RFC_6901, pointer)


@given(st.lists(st.text(max_size=5)))
def test_pointers_keep_every_name(path: list[str]) -> None:
    assert split_pointer(join_pointer(path)) == path


@pytest.mark.parametrize("text", ["s1#", "s1#/a/0", "s1#/a#b", "my step#/x"])
def test_references_read_and_write_the_same(text: str) -> None:
    assert parse_reference({"$ref": text}).to_json() == {"$ref": text}


@pytest.mark.parametrize(
    "written", [{"$ref": "s1"}, {"$ref": "#/a"}, {"$ref": "s1#a"}, {"$ref": None}, {"$ref": "s1#", "x": 1}]
)
def test_other_things_are_no_references(written: Any) -> None:
    with pytest.raises(ValueError, match="a reference"):
        parse_reference(written)


def test_references_are_found_in_reading_order() -> None:
    a, b, c = ({"$ref": f"{name}#"} for name in "abc")
    found = list(find_references({"x": [1, a, {"y": b}], "text": '{"$ref": "d#"}', "z": c}))
    assert found == [(("x", 1), a), (("x", 2, "y"), b), (("z",), c)]


def test_what_is_put_in_is_copied_and_not_read() -> None:
    inner = {"$ref": "s1#/secret", "list": [1]}
    made = substitute({"a": {"$ref": "s1#"}, "b": [{"$ref": "s1#"}]}, lambda _: inner)
    assert made == {"a": inner, "b": [inner]}
    made["a"]["list"].append(2)
    assert inner["list"] == [1]
    assert made["b"] == [inner]


def test_a_pointer_is_split_by_a_reference() -> None:
    assert Reference("s1", "/a~1b/0").tokens == ["a/b", "0"]


@given(st.dictionaries(st.integers(0, 9), st.sets(st.integers(0, 9), max_size=3)))
def test_order_respects_every_dependency_and_leaves_out_what_waits_for_a_cycle(needs: dict[int, set[int]]) -> None:
    needs = {node: wanted & needs.keys() for node, wanted in needs.items()}
    order = in_order(needs)
    assert len(set(order)) == len(order)
    for place, node in enumerate(order):
        assert needs[node] <= set(order[:place])
    left = needs.keys() - set(order)
    assert all(needs[node] & left for node in left)
