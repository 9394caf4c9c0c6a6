"""How well one tool answers one question: a score from 0 to 1, the arguments, and what stays unexplained."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from director.planners.offline.align import Pair, align, captured_text, is_sure, slot_value, value_for
from director.planners.offline.english import QUESTION_WORDS
from director.planners.offline.index import CatalogueIndex, Property, Template, Tool
from director.planners.offline.items import NUMBER, TEXT, Item
from director.planners.offline.keys import is_function
from director.planners.offline.phrases import Found, find_phrases

QUESTION_SHARE = 0.65
UNKNOWN_WEIGHT = 1.3
VALUE_WEIGHT = 1.0
NUMBER_WORD_WEIGHT = 0.35
DISORDERED = 0.6
SAID = 0.6
BY_SCHEMA = 0.6
MAX_TEMPLATES = 40
MAX_TEXT_ITEMS = 8
UNEXPLAINED_PENALTY = 0.25
DISTINCTIVE = 0.7


@dataclass(frozen=True, slots=True)
class Match:
    """One tool for one question."""

    tool: Tool
    score: float
    arguments: Mapping[str, object]
    unexplained: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question ready to be matched: its items without the phrases, and the phrases."""

    items: tuple[Item, ...]
    phrases: tuple[tuple[Found, str, object], ...]
    """Each phrase with its words and its value."""
    weights: tuple[float, ...]

    @property
    def weight(self) -> float:
        return sum(self.weights)


def read_phrases_out(items: Sequence[Item], index: CatalogueIndex) -> Asked:
    """Takes the phrases of the catalogue's optional values out of a question."""
    found = find_phrases([item.key for item in items], index.phrases, lambda at, kind: kind in items[at].readings)
    taken = {at for one in found for at in range(one.start, one.end)}
    rest = tuple(item for at, item in enumerate(items) if at not in taken)
    phrases = tuple(
        (one, " ".join(item.text for item in items[one.start : one.end]), items[one.at].readings[one.phrase.kind])
        for one in found
    )
    return Asked(rest, phrases, tuple(item_weight(item, index) for item in rest))


def item_weight(item: Item, index: CatalogueIndex) -> float:
    """How much of a question's meaning one item carries."""
    if not item.known:
        return VALUE_WEIGHT if item.readings else UNKNOWN_WEIGHT
    if item.key.startswith("#") and not item.firm:
        return NUMBER_WORD_WEIGHT
    if item.firm:
        return VALUE_WEIGHT
    return index.weight(item.key)


def best_matches(asked: Asked, index: CatalogueIndex) -> list[Match]:
    """The best match of each tool that has one, best first."""
    best: dict[int, Match] = {}
    candidates = [_by_example(asked, index, template) for template in _likely(asked, index)]
    candidates += [_by_description(asked, index, number) for number in range(len(index.tools))]
    for number, match in candidates:
        if number not in best or match.score > best[number].score:
            best[number] = match
    return sorted(best.values(), key=lambda match: -match.score)


def _likely(asked: Asked, index: CatalogueIndex) -> list[Template]:
    """The examples that share the most with a question, whatever the order."""
    if not asked.items:
        return [template for template in index.templates if not template.parts]
    shared: dict[int, float] = defaultdict(float)
    kinds: Counter[str] = Counter(f"{{{kind}}}" for item in asked.items for kind in item.readings)
    keys = {f"{key} {nth}": VALUE_WEIGHT for key, count in kinds.items() for nth in range(1, count + 1)}
    keys |= {f"{item.key} 1": weight for item, weight in zip(asked.items, asked.weights, strict=True) if item.key}
    keys[f"{{{TEXT}}} 1"] = VALUE_WEIGHT / 2
    for key, weight in keys.items():
        for number in index.postings.get(key, ()):
            shared[number] += weight
    ranked = sorted(
        shared, key=lambda number: (-shared[number] / (asked.weight + index.templates[number].weight), number)
    )
    return [index.templates[number] for number in ranked[:MAX_TEMPLATES]]


def _by_example(asked: Asked, index: CatalogueIndex, template: Template) -> tuple[int, Match]:
    tool = index.tools[template.tool]
    aligned, pairs = align(asked.items, template.parts)
    filling = _Filling(tool, dict(template.arguments), asked)
    explained = 0.0
    used: set[int] = set()
    for row, column in pairs:
        part = template.parts[column]
        if part.slot is not None and part.slot.fills:
            filling.arguments[part.slot.prop.name] = slot_value(asked.items[row], part.slot)
        used.add(row)
        explained += asked.weights[row] if part.slot is None or asked.items[row].firm else part.weight * 0.75
    for column, rows in captured_text(asked.items, template.parts, pairs).items():
        slot = template.parts[column].slot
        if slot is not None and len(rows) <= MAX_TEXT_ITEMS and not used & set(rows):
            filling.arguments[slot.prop.name] = " ".join(asked.items[row].text for row in rows)
            explained += sum(asked.weights[row] for row in rows)
            aligned += template.parts[column].weight
            used |= set(rows)
    if not _grounded(asked, template, pairs):
        return template.tool, Match(tool, 0.0, {})
    if not template.by_phrase <= filling.arguments.keys():
        return template.tool, Match(tool, 0.0, {})
    rest = [row for row in range(len(asked.items)) if row not in used]
    disordered = 0.0
    for row in list(rest):
        if asked.items[row].key in template.keys and not is_function(asked.items[row].key):
            disordered += asked.weights[row] * DISORDERED
            rest.remove(row)
    explained += disordered + filling.explain(rest, lambda key: SAID * min(1.0, 2 * index.share(key, template.tool)))
    asked_share = explained / asked.weight if asked.weight else 1.0
    example_share = (aligned + disordered) / template.weight if template.weight else 1.0
    score = QUESTION_SHARE * asked_share + (1 - QUESTION_SHARE) * example_share
    return template.tool, filling.match(score)


