"""Optional values that a question gives by phrase, as in "top 5" or "on lap 20".

A property lists its phrases under `x-phrases`; `{}` stands for the value.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from director.planners.offline.keys import key_of
from director.planners.offline.text import Word, tokenise, without_filler
from toolgate.contract import JsonObject

VALUE = "{}"
IsValue = Callable[[int, str], bool]


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words around a value of this kind."""

    words: tuple[str, ...]
    kind: str

    def fits(self, words: Sequence[str], at: int, is_value: IsValue) -> bool:
        """Whether the words from `at` on are this phrase. `is_value(place, kind)` tells what can be its value."""
        if at + len(self.words) > len(words):
            return False
        return all(
            is_value(at + i, self.kind) if part == VALUE else words[at + i] == part for i, part in enumerate(self.words)
        )


@dataclass(frozen=True, slots=True)
class Found:
    """Pieces `start:end` of a question are this phrase, with its value at `at`."""

    phrase: Phrase
    start: int
    end: int
    at: int


def read_phrases(spec: object, kind: str) -> list[Phrase]:
    """The phrases of one property's schema."""
    texts = spec.get("x-phrases") if isinstance(spec, dict) else None
    if not isinstance(texts, list):
        return []
    return [
        Phrase(tuple(VALUE if word.slot else key_of(word.text) for word in _words(text)), kind)
        for text in texts
        if isinstance(text, str) and text.count(VALUE) == 1
    ]


def find_phrases(words: Sequence[str], phrases: Collection[Phrase], is_value: IsValue) -> list[Found]:
    """The phrases in a question from the left, the longest where several fit."""
    found: list[Found] = []
    at = 0
    while at < len(words):
        fits = [phrase for phrase in phrases if phrase.fits(words, at, is_value)]
        if fits:
            phrase = max(fits, key=lambda fit: (len(fit.words), fit.words, fit.kind))
            found.append(Found(phrase, at, at + len(phrase.words), at + phrase.words.index(VALUE)))
            at += len(phrase.words)
        else:
            at += 1
    return found


def strip_phrases(words: list[Word], phrases: Mapping[Phrase, str], arguments: JsonObject) -> list[Word]:
    """An example without the phrases that every question may add, so that both are read alike."""
    kept = list(words)
    found = find_phrases([key_of(word.text) for word in words], phrases, lambda at, _: words[at].slot is not None)
    for one in reversed(found):
        if arguments.get(phrases[one.phrase]) == f"{{{words[one.at].slot}}}":
            del kept[one.start : one.end]
    return kept


def _words(phrase: str) -> list[Word]:
    return without_filler(tokenise(phrase.replace(VALUE, "{value}"), slots=True))
