"""Tenses that tell one thing: `made the most stops` is `has made` them, `has been fastest` is `was fastest`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from director.grounding.english.tokens import Token
from director.language.word_lists import words

_DONE = words(
    "made gained lost led set taken won passed overtaken overtook done run spent stayed moved climbed "
    "dropped fallen risen retired averaged lapped improved served received scored completed started finished posted"
)
_HAS = Token("has", "has")
_WAS = Token("was", "is")
"""Its text is past: what is so now and was not told as past is not said by it."""


def other_tenses(tokens: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """The tokens with the perfect for the past, and the reverse, of the first verb that has both."""
    for at, (token, after) in enumerate(pairwise(tokens)):
        if token.word == "has" and after.word in _DONE:
            yield (*tokens[:at], *tokens[at + 1 :])
            return
        if token.word == "has" and after.word == "been":
            yield (*tokens[:at], _WAS, *tokens[at + 2 :])
            return
        if after.word in _DONE and "who" in token.means:
            yield (*tokens[: at + 1], _HAS, *tokens[at + 1 :])
            return
