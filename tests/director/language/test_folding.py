"""One folding: what is told alike, and what is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.language.folding import fold
from tests.rows import each_row


@each_row(
    ("text", "folded"),
    [
        ("Räikkönen", "raikkonen"),
        ("Ra\u0308ikko\u0308nen", "raikkonen"),
        ("HÜLKENBERG", "hulkenberg"),
        ("Pérez", "perez"),
        ("Großjean", "grossjean"),
        ("GROẞ", "gross"),
        ("Jørgensen", "jorgensen"),
        ("JØRGENSEN", "jorgensen"),
        ("Łukasz", "lukasz"),
        ("łukasz", "lukasz"),
        ("Işık", "isik"),
        ("IŞIK", "isik"),
        ("İstanbul", "istanbul"),
        ("Đorđe", "dorde"),
        ("Æsir œuvre", "aesir oeuvre"),
        ("Þór", "thor"),
        ("ＶＥＲ ﬁnish ①", "ver finish 1"),
        ("who’s `ahead´", "who's 'ahead'"),
        ("Zhou Guanyu", "zhou guanyu"),
    ],
)
def test_the_same_word_is_told_alike(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(("one", "other"), [("が", "か"), ("й", "и"), ("ё", "е")])
def test_marks_of_other_scripts_make_other_letters(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(st.text(max_size=40))
def test_what_is_folded_stays_as_it_is(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet=st.characters(max_codepoint=0x24F), max_size=30))
def test_large_and_small_letters_are_told_alike(text: str) -> None:
    assert fold(text.swapcase()) == fold(text.swapcase().lower())
