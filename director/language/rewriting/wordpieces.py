"""Words as the encoder reads them: whole ones that it knows, others in the longest pieces that it knows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

UNKNOWN, BEGIN, END = "[UNK]", "[CLS]", "[SEP]"
INSIDE = "##"
"""Before a piece that does not begin a word."""
MOST_CHARS = 100
"""A longer word is unknown."""
_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")


class WordPieces:
    """Cuts words into pieces of a vocabulary, each a number: its place in it."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self._of_word = lru_cache(maxsize=20_000)(self._cut)

    def numbers(self, text: str, most: int) -> list[int]:
        """The pieces of a text by number, between a begin and an end; so many of them at most."""
        plain = "".join(char for char in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(char))
        said = (number for word in _WORD.findall(plain) for number in self._of_word(word))
        return [self._numbers[BEGIN], *islice(said, most), self._numbers[END]]

    def _cut(self, word: str) -> tuple[int, ...]:
        found: list[int] = []
        at = 0
        while at < len(word) <= MOST_CHARS:
            before = INSIDE if at else ""
            ends = range(len(word), at, -1)
            end = next((end for end in ends if before + word[at:end] in self._numbers), None)
            if end is None:
                return (self._numbers[UNKNOWN],)
            found.append(self._numbers[before + word[at:end]])
            at = end
        return tuple(found) if found else (self._numbers[UNKNOWN],)