def _grounded(asked: Asked, template: Template, pairs: Sequence[Pair]) -> bool:
    """Whether a doubtful name ("mag", "per") is borne out by something else of the example."""
    matched = [(asked.items[row], template.parts[column]) for row, column in pairs]
    doubtful = any(
        part.slot and part.slot.prop.kind != NUMBER and not is_sure(item, part.slot) for item, part in matched
    )
    return not doubtful or any(
        (part.slot and is_sure(item, part.slot))
        or (not part.slot and (part.key in QUESTION_WORDS or not is_function(part.key)))
        for item, part in matched
    )


def _by_description(asked: Asked, index: CatalogueIndex, number: int) -> tuple[int, Match]:
    """A tool whose name and description say the question's words. The more examples it has, the less this counts."""
    tool = index.tools[number]
    filling = _Filling(tool, {}, asked)
    distinctive = any(item.key in tool.said and index.weight(item.key) >= DISTINCTIVE for item in asked.items)
    explained = filling.explain(range(len(asked.items)), lambda key: 1.0 if key in tool.said else SAID)
    grammar = sum(w for item, w in zip(asked.items, asked.weights, strict=True) if is_function(item.key))
    share = (explained + grammar) / asked.weight if asked.weight else 0.0
    trust = max(0.5, 0.85 - 0.05 * tool.examples)
    return number, filling.match(share * trust if distinctive else 0.0)


class _Filling:
    """Gathers a tool's arguments from what its examples did not take."""

    def __init__(self, tool: Tool, arguments: dict[str, object], asked: Asked) -> None:
        self.tool = tool
        self.arguments = arguments
        self.asked = asked
        self.unexplained: list[str] = []
        for found, text, value in asked.phrases:
            name = tool.phrases.get(found.phrase)
            if name is None:
                self.unexplained.append(text)
            else:
                self.arguments[name] = value

    def explain(self, rows: Iterable[int], said: Callable[[str], float]) -> float:
        """Finds a use for the items left over; gives the weight that they explain."""
        explained = 0.0
        for row in rows:
            item, weight = self.asked.items[row], self.asked.weights[row]
            if (prop := self._property_for(item)) is not None:
                self.arguments[prop.name] = value_for(item, prop)
                explained += weight * BY_SCHEMA
            elif item.firm or not item.known:
                self.unexplained.append(item.text)
            elif item.key in self.tool.lexicon:
                explained += weight * said(item.key)
        return explained

    def _property_for(self, item: Item) -> Property | None:
        for prop in sorted(self.tool.properties.values(), key=lambda prop: not prop.required):
            if prop.name in self.arguments:
                continue
            if prop.choices and item.key in prop.choices and prop.name not in self.tool.shown:
                return prop
            if item.firm and NUMBER not in item.readings and prop.kind != TEXT and value_for(item, prop) is not None:
                return prop
        return None

    def _spread(self) -> None:
        """A group that fills one property also fills the others of its kind, if it has a value for each."""
        for name, values in list(self.arguments.items()):
            if isinstance(values, tuple):
                kind = self.tool.properties[name].kind
                free = [
                    p.name for p in self.tool.properties.values() if p.kind == kind and p.name not in self.arguments
                ]
                if len(values) == 1 + len(free):
                    self.arguments |= dict(zip((name, *free), values, strict=True))

    def _repeats(self) -> bool:
        """Whether two arguments of one kind have the same value, as nobody asks."""
        named = [
            (prop.kind, self.arguments[name])
            for name, prop in self.tool.properties.items()
            if name in self.arguments and prop.kind not in (NUMBER, TEXT)
        ]
        return len(named) != len(set(named))

    def match(self, score: float) -> Match:
        """The finished match. What is unexplained or lacking makes it worthless, not just weaker."""
        self._spread()
        lacking = tuple(
            prop.name for prop in self.tool.properties.values() if prop.required and prop.name not in self.arguments
        )
        if self._repeats():
            return Match(self.tool, 0.0, self.arguments)
        penalty = UNEXPLAINED_PENALTY * len(self.unexplained)
        return Match(
            self.tool,
            0.0 if lacking else max(0.0, score - penalty),
            self.arguments,
            tuple(self.unexplained),
            lacking,
        )
