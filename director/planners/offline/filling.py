"""A tool's arguments, gathered from an example's slots, from phrases, and from what the tool's schema can use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations

from director.defaults import MAX_STEPS
from director.planners.offline.align import value_for
from director.planners.offline.catalogue_tools import Property
from director.planners.offline.hearing import HeardByTool
from director.planners.offline.question_items import CLOCK, NUMBER, TEXT, Item
from director.planners.offline.word_keys import LIGHT_KEYS, is_function

BY_SCHEMA = 0.6
"""What is left of a value's weight when no example shows it in its place."""


class Filling:
    """The arguments of one call in the making, and the words that have no use in it."""

    def __init__(self, heard: HeardByTool, arguments: Mapping[str, object]) -> None:
        self.tool = heard.tool
        self.arguments = {**arguments, **heard.given}
        self.unexplained: list[str] = []
        self.named_only = False
        """Whether only names and words of grammar are used so far: another word is what the question is about."""
        self.foreign = 0.0
        """The weight of the words that the tool never uses, though others do."""
        self._heard = heard

    def explain(self, rows: Iterable[int], said: Callable[[str], float]) -> float:
        """Finds a use for the items of these rows; gives the weight that they explain.

        `said` gives the share of a word's weight that is explained by the tool's own use of that word, from 0 to 1.
        """
        explained = 0.0
        for row in rows:
            item, weight = self._heard.asked.items[row], self._heard.asked.weights[row]
            if (prop := self._property_for(row)) is not None:
                self.arguments[prop.name] = value_for(item, prop)
                explained += weight * BY_SCHEMA
            elif item.firm or not item.known or (self.named_only and is_topic(item)):
                self.unexplained.append(item.text)
            elif item.key in self.tool.lexicon:
                explained += weight * said(item.key)
            elif is_topic(item):
                self.foreign += weight
        return explained

    def takes(self, row: int) -> bool:
        """Whether an argument that is still free can take what the item of a row says."""
        return self._property_for(row) is not None

    def finish(self) -> tuple[str, ...]:
        """Spreads groups over free properties of their kind; gives the required properties that still lack a value.

        Three are no two: a call that holds one to another lacks a place for the third, and one for each of two groups
        would hold each to each.
        """
        groups = [name for name, value in self.arguments.items() if isinstance(value, tuple)]
        if len(groups) > 1:
            return tuple(groups[1:])
        for name, values in list(self.arguments.items()):
            if isinstance(values, tuple):
                prop = self.tool.properties[name]
                free = [p.name for p in self._named() if p.kind == prop.kind and self._is_free(p)]
                if len(values) > MAX_STEPS:
                    return (name,)  # a call for each would leave some out
                if len(values) == 1 + len(free) and not self._is_held_to_another(prop):
                    self.arguments |= dict(zip((name, *free), values, strict=True))
                elif free and len(values) > 1 + len(free) and self._is_of_a_pair(prop):
                    return (free[0],)
        return tuple(p.name for p in self.tool.properties.values() if p.required and p.name not in self.arguments)

    def repeats(self) -> bool:
        """Whether two arguments of one kind have the same value, which nobody asks for."""
        properties = self.tool.properties
        named = [(properties[name], value) for name, value in self.arguments.items() if isinstance(value, str | tuple)]
        return any(
            (one.kind == other.kind or bool(one.choices) != bool(other.choices)) and _overlap(value, same)
            for (one, value), (other, same) in combinations(named, 2)
        )

    def names(self) -> int:
        """How many names the call takes from the question."""
        return sum(prop.name in self.arguments for prop in self._named())

    def _is_held_to_another(self, prop: Property) -> bool:
        """Whether another argument says to whom those named are held: each driver of a team has a gap to the leader."""
        chosen = (other for other in self.tool.properties.values() if other.choices and other.name in self.arguments)
        return any(not prop.stand_ins.keys().isdisjoint(other.choices) for other in chosen)

    def _is_of_a_pair(self, prop: Property) -> bool:
        """Whether the call holds one to another, and no argument says to whom each is held."""
        held = [other for other in self.tool.properties.values() if other.choices and prop.stand_ins]
        return bool(held) and not self._is_held_to_another(prop)

    def _is_free(self, prop: Property) -> bool:
        return prop.name not in self.arguments and not prop.by_example

    def _named(self) -> list[Property]:
        """The properties that take names."""
        return [prop for prop in self.tool.properties.values() if prop.kind not in (NUMBER, CLOCK, TEXT)]

    def _property_for(self, row: int) -> Property | None:
        """The first free property of those that could take the item of a row."""
        return next((prop for prop in self._heard.takers(row) if prop.name not in self.arguments), None)


def _overlap(one: object, other: object) -> bool:
    """Whether two values are the same, or one is among several."""
    return one == other or (isinstance(one, tuple) and other in one) or (isinstance(other, tuple) and one in other)


def is_topic(item: Item) -> bool:
    """Whether an item is a word that can be what a question is about."""
    return bool(item.key) and not (is_function(item.key) or item.key in LIGHT_KEYS or NUMBER in item.readings)


def is_grammar(item: Item) -> bool:
    """Whether an item is a word of grammar and can stand for nothing else."""
    return is_function(item.key) and not item.firm
