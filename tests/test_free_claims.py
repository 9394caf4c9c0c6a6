"""A free sentence as the rewriter hears it, and what it says as tokens."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.grounding.english.tokens import NamesInText, Token, tokens_of
from director.language.rewriting.marks import AND_THEN

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(Path(__file__).resolve().parents[1] / "tools"))
    claims: Any = import_module("free_claims")
    heard, left_out, told = claims.heard, claims.left_out, claims.told

DRIVERS = {
    "5": {"car": "5", "code": "VET", "name": "Sebastian Vettel"},
    "44": {"car": "44", "code": "HAM", "name": "Lewis Hamilton"},
}
NAMES = NamesInText(DRIVERS, ({"name": "Ferrari"},))


def _tokens(sentence: str) -> list[Token]:
    return tokens_of(sentence, NAMES) or []


def test_names_are_heard_as_stand_ins_and_numbers_with_a_letter() -> None:
    sentence, marks = heard(_tokens("Vettel, on softs, has just over four and a half seconds on Lewis since lap 20"))
    assert sentence == "hamilton , on soft , has 4.5 seconds alpha on leclerc since lap 20 beta"
    assert set(marks) == {"D1", "D2", "K1", "N1", "N2"}


def test_whoever_is_named_twice_has_one_mark() -> None:
    sentence, marks = heard(_tokens("Hamilton trails Vettel, but HAM is closing on Sebastian Vettel"))
    assert sentence == "hamilton trails leclerc , but hamilton is closing on leclerc"
    assert set(marks) == {"D1", "D2"}


def test_what_is_said_has_the_names_and_numbers_of_the_sentence() -> None:
    tokens = _tokens("Vettel heads Hamilton by nearly 4 seconds")
    _, marks = heard(tokens)
    first, second = told(["D2", "is", "N1", "behind", "D1", AND_THEN, "D1", "leads"], marks)
    assert [token.means or token.word for token in first] == [
        tokens[2].means, "is", tokens[4].means, "behind", tokens[0].means,
    ]  # fmt: skip
    assert second[0] == tokens[0]


def test_a_mark_that_stands_for_nothing_says_nothing() -> None:
    assert list(told(["D3", "leads"], {})) == [_tokens("leads")]


def test_what_is_not_told_is_left_out() -> None:
    _, marks = heard(_tokens("Vettel is first, 4 seconds ahead of Hamilton"))
    assert {token.text for token in left_out(marks, ["D1", "leads"])} == {"4 seconds", "Hamilton"}
    assert not left_out(marks, ["D2", "is", "N2", "behind", "D1"])


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60))
def test_any_text_is_heard_and_told_back(text: str) -> None:
    _, marks = heard(tokens_of(text, NAMES) or [])
    assert not left_out(marks, list(marks))
    assert len(list(told([*marks, AND_THEN, *marks], marks))) == 2


def test_the_one_who_and_the_name_of_a_sector_are_no_numbers() -> None:
    said, marks = heard(_tokens("Vettel is the one who is quicker in sector two by two tenths"))
    assert " the one who " in said
    assert " sector two " in said
    assert [mark for mark in marks if mark.startswith("N")] == ["N1"]
