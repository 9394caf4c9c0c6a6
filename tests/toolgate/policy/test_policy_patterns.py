"""Patterns: one star at most, and tables of them that find the same as trying each."""

from __future__ import annotations

from fnmatch import fnmatchcase

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from toolgate.policy.patterns import PatternTable, pattern

names = st.text("ab_", min_size=1, max_size=5)
texts = st.one_of(st.just("*"), names, st.builds("{}*".format, names), st.builds("*{}".format, names))


@examples(100)
@given(st.lists(texts, max_size=12), names)
def test_a_table_finds_what_trying_each_finds_in_the_order_of_the_file(listed: list[str], name: str) -> None:
    table = PatternTable((pattern(text), place) for place, text in enumerate(listed))
    assert table.exact(name) == [place for place, text in enumerate(listed) if text == name]
    assert table.wild(name) == [place for place, text in enumerate(listed) if "*" in text and fnmatchcase(name, text)]
    assert all(pattern(text).matches(name) == fnmatchcase(name, text) for text in listed)


@examples(100)
@given(st.lists(texts, max_size=8), texts, st.lists(names, min_size=1, max_size=20))
def test_what_covers_a_pattern_stands_for_all_that_it_stands_for(
    listed: list[str], other: str, tried: list[str]
) -> None:
    table = PatternTable((pattern(text), text) for text in listed)
    covering = table.covering(pattern(other))
    for name in [*tried, other.replace("*", ""), other.replace("*", "x")]:
        if fnmatchcase(name, other):
            assert all(fnmatchcase(name, text) for text in covering)
    assert other not in listed or other in covering
