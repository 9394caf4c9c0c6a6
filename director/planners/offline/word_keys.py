"""The key under which equal words meet, and what grammar words weigh."""

from __future__ import annotations

from functools import lru_cache

from director.language.grammar import FUNCTION, LIGHT, MEANINGFUL, QUESTION_WORDS, SAME_FUNCTION
from director.language.numbers import read_number
from director.language.tokens import stem


@lru_cache(maxsize=8192)
def key_of(word: str) -> str:
    """The key of a folded word; numbers meet under their value however they are written."""
    if number := read_number(word):
        return f"#{number.value}"
    return SAME_FUNCTION.get(word, word) if is_function(word) else stem(word)


def is_function(key: str) -> bool:
    """Whether a key is a word of grammar."""
    return key in FUNCTION


LIGHT_KEYS = frozenset(key_of(word) for word in LIGHT)


def grammar_weight(key: str) -> float:
    """How much a word of grammar weighs beside a content word's 0.4 to 1."""
    if key in QUESTION_WORDS:
        return 0.35
    return 0.3 if key in MEANINGFUL else 0.12
