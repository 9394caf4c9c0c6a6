"""What only colours what is said: "officially", "realistically", "nooo". A question without it asks the same."""

from __future__ import annotations

import re

from director.language.word_lists import words

_MANNER = "ly"
_SHORTEST = 6
_DRAWN_OUT = re.compile(r"(.)\1\1")
_MEANING = words(
    """
    assembly butterfly catastrophically daily deliberately early earlier evenly family fairly formerly historically
    hourly illegally initially intentionally italy july lately legally monthly nightly normally only originally
    previously purposely quarterly rally rarely recently regularly repeatedly reply seldomly separately supply
    traditionally typically unfairly unlikely likely usually weekly wrongly yearly annually jointly respectively
    individually collectively partly mainly mostly consecutively increasingly simultaneously automatically
    slowly quickly closely heavily badly poorly safely cheaply evenly highly lowly newly freshly doubly
    lonely lovely friendly ugly silly costly deadly lively orderly cowardly likely holy reply apply imply multiply
    manually remotely secretly personally financially mentally physically medically politically
    """
)
"""These say which, when, how often, or whose fault: what is asked depends on them."""


def is_colour(word: str) -> bool:
    """Whether a folded word is an adverb of manner that changes nothing of what is asked."""
    return word.endswith(_MANNER) and len(word) >= _SHORTEST and word not in _MEANING


def is_drawn_out(word: str) -> bool:
    """Whether a folded word is drawn out, as "nooo": a letter stands in it three times in a row."""
    return word.isalpha() and _DRAWN_OUT.search(word) is not None
