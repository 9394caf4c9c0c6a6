"""A table in one test tells as much of a failure as a test for each row."""

from __future__ import annotations

import inspect

import pytest

from tests.rows import each_row


def test_every_row_is_tried_with_every_other_one_and_with_fixtures() -> None:
    tried: list[tuple[int, str, int, str]] = []

    @each_row("one", [1, 2])
    @each_row(("two", "three"), [("a", 3), ("b", 4)])
    def check(one: int, two: str, three: int, fixture: str) -> None:
        tried.append((one, two, three, fixture))

    assert list(inspect.signature(check).parameters) == ["fixture"]
    check(fixture="f")
    assert tried == [(one, two, three, "f") for one in (1, 2) for two, three in (("a", 3), ("b", 4))]


def test_a_failure_names_its_row_and_hides_no_other() -> None:
    @each_row("number, half", [(2, 1), (3, 1), (5, 3)])
    def check(number: int, half: int) -> None:
        assert number == 2 * half

    with pytest.raises(BaseExceptionGroup, match="2 rows failed") as failed:
        check()
    assert [error.__notes__ for error in failed.value.exceptions] == [["in the row (3, 1)"], ["in the row (5, 3)"]]


def test_the_one_row_that_fails_is_the_failure() -> None:
    @each_row("number", [1, 0])
    def check(number: int) -> None:
        assert number

    with pytest.raises(AssertionError) as failed:
        check()
    assert failed.value.__notes__ == ["in the row (0,)"]


def test_what_is_not_raised_names_its_row_and_a_row_that_skips_is_a_failure() -> None:
    @each_row("number", [0, 1, 2])
    def check(number: int) -> None:
        if number == 2:
            pytest.skip("not here")
        with pytest.raises(ZeroDivisionError):
            assert 1 / number

    with pytest.raises(BaseExceptionGroup, match="2 rows failed") as failed:
        check()
    assert [error.__notes__ for error in failed.value.exceptions] == [["in the row (1,)"], ["in the row (2,)"]]


def test_a_table_without_rows_is_a_failure() -> None:
    @each_row("number", [])
    def check(number: int) -> None:
        """Whatever it is."""

    with pytest.raises(AssertionError, match="no rows"):
        check()
