"""The sentences that the rewriter learns: the other way round, denied, and with other numbers."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(Path(__file__).resolve().parents[1] / "tools"))
    claims: Any = import_module("claim_lines")


@pytest.mark.parametrize(
    ("sentence", "states", "heard", "told"),
    [
        ("hamilton trails leclerc", "D1 is behind D2", "hamilton leads leclerc", "D1 is ahead of D2"),
        (
            "hamilton is 4 alpha ahead of leclerc",
            "D1 is N1 ahead of D2",
            "hamilton is 4 alpha behind leclerc",
            "D1 is N1 behind D2",
        ),
        (
            "hamilton 's best was slower than leclerc 's",
            "D1 's best lap is slower than D2 's",
            "hamilton 's best was quicker than leclerc 's",
            "D2 's best lap is slower than D1 's",
        ),
    ],
)
def test_one_word_turns_a_sentence_round(sentence: str, states: str, heard: str, told: str) -> None:
    assert list(claims.turned(sentence, states)) == [(heard, told)]


@pytest.mark.parametrize(
    ("sentence", "states"),
    [
        ("hamilton leads", "D1 leads"),
        ("hamilton leads leclerc , who is ahead of norris", "D2 is behind D1"),
        ("hamilton leads leclerc", "D2 is behind D1 ; D1 leads"),
    ],
)
def test_what_no_single_word_turns_stays(sentence: str, states: str) -> None:
    assert not list(claims.turned(sentence, states))


def test_a_denied_sentence_states_nothing() -> None:
    rng = random.Random(1)
    ((heard, told),) = claims.denied("hamilton is third", rng)
    assert told == "-"
    assert heard != "hamilton is third"
    assert heard.startswith("hamilton ")
    assert heard.endswith(" third")


def test_numbers_are_learnt_with_other_digits_and_the_same_meaning() -> None:
    (sentence, states), *_ = [row[:2] for row in claims.rows("claims.tsv") if row[0].startswith("from 1.2 alpha")]
    alike = [line for line in claims.claim_lines() if line.question.endswith(sentence.split("alpha")[-1][-30:])]
    meant = [line for line in alike if line.tokens == tuple(states.split())]
    assert sentence in {line.question for line in meant}
    assert len({line.question for line in meant}) == claims.FILLS
