"""Reads a question into items, with the help of the catalogue's words and the context's names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from director.planners.offline.english import FUNCTION, PRONOUNS
from director.planners.offline.index import CatalogueIndex, key_of
from director.planners.offline.items import CLOCK, NUMBER, Item, is_function
from director.planners.offline.names import Mention, Names
from director.planners.offline.numbers import as_clock, is_clock, read_number
from director.planners.offline.spelling import Speller
from director.planners.offline.text import Word, tokenise, without_filler

NOTHING: Mapping[str, object] = {}


class Reader:
    """Reads questions for one catalogue and one context."""

    def __init__(self, index: CatalogueIndex, names: Names, session: str) -> None:
        self._index = index
        self._names = names
        self._speller = Speller(index.surfaces)
        self._session = {word.text for word in tokenise(session)} - FUNCTION

    def read(self, question: str, referents: Mapping[str, object] = NOTHING) -> list[Item]:
        """The items of a question. `referents` are what "he" or "her" stands for, by kind."""
        words = without_filler(tokenise(question))
        mentions = {mention.start: mention for mention in self._names.find(words, self._is_word)}
        items: list[Item] = []
        at = 0
        while at < len(words):
            mention = mentions.get(at)
            if mention is not None and mention.firm:
                text = " ".join(word.raw for word in words[at : mention.end])
                items.append(Item(text, "", mention.readings, firm=True, known=bool(mention.readings)))
                at = mention.end
                continue
            items.extend(self._item(words[at], mention, referents))
            at += 1
        return items

    def _item(self, word: Word, mention: Mention | None, referents: Mapping[str, object]) -> Iterator[Item]:
        text = word.text
        readings = dict(mention.readings) if mention else {}
        if is_clock(text):
            yield Item(word.raw, text, {**readings, CLOCK: as_clock(text)}, firm=True)
        elif number := read_number(text):
            if text not in self._session:
                yield Item(word.raw, key_of(text), {**readings, NUMBER: number.value}, firm=number.firm)
        elif text in PRONOUNS:
            yield Item(word.raw, text, referents, firm=True, known=bool(referents))
        elif self._is_word(text) or text not in self._session:
            for key in self._keys(text):
                yield Item(word.raw, key, readings, known=self._index.knows(key) or is_function(key))

    def _keys(self, text: str) -> tuple[str, ...]:
        if self._is_word(text):
            return (key_of(text),)
        if parts := self._speller.split(text):
            return tuple(key_of(part) for part in parts)
        return (key_of(self._speller.correct(text) or text),)

    def _is_word(self, text: str) -> bool:
        return is_function(text) or self._index.knows(key_of(text))
