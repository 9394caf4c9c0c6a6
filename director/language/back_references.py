"""Whether a question points back to what was said before, and its words as they are meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from director.language.contractions import CONTRACTIONS
from director.language.courtesy import GREETINGS, PLEASE, THANKS
from director.language.folding import fold
from director.language.grammar import AUXILIARIES, FUNCTION, LIGHT, POINTING, QUESTION_WORDS

_WORDS = re.compile(r"[^\W_]+")
_SPELT = re.compile(r"[^\W_]+(?:'[^\W_]+)?|[<>]=?")
_COURTESY = GREETINGS | PLEASE | THANKS
_POINTING_STARTS = frozenset({("what", "about"), ("how", "about")})
_JOINING_STARTS = frozenset({"and", "or", "but", "also", "so"})
_ONE_MORE_STARTS = frozenset({"and", "or", "vs", "versus"})
_FRAGMENT_STARTS = frozenset({"how", "which", "what", "by", "on", "in", "since", "for", "vs", "versus", "than", "why"})
_FRAGMENT_WORDS = 4
_COMPARED = frozenset({"faster", "quicker", "slower", "older", "newer", "fresher"})
_BESIDE = frozenset({"than", "or", "and", "vs"})


def words(text: str) -> tuple[str, ...]:
    """The folded words and numbers of a text, without punctuation."""
    return tuple(_WORDS.findall(fold(text)))


def points_back(question: str) -> bool:
    """Whether a question may refer to an earlier one, as "and behind him?" and "how many stops?" do."""
    spelt = spelt_out(question)
    if not spelt or _is_fragment(spelt):
        return True
    return spelt[0] in _JOINING_STARTS or spelt[:2] in _POINTING_STARTS or not POINTING.isdisjoint(spelt)


def asks_one_more(question: str) -> bool:
    """Whether it asks the same of another one: "and Vettel?", "what about lap 20"."""
    spelt = spelt_out(question)
    return not _ONE_MORE_STARTS.isdisjoint(spelt[:1]) or spelt[:2] in _POINTING_STARTS


def leaves_out(question: str) -> bool:
    """Whether a question does not say by itself what it asks of whom: "on what tyres", "who is faster"."""
    return _is_fragment(spelt_out(question))


def compares(question: str) -> bool:
    """Whether it asks who is ahead of the other in something, and does not say of whom: "who is on newer tyres"."""
    return _compares(spelt_out(question))


def _compares(spelt: Sequence[str]) -> bool:
    of_two = bool(spelt) and spelt[0] in ("who", "which") and not _COMPARED.isdisjoint(spelt)
    return of_two and _BESIDE.isdisjoint(spelt)


def _is_fragment(spelt: Sequence[str]) -> bool:
    """Whether it asks without a verb ("on what tyre", "vs Alonso"), or compares and does not say whom."""
    fragment = (
        bool(spelt) and spelt[0] in _FRAGMENT_STARTS and len(spelt) <= _FRAGMENT_WORDS and AUXILIARIES.isdisjoint(spelt)
    )
    return fragment or _compares(spelt)


def says_all(question: str) -> bool:
    """Whether a question is complete by itself: "and Bottas?" and "by how much?" are not."""
    spelt = spelt_out(question)
    asks = any(word in QUESTION_WORDS or word in AUXILIARIES for word in spelt)
    topics = any(word not in FUNCTION and word not in LIGHT and word not in AUXILIARIES for word in spelt)
    return asks and topics and not points_back(question)


def spelt_out(question: str) -> tuple[str, ...]:
    """The words and numbers of a question, short forms in full, without courtesy; `<` and `>` are words too."""
    spelt = (part for word in _SPELT.findall(fold(question)) for part in _parts(word))
    return tuple(word for word in spelt if word not in _COURTESY)


def _parts(word: str) -> tuple[str, ...]:
    return CONTRACTIONS.get(word) or tuple(word.split("'"))
