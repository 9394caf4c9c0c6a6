"""What is learnt of a catalogue, ready to be asked: what each word tells of each tool, and examples by their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from director.planners.offline.catalogue_tools import Tool
from director.planners.offline.learning import Learnt, Part, learn, weight_of
from director.planners.offline.phrases import Phrase, PhraseBook
from director.planners.offline.question_items import ORDINAL, Item
from director.planners.offline.word_keys import key_of
from toolgate.contract import JsonObject


class Template(Struct, frozen=True, gc=False):
    """One example of a tool, ready to be laid beside a question."""

    tool: int
    parts: tuple[Part, ...]
    arguments: Mapping[str, object]
    by_phrase: frozenset[str]
    """The properties whose values this example gives by phrase: a question must give them too."""
    keys: frozenset[str]
    weight: float
    slots: tuple[Part, ...]
    """The parts that are slots."""
    filled: frozenset[str]
    """The properties that its slots fill."""


class CatalogueIndex:
    """Everything the matcher needs to know of one catalogue."""

    def __init__(self, learnt: Learnt) -> None:
        self.tools: Sequence[Tool] = learnt.tools
        self.phrases = PhraseBook(learnt.openings)
        self.lexicon = learnt.lexicon
        self.spelled = learnt.spelled | learnt.lexicon.spelled
        self._heard = frozenset(map(key_of, learnt.lexicon.spelled))
        self.compounds = learnt.compounds
        self.moments = learnt.moments
        """For each tool, how its examples tell another moment: the word and what follows it ("since start")."""
        self.bare = learnt.bare
        """The templates that have no words of their own."""
        self.affixes = learnt.affixes
        self.example_tools = [learnt.shapes[example.shape].tool for example in learnt.examples]
        self.example_weights = [example.weight for example in learnt.examples]
        self._numbers = list(range(len(learnt.examples)))
        self._having: dict[str, frozenset[int]] = {}
        self._learnt = learnt
        self._templates: dict[int, Template] = {}

    @classmethod
    def of(cls, catalogue: Sequence[JsonObject]) -> CatalogueIndex:
        """The index of a catalogue, learnt afresh."""
        return cls(learn(catalogue))

    def __len__(self) -> int:
        return len(self._learnt.examples)

    def template(self, number: int) -> Template:
        """One example, made ready when it is first wanted."""
        if (known := self._templates.get(number)) is None:
            row = self._learnt.examples[number]
            shape = self._learnt.shapes[row.shape]
            parts = tuple(self._learnt.parts[part] for part in row.parts)
            keys = frozenset(part.key for part in parts)
            slots = tuple(part for part in parts if part.slot is not None)
            filled = frozenset(part.slot.prop.name for part in slots if part.slot and part.slot.fills)
            known = Template(shape.tool, parts, shape.arguments, shape.by_phrase, keys, row.weight, slots, filled)
            self._templates[number] = known
        return known

    def having(self, key: str) -> frozenset[int]:
        """The numbers of the templates that have `key n`: a key for the n-th time.

        A number is one and the same object in all these sets, so that they are gone through in half the time.
        """
        if (known := self._having.get(key)) is None:
            postings = self._learnt.postings.get(key, ())
            known = self._having[key] = frozenset(map(self._numbers.__getitem__, postings))
        return known

    def knows(self, key: str) -> bool:
        """Whether any tool uses the word."""
        return key in self._learnt.weights or key in self._heard

    def is_only_of(self, phrase: Phrase, tool: Tool) -> bool:
        """Whether no other tool takes a phrase."""
        written = phrase.written
        return written in tool.phrases and sum(written in other.phrases for other in self.tools) == 1

    def stands_for(self, item: Item) -> frozenset[str]:
        """The kinds of names that an item stands for without being one: "p3", "the leader"."""
        return self._learnt.stand_ins.get(ORDINAL if ORDINAL in item.readings else item.key, frozenset())

    def weight(self, key: str) -> float:
        """How informative a key is: a word that every tool uses tells little."""
        return weight_of(key, self._learnt.weights)

    def share(self, key: str, tool: int) -> float:
        """How much of a word's use in the catalogue is this tool's."""
        return self._learnt.shares.get(key, {}).get(tool, 0.0)
