"""One question as it was read, with the tools that could answer it: how sure that is, and what stands in the way."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from director.language.grammar import AUXILIARIES, QUESTION_WORDS, REASON
from director.planners.offline.accounting import is_unspecific
from director.planners.offline.clauses import WHETHER
from director.planners.offline.filling import is_topic
from director.planners.offline.match import Match
from director.planners.offline.question_items import NUMBER, ORDINAL, Item
from director.planners.offline.word_keys import LIGHT_KEYS, is_function

THRESHOLD = 0.62
"""A whole question must match this well."""
UNKNOWN = "is not something the tools know"
CLAUSE_THRESHOLD = 0.85
"""A clause must match better than a whole question: the rest of it says something else."""
ALIKE = (0.85, 0.97, 1.01)
"""How alike an example must be to go before what can be composed, by the number of qualifiers that a question has."""
EXAMPLE = 0.97
"""Words that are so like an example ask by themselves, though no question word is among them: "top 5"."""
TALK = 0.45
"""Whatever matches less is no question to the tools."""
GRAMMAR_THRESHOLD = 0.95
"""Words of grammar alone ("who is in?"), or one word ("top"), mean something only where they are an example's own."""

NAMED_THRESHOLD = 0.92
"""... and so with "what" and a name ("what did they give Vettel"): its topic stands in words that are not read."""
WHAT = "what"
DOES = frozenset({"do", "does", "did"})
ONE_OF_MANY = frozenset({"driver", "car", "team", "lap"})
"""Words that ask of which, where nothing else is said."""


class Reading(Struct, frozen=True):
    """A question or a part of it, and its best match, where there is a tool at all."""

    items: Sequence[Item]
    matches: Sequence[Match]

    @property
    def score(self) -> float:
        """The score of the best match, from 0 to 1; 0 without one."""
        return self.matches[0].score if self.matches else 0.0

    def is_example(self) -> bool:
        """Whether it asks by itself in the words of an example."""
        return self.sure(EXAMPLE) and self.stands_alone() and any(map(is_topic, self.items))

    def sure(self, threshold: float) -> bool:
        """Whether the best match is good enough. Words that say little ("2+2") need more than the threshold."""
        if len(self.items) > 1 and all(NUMBER in item.readings for item in self.items):
            if all(item.firm for item in self.items):
                return False
            threshold = GRAMMAR_THRESHOLD
        if len(self.items) == 1 and _is_bare(self.items[0]):
            return False
        if len(self.items) == 1 and not self.items[0].firm:
            threshold = GRAMMAR_THRESHOLD
        if all(is_function(item.key) and not item.firm for item in self.items):
            threshold = GRAMMAR_THRESHOLD
        if self._lacks_a_verb():
            return False
        if self._says_only_whom():
            threshold = max(threshold, NAMED_THRESHOLD)
        return bool(self.matches) and self.matches[0].score >= threshold

    def _says_only_whom(self) -> bool:
        """Whether it asks "what" of somebody in words of grammar and of no meaning of their own."""
        whom = [item for item in self.items if item.firm]
        rest = [item for item in self.items if not item.firm]
        plain = all(is_function(item.key) or item.key in LIGHT_KEYS for item in rest)
        return bool(whom) and plain and any(item.key == WHAT for item in rest)

    def _lacks_a_verb(self) -> bool:
        """Whether it asks what somebody does in words of no meaning: "does Hamilton have a look at Albon"."""
        numbered = any(NUMBER in item.readings for item in self.items)
        opens = len(self.items) > 1 and self.items[0].said in DOES and not numbered
        says = any(
            (is_topic(item) and not is_unspecific(item)) or item.key in QUESTION_WORDS for item in self.items[1:]
        )
        return opens and not says

    def asks(self) -> bool:
        """Whether it has a question word."""
        return any(item.key in QUESTION_WORDS for item in self.items)

    def stands_alone(self) -> bool:
        """Whether this says what it asks, in known words: more than a name and words of grammar."""
        bare = any(item.firm for item in self.items) and all(is_function(item.key) or item.firm for item in self.items)
        return (self.asks() or not bare) and all(item.known for item in self.items)

    def beyond(self) -> bool:
        """Whether this asks for a reason, or how things were some time ago, and no tool knows."""
        return any(item.key in REASON for item in self.items) and not self.sure(CLAUSE_THRESHOLD)

    def partly(self) -> bool:
        """Whether this asks something of the tools, but not only what they know."""
        return bool(self.matches) and self.matches[0].score >= TALK and any(not item.known for item in self.items)

    def asks_more(self) -> bool:
        """Whether this names somebody, asks for what is not known, or has two words of a topic: too much to be talk."""
        names = any((item.firm and not item.key) or _may_be_a_car(item) for item in self.items)
        asks_strangely = self.asks() and any(not item.known for item in self.items)
        return names or asks_strangely or sum(not item.known or is_topic(item) for item in self.items) > 1

    def only_tells(self) -> bool:
        """Whether this says something of one who is named, and asks nothing."""
        if any(item.key in REASON for item in self.items):
            return False
        names = [item for item in self.items if item.firm and not item.key and item.readings]
        return len(names) == 1 and not self.asks() and self.items[0].said not in AUXILIARIES

    def asks_of_a_topic(self, text: str) -> bool:
        """Whether this asks about something, though not what a tool tells: "who beat" of "who beat who"."""
        return (self.asks() or WHETHER.match(text) is not None) and any(is_topic(item) for item in self.items)

    def why_silent(self) -> str:
        """In a few words, why no tool is called."""
        strange = next((item for item in self.items if not item.known), None)
        if strange is not None and strange.candidates:
            return f"'{strange.text}' could be {' or '.join(strange.candidates)}"
        if strange is not None:
            return f"'{strange.text}' {UNKNOWN}"
        reason = next((item.text for item in self.items if item.key in REASON), None)
        if reason is not None:
            return f"no tool takes '{reason}' here"
        if self.matches and self.matches[0].lacking:
            return f"{self.matches[0].tool.name} needs {', '.join(self.matches[0].lacking)}"
        if self.matches and self.matches[0].unexplained:
            return f"no tool takes '{self.matches[0].unexplained[0]}' here"
        return "no tool answers this"


def _is_bare(item: Item) -> bool:
    """Whether this alone asks nothing: a number that is no position, "driver"."""
    return (NUMBER in item.readings and ORDINAL not in item.readings) or item.said in ONE_OF_MANY


def _may_be_a_car(item: Item) -> bool:
    """Whether it is a number that a car has: "who leads in class for the 34"."""
    return item.shaky and NUMBER in item.readings
