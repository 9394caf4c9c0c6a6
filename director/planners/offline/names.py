"""Finds the entries of the context's vocabularies in a question, however they are written.

A vocabulary is a list of flat objects. Any field can stand for its entry where its value, or a part of it,
belongs to no other entry. What several entries share, a team say, is a value of its own under the field's name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from director.planners.offline.english import FILLER, FUNCTION
from director.planners.offline.ordinary import ORDINARY
from director.planners.offline.text import Word, tokenise
from toolgate.contract import JsonObject

Form = tuple[str, ...]
Known = Callable[[str], bool]

MAX_FORM_WORDS = 5
MAX_GROUP = 4
CODE_CHARS = 4
PREFIX_CHARS = 3
SURE_PREFIX_CHARS = 4
NUMBER_MARKS = frozenset({"no", "number", "nr"})


@dataclass(frozen=True, slots=True)
class Mention:
    """Words `start:end` of a question and what they can stand for, by kind.

    One that is not firm may be a plain word; one that is shaky needs something else to bear it out. A name that
    could be several entries has no readings but their labels as candidates.
    """

    start: int
    end: int
    readings: Mapping[str, object]
    firm: bool = True
    shaky: bool = False
    candidates: tuple[str, ...] = ()


def group_kind(kind: str) -> str:
    """The kind of a reading that is several values of this kind, as a team is its drivers."""
    return f"{kind}*"


def related_kind(kind: str) -> str:
    """The kind of a reading that belongs to what is named, as a driver's team does."""
    return f"~{kind}"


@dataclass(slots=True)
class _Meaning:
    """What one form can stand for: entries by vocabulary, whole values by the name of their field."""

    entries: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    values: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    fields: dict[str, dict[str, str]] = field(default_factory=dict)
    code: bool = False
    whole: bool = False

    def readings(self) -> dict[str, object]:
        readings: dict[str, object] = {}
        for vocabulary, found in self.entries.items():
            if len(found) == 1:
                readings[vocabulary] = next(iter(found))
            elif len(found) <= MAX_GROUP and any(len(values) == 1 for values in self.values.values()):
                readings[group_kind(vocabulary)] = tuple(found)
        for key, values in self.values.items():
            if len(values) == 1 and key not in self.entries:
                readings[key] = next(iter(values))
        if len(self.fields) == 1:
            readings |= {related_kind(key): value for key, value in next(iter(self.fields.values())).items()}
        return readings

    def one_entry(self) -> bool:
        """Whether this names one entry rather than something that several share."""
        return any(len(found) == 1 for found in self.entries.values())

    def candidates(self) -> tuple[str, ...]:
        return tuple(sorted(label for found in self.entries.values() for label in found.values()))


