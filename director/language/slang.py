"""Words of the paddock told in the words of a timing screen."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from director.language.racing import SAID_AS
from director.language.tokens import Word

_LONGEST = max(map(len, SAID_AS))
_FIRST = frozenset(said[0] for said in SAID_AS)


def as_meant(words: Sequence[Word]) -> list[Word]:
    """The words with slang replaced, longest first; the raw text stays with the first word that it stands for."""
    meant: list[Word] = []
    at = 0
    while at < len(words):
        said = _slang_at(words, at) if words[at].text in _FIRST else ()
        for nth, text in enumerate(SAID_AS[said] if said else (words[at].text,)):
            meant.append(structs.replace(words[at], text=text) if not nth else Word(text, text))
        at += len(said) or 1
    return meant


def _slang_at(words: Sequence[Word], at: int) -> tuple[str, ...]:
    for length in range(min(_LONGEST, len(words) - at), 0, -1):
        said = tuple(word.text for word in words[at : at + length])
        if said in SAID_AS:
            return said
    return ()
