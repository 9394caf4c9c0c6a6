"""Each of several sentences is put in other words by itself."""

from __future__ import annotations

import pytest

from director.planners.offline.apart.sentences import in_each_sentence

SAID = {"b": "say b", "b?": "say b", "a. b?": "say both"}


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("b", "say b"),
        ("c! b?", "c! say b?"),
        ("c... b", "c... say b"),
        ("b? c", "say b? c"),
        ("a. b?", "say both"),
        ("c. d", "c. d"),
    ],
)
def test_a_sentence_is_said_by_itself(question: str, told: str) -> None:
    assert in_each_sentence(question, lambda text: SAID.get(text, text)) == told
