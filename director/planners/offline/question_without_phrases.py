"""A question as one tool hears it: what is left when the phrases of the tool's optional values are taken out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from director.planners.offline.catalogue_tools import Tool
from director.planners.offline.index import CatalogueIndex
from director.planners.offline.narrowing import narrowing
from director.planners.offline.phrases import Found, Phrase, without_overlaps
from director.planners.offline.question_items import NUMBER, ORDINAL, Item

UNKNOWN_WEIGHT = 1.3
VALUE_WEIGHT = 1.0
NUMBER_WORD_WEIGHT = 0.35


class Asked(Struct, frozen=True):
    """The items of a question without the phrases, what each weighs, and the phrases' values."""

    items: tuple[Item, ...]
    weights: tuple[float, ...]
    given: Mapping[Phrase, object]
    keys: frozenset[str]
    narrows: frozenset[int]
    """The rows of the items that narrow the question."""
    weight: float
    """How much the items weigh together."""


def hear(items: Sequence[Item], index: CatalogueIndex) -> list[tuple[Asked, frozenset[int]]]:
    """The question as tools hear it, with the tools' numbers: those that take the same phrases hear the same."""
    found = index.phrases.find([item.key for item in items], lambda at, kind: kind in items[at].readings)
    found = [one for one in found if one.at < one.end - 1 or _is_count(items, one.at)]
    if not found:
        return [(_without(items, (), index), frozenset(range(len(index.tools))))] if index.tools else []
    hearers: dict[tuple[Found, ...], set[int]] = defaultdict(set)
    for number, tool in enumerate(index.tools):
        hearers[_own(found, tool)].add(number)
    return [(_without(items, phrases, index), frozenset(tools)) for phrases, tools in hearers.items()]


def _is_count(items: Sequence[Item], at: int) -> bool:
    """Whether the value here can end a phrase: "and p5" is a position, and "laps 10 to 20" is not lap 10."""
    value, *rest = items[at : at + 3]
    begins_range = len(rest) == 2 and rest[0].key == "to" and NUMBER in value.readings and NUMBER in rest[1].readings
    return ORDINAL not in value.readings and not begins_range


def _own(found: Sequence[Found], tool: Tool) -> tuple[Found, ...]:
    """The phrases that a tool takes. A part of another tool's longer phrase means something else."""
    own = (one for one in found if one.phrase.written in tool.phrases and not any(one.within(other) for other in found))
    return tuple(without_overlaps(own))


def _without(items: Sequence[Item], phrases: Sequence[Found], index: CatalogueIndex) -> Asked:
    taken = {at for one in phrases for at in range(one.start, one.end)}
    rest = tuple(item for at, item in enumerate(items) if at not in taken)
    given = {one.phrase: items[one.at].readings[one.phrase.value_kind] for one in phrases}
    weights, keys = tuple(_weight(item, index) for item in rest), frozenset(item.key for item in rest)
    return Asked(
        rest,
        weights,
        given,
        keys,
        frozenset(narrowing(["" if NUMBER in item.readings else item.said for item in rest])),
        sum(weights),
    )


def _weight(item: Item, index: CatalogueIndex) -> float:
    """How much of a question's meaning one item carries."""
    if not item.known:
        return VALUE_WEIGHT if item.readings else UNKNOWN_WEIGHT
    if item.firm:
        return VALUE_WEIGHT
    return NUMBER_WORD_WEIGHT if item.key.startswith("#") else index.weight(item.key)
