"""Corrects misspelt words to words that are known here, and leaves other English alone.

The first letter is taken to be right, unless the first two are swapped. Short words must keep their letters but
for one left out, doubled or swapped: another letter usually makes another word ("cats" is not "cars").
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from pathlib import Path

from director.language.common_words import ORDINARY
from director.language.tokens import stem
from director.language.word_lists import words

MIN_CHARS = 3
MOST_KEPT = 5000
"""So many words are remembered with what they were meant to be."""
ANY_EDIT_FROM = 6
SWAPPED, MISSING, REPLACED = range(3)
VOWELS = set("aeiouy")
TWO_EDITS_FROM = 8
NAME_TWO_EDITS_FROM = 6
ENDINGS = words("s es d ed r er rs ers ing ings e ion ions or ors") | {""}
"""What may follow on the part that two forms of a word share."""
NOTHING: Mapping[str, tuple[str, str]] = {}

ORDINARY_STEMS = frozenset(stem(word) for word in ORDINARY)
_ENDLESS = re.compile(r"(.)\1+$")


class Speller:
    """Knows the words that may be meant. `names` are forgiven more than others, `common` words only swapped letters."""

    def __init__(
        self,
        words: Iterable[str],
        names: Iterable[str] = (),
        compounds: Mapping[str, tuple[str, str]] = NOTHING,
        common: Iterable[str] = (),
    ) -> None:
        self._names = {name for name in names if len(name) > MIN_CHARS and name.isalpha()}
        self._words = {word for word in words if len(word) >= MIN_CHARS and word.isalpha()}
        self._compounds = compounds
        self._common = {word for word in common if len(word) > MIN_CHARS and word.isalpha()} - self._words
        self._spelt: dict[str, tuple[str, ...]] = {}
        self._by_letter: dict[str, list[str]] = defaultdict(list)
        for word in sorted(self._words | self._names | self._common | compounds.keys()):
            self._by_letter[word[0]].append(word)

    def spell(self, word: str) -> tuple[str, ...]:
        """The word or the two words that were most likely meant; the word itself where nothing is near."""
        if (known := self._spelt.get(word)) is None:
            if len(self._spelt) >= MOST_KEPT:
                self._spelt.clear()
            known = self._spelt[word] = self._spell(word)
        return known

    def _spell(self, word: str) -> tuple[str, ...]:
        if word in self._compounds:
            return self._compounds[word]
        correct = self.correct(word)
        if correct is None:
            return self.split(word) or (word,)
        return self._compounds.get(correct) or (correct,)

    def correct(self, word: str) -> str | None:
        """The known word that was most likely meant, if any is near enough."""
        if len(word) < MIN_CHARS or not word.isalpha() or is_ordinary(word):
            return None
        if (plain := _ENDLESS.sub(r"\1", word)) in self._words | self._common:
            return plain
        nearest = [
            (distance, _slip(word, known), known not in self._words, -len(known), known)
            for known in (*self._by_letter.get(word[0], ()), *self._by_letter.get(word[1], ()))
            if (distance := self._distance(word, known)) is not None
        ]
        meant = _one_meaning(nearest)
        another = meant is not None and meant not in self._names and not _is_inflected(word, meant)
        return None if another and word in english() else meant

    def _distance(self, word: str, known: str) -> int | None:
        """The edits between two words, if so few that one may be a slip for the other."""
        if word[0] != known[0] and sorted(word[:2]) != sorted(known[:2]):
            return None
        shorter, slip = min(len(word), len(known)), _slip(word, known)
        if (
            not VOWELS & set(word)
            and len(known) <= 2 * len(word)
            and word == "".join(c for c in known if c not in VOWELS)
        ):
            return 1
        if known in self._common and slip != SWAPPED and (shorter < ANY_EDIT_FROM - 1 or slip == REPLACED):
            return None
        if shorter <= MIN_CHARS and slip != SWAPPED:
            return None
        any_edit_from = ANY_EDIT_FROM - (known in self._names)
        if shorter < any_edit_from and slip == REPLACED and not _same_but_vowels(word, known):
            return None
        allowed = 2 if shorter >= TWO_EDITS_FROM else 1
        if known in self._names and shorter >= NAME_TWO_EDITS_FROM and (word[:3] == known[:3] or slip == SWAPPED):
            allowed = 2
        from rapidfuzz.distance import OSA  # here: most questions have no slip, and it takes its time to import

        distance = OSA.distance(word, known, score_cutoff=allowed)
        return distance if distance <= allowed else None

    def split(self, word: str) -> tuple[str, str] | None:
        """Two known words that were written as one."""
        for at in range(MIN_CHARS, len(word) - MIN_CHARS + 1):
            if word[:at] in self._words and word[at:] in self._words:
                return word[:at], word[at:]
        return None


def _one_meaning(nearest: Sequence[tuple[int, int, bool, int, str]]) -> str | None:
    """The nearest word; None where words of different meanings are as near."""
    if not nearest:
        return None
    best = min(nearest)
    as_near = {stem(word) for *rank, _, word in nearest if tuple(rank) == best[:3]}
    return best[-1] if len(as_near) == 1 else None


def is_ordinary(word: str) -> bool:
    """Whether a word, or its stem, is ordinary English."""
    return word in ORDINARY or (len(key := stem(word)) > MIN_CHARS and key in ORDINARY_STEMS)


@lru_cache(maxsize=1)
def english() -> frozenset[str]:
    """Some twenty thousand words of English, first names and places among them: no slips for words."""
    return frozenset(Path(__file__).with_name("english.words").read_text(encoding="ascii").split())


def _is_inflected(word: str, other: str) -> bool:
    """Whether two words are forms of one: "averages" and "average", "separating" and "separation"."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
    return shared > MIN_CHARS and {word[shared:], other[shared:]} <= ENDINGS


def _slip(word: str, known: str) -> int:
    """The rank of the typing mistake that would make one word of the other; the likeliest is lowest."""
    if len(word) != len(known):
        return MISSING
    return SWAPPED if sorted(word) == sorted(known) else REPLACED


def _same_but_vowels(word: str, known: str) -> bool:
    return all(a == b or {a, b} <= VOWELS for a, b in zip(word, known, strict=True))
