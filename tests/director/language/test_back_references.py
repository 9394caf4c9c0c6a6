"""Whether a question asks by itself or leans on what was said before."""

from __future__ import annotations

import pytest

from director.language.back_references import says_all
from tests.rows import each_row


@pytest.mark.parametrize(
    "question", ["who leads?", "how old are the tyres of Vettel", "who pitted on lap 22", "is Ocon faster than Perez"]
)
def test_a_sentence_says_all(question: str) -> None:
    assert says_all(question)


@each_row(
    "question",
    [
        "and Bottas?",
        "by how much?",
        "when?",
        "is he catching him?",
        "on lap 20?",
        "what about Ocon",
        "",
        "who?",
        "how many stops",
        "on what tyre",
        "vs alonso",
        "who is faster",
    ],
)
def test_a_part_of_one_leans(question: str) -> None:
    assert not says_all(question)
