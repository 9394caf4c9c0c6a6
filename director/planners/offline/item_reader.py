"""Reads a question into items, with the help of the catalogue's words and the context's names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import structs

from director.language.colouring import is_colour, is_drawn_out, uncoloured
from director.language.common_words import ORDINARY
from director.language.courtesy import FILLER
from director.language.folding import fold
from director.language.grammar import FUNCTION, LIGHT, OBJECTS, PRONOUNS, QUESTION_WORDS
from director.language.mentions import Mention, Names
from director.language.name_meanings import own_kind
from director.language.numbers import NUMBER_WORDS, as_clock, is_clock, joined, read_number
from director.language.slang import as_meant
from director.language.spelling import Speller
from director.language.synonyms import SYNONYMS
from director.language.tokens import Word, tokenise, without_filler
from director.language.tyre_marks import as_marked
from director.language.venues import venue_words
from director.language.word_lists import words
from director.planners.offline.index import CatalogueIndex
from director.planners.offline.question_items import CLOCK, NUMBER, ORDINAL, Item, affixed, of_somebody_placed
from director.planners.offline.team_mates import with_team_mates
from director.planners.offline.word_keys import is_function, key_of

PARTS_OF_TRACK = frozenset({"turn", "corner"})
"""Before a number they say where on the track: a tool must take them."""
_AFFIXED = re.compile(r"([a-z]{1,2})(\d{1,3})")
DRIVEN_IN = words("did does do set lapped posted clocked managed ran run")
"""After these `1:28` is the time of a lap, and no time of day: no tool finds a lap by its time."""
_LAP_TIME = re.compile(r"\d:\d\d")
COUNTING = frozenset({"all", "top", "lap", "sector", "stint"})
"""A number after them counts cars or is theirs, and is no car's number."""
NOTHING: Mapping[str, object] = {}
WHERE = frozenset(("in", "at"))
SESSION_PREFIX_CHARS = 5
BESIDE = frozenset(("behind", "of", "around", "near", "with", "for", "from", "on", "beside"))
NEXT_TO = frozenset(("behind", "of", "front"))
"""Before a name they say that somebody else is spoken of, whom "him" does not stand for: "the car behind Ocon"."""
ANYBODY = frozenset(("who", "someone", "everyone"))
"""Of whom "his" tells more where nobody is named: "who is still on his first set"."""
POSSESSIVE = frozenset(("his", "her"))
LEADING = frozenset(("leading", "top"))
"""Before several cars: which of them is placed best, "the leading Cadillac"."""
BY_THE_WAY = "of"
"""A key that weighs next to nothing."""


MOST_LATEST = 32
"""So many readings are kept: a question and its parts are read several times on their way to a plan."""


class ItemReader:
    """Reads questions for one catalogue and one context."""

    def __init__(self, index: CatalogueIndex, names: Names, session: str) -> None:
        self._index = index
        self._names = names
        self._speller = Speller(
            {*index.spelled, *NUMBER_WORDS}, names.spelled, index.compounds, {*FUNCTION, *FILLER, *LIGHT, *SYNONYMS}
        )
        self.name_session(session)

    def name_session(self, session: str) -> None:
        """Takes note of the line about the session: the words of its name, up to a colon, need no explanation."""
        name = session.partition(":")[0]
        self._line = name
        self._latest: dict[str, list[Item]] = {}
        self._session = ({word.text for word in tokenise(name)} | venue_words(fold(name))) - FUNCTION

    def read(self, question: str, referents: Mapping[str, object] = NOTHING) -> list[Item]:
        """The items of a question. `referents` are what "he" or "her" stands for where the question does not say."""
        if referents:
            return self._read(question, referents)
        if (items := self._latest.get(question)) is None:
            if len(self._latest) >= MOST_LATEST:
                self._latest.clear()
            items = self._latest[question] = self._read(question, referents)
        return items[:]

    def _read(self, question: str, referents: Mapping[str, object]) -> list[Item]:
        spelled = joined(
            [
                part
                for word in as_meant(as_marked(self._names.as_cars(tokenise(question)), self._line))
                for part in self._spelled(word)
            ]
        )
        spelled = uncoloured(spelled, lambda text: self._is_word(text) or self._names.has(text))
        words = without_filler(spelled, keep=lambda word: word.is_code and self._names.has(word.text))
        mentions = {mention.start: mention for mention in self._names.find(words, self._is_word)}
        items: list[Item] = []
        at = 0
        while at < len(words):
            mention = mentions.get(at)
            if mention is not None and mention.firm:
                text = " ".join(word.raw for word in words[at : mention.end])
                known = bool(mention.readings)
                if items and items[-1].said in LEADING and _is_group(mention):
                    items[-1:] = [Item(word, key_of(word), said=word) for word in ("highest", "placed")]
                items.append(Item(text, "", mention.readings, firm=True, known=known, candidates=mention.candidates))
                at = mention.end
            elif words[at].text in PARTS_OF_TRACK and at + 1 < len(words) and read_number(words[at + 1].text):
                items.append(Item(words[at].raw, key_of(words[at].text), known=False, said=words[at].text))
                at += 1
            elif words[at].text in PRONOUNS:
                bound = at + 1 < len(words) and _is_of_whom_it_asks(words[at].text, items, referents)
                if not bound and _is_another(words[at].text, words[at - 1].text if at else "", items, referents):
                    items.append(Item(words[at].raw, "", referents, firm=True, known=bool(referents)))
                at += 1
            else:
                if at and words[at - 1].text in DRIVEN_IN and _LAP_TIME.fullmatch(words[at].text):
                    items.append(Item(words[at].raw, words[at].text, known=False, said=words[at].text))
                    at += 1
                    continue
                counted = at > 0 and words[at - 1].text in COUNTING
                found = list(self._item(words[at], None if counted else mention))
                if not found and items and items[-1].key in WHERE and self._names_session(words[at].text):
                    items.pop()  # "who leads in Baku" ends with "leads", as "who leads" does
                items.extend(found)
                at += 1
        return _with_loose_groups(with_team_mates(items, self._named_by))

    def _named_by(self, text: str) -> Mapping[str, object]:
        """What a text that is one name can stand for."""
        said = tokenise(text)
        whole = (one for one in self._names.find(said, lambda _: False) if (one.start, one.end) == (0, len(said)))
        return next((mention.readings for mention in whole), NOTHING)

    def _spelled(self, word: Word) -> Iterator[Word]:
        """The word as it was most likely meant: as it is, as two words, or corrected."""
        text = word.text
        if text not in self._index.compounds and (self._is_plain(text) or self._names.has(text)):
            yield word
        else:
            yield from (structs.replace(word, text=part) for part in self._speller.spell(text))

    def _item(self, word: Word, mention: Mention | None) -> Iterator[Item]:
        text, key = word.text, key_of(word.text)
        readings = dict(mention.readings) if mention else {}
        if is_clock(text):
            yield Item(word.raw, text, {**readings, CLOCK: as_clock(text)}, firm=True)
        elif number := read_number(text):
            firm = number.firm and text not in self._session
            readings |= {NUMBER: number.value} | ({ORDINAL: number.value} if number.ordinal else {})
            yield Item(word.raw, key, readings, firm=firm, shaky=mention is not None, said=text)
        elif (glued := _AFFIXED.fullmatch(text)) and glued[1] in self._index.affixes:
            yield Item(word.raw, "", {affixed(NUMBER, glued[1]): int(glued[2])}, firm=True)
        elif not self._is_word(text) and mention is None and (is_colour(text) or is_drawn_out(text)):
            return
        elif self._is_word(text) or not self._names_session(text):
            shaky = mention is not None and mention.shaky
            known = self._is_word(text) or text in LIGHT
            yield Item(word.raw, key, readings, shaky=shaky, known=known, own=self._names_session(text), said=text)

    def _names_session(self, text: str) -> bool:
        """Whether a word is of the session's own line, or begins one: "australia" in the Australian Grand Prix."""
        begins = len(text) >= SESSION_PREFIX_CHARS and any(word.startswith(text) for word in self._session)
        return text in self._session or begins

    def _is_word(self, text: str) -> bool:
        key = key_of(text)
        return is_function(text) or (self._index.knows(key) and not is_function(key))

    def _is_plain(self, text: str) -> bool:
        return (
            self._is_word(text)
            or text in FILLER
            or text in LIGHT
            or text in SYNONYMS
            or text in ORDINARY
            or text in self._session
            or is_clock(text)
            or read_number(text) is not None
        )


