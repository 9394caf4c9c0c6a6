"""Numbers as people write them."""

from __future__ import annotations

import pytest

from director.language.numbers import as_clock, is_clock, joined, read_number
from director.language.tokens import tokenise


@pytest.mark.parametrize(
    ("word", "value", "ordinal"),
    [
        ("12", 12, False),
        ("1.5", 1.5, False),
        ("p5", 5, True),
        ("3rd", 3, True),
        ("twelve", 12, False),
        ("twentieth", 20, True),
        ("thirty", 30, False),
        ("#33", 33, False),
    ],
)
def test_reads_a_number(word: str, value: float, ordinal: bool) -> None:
    number = read_number(word)
    assert number is not None
    assert (number.value, number.ordinal) == (value, ordinal)


@pytest.mark.parametrize("word", ["lap", "f1", "gt3", "", "1:02", "pp5", "9" * 10])
def test_reads_no_number_in_other_words(word: str) -> None:
    assert read_number(word) is None


def test_number_words_need_not_be_used() -> None:
    second, two, digit = read_number("second"), read_number("two"), read_number("2")
    assert second is not None
    assert two is not None
    assert digit is not None
    assert (second.firm, two.firm, digit.firm) == (False, False, True)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("lap forty five", ["lap", "45"]),
        ("thirty-second", ["32th"]),
        ("half a second", ["0.5", "second"]),
        ("one and a half laps", ["1.5", "laps"]),
        ("twenty cars", ["twenty", "cars"]),
        ("the second half", ["the", "second", "half"]),
    ],
)
def test_numbers_of_several_words_are_one(written: str, read: list[str]) -> None:
    assert [word.text for word in joined(tokenise(written))] == read


@pytest.mark.parametrize(("word", "clock"), [("1:02:03", "01:02:03"), ("16:45", "16:45:00"), ("01:02:03", "01:02:03")])
def test_clock_times_have_three_parts(word: str, clock: str) -> None:
    assert is_clock(word)
    assert as_clock(word) == clock
