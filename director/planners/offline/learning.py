"""What is learnt of a catalogue once: how much each word tells of each tool, and every example as a list of parts.

It is plain data, so that it can be kept: nothing in it depends on who takes part or on how the race stands.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise

from msgspec import Struct

from director.language.grammar import MOMENTS
from director.planners.offline.catalogue_tools import Example, Property, Slot, Tool, read_tool
from director.planners.offline.composing.lexicon import Lexicon, read_lexicon
from director.planners.offline.phrases import Phrase, openings
from director.planners.offline.question_items import ORDINAL, affixed
from director.planners.offline.word_keys import LIGHT_KEYS, grammar_weight, is_function, key_of
from toolgate.contract import JsonObject

SLOT_WEIGHT = 1.0
LIGHT_SHARE = 0.6
"""What is left of a light word's weight."""
SPREAD_SHARE = 0.7
"""What a word loses that every tool uses alike."""
MIN_EXAMPLES = 10
SAID_ONCE = 0.5
"""A word of the description alone counts as half a use."""


class Part(Struct, frozen=True, gc=False):
    """One piece of an example: a key, or a slot."""

    key: str
    weight: float
    slot: Slot | None = None


class ExampleShape(Struct, frozen=True, array_like=True, gc=False):
    """What many examples have in common: their tool's number, their fixed arguments, and what they give by phrase."""

    tool: int
    arguments: JsonObject
    by_phrase: frozenset[str]


class LearntExample(Struct, frozen=True, array_like=True, gc=False):
    """One example: its shape and its parts, by their numbers."""

    shape: int
    parts: tuple[int, ...]
    weight: float


class Learnt(Struct, frozen=True):
    """Everything that is learnt of one catalogue. Keys are those of `word_keys`."""

    tools: list[Tool]
    spelled: frozenset[str]
    """Every word as it is written."""
    compounds: dict[str, tuple[str, str]]
    """Neighbours in the examples, by how they are written as one word: `laptime`."""
    stand_ins: dict[str, frozenset[str]]
    """The kinds of names that a position and some words stand for."""
    shares: dict[str, dict[int, float]]
    """How much of each key's use falls to each tool; the shares of a key add up to 1."""
    weights: dict[str, float]
    parts: list[Part]
    shapes: list[ExampleShape]
    examples: list[LearntExample]
    moments: list[frozenset[tuple[str, str]]]
    postings: dict[str, list[int]]
    bare: list[int]
    openings: dict[str, list[str]]
    """Every phrase as it is written, by its first words."""
    affixes: frozenset[str]
    """Letters that belong to numbers in examples and phrases: `q` of `q{n}`."""
    lexicon: Lexicon = Lexicon()
    """How people speak of what can be queried."""


def learn(catalogue: Sequence[JsonObject]) -> Learnt:
    """Reads a catalogue: entries are `{name, description, input_schema}`, optionally with `server` and `examples`."""
    tools = [read_tool(entry) for entry in catalogue]
    compounds = _compounds(example for tool in tools for example in tool.examples)
    shares = _shares([_uses(tool) for tool in tools])
    weights = {key: _weight(by_tool, len(tools)) for key, by_tool in shares.items()}
    parts = _Parts(compounds, weights)
    examples = [parts.example(number, tool, one) for number, tool in enumerate(tools) for one in tool.examples]
    postings: dict[str, list[int]] = defaultdict(list)
    for number, example in enumerate(examples):
        for key in counted(parts.all[part].key for part in example.parts):
            postings[key].append(number)
    phrases = [Phrase.read(written) for tool in tools for written in tool.phrases]
    glued = {part.slot.affix for part in parts.all if part.slot}
    return Learnt(
        tools=[_without_examples(tool) for tool in tools],
        spelled=frozenset(word for tool in tools for word in tool.spelled),
        compounds=compounds,
        stand_ins=_stand_ins(tool.properties.values() for tool in tools),
        shares=shares,
        weights=weights,
        parts=parts.all,
        shapes=parts.shapes,
        examples=examples,
        moments=[_moments(tool, examples, parts) for tool in range(len(tools))],
        postings=dict(postings),
        bare=[number for number, example in enumerate(examples) if not example.parts],
        openings=openings(phrases),
        affixes=frozenset(glued | {phrase.value_kind.partition(":")[2] for phrase in phrases}) - {""},
        lexicon=read_lexicon(catalogue),
    )


def weight_of(key: str, weights: Mapping[str, float]) -> float:
    """How informative a key is: a word that every tool uses tells little."""
    if is_function(key):
        return grammar_weight(key)
    return weights.get(key, 1.0) * (LIGHT_SHARE if key in LIGHT_KEYS else 1.0)


