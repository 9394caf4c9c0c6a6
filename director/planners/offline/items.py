"""What a question and an example are made of once they are read: items that can be laid side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from director.planners.offline.english import FUNCTION, MEANINGFUL, QUESTION_WORDS
from director.planners.offline.text import Word

NUMBER = "number"
TEXT = "text"
CLOCK = "clock"

@dataclass(frozen=True, slots=True)
class Item:
    """One meaningful piece of a question.

    `key` is what equal words share; `readings` are the values it can give to a slot, by kind.
    An item that is `firm` must be used by the tool that is chosen.
    """

    text: str
    key: str
    readings: Mapping[str, object] = field(default_factory=dict)
    firm: bool = False
    known: bool = True
    """Whether the catalogue has the word, or needs not."""
    word: Word | None = None


def is_function(key: str) -> bool:
    """Whether a key is a word of grammar."""
    return key in FUNCTION


def grammar_weight(key: str) -> float:
    """How much a word of grammar weighs beside a content word's 0.4 to 1."""
    if key in QUESTION_WORDS:
        return 0.35
    return 0.3 if key in MEANINGFUL else 0.12
