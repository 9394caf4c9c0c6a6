"""Finds the entries of the context's vocabularies in a question, however they are written.

A vocabulary is a list of flat objects. Any field can stand for its entry where its value, or a part of it,
belongs to no other entry. What several entries share, a team say, is a value of its own under the field's name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from director.language.car_models import MODEL, models_of
from director.language.common_words import ORDINARY
from director.language.courtesy import FILLER
from director.language.grammar import FUNCTION
from director.language.joined_mentions import joined
from director.language.name_forms import MAX_FORM_WORDS, Form, forms_of
from director.language.name_meanings import CLASS_OF, MAKE, RELATED, SEASON, NameMeaning
from director.language.nicknames import BY_NATION, NICKNAMES, ROOKIE_WORDS, ROOKIES, TEAM_NICKNAMES
from director.language.number_lists import as_cars, is_listed, spoken_of_by_number
from director.language.numbers import read_number
from director.language.tokens import Word, tokenise
from toolgate.contract import JsonObject

Known = Callable[[str], bool]

CODE_CHARS = 4
PREFIX_CHARS = 3
NUMBER_MARKS = frozenset({"no", "number", "nr"})
_TYING = frozenset({"to", "and", "or", "vs", "v", "behind"})
"""After these a short code is a name, even where it is a word of the language too."""


class Mention(Struct, frozen=True):
    """Words `start:end` of a question and what they can stand for, by kind.

    One that is not `firm` may be a plain word instead; one that is `shaky` counts only where something else in the
    question supports it. A name that could be several entries has no readings: their labels are its `candidates`.
    """

    start: int
    end: int
    readings: Mapping[str, object]
    firm: bool = True
    shaky: bool = False
    candidates: tuple[str, ...] = ()


def identity_of(fields: Mapping[str, str]) -> str:
    """The value that stands for an entry with these fields."""
    return fields.get("code") or fields.get("car") or next(iter(fields.values()))


class Names:
    """The forms under which every entry can be named."""

    def __init__(self, vocabularies: Mapping[str, Sequence[JsonObject]], session: str = "") -> None:
        self._is_grand_prix = "grand prix" in session.casefold()
        self._rookies = next((names for year, names in ROOKIES.items() if year in session), ())
        self._by_number = spoken_of_by_number(vocabularies)
        self._cars: dict[str, dict[str, str]] = {}
        self._forms: dict[Form, NameMeaning] = defaultdict(NameMeaning)
        self._numbers: dict[str, NameMeaning] = defaultdict(NameMeaning)
        self.words: set[str] = set()
        """The words that names are made of."""
        self.spelled: set[str] = set()
        """Those, and neighbours of them written as one."""
        self._marks: set[str] = set(NUMBER_MARKS)
        for vocabulary, entries in vocabularies.items():
            for entry in entries:
                self._add(vocabulary, entry)

    def _add(self, vocabulary: str, entry: JsonObject) -> None:
        fields = {key: str(value) for key, value in entry.items() if isinstance(value, str | int) and value != ""}
        if not fields:
            return
        identity = identity_of(fields)
        self._cars.setdefault(identity, fields)
        label = fields.get("name") or identity
        self._add_others(vocabulary, identity, label, fields, entry.get("also", ()))
        for key, value in fields.items():
            if key == CLASS_OF:
                continue
            words = tuple(word.text for word in tokenise(value))
            if not words:
                continue
            is_number = len(words) == 1 and words[0].isdigit()
            if is_number:
                self._marks.add(key)
            else:
                self.words.update(words)
            if key == "name":
                self._add_others(vocabulary, identity, label, fields, self._called(words[-1]))
                if words[-1] in self._rookies:
                    self._add_others(vocabulary, identity, label, fields, ROOKIE_WORDS, shared=SEASON)
            if key == MAKE:
                self._add_others(vocabulary, identity, label, fields, models_of(words, fields), shared=MODEL)
            if key in ("team", MAKE):
                self._add_team_nicknames(vocabulary, identity, label, fields, key, words)
            for form, whole in forms_of(words):
                self.spelled.update(form if len(form) == 1 and not is_number else ())
                meaning = self._numbers[form[0]] if is_number else self._forms[form]
                meaning.entries[vocabulary][identity] = label
                meaning.values[key].add(value)
                meaning.fields[identity] = fields
                meaning.code |= len(words) == 1 and len(value) <= CODE_CHARS and value.isupper()
                meaning.whole |= whole

    def _called(self, family: str) -> Sequence[str]:
        """What somebody of this family name is called besides; by his nation only where the table has all who drive."""
        return (*NICKNAMES.get(family, ()), *(BY_NATION.get(family, ()) if self._is_grand_prix else ()))

    def _add_others(
        self,
        vocabulary: str,
        identity: str,
        label: str,
        fields: dict[str, str],
        others: Sequence[str],
        shared: str = "",
    ) -> None:
        """Adds what an entry is called besides, as the sport calls a driver, or several by what they share."""
        for other in others:
            form = tuple(word.text for word in tokenise(other))
            self.words.update(form)
            meaning = self._forms[form]
            meaning.entries[vocabulary][identity] = label
            meaning.fields[identity] = fields
            if shared:
                meaning.values[shared].add(other)

    def _add_team_nicknames(
        self, vocabulary: str, identity: str, label: str, fields: dict[str, str], key: str, name: Form
    ) -> None:
        """Adds the nicknames that the sport has for what the name of a team or a maker says."""
        for said, nicknames in TEAM_NICKNAMES.items():
            if f" {said} " not in f" {' '.join(name)} ":
                continue
            for nickname in nicknames:
                form = tuple(nickname.split())
                self.words.update(form)
                self.spelled.update(form if len(form) == 1 else ())
                meaning = self._forms[form]
                meaning.entries[vocabulary][identity] = label
                meaning.values[key].add(fields[key])
                meaning.fields[identity] = fields

    def has(self, word: str) -> bool:
        """Whether a word is, begins, or familiarly stands for, part of a name."""
        return word in self.words or self._familiar(word) is not None

    def find(self, words: Sequence[Word], known: Known) -> list[Mention]:
        """The mentions in a question, longest first from the left. `known` tells the catalogue's own words."""
        shouting = all(word.is_code for word in words if word.raw.isalpha())
        mentions: list[Mention] = []
        at = 0
        while at < len(words):
            mention = self._at(words, at, known, shouting)
            if mention is not None and mentions and _same(mentions[-1], mention):
                mentions[-1] = Mention(mentions[-1].start, mention.end, mention.readings)
            elif mention is not None and (beside := self._beside(mentions, mention, words)) is not None:
                mentions[-1] = beside
            elif mention is not None:
                mentions.append(mention)
            at = mention.end if mention else at + 1
        return _with_codes_beside(mentions, words)

    def _beside(self, mentions: Sequence[Mention], mention: Mention, words: Sequence[Word]) -> Mention | None:
        """A mention and the one right before it as one, where they mean the same car or cars."""
        if not mentions or mentions[-1].end != mention.start:
            return None
        start, end = mentions[-1].start, mention.end
        together = joined(mentions[-1].readings, mention.readings, self._cars, words, start, end)
        return None if together is None else Mention(start, end, together)

    def _at(self, words: Sequence[Word], at: int, known: Known, shouting: bool) -> Mention | None:
        if named := self._numbered(words, at) or self._initialled(words, at):
            return named
        for length in range(min(MAX_FORM_WORDS, len(words) - at), 0, -1):
            form = tuple(word.text for word in words[at : at + length])
            meaning = self._forms.get(form) or self._inflected(form, known)
            tied = at > 0 and words[at - 1].text in _TYING
            mention = _mention(at, at + length, meaning, words[at], known, shouting, tied) if meaning else None
            if mention is not None:
                return mention
        return None

    def _inflected(self, form: Form, known: Known) -> NameMeaning | None:
        """What a plural, a possessive without its apostrophe, or a familiar form of one name stands for."""
        *before, word = form
        if len(word) < PREFIX_CHARS or (not before and _is_plain(word, known)):
            return None
        singular = self._forms.get((*before, word.removesuffix("s")))
        return singular or (None if before else self._familiar(word))

    def _familiar(self, word: str) -> NameMeaning | None:
        """What is meant by the beginning of one name, a short form ("danny"), or an initial glued to a name."""
        if len(word) < PREFIX_CHARS or word in ORDINARY:
            return None
        short = _undoubled(word.removesuffix("ie").removesuffix("y"))
        for beginning in {word, short}:
            if len(beginning) >= PREFIX_CHARS and len(longer := self._longer(beginning)) == 1:
                return self._forms[(longer[0],)]
        rest = self._forms.get((word[1:],))
        return rest if rest is not None and rest.has_initial(word[0], word[1:]) else None

    def _longer(self, word: str) -> list[str]:
        return [name for name in self.words if name.startswith(word) and (name,) in self._forms]

    def as_cars(self, said: Sequence[Word]) -> list[Word]:
        """The words with "the 7" as a car's number, where cars are spoken of by their numbers."""
        return as_cars(said, self._numbers) if self._by_number else list(said)

    def _numbered(self, words: Sequence[Word], at: int) -> Mention | None:
        following = words[at + 1].text if at + 1 < len(words) else ""
        if words[at].text in self._marks and (meaning := self._numbers.get(_digits(following))):
            return Mention(at, at + 2, meaning.readings())
        meaning = self._numbers.get(words[at].text.lstrip("#"))
        marked = words[at].text.startswith("#")
        counts = following.endswith("s") and not (following in FUNCTION or self._is_make(following))
        if meaning is None or (counts and not marked):
            return None
        sure = marked or (self._by_number and is_listed(words, at, self._numbers))
        return Mention(at, at + 1, meaning.readings(), firm=sure, shaky=not sure)

    def _is_make(self, word: str) -> bool:
        """Whether a word is who built a car: "the 12 Lexus" are no twelve."""
        meaning = self._forms.get((word,))
        return meaning is not None and MAKE in meaning.values

    def _initialled(self, words: Sequence[Word], at: int) -> Mention | None:
        """A name after the first letter of another: "L. Stroll"."""
        initial = words[at].text
        if len(initial) > 1 or at + 1 == len(words):
            return None
        meaning = self._forms.get((words[at + 1].text,))
        if meaning is None or not meaning.has_initial(initial, words[at + 1].text):
            return None
        return Mention(at, at + 2, meaning.readings())


