"""How well each tool answers a question: a score from 0 to 1, the arguments, and what stays unexplained."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.planners.offline.align import Pair, align, captured_text, is_sure, slot_value
from director.planners.offline.asked import VALUE_WEIGHT, Asked, hear
from director.planners.offline.english import QUESTION_WORDS
from director.planners.offline.filling import Filling, is_grammar
from director.planners.offline.index import CatalogueIndex, Template
from director.planners.offline.items import NUMBER, TEXT, Item
from director.planners.offline.keys import is_function
from director.planners.offline.tools import Tool

QUESTION_SHARE = 0.65
"""The question's part in a score; the rest is how much of the example is in the question."""
DISORDERED = 0.6
"""What is left of a word's weight when the example has it in another place."""
SAID = 0.6
"""... when only other examples of the tool have it."""
DOUBTFUL = 0.75
"""... when it is taken for a value but may be a plain word."""
UNEXPLAINED_PENALTY = 0.25
"""Off the score for every name, number or strange word that the tool has no use for; less where it uses other names."""
BARE_WEIGHT = 0.95
BARE_PENALTY = 0.4
"""Off the score of a question that says no more than this, by the share of the example that it leaves out."""
DISTINCTIVE = 0.7
"""A description speaks for its tool only with a word that weighs this much."""
MAX_TEMPLATES = 40
MAX_TEXT_ITEMS = 8


@dataclass(frozen=True, slots=True)
class Match:
    """One tool for one question. An argument that is a tuple stands for one call for each of its values."""

    tool: Tool
    score: float
    arguments: Mapping[str, object]
    unexplained: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()


def best_matches(items: Sequence[Item], index: CatalogueIndex) -> list[Match]:
    """The best match of each tool, best first."""
    best: dict[int, Match] = {}
    for asked, tools in hear(items, index):
        candidates = [(t.tool, _by_example(asked, index, t)) for t in _likely(asked, index, tools)]
        candidates += [(number, _by_description(asked, index, index.tools[number])) for number in sorted(tools)]
        for number, match in candidates:
            if number not in best or match.score > best[number].score:
                best[number] = match
    return sorted((best[number] for number in sorted(best)), key=lambda match: -match.score)


def _likely(asked: Asked, index: CatalogueIndex, tools: frozenset[int]) -> list[Template]:
    """These tools' examples that share the most with a question, whatever the order."""
    if not asked.items:
        return [template for template in index.templates if not template.parts and template.tool in tools]
    kinds: Counter[str] = Counter(f"{{{kind}}}" for item in asked.items for kind in item.readings)
    keys = {f"{key} {nth}": VALUE_WEIGHT for key, count in kinds.items() for nth in range(1, count + 1)}
    keys |= {f"{item.key} 1": weight for item, weight in zip(asked.items, asked.weights, strict=True) if item.key}
    keys[f"{{{TEXT}}} 1"] = VALUE_WEIGHT / 2
    shared: dict[int, float] = defaultdict(float)
    for key, weight in keys.items():
        for number in index.postings.get(key, ()):
            shared[number] += weight
    total = asked.weight
    ranked = sorted(
        (-weight / (total + index.templates[number].weight), number)
        for number, weight in shared.items()
        if index.templates[number].tool in tools
    )
    return [index.templates[number] for _, number in ranked[:MAX_TEMPLATES]]


def _by_example(asked: Asked, index: CatalogueIndex, template: Template) -> Match:
    """How well a question matches one example, slot by slot and word by word."""
    tool = index.tools[template.tool]
    aligned, pairs = align(asked.items, template.parts)
    filling = Filling(tool, template.arguments, asked)
    used = {row for row, _ in pairs}
    explained = sum(_worth(asked, template, pair) for pair in pairs)
    for row, column in pairs:
        slot = template.parts[column].slot
        if slot is not None and slot.fills:
            filling.arguments[slot.prop.name] = slot_value(asked.items[row], slot)
    for column, rows in captured_text(asked.items, template.parts, pairs).items():
        slot = template.parts[column].slot
        if slot is not None and len(rows) <= MAX_TEXT_ITEMS and not used & set(rows):
            filling.arguments[slot.prop.name] = " ".join(asked.items[row].text for row in rows)
            explained += sum(asked.weights[row] for row in rows)
            aligned += template.parts[column].weight
            used |= set(rows)
    if not (_grounded(asked, template, pairs) and template.by_phrase <= filling.arguments.keys()):
        return Match(tool, 0.0, {})
    rest = [row for row in range(len(asked.items)) if row not in used]
    moved = [row for row in rest if _in_template(asked.items[row], template)]
    disordered = DISORDERED * sum(asked.weights[row] for row in moved)
    explained += disordered + filling.explain(
        (row for row in rest if row not in moved), lambda key: SAID * min(1.0, 2 * index.share(key, template.tool))
    )
    asked_share = explained / asked.weight if asked.weight else 1.0
    example_share = (aligned + disordered) / template.weight if template.weight else 1.0
    score = QUESTION_SHARE * asked_share + (1 - QUESTION_SHARE) * example_share
    bare = bool(asked.items) and asked.weight < BARE_WEIGHT and not asked.given
    return _match(filling, score - BARE_PENALTY * (1 - example_share) if bare else score)


def _by_description(asked: Asked, index: CatalogueIndex, tool: Tool) -> Match:
    """A tool whose name and description say the question's words. The more examples it has, the less this counts."""
    filling = Filling(tool, {}, asked)
    words = [row for row, item in enumerate(asked.items) if not is_grammar(item)]
    distinctive = any(
        asked.items[row].key in tool.said and index.weight(asked.items[row].key) >= DISTINCTIVE for row in words
    )
    explained = filling.explain(words, lambda key: 1.0 if key in tool.said else SAID)
    grammar = asked.weight - sum(asked.weights[row] for row in words)
    share = (explained + grammar) / asked.weight if asked.weight else 0.0
    trust = max(0.5, 0.85 - 0.05 * len(tool.examples))
    return _match(filling, share * trust if distinctive else 0.0)


def _match(filling: Filling, score: float) -> Match:
    lacking = filling.finish()
    unexplained = tuple(filling.unexplained)
    if lacking or filling.repeats():
        return Match(filling.tool, 0.0, filling.arguments, unexplained, lacking)
    penalty = UNEXPLAINED_PENALTY * len(unexplained) / (1 + filling.names() / 2)
    return Match(filling.tool, max(0.0, score - penalty), filling.arguments, unexplained)


def _worth(asked: Asked, template: Template, pair: Pair) -> float:
    """How much of an aligned item's weight is explained."""
    row, column = pair
    slot = template.parts[column].slot
    return asked.weights[row] * (1.0 if slot is None or asked.items[row].firm else DOUBTFUL)


def _in_template(item: Item, template: Template) -> bool:
    return item.key in template.keys and not is_grammar(item)


def _grounded(asked: Asked, template: Template, pairs: Sequence[Pair]) -> bool:
    """Whether a doubtful name ("mag", "per", 33) is borne out by something else of the example."""
    matched = [(asked.items[row], template.parts[column]) for row, column in pairs]
    slots = [(item, part.slot) for item, part in matched if part.slot is not None]
    if all(is_sure(item, slot) or slot.prop.kind == NUMBER or not item.shaky for item, slot in slots):
        return True
    return any(is_sure(item, slot) for item, slot in slots) or any(
        part.slot is None and (part.key in QUESTION_WORDS or not is_function(part.key)) for _, part in matched
    )
