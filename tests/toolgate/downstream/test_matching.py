"""The one matcher of tools and addresses."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.rows import each_row
from toolgate.downstream.matching import AllowedNames, address_mistake


@each_row(
    ("patterns", "name", "index"),
    [
        (("*",), "anything", 0),
        (("get_*",), "get_x", 0),
        (("get_*",), "GET_x", None),
        (("*_query",), "read_query", 0),
        (("*_query",), "query", None),
        (("docs://pages/*",), "docs://pages/1", 0),
        (("docs://pages/*",), "docs://pages", None),
        (("a", "b*"), "bc", 1),
        (("docs://x?y=[1]",), "docs://x?y=[1]", 0),
        ((), "x", None),
    ],
)
def test_patterns(patterns: tuple[str, ...], name: str, index: int | None) -> None:
    assert AllowedNames(patterns).index(name) == index


@each_row(
    "uri",
    [
        "docs://pages/../x",
        "docs://pages/%2e%2e/x",
        "docs://pages/%252e%252e/x",
        "docs://pages/..%2fx",
        "docs://pages/%2E./x",
        "docs://pages/..\\x",
        "docs://pages/%5c..%5cx",
        "docs://pages/\uff0e\uff0e/x",
        "docs://pages/./x",
        "docs://pages/x%00",
        "docs://pages/x\n",
        "docs://pages/%25252525252e",
        " docs://pages/x",
        "",
    ],
)
def test_tricks_are_refused(uri: str) -> None:
    assert address_mistake(uri)


@pytest.mark.parametrize(
    "uri", ["docs://pages/1", "file:///a/b.txt", "docs://pages/a%20b", "docs://100%25", "x:...", "http://h/a..b?c=../d"]
)
def test_plain_addresses_pass(uri: str) -> None:
    assert address_mistake(uri) == ""


@given(st.text(alphabet="./\\%ab", max_size=8), st.integers(0, 3))
@examples(50)
def test_nothing_that_walks_up_passes_however_often_it_is_encoded(middle: str, times: int) -> None:
    step = f"{middle}/../x"
    for _ in range(times):
        step = quote(step, safe="").replace(".", "%2E")
    assert address_mistake(f"docs://pages/{step}")
