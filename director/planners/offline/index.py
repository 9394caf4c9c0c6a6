"""The catalogue read once: what each tool's words weigh, its examples as templates, its properties."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from director.planners.offline.items import CLOCK, NUMBER, TEXT
from director.planners.offline.keys import LIGHT_KEYS, grammar_weight, is_function, key_of
from director.planners.offline.phrases import Phrase, PhraseBook, read_phrases, strip_phrases
from director.planners.offline.text import Word, tokenise, without_filler
from toolgate.contract import JsonObject

SLOT_WEIGHT = 1.0
LIGHT_SHARE = 0.6
MIN_EXAMPLES = 10
SAID_ONCE = 0.5
"""A word of the description alone counts as half a use."""


@dataclass(frozen=True, slots=True)
class Property:
    """One argument of a tool. `kind` says where its values come from: a vocabulary, numbers, clock times, or text."""

    name: str
    kind: str
    required: bool
    choices: Mapping[str, object] = field(default_factory=dict)
    minimum: float = -math.inf
    maximum: float = math.inf

    def allows(self, value: object) -> bool:
        """Whether a value lies within the bounds."""
        return not isinstance(value, int | float) or self.minimum <= value <= self.maximum


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in an example for a value of the question. One that does not fill only says that a value stands there."""

    prop: Property
    fills: bool = True
    ordinal: bool = False
    """Written as `p{n}` or `{n}th`: takes places, not counts."""


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of an example: a key, or a slot."""

    key: str
    weight: float
    slot: Slot | None = None


@dataclass(frozen=True, slots=True)
class Template:
    """One example of a tool, ready to be laid beside a question."""

    tool: int
    parts: tuple[Part, ...]
    arguments: Mapping[str, object]
    by_phrase: frozenset[str]
    """The properties whose values this example gives by phrase: a question must give them too."""
    keys: frozenset[str]
    weight: float


@dataclass(frozen=True, slots=True)
class Tool:
    """One catalogue entry. `said` are the keys of its name and description, `lexicon` all of its keys."""

    name: str
    server: str | None
    properties: Mapping[str, Property]
    phrases: Mapping[Phrase, str]
    said: frozenset[str]
    lexicon: frozenset[str]
    examples: int
    shown: frozenset[str]
    """Properties that some example sets to a fixed value."""


class CatalogueIndex:
    """Everything the matcher needs to know of one catalogue."""

    def __init__(self, catalogue: Sequence[JsonObject]) -> None:
        self.surfaces: set[str] = set()
        self.compounds: dict[str, tuple[str, str]] = {}
        """Neighbours in the examples, written as one word."""
        raw = [self._read(entry) for entry in catalogue]
        self._shares = _shares([rates for *_, rates in raw])
        self._weights = {key: _weight(shares, len(raw)) for key, shares in self._shares.items()}
        self.tools = [tool for tool, *_ in raw]
        self.templates = [
            self._template(number, self.tools[number], words, arguments)
            for number, (_, examples, _) in enumerate(raw)
            for words, arguments in examples
        ]
        self.phrases = PhraseBook(phrase for tool in self.tools for phrase in tool.phrases)
        self.postings: dict[str, list[int]] = defaultdict(list)
        for number, template in enumerate(self.templates):
            for key in count_keys(part.key for part in template.parts):
                self.postings[key].append(number)

    def knows(self, key: str) -> bool:
        """Whether any tool uses the word."""
        return key in self._weights

    def weight(self, key: str) -> float:
        """How informative a key is: a word that every tool uses tells little."""
        if is_function(key):
            return grammar_weight(key)
        return self._weights.get(key, 1.0) * (LIGHT_SHARE if key in LIGHT_KEYS else 1.0)

    def share(self, key: str, tool: int) -> float:
        """How much of a word's use in the catalogue is this tool's."""
        return self._shares.get(key, {}).get(tool, 0.0)

    def _read(self, entry: JsonObject) -> tuple[Tool, list[tuple[list[Word], JsonObject]], dict[str, float]]:
        schema = entry.get("input_schema") or {}
        properties = {
            name: read_property(name, spec, schema) for name, spec in (schema.get("properties") or {}).items()
        }
        phrases = {
            phrase: name
            for name, spec in (schema.get("properties") or {}).items()
            for phrase in read_phrases(spec, properties[name].kind)
        }
        examples = [
            (strip_phrases(without_filler(tokenise(text, slots=True)), phrases, arguments), arguments)
            for text, arguments in entry.get("examples") or ()
        ]
        for words, _ in examples:
            self._add_compounds(words)
        said = self._keys(tokenise(f"{entry['name'].replace('_', ' ')} {entry.get('description', '')}"))
        self._keys(word for text in _phrase_texts(schema) for word in tokenise(text))
        described = " ".join(
            f"{name.replace('_', ' ')} {spec.get('description', '')}"
            for name, spec in (schema.get("properties") or {}).items()
            if isinstance(spec, dict)
        )
        lexicon = said | self._keys(tokenise(described)) | self._keys(w for words, _ in examples for w in words)
        shown = frozenset(
            name for _, arguments in examples for name, value in arguments.items() if "{" not in str(value)
        )
        tool = Tool(
            entry["name"], entry.get("server"), properties, phrases, said, frozenset(lexicon), len(examples), shown
        )
        uses = Counter(key for words, _ in examples for key in self._keys(words))
        total = max(len(examples), MIN_EXAMPLES)
        rates = {key: max(uses[key], SAID_ONCE) / total for key in lexicon}
        return tool, examples, rates

    def _keys(self, words: Iterable[Word]) -> frozenset[str]:
        keys = set()
        for word in words:
            if word.slot is None:
                self.surfaces.add(word.text)
                keys.add(key_of(word.text))
        return frozenset(keys)

    def _add_compounds(self, words: Sequence[Word]) -> None:
        for left, right in pairwise(words):
            if not (left.slot or right.slot or is_function(left.text) or is_function(right.text)):
                self.compounds[left.text + right.text] = (left.text, right.text)

    def _template(self, number: int, tool: Tool, words: Sequence[Word], arguments: JsonObject) -> Template:
        takes = {
            value[1:-1]: name
            for name, value in arguments.items()
            if isinstance(value, str) and value[:1] == "{" and value[-1:] == "}"
        }
        parts = []
        for word in words:
            if word.slot is None:
                key = key_of(word.text)
                parts.append(Part(key, self.weight(key)))
            elif (prop := tool.properties.get(takes.get(word.slot, word.slot))) is not None:
                parts.append(
                    Part(
                        f"{{{prop.kind}}}", SLOT_WEIGHT, Slot(prop, word.slot in takes, word.raw != f"{{{word.slot}}}")
                    )
                )
        fixed = {name: value for name, value in arguments.items() if name not in takes.values()}
        by_phrase = frozenset(takes.values()) - {part.slot.prop.name for part in parts if part.slot and part.slot.fills}
        return Template(
            number, tuple(parts), fixed, by_phrase, frozenset(p.key for p in parts), sum(p.weight for p in parts)
        )


def count_keys(keys: Iterable[str]) -> set[str]:
    """The keys, the second of a kind told from the first."""
    seen: Counter[str] = Counter()
    counted = set()
    for key in keys:
        seen[key] += 1
        counted.add(f"{key} {seen[key]}")
    return counted


def read_property(name: str, spec: object, schema: JsonObject) -> Property:
    """What the schema of one argument says of where its values come from."""
    required = name in (schema.get("required") or ())
    if not isinstance(spec, dict):
        return Property(name, TEXT, required)
    types = spec.get("type")
    types = set(types if isinstance(types, list) else [types])
    pattern = spec.get("pattern")
    if isinstance(vocabulary := spec.get("x-vocabulary"), str):
        kind = vocabulary
    elif types & {"integer", "number"}:
        kind = NUMBER
    elif pattern and ":" in pattern:
        kind = CLOCK
    else:
        kind = TEXT
    choices = {key_of(word.text): value for value in spec.get("enum") or () for word in tokenise(str(value))[:1]}
    return Property(name, kind, required, choices, spec.get("minimum", -math.inf), spec.get("maximum", math.inf))


def _phrase_texts(schema: JsonObject) -> list[str]:
    specs = [spec for spec in (schema.get("properties") or {}).values() if isinstance(spec, dict)]
    return [text.replace("{}", " ") for spec in specs for text in spec.get("x-phrases") or () if isinstance(text, str)]


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
    return 1.0 - 0.7 * entropy / math.log(max(tools, 2))
