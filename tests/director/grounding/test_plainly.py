"""What a free sentence states in plain words: proved where it is all that the sentence says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from director.grounding import plainly
from director.grounding.english_tokens import NamesInText, Token, tokens_of
from director.grounding.plainly import SURE, all_hold, stated
from director.language.rewriting.marks import AND_THEN, NO_PLAIN
from director.language.rewriting.rewriter import STATES, Rewriting

DRIVERS = {
    "5": {"car": "5", "code": "VET", "name": "Sebastian Vettel"},
    "44": {"car": "44", "code": "HAM", "name": "Lewis Hamilton"},
}
NAMES = NamesInText(DRIVERS, ())
Says = Callable[..., None]


def _tokens(sentence: str) -> list[Token]:
    return tokens_of(sentence, NAMES) or []


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Says:
    """Gives the rewriter what it says of any sentence, and how likely that is."""

    def give(said: str, likely: float = 0.9) -> None:
        class Stub:
            def rewritings(self, sentence: str, before: object, marks: object, begin: str) -> list[Rewriting]:
                assert begin == STATES
                return [Rewriting(tuple(said.split()), likely)]

        monkeypatch.setattr(plainly, "shipped", lambda: (Stub(), frozenset()))

    return give


HEADS = "Vettel heads Hamilton by 4 seconds"


def test_each_statement_must_hold(says: Says) -> None:
    says(f"D2 is N1 behind D1 {AND_THEN} D1 leads")
    told: list[str] = []

    def holds(tokens: object) -> bool:
        told.append(" ".join(token.text for token in tokens))  # type: ignore[attr-defined]
        return len(told) < 2

    assert not all_hold(_tokens(HEADS), holds)
    assert told == ["Hamilton is 4 seconds behind Vettel", "Vettel leads"]
    assert all_hold(_tokens(HEADS), lambda tokens: True)


def test_what_is_not_surely_stated_is_not(says: Says) -> None:
    says("D2 is N1 behind D1", SURE - 0.01)
    assert not stated(_tokens(HEADS))
    says("D2 is N1 behind D1", SURE)
    assert stated(_tokens(HEADS))


def test_a_name_or_a_number_that_is_not_told_leaves_the_sentence_unproved(says: Says) -> None:
    says("D2 is behind D1")
    assert not stated(_tokens(HEADS))
    says("D1 leads")
    assert not stated(_tokens(HEADS))


def test_what_states_nothing_never_holds(says: Says) -> None:
    says(NO_PLAIN)
    assert not all_hold(_tokens("Vettel drives well"), lambda tokens: True)


@pytest.mark.parametrize(
    ("sentence", "said", "kept"),
    [
        ("Vettel does not lead", "D1 leads", False),
        ("Vettel has yet to stop", "D1 has not stopped", True),
        ("Only Vettel has stopped", "D1 has stopped", False),
        ("Only Vettel has stopped", "only D1 has stopped", True),
        ("Vettel could lead", "D1 leads", False),
        ("Vettel leads because of his stop", "D1 leads", False),
    ],
)
def test_a_denial_or_a_limit_is_told_too(sentence: str, said: str, kept: bool, says: Says) -> None:
    says(said)
    assert bool(stated(_tokens(sentence))) is kept
