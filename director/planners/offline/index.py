"""The catalogue read once: what each word tells of each tool, and the examples found by their words."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise

from msgspec import Struct

from director.language.grammar import MOMENTS
from director.planners.offline.items import ORDINAL, Item
from director.planners.offline.keys import LIGHT_KEYS, grammar_weight, is_function, key_of
from director.planners.offline.phrases import Phrase, PhraseBook
from director.planners.offline.tools import Example, Property, Slot, Tool, read_tool
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


class Template(Struct, frozen=True, gc=False):
    """One example of a tool, ready to be laid beside a question."""

    tool: int
    parts: tuple[Part, ...]
    arguments: Mapping[str, object]
    by_phrase: frozenset[str]
    """The properties whose values this example gives by phrase: a question must give them too."""
    keys: frozenset[str]
    weight: float


class CatalogueIndex:
    """Everything the matcher needs to know of one catalogue."""

    def __init__(self, catalogue: Sequence[JsonObject]) -> None:
        self.tools = [read_tool(entry) for entry in catalogue]
        self.phrases = PhraseBook(phrase for tool in self.tools for phrase in tool.phrases)
        self.spelled = {word for tool in self.tools for word in tool.spelled}
        self.compounds = _compounds(example for tool in self.tools for example in tool.examples)
        self._stand_ins = _stand_ins(tool.properties.values() for tool in self.tools)
        self._shares = _shares([_uses(tool) for tool in self.tools])
        self._weights = {key: _weight(shares, len(self.tools)) for key, shares in self._shares.items()}
        self._known_parts: dict[str, list[Part]] = {}
        self.templates = [
            self._template(number, tool, example) for number, tool in enumerate(self.tools) for example in tool.examples
        ]
        self.moments = [_moments(tool, self.templates) for tool in range(len(self.tools))]
        """For each tool, how its examples tell another moment: the word and what follows it ("since start")."""
        self.postings: dict[str, list[int]] = defaultdict(list)
        """The templates that have a key, by `key n` for the n-th time that they have it."""
        for number, template in enumerate(self.templates):
            for key in counted(part.key for part in template.parts):
                self.postings[key].append(number)

    def knows(self, key: str) -> bool:
        """Whether any tool uses the word."""
        return key in self._weights

    def is_only_of(self, phrase: Phrase, tool: Tool) -> bool:
        """Whether no other tool takes a phrase."""
        return phrase in tool.phrases and sum(phrase in other.phrases for other in self.tools) == 1

    def stands_for(self, item: Item) -> frozenset[str]:
        """The kinds of names that an item stands for without being one: "p3", "the leader"."""
        return self._stand_ins.get(ORDINAL if ORDINAL in item.readings else item.key, frozenset())

    def weight(self, key: str) -> float:
        """How informative a key is: a word that every tool uses tells little."""
        if is_function(key):
            return grammar_weight(key)
        return self._weights.get(key, 1.0) * (LIGHT_SHARE if key in LIGHT_KEYS else 1.0)

    def share(self, key: str, tool: int) -> float:
        """How much of a word's use in the catalogue is this tool's."""
        return self._shares.get(key, {}).get(tool, 0.0)

    def _template(self, number: int, tool: Tool, example: Example) -> Template:
        slots = example.slots(tool)
        parts: list[Part] = []
        for word in example.words:
            if slot := slots.get(word.raw):
                parts.append(Part(f"{{{slot.prop.kind}}}", SLOT_WEIGHT, slot))
            elif word.slot is None:
                parts += self._parts(word.text)
        filled = {part.slot.prop.name for part in parts if part.slot and part.slot.fills}
        return Template(
            tool=number,
            parts=tuple(parts),
            arguments=example.fixed,
            by_phrase=frozenset(example.arguments.keys() - example.fixed.keys() - filled),
            keys=frozenset(part.key for part in parts),
            weight=sum(part.weight for part in parts),
        )

    def _parts(self, text: str) -> list[Part]:
        """The parts of a word, made once: examples say the same words thousands of times."""
        if (known := self._known_parts.get(text)) is None:
            keys = [key_of(part) for part in self.compounds.get(text, (text,))]
            known = self._known_parts[text] = [Part(key, self.weight(key)) for key in keys]
        return known


def _stand_ins(properties: Iterable[Iterable[Property]]) -> dict[str, frozenset[str]]:
    """The kinds of names that a place and some words stand for."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for prop in chain.from_iterable(properties):
        for key in (*prop.stand_ins, *([ORDINAL] if prop.place else [])):
            kinds[key].add(prop.kind)
    return {key: frozenset(found) for key, found in kinds.items()}


def _moments(tool: int, templates: Iterable[Template]) -> frozenset[tuple[str, str]]:
    pairs = (pair for template in templates if template.tool == tool for pair in pairwise(template.parts))
    return frozenset((one.key, after.key) for one, after in pairs if one.key in MOMENTS)


def counted(keys: Iterable[str]) -> list[str]:
    """`key 1`, and `key 2` where a key comes a second time."""
    seen: dict[str, int] = {}
    out = []
    for key in keys:
        times = seen[key] = seen.get(key, 0) + 1
        out.append(f"{key} {times}")
    return out


def _compounds(examples: Iterable[Example]) -> dict[str, tuple[str, str]]:
    """Neighbours in the examples, by how they are written as one word: `laptime`."""
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
    """How much of each key's use falls to each tool; the shares of a key add up to 1."""
    uses: dict[str, dict[int, float]] = defaultdict(dict)
    for number, rates in enumerate(tools):
        for key, rate in rates.items():
            uses[key][number] = rate
    return {key: {n: rate / sum(by_tool.values()) for n, rate in by_tool.items()} for key, by_tool in uses.items()}


def _weight(shares: Mapping[int, float], tools: int) -> float:
    """From 0.3 for a word that every tool uses alike to 1 for a word of one."""
    entropy = -sum(share * math.log(share) for share in shares.values())
    return 1.0 - SPREAD_SHARE * entropy / math.log(max(tools, 2))
