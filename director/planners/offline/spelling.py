"""Corrects misspelt words to words the catalogue uses, and leaves other English alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rapidfuzz.distance import OSA

from director.planners.offline.english import FUNCTION, ORDINARY

MIN_CHARS = 4
TWO_EDITS_FROM = 8


class Speller:
    """Knows a set of words and finds the one that was meant."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_letter: dict[str, list[str]] = defaultdict(list)
        known = {word for word in (*words, *FUNCTION) if len(word) >= MIN_CHARS and word.isalpha()}
        for word in sorted(known):
            self._by_letter[word[0]].append(word)
        self._known = known

    def correct(self, word: str) -> str | None:
        """The one nearest known word with the same first letter; none where two are as near or none is near enough."""
        if len(word) < MIN_CHARS or not word.isalpha() or word in ORDINARY:
            return None
        allowed = 2 if len(word) >= TWO_EDITS_FROM else 1
        nearest: dict[int, list[str]] = defaultdict(list)
        for known in self._by_letter.get(word[0], ()):
            distance = OSA.distance(word, known, score_cutoff=allowed)
            if distance <= allowed:
                nearest[distance].append(known)
        return nearest[min(nearest)][0] if nearest else None

    def split(self, word: str) -> tuple[str, str] | None:
        """Two known words that were written as one."""
        for at in range(3, len(word) - 2):
            left, right = word[:at], word[at:]
            if self._has(left) and self._has(right):
                return left, right
        return None

    def _has(self, word: str) -> bool:
        return word in self._known
