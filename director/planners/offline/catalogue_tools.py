"""One catalogue entry as the planner reads it: its properties, its words, and its examples as templates."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from director.language.tokens import Word, tokenise, without_filler
from director.planners.offline.phrases import PhraseBook, read_phrases, strip_phrases
from director.planners.offline.question_items import CLOCK, NUMBER, TEXT
from director.planners.offline.word_keys import key_of
from toolgate.contract import JsonObject


class Property(Struct, frozen=True):
    """One argument of a tool. `kind` says where its values come from: a vocabulary, numbers, clock times, or text."""

    name: str
    kind: str
    required: bool
    choices: dict[str, Any] = {}
    minimum: float = -math.inf
    maximum: float = math.inf
    place: str | None = None
    """How a position stands for a name, with `{}` for its number."""
    stand_ins: dict[str, str] = {}
    """Words that stand for a name, by key."""
    by_example: bool = False
    """Whether only an example gives it a value: what else is named is asked of each."""

    def allows(self, value: object) -> bool:
        """Whether a value lies within the bounds."""
        return not isinstance(value, int | float) or self.minimum <= value <= self.maximum


_NUMBERS = {name: Property(name, NUMBER, False) for name in ("n", "m")}
"""Slots of this name stand for numbers, though no argument takes them: the tool tells what they are about anyhow."""


class Slot(Struct, frozen=True):
    """A place in an example for a value of the question. One that does not fill (`fills`) only says that a value stands
    there.
    """

    prop: Property
    fills: bool
    ordinal: bool
    """Written as `p{n}` or `{n}th`: takes positions, not counts."""
    affix: str = ""
    """Letters that belong to the number: `q` of `q{n}`."""

    @property
    def counts(self) -> bool:
        """Whether a number belongs here: without it the question is not the example's."""
        return self.fills and self.prop.kind == NUMBER


class Example(Struct, frozen=True, gc=False):
    """A slotted question without filler and phrases, and its arguments."""

    words: tuple[Word, ...]
    arguments: JsonObject
    fixed: JsonObject
    """The arguments that are the same whatever the question."""

    def slots(self, tool: Tool) -> dict[str, Slot]:
        """The places for values, by word. A slot that no argument takes has the name of the property whose values fit
        it.
        """
        if not any(word.slot for word in self.words):
            return {}
        takes = {slot: name for name, value in self.arguments.items() if (slot := _slot_name(value)) is not None}
        found: dict[str, Slot] = {}
        for word in self.words:
            prop = tool.properties.get(takes.get(word.slot, word.slot), _NUMBERS.get(word.slot)) if word.slot else None
            if prop is not None:
                affix = word.raw.partition("{")[0]
                ordinal = word.raw != f"{{{word.slot}}}" and affix in ("", "p")
                found[word.raw] = Slot(prop, word.slot in takes, ordinal, "" if affix == "p" else affix)
        return found


class Tool(Struct, frozen=True):
    """One catalogue entry. `said` are the keys of its name and description, `lexicon` all of its keys."""

    name: str
    server: str | None
    properties: dict[str, Property]
    phrases: dict[str, str]
    """The argument that each phrase gives, by the phrase as it is written."""
    examples: tuple[Example, ...]
    """Empty in what is kept of a catalogue: its templates are what is left of them."""
    shows: int
    """How many examples it has."""
    said: frozenset[str]
    lexicon: frozenset[str]
    spelled: frozenset[str]
    """Every word as it is written, those of phrases included."""
    shown: frozenset[str]
    """Properties that some example sets to a fixed value."""


def read_tool(entry: JsonObject) -> Tool:
    """Reads one catalogue entry: `name`, `description`, `input_schema`, optionally `server` and `examples`."""
    specs = _specs(entry)
    required = (entry.get("input_schema") or {}).get("required") or ()
    ordered = sorted(specs.items(), key=lambda pair: pair[0] not in required)  # what is required is filled first
    properties = {name: _property(name, spec, name in required) for name, spec in ordered}
    found = [(phrase, name) for name, spec in specs.items() for phrase in read_phrases(spec, properties[name].kind)]
    phrases = {phrase.written: name for phrase, name in found}
    book = PhraseBook.of(phrase for phrase, _ in found)
    examples = tuple(
        Example(
            tuple(strip_phrases(without_filler(tokenise(text, slots=True)), book, phrases, arguments)),
            arguments,
            {name: value for name, value in arguments.items() if _slot_name(value) is None},
        )
        for text, arguments in entry.get("examples") or ()
        if arguments or without_filler(tokenise(text, slots=True))  # an empty example is like every empty question
    )
    said = _texts(f"{entry['name'].replace('_', ' ')} {entry.get('description', '')}")
    told = _texts(" ".join(str(spec.get("description", "")) for spec in specs.values()))
    asked = {word.text for example in examples for word in example.words if word.slot is None}
    return Tool(
        name=entry["name"],
        server=entry.get("server"),
        properties=properties,
        phrases=phrases,
        examples=examples,
        shows=len(examples),
        said=_keys(said),
        lexicon=_keys(said | told | asked),
        spelled=frozenset(said | told | asked | {word for spec in specs.values() for word in _phrase_words(spec)}),
        shown=frozenset(name for example in examples for name in example.fixed),
    )


def _specs(entry: JsonObject) -> dict[str, JsonObject]:
    properties = (entry.get("input_schema") or {}).get("properties") or {}
    return {name: spec if isinstance(spec, dict) else {} for name, spec in properties.items()}


def _property(name: str, spec: JsonObject, required: bool) -> Property:
    choices = {key_of(word.text): value for value in spec.get("enum") or () for word in tokenise(str(value))[:1]}
    return Property(
        name,
        _kind(spec),
        required,
        choices,
        spec.get("minimum", -math.inf),
        spec.get("maximum", math.inf),
        spec.get("x-place"),
        {key_of(word): word for word in spec.get("x-stand-ins") or ()},
        bool(spec.get("x-by-example")),
    )


def _kind(spec: JsonObject) -> str:
    types = spec.get("type")
    if isinstance(vocabulary := spec.get("x-vocabulary"), str):
        return vocabulary
    if {"integer", "number"} & set(types if isinstance(types, list) else [types]):
        return NUMBER
    return CLOCK if ":" in str(spec.get("pattern", "")) else TEXT


def _slot_name(value: object) -> str | None:
    """`driver` of `{driver}`."""
    return value[1:-1] if isinstance(value, str) and value[:1] == "{" and value[-1:] == "}" else None


def _texts(text: str) -> set[str]:
    return {word.text for word in tokenise(text)}


def _phrase_words(spec: JsonObject) -> set[str]:
    return _texts(" ".join(text.replace("{}", " ") for text in spec.get("x-phrases") or () if isinstance(text, str)))


def _keys(words: Iterable[str]) -> frozenset[str]:
    return frozenset(key_of(word) for word in words)
