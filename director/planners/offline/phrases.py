"""Optional values that a question gives by phrase, as in "top 5" or "on lap 20".

A property lists its phrases under `x-phrases`; `{}` stands for the value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from director.language.tokens import Word, tokenise, without_filler
from director.planners.offline.question_items import affixed
from director.planners.offline.word_keys import key_of
from toolgate.contract import JsonObject

VALUE = "{}"
IsValue = Callable[[int, str], bool]


class Phrase(Struct, frozen=True):
    """The keys of the words around a value of this kind."""

    words: tuple[str, ...]
    kind: str

    @property
    def at(self) -> int:
        """The index of its value among the words."""
        return next(at for at, part in enumerate(self.words) if part.endswith(VALUE))

    @property
    def value_kind(self) -> str:
        """The kind of its value: `number:q` in "of q{}"."""
        return affixed(self.kind, self.words[self.at].removesuffix(VALUE))

    @property
    def written(self) -> str:
        """The phrase as one text, under which tools list it: `number: on lap {}`."""
        return f"{self.kind}: {' '.join(self.words)}"

    @classmethod
    def read(cls, written: str) -> Phrase:
        """The phrase that was written so."""
        kind, _, words = written.partition(": ")
        return cls(tuple(words.split(" ")), kind)

    def fits(self, words: Sequence[str], at: int, is_value: IsValue) -> bool:
        """Whether the words from `at` on are this phrase. `is_value(at, kind)` tells what can be its value."""
        if at + len(self.words) > len(words):
            return False
        return all(
            is_value(at + i, self.value_kind) if part.endswith(VALUE) else words[at + i] == part
            for i, part in enumerate(self.words)
        )


class Found(Struct, frozen=True):
    """Words `start:end` are this phrase, with its value at `at`."""

    phrase: Phrase
    start: int
    end: int
    at: int

    def within(self, other: Found) -> bool:
        """Whether this is a part of another, longer one."""
        return other.start <= self.start and self.end <= other.end and self.end - self.start < other.end - other.start


class PhraseBook:
    """Phrases, found by their opening: their first two words, either of which may be the value."""

    def __init__(self, openings: Mapping[str, Sequence[str]]) -> None:
        """`openings` are what `openings` makes of them: each is read when a text first opens so."""
        self._by_opening = openings
        self._first = {opening.partition(" ")[0] for opening in openings}
        self._read: dict[str, list[Phrase]] = {}

    @classmethod
    def of(cls, phrases: Iterable[Phrase]) -> PhraseBook:
        """The book of some phrases."""
        return cls(openings(phrases))

    def find(self, words: Sequence[str], is_value: IsValue) -> list[Found]:
        """Every place where a phrase fits, from the left, longer ones first."""
        found = []
        for at, word in enumerate(words):
            # Either of the first two words may be the value, so each opening is looked up with the value in its place;
            # most words begin no phrase and need two look-ups only.
            following = words[at + 1] if at + 1 < len(words) else ""
            begins: tuple[str, ...] = (f"{VALUE} {following}", VALUE)
            if word in self._first:
                begins = (f"{word} {following}", f"{word} {VALUE}", f"{VALUE} {following}", word, VALUE)
            for opening in begins:
                found += [
                    Found(phrase, at, at + len(phrase.words), at + phrase.at)
                    for phrase in self._that_open(opening)
                    if phrase.fits(words, at, is_value)
                ]
        return found

    def _that_open(self, opening: str) -> Sequence[Phrase]:
        if opening not in self._by_opening:
            return ()
        if opening not in self._read:
            self._read[opening] = [Phrase.read(written) for written in self._by_opening[opening]]
        return self._read[opening]


def openings(phrases: Iterable[Phrase]) -> dict[str, list[str]]:
    """Phrases as they are written, longer ones first, by their first two words; `{}` stands for a value there."""
    found: dict[str, list[str]] = defaultdict(list)
    for phrase in sorted(set(phrases), key=lambda one: (-len(one.words), one.words, one.kind)):
        opening = " ".join(VALUE if part.endswith(VALUE) else part for part in phrase.words[:2])
        found[opening].append(phrase.written)
    return dict(found)


def without_overlaps(found: Iterable[Found]) -> list[Found]:
    """From the left, the longest of those that start together; what overlaps it is left out."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def read_phrases(spec: object, kind: str) -> list[Phrase]:
    """The phrases of one property's schema."""
    texts = spec.get("x-phrases") if isinstance(spec, dict) else None
    if not isinstance(texts, list):
        return []
    return [
        Phrase(tuple(f"{_affix(word)}{VALUE}" if word.slot else key_of(word.text) for word in _words(text)), kind)
        for text in texts
        if isinstance(text, str) and text.count(VALUE) == 1
    ]


def strip_phrases(words: list[Word], book: PhraseBook, phrases: Mapping[str, str], arguments: JsonObject) -> list[Word]:
    """An example without the phrases that every question may add, so that both are read alike."""
    if not any(word.slot for word in words):
        return words
    kept = list(words)
    keys = [key_of(word.text) for word in words]
    found = book.find(keys, lambda at, kind: bool(words[at].slot) and kind.partition(":")[2] == _affix(words[at]))
    own = [one for one in found if arguments.get(phrases[one.phrase.written]) == f"{{{words[one.at].slot}}}"]
    for one in reversed(without_overlaps(own)):
        del kept[one.start : one.end]
    return kept


def _affix(word: Word) -> str:
    """The letters before a slot that belong to its number; those of a position (`p{n}`) do not."""
    affix = word.raw.partition("{")[0]
    return "" if affix == "p" else affix


def _words(phrase: str) -> list[Word]:
    return without_filler(tokenise(phrase.replace(VALUE, "{value}"), slots=True))
