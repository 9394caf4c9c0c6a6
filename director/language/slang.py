"""Words of the paddock told in the words of a timing screen."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from director.language.racing import SAID_AS
from director.language.tokens import Word

_LENGTHS: dict[str, list[int]] = {}
"""How many words slang has, the longest first, by its first word."""
for _said in sorted(SAID_AS, key=len, reverse=True):
    if len(_said) not in _LENGTHS.setdefault(_said[0], []):
        _LENGTHS[_said[0]].append(len(_said))


def as_meant(words: Sequence[Word]) -> list[Word]:
    """The words with slang replaced, longest first; the raw text stays with the first word that it stands for."""
    meant: list[Word] = []
    at = 0
    while at < len(words):
        said = _slang_at(words, at)
        if said:
            first, *more = SAID_AS[said]
            meant += (structs.replace(words[at], text=first), *(Word(text, text) for text in more))
        else:
            meant.append(words[at])
        at += len(said) or 1
    return meant


def _slang_at(words: Sequence[Word], at: int) -> tuple[str, ...]:
    for length in _LENGTHS.get(words[at].text, ()):
        said = tuple(word.text for word in words[at : at + length])
        if said in SAID_AS:
            return said
    return ()
