"""The examples that share the most with a question, whatever the order: few enough to be laid beside it one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from heapq import nlargest
from math import isclose

from director.language.name_meanings import RELATED, own_kind
from director.planners.offline.index import CatalogueIndex, Template
from director.planners.offline.learning import counted
from director.planners.offline.question_items import NUMBER, TEXT
from director.planners.offline.question_without_phrases import NUMBER_WORD_WEIGHT, VALUE_WEIGHT, Asked

RELATED_WEIGHT = 0.3
"""What a kind counts of which a name only has one: a driver's team."""
MAX_TEMPLATES, MOST_OF_TOOL = 80, 24
"""So many examples are laid beside a question, and so many of one tool: one that has many leaves room for others."""
LIGHT_WEIGHT = 0.36
"""A word that weighs less is one of grammar."""


def likely(asked: Asked, index: CatalogueIndex, tools: Collection[int]) -> list[Template]:
    """These tools' examples that share the most with a question, whatever the order."""
    if not asked.items:
        return [index.template(number) for number in index.bare if index.example_tools[number] in tools]
    of, weights, total = index.example_tools, index.example_weights, asked.weight
    shared = _shared(asked, index)
    if len(tools) < len(index.tools):
        shared = {number: weight for number, weight in shared.items() if of[number] in tools}
    shares = [weight / (total + weights[number]) for number, weight in shared.items()]
    least = min(nlargest(2 * MAX_TEMPLATES, shares), default=0.0)
    ranked = sorted((-share, number) for number, share in zip(shared, shares, strict=True) if share >= least)
    many: Counter[int] = Counter()
    found: list[Template] = []
    for _, number in ranked[: 2 * MAX_TEMPLATES]:
        many[of[number]] += 1
        if many[of[number]] <= MOST_OF_TOOL and len(found) < MAX_TEMPLATES:
            found.append(index.template(number))
    return found


def word_for_word(asked: Asked, index: CatalogueIndex, tools: Collection[int]) -> Iterator[Template]:
    """These tools' examples that have all words of a question and weigh what it weighs, in the order of the tools."""
    having = sorted((index.having(key) for key in counted(i.key for i in asked.items if not i.readings)), key=len)
    for number in sorted(having[0].intersection(*having[1:])) if having else ():
        if index.example_tools[number] in tools and isclose(index.example_weights[number], asked.weight):
            yield index.template(number)


def _shared(asked: Asked, index: CatalogueIndex) -> dict[int, float]:
    """What each example shares with a question, by its number: the weight of the keys that both have."""
    shared: dict[int, float] = {}
    light_weight = min(LIGHT_WEIGHT, max(asked.weights))
    # Where every word is one of grammar, the heaviest is all that there is to go by.
    for key, weight in sorted(_keys(asked, index).items(), key=lambda pair: -pair[1]):
        having, so_far = index.having(key), shared.get
        if not shared:
            shared = dict.fromkeys(having, weight)
        elif weight < light_weight and len(shared) >= MAX_TEMPLATES:
            # A word of grammar stands in thousands of examples: it only tells those apart that share more than that.
            both = having.intersection(shared) if len(shared) < len(having) else having & shared.keys()
            for number in both:
                shared[number] += weight
        else:
            for number in having:
                shared[number] = so_far(number, 0.0) + weight
    return shared


def _keys(asked: Asked, index: CatalogueIndex) -> Mapping[str, float]:
    """What an example can share with a question, and how much each of it counts."""
    kinds: Counter[str] = Counter()
    for item in asked.items:
        for kind, value in item.readings.items():
            if kind == NUMBER and not item.firm:
                continue  # "the two Williams": weighed below as the word that it is
            kinds[f"{{{own_kind(kind)}}}"] += len(value) if isinstance(value, tuple) else 1
    related = {kind for item in asked.items for kind in item.readings if kind.startswith(RELATED)}
    keys = {f"{{{kind.removeprefix(RELATED)}}} 1": RELATED_WEIGHT for kind in related}
    meant = counted(f"{{{kind}}}" for item in asked.items for kind in index.stands_for(item))
    keys |= dict.fromkeys(meant, RELATED_WEIGHT)
    keys |= {f"{key} {nth}": VALUE_WEIGHT for key, count in kinds.items() for nth in range(1, count + 1)}
    keys |= {f"{item.key} 1": weight for item, weight in zip(asked.items, asked.weights, strict=True) if item.key}
    if any(NUMBER in item.readings and not item.firm for item in asked.items):
        keys.setdefault(f"{{{NUMBER}}} 1", NUMBER_WORD_WEIGHT)
    keys[f"{{{TEXT}}} 1"] = VALUE_WEIGHT / 2
    return keys