class Names:
    """The forms under which every entry can be named."""

    def __init__(self, vocabularies: Mapping[str, Sequence[JsonObject]]) -> None:
        self._forms: dict[Form, _Meaning] = defaultdict(_Meaning)
        self._numbers: dict[str, _Meaning] = defaultdict(_Meaning)
        self.words: set[str] = set()
        """The words that names are made of."""
        self._marks: set[str] = set(NUMBER_MARKS)
        for vocabulary, entries in vocabularies.items():
            for entry in entries:
                self._add(vocabulary, entry)

    def _add(self, vocabulary: str, entry: JsonObject) -> None:
        fields = {key: str(value) for key, value in entry.items() if isinstance(value, str | int) and value != ""}
        if not fields:
            return
        identity = fields.get("code") or fields.get("car") or next(iter(fields.values()))
        label = fields.get("name") or identity
        for key, value in fields.items():
            words = tuple(word.text for word in tokenise(value))
            if not words:
                continue
            is_number = len(words) == 1 and words[0].isdigit()
            if is_number:
                self._marks.add(key)
            else:
                self.words.update(words)
            for form, whole in _forms(words):
                meaning = self._numbers[form[0]] if is_number else self._forms[form]
                meaning.entries[vocabulary][identity] = label
                meaning.values[key].add(value)
                meaning.fields[identity] = fields
                meaning.code |= len(words) == 1 and len(value) <= CODE_CHARS and value.isupper()
                meaning.whole |= whole

    def has(self, word: str) -> bool:
        """Whether a word is, or begins, part of a name."""
        return word in self.words or len(self._longer(word)) == 1

    def find(self, words: Sequence[Word], known: Known) -> list[Mention]:
        """The mentions in a question, longest first from the left. `known` tells the catalogue's own words."""
        shouting = all(word.raw.isupper() for word in words if word.raw.isalpha())
        mentions: list[Mention] = []
        at = 0
        while at < len(words):
            mention = self._at(words, at, known, shouting)
            if mention is not None:
                mentions.append(mention)
            at = mention.end if mention else at + 1
        return mentions

    def _at(self, words: Sequence[Word], at: int, known: Known, shouting: bool) -> Mention | None:
        if numbered := self._numbered(words, at):
            return numbered
        for length in range(min(MAX_FORM_WORDS, len(words) - at), 0, -1):
            form = tuple(word.text for word in words[at : at + length])
            meaning = self._forms.get(form) or (self._inflected(form[0], known) if length == 1 else None)
            if meaning is None:
                continue
            if len(form[0]) < SURE_PREFIX_CHARS and form not in self._forms:
                return Mention(at, at + 1, meaning.readings(), firm=False, shaky=True)
            mention = _mention(at, at + length, meaning, words[at], known, shouting)
            if mention is not None:
                return mention
        return None

    def _inflected(self, word: str, known: Known) -> _Meaning | None:
        """What a plural, a possessive without its apostrophe, or the beginning of one name stands for."""
        if len(word) < PREFIX_CHARS or _is_plain(word, known):
            return None
        if singular := self._forms.get((word.removesuffix("s"),)):
            return singular
        longer = self._longer(word)
        return self._forms[(longer[0],)] if len(longer) == 1 else None

    def _longer(self, word: str) -> list[str]:
        if len(word) < PREFIX_CHARS:
            return []
        return [name for name in self.words if name.startswith(word) and (name,) in self._forms]

    def _numbered(self, words: Sequence[Word], at: int) -> Mention | None:
        word = words[at].text
        marked = at + 1 < len(words) and word in self._marks and words[at + 1].text.lstrip("#") in self._numbers
        if marked:
            return Mention(at, at + 2, self._numbers[words[at + 1].text.lstrip("#")].readings())
        if word.lstrip("#") in self._numbers:
            return Mention(
                at,
                at + 1,
                self._numbers[word.lstrip("#")].readings(),
                firm=word.startswith("#"),
                shaky=not word.startswith("#"),
            )
        return None


def _forms(words: Form) -> Iterator[tuple[Form, bool]]:
    """Every run of a value's words, and two words written as one, with whether it is the whole value."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + MAX_FORM_WORDS) + 1):
            form = words[start:end]
            if len(form) > 1 or len(words) == 1 or (len(form[0]) > 2 and form[0] not in FUNCTION):
                yield form, len(form) == len(words)
            if len(form) == 2:
                yield ("".join(form),), len(words) == 2


def _is_plain(word: str, known: Known) -> bool:
    """Whether a word is ordinary English or the catalogue's own."""
    return word in ORDINARY or word in FUNCTION or word in FILLER or known(word)


def _mention(start: int, end: int, meaning: _Meaning, word: Word, known: Known, shouting: bool) -> Mention | None:
    """A mention, a doubtful one where the words are also plain English, or none."""
    readings = meaning.readings()
    plain = end - start == 1 and _is_plain(word.text, known)
    if not readings:
        return None if plain or not word.raw[0].isupper() else Mention(start, end, {}, candidates=meaning.candidates())
    if not plain:
        return Mention(start, end, readings)
    if meaning.code:
        sure = word.raw.isupper() and not shouting
        return Mention(start, end, readings, firm=sure, shaky=not sure)
    if meaning.whole or word.raw[0].isupper():
        return Mention(start, end, readings, firm=word.raw[0].isupper() and not known(word.text))
    return Mention(start, end, readings, firm=False) if meaning.one_entry() else None
