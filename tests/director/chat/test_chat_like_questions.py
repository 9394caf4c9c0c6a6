"""Which questions share an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.chat.like_questions import like_key
from director.language.back_references import words
from tests.rows import each_row


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("who is leading", "WHO IS LEADING???"),
        ("who is leading", "Who’s leading"),
        ("who is leading", "whos leading pls"),
        ("gap between HAM and VET", "hey, gap between ham and vet?"),
        ("how is Pérez doing", "hows pérez doing"),
    ],
)
def test_like(one: str, other: str) -> None:
    assert like_key(one, "ann") == like_key(other, "bob")


@each_row(
    ("one", "other"),
    [
        ("who is ahead of Hamilton", "who is ahead of Vettel"),
        ("who is ahead of Hamilton", "who is behind Hamilton"),
        ("who led on lap 12", "who led on lap 21"),
        ("who led on lap 1", "who led on lap 11"),
        ("is hamilton ahead of vettel", "is vettel ahead of hamilton"),
        ("is he out", "isn't he out"),
        ("has hamilton pitted", "has hamilton not pitted"),
        ("gap of 1.5", "gap of 15"),
        ("gap of 1.5", "gap of 5.1"),
        ("who is leading", "who is leading now and on lap 3"),
        ("is the gap > 5 s", "is the gap < 5 s"),
    ],
)
def test_unlike(one: str, other: str) -> None:
    assert like_key(one, "ann") != like_key(other, "ann")


@each_row(
    "question",
    ["and behind him?", "what about Vettel?", "how about lap 3", "and Vettel?", "is it close", "his last lap",
     "who is ahead of them", "am I in the race with my car", "and then?", "please"],
)  # fmt: skip
def test_what_points_back_is_like_the_same_persons_only(question: str) -> None:
    assert like_key(question, "ann") != like_key(question, "bob")
    assert like_key(question, "ann") == like_key(question.upper(), "ann")


@given(st.text(), st.text(), st.text())
def test_like_questions_have_the_same_numbers_and_words(one: str, other: str, name: str) -> None:
    assert like_key(one, name) == like_key(one, name)
    if like_key(one, name) == like_key(other, name):
        digits = [word for word in words(one) if word.isdecimal()]
        assert digits == [word for word in words(other) if word.isdecimal()]
