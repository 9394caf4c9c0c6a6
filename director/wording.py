"""How a question is worded: its words as they are meant, and whether they point back to what was said before."""

from __future__ import annotations

import re
import unicodedata
from types import MappingProxyType

_WORDS = re.compile(r"[^\W_]+")
_SPELT = re.compile(r"[^\W_]+|[<>]=?")
_SHORT = MappingProxyType(
    {
        "whos": "who is",
        "who's": "who is",
        "whats": "what is",
        "what's": "what is",
        "wheres": "where is",
        "where's": "where is",
        "hows": "how is",
        "how's": "how is",
    }
)
_SHORT_FORM = re.compile(rf"\b(?:{'|'.join(_SHORT)})\b")
_COURTESY = frozenset({"hi", "hey", "hello", "please", "pls", "plz", "thanks", "thx"})
_PERSONS = frozenset({"he", "him", "his", "she", "her", "hers", "they", "them", "their", "theirs", "it", "its"})
_ASKERS = frozenset({"i", "me", "my", "we", "us", "our"})
_POINTING = (
    _PERSONS | _ASKERS | {"that", "this", "those", "these", "then", "else", "another", "instead", "former", "latter"}
)
_POINTING_STARTS = frozenset({("what", "about"), ("how", "about")})
_JOINING_STARTS = frozenset({"and", "or", "but", "also", "so"})


def words(text: str) -> tuple[str, ...]:
    """The words and numbers of a text, in lower case, without punctuation."""
    return tuple(_WORDS.findall(unicodedata.normalize("NFKC", text).casefold()))


def points_back(question: str) -> bool:
    """Whether it may refer to what its asker said before, as "and behind him?" does."""
    spelt = spelt_out(question)
    if not spelt:
        return True
    return spelt[0] in _JOINING_STARTS or spelt[:2] in _POINTING_STARTS or not _POINTING.isdisjoint(spelt)


def spelt_out(question: str) -> tuple[str, ...]:
    """The words and numbers of a question, short forms in full, without courtesy; `<` and `>` are words too."""
    folded = unicodedata.normalize("NFKC", question).casefold().replace("’", "'")
    spelt = _SPELT.findall(_SHORT_FORM.sub(lambda short: _SHORT[short.group()], folded))
    return tuple(word for word in spelt if word not in _COURTESY)