def counted(keys: Iterable[str]) -> list[str]:
    """`key 1`, and `key 2` where a key comes a second time."""
    seen: dict[str, int] = {}
    out = []
    for key in keys:
        times = seen[key] = seen.get(key, 0) + 1
        out.append(f"{key} {times}")
    return out


class _Parts:
    """The parts and shapes of all examples, each made once: examples say the same words thousands of times."""

    def __init__(self, compounds: Mapping[str, tuple[str, str]], weights: Mapping[str, float]) -> None:
        self.all: list[Part] = []
        self.shapes: list[ExampleShape] = []
        self._compounds = compounds
        self._weights = weights
        self._by_word: dict[str, list[int]] = {}
        self._by_slot: dict[tuple[int, str, bool, bool, str], int] = {}

    def example(self, number: int, tool: Tool, example: Example) -> LearntExample:
        slots = example.slots(tool)
        parts: list[int] = []
        for word in example.words:
            if slot := slots.get(word.raw):
                parts.append(self._slot(number, slot))
            elif word.slot is None:
                parts += self._word(word.text)
        own = [self.all[part] for part in parts]
        filled = {part.slot.prop.name for part in own if part.slot and part.slot.fills}
        by_phrase = frozenset(example.arguments.keys() - example.fixed.keys() - filled)
        shape = self._shape(ExampleShape(number, example.fixed, by_phrase))
        return LearntExample(shape, tuple(parts), sum(part.weight for part in own))

    def _shape(self, shape: ExampleShape) -> int:
        """Its number. Examples of one shape follow each other."""
        if not self.shapes or self.shapes[-1] != shape:
            self.shapes.append(shape)
        return len(self.shapes) - 1

    def _slot(self, number: int, slot: Slot) -> int:
        place = (number, slot.prop.name, slot.fills, slot.ordinal, slot.affix)
        if place not in self._by_slot:
            self._by_slot[place] = len(self.all)
            self.all.append(Part(f"{{{affixed(slot.prop.kind, slot.affix)}}}", SLOT_WEIGHT, slot))
        return self._by_slot[place]

    def _word(self, text: str) -> list[int]:
        if (known := self._by_word.get(text)) is None:
            keys = [key_of(part) for part in self._compounds.get(text, (text,))]
            known = self._by_word[text] = list(range(len(self.all), len(self.all) + len(keys)))
            self.all += [Part(key, weight_of(key, self._weights)) for key in keys]
        return known


def _without_examples(tool: Tool) -> Tool:
    return Tool(**{name: getattr(tool, name) for name in tool.__struct_fields__} | {"examples": ()})


def _stand_ins(properties: Iterable[Iterable[Property]]) -> dict[str, frozenset[str]]:
    kinds: dict[str, set[str]] = defaultdict(set)
    for prop in chain.from_iterable(properties):
        for key in (*prop.stand_ins, *([ORDINAL] if prop.place else [])):
            kinds[key].add(prop.kind)
    return {key: frozenset(found) for key, found in kinds.items()}


def _moments(tool: int, examples: Iterable[LearntExample], parts: _Parts) -> frozenset[tuple[str, str]]:
    own = (example for example in examples if parts.shapes[example.shape].tool == tool)
    pairs = (pair for example in own for pair in pairwise(example.parts))
    keys = ((parts.all[one].key, parts.all[after].key) for one, after in pairs)
    return frozenset(pair for pair in keys if pair[0] in MOMENTS)


def _compounds(examples: Iterable[Example]) -> dict[str, tuple[str, str]]:
    return {
        left.text + right.text: (left.text, right.text)
        for example in examples
        for left, right in pairwise(example.words)
        if not (left.slot or right.slot or is_function(left.text) or is_function(right.text))
    }


def _uses(tool: Tool) -> dict[str, float]:
    """How often a tool's examples use each of its words, per example."""
    uses = Counter(
        key for example in tool.examples for key in {key_of(word.text) for word in example.words if word.slot is None}
    )
    total = max(len(tool.examples), MIN_EXAMPLES)
    return {key: max(uses[key], SAID_ONCE) / total for key in tool.lexicon}


def _shares(tools: Sequence[Mapping[str, float]]) -> dict[str, dict[int, float]]:
    uses: dict[str, dict[int, float]] = defaultdict(dict)
    for number, rates in enumerate(tools):
        for key, rate in rates.items():
            uses[key][number] = rate
    return {key: {n: rate / sum(by_tool.values()) for n, rate in by_tool.items()} for key, by_tool in uses.items()}


def _weight(shares: Mapping[int, float], tools: int) -> float:
    """From 0.3 for a word that every tool uses alike to 1 for a word of one."""
    entropy = -sum(share * math.log(share) for share in shares.values())
    return 1.0 - SPREAD_SHARE * entropy / math.log(max(tools, 2))