def _with_codes_beside(mentions: list[Mention], words: Sequence[Word]) -> list[Mention]:
    """The mentions; a code that is a word of the language too is a name beside another one: "gas, oco and per"."""
    short = [mention.end - mention.start == 1 and len(words[mention.start].text) == 3 for mention in mentions]
    out = list(mentions)
    for at, mention in enumerate(mentions):
        for beside in (at - 1, at + 1):
            if not (mention.shaky and short[at] and 0 <= beside < len(mentions) and short[beside]):
                continue
            first, second = sorted((mention, mentions[beside]), key=lambda one: one.start)
            between = [word.text for word in words[first.end : second.start]]
            if mentions[beside].firm and len(between) < 2 and _TYING.issuperset(between):
                out[at] = Mention(mention.start, mention.end, mention.readings)
    return out


def _same(one: Mention, other: Mention) -> bool:
    """Whether two adjacent mentions mean the same entry."""
    kinds = [kind for kind in one.readings.keys() & other.readings.keys() if not kind.startswith(RELATED)]
    return one.end == other.start and other.firm and any(one.readings[k] == other.readings[k] for k in kinds)


def _undoubled(word: str) -> str:
    return word[:-1] if word[-1:] == word[-2:-1] else word


def _digits(word: str) -> str:
    """A number as digits, however it is written; other words as they are."""
    number = read_number(word)
    return str(number.value) if number and not number.ordinal else word.lstrip("#")


def _is_plain(word: str, known: Known) -> bool:
    """Whether a word is ordinary English or the catalogue's own."""
    return word in ORDINARY or word in FUNCTION or word in FILLER or known(word)


def _mention(
    start: int, end: int, meaning: NameMeaning, word: Word, known: Known, shouting: bool, tied: bool
) -> Mention | None:
    """A mention, a doubtful one where the words are also plain English, or none.

    "per" is a word, unless it is `tied` to what stands before it: "gap ver to per".
    """
    readings = meaning.readings()
    plain = end - start == 1 and _is_plain(word.text, known)
    if not readings:
        return None if plain or not word.raw[0].isupper() else Mention(start, end, {}, candidates=meaning.candidates())
    if not plain:
        return Mention(start, end, readings)
    if meaning.code and word.text in FUNCTION and not (word.is_code or tied):
        return None
    if meaning.code:
        sure = word.is_code and not shouting
        return Mention(start, end, readings, firm=sure, shaky=not sure)
    if meaning.whole or word.raw[0].isupper():
        return Mention(start, end, readings, firm=word.raw[0].isupper() and not known(word.text))
    return Mention(start, end, readings, firm=False) if meaning.one_entry() else None