def _is_another(pronoun: str, before: str, items: Sequence[Item], referents: Mapping[str, object]) -> bool:
    """Whether a pronoun is somebody that this question has not named: in "is Norris catching him" he is not Norris.

    "Has Norris anyone behind him" is of Norris where nobody else was spoken of.
    """
    named = [at for at, item in enumerate(items) if item.firm and not item.key]
    if not named:
        return True
    if len(named) == 1 and not referents and items[named[0]].text.casefold().endswith(("'s", "’s")):
        return False  # "did Stroll's lap get him into the top ten"
    if named[0] and len(named) == 1 and not referents and items[named[0] - 1].said in NEXT_TO:
        return False
    kinds = items[named[0]].readings.keys() & referents.keys()
    other = (not referents and before not in BESIDE) or any(
        items[named[0]].readings[kind] != referents[kind] for kind in kinds
    )
    same_clause = not any(item.key in QUESTION_WORDS or item.key == "and" for item in items[named[0] :])
    return pronoun in OBJECTS and len(named) == 1 and other and same_clause


def _is_of_whom_it_asks(pronoun: str, items: Sequence[Item], referents: Mapping[str, object]) -> bool:
    """Whether a pronoun stands for whoever is asked for, as "his" in "who is still on his first set" does.

    In "when did P4 make his stop" it is of P4, whoever was spoken of before.
    """
    if pronoun not in POSSESSIVE or any(item.firm and not item.key for item in items):
        return False
    return of_somebody_placed(items) or (not referents and any(item.key in ANYBODY for item in items))


def _is_group(mention: Mention) -> bool:
    """Whether a mention is of several cars."""
    return any(isinstance(value, tuple) for value in mention.readings.values())


def _with_loose_groups(items: list[Item]) -> list[Item]:
    """The items; a group need not be used if it is one of two ("a Mercedes or a Ferrari") or its members are named."""
    named = {(kind, value) for item in items for kind, value in item.readings.items() if isinstance(value, str)}
    loose = {at for at, item in enumerate(items) if any((kind, one) in named for kind, one in _members(item))}
    for at, item in enumerate(items[1:-1], start=1):
        if item.key == "or" and _members(items[at - 1]) and _members(items[at + 1]):
            loose |= {at - 1, at + 1}
    return [_loosened(item) if at in loose else item for at, item in enumerate(items)]


def _members(item: Item) -> list[tuple[str, object]]:
    """The kind and value of each that a group stands for."""
    values = {own_kind(kind): value for kind, value in item.readings.items() if item.firm and isinstance(value, tuple)}
    return [(kind, one) for kind, value in values.items() for one in value]


def _loosened(item: Item) -> Item:
    """A group as one thing, which a question may mention by the way."""
    single = {kind: value for kind, value in item.readings.items() if own_kind(kind) == kind}
    return structs.replace(item, key=BY_THE_WAY, readings=single, firm=False)
