"""How well each tool answers a question: a score from 0 to 1, the arguments, and what stays unexplained."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from director.language.grammar import COUNTING, MOMENTS, QUESTION_WORDS, REASON
from director.planners.offline.accounting import adds, is_unspecific
from director.planners.offline.align import (
    Pair,
    align,
    captured_text,
    is_sure,
    names_a_car,
    numbers_another,
    slot_value,
    stands_in,
)
from director.planners.offline.catalogue_tools import Slot, Tool
from director.planners.offline.filling import Filling, is_grammar, is_topic
from director.planners.offline.hearing import Hearing
from director.planners.offline.index import CatalogueIndex, Template
from director.planners.offline.likely import likely, word_for_word
from director.planners.offline.question_items import NUMBER, Item
from director.planners.offline.question_without_phrases import Asked, hear
from director.planners.offline.word_keys import LIGHT_KEYS, is_function, key_of

NEARLY_WHOLE = 1 - 1e-9
"""The score of what says all of an example and no more, whatever the order in which its weights were added up."""
QUESTION_SHARE = 0.65
"""The question's part in a score; the rest is how much of the example is in the question."""
DISORDERED = 0.6
"""What is left of a word's weight when the example has it in another place."""
SAID = 0.7
"""... when only other examples of the tool have it."""
DOUBTFUL = 0.75
"""... when it is taken for a value but may be a plain word."""
UNEXPLAINED_PENALTY = 0.25
"""Off the score for every name, number or strange word that the tool has no use for; less where it uses other names."""
FOREIGN_PENALTY = 0.1
"""... for a word that only other tools use, by its weight."""
BARE_WEIGHT = 0.95
BARE_PENALTY = 0.4
"""Off the score of a question that says no more than this, by the share of the example that it leaves out."""
START = key_of("start")
SINCE = key_of("since")
HOW = key_of("how")
BY_DOING = frozenset(map(key_of, ("did", "has")))
"""After "how" they ask in which manner: what an example tells that does not ask how is not that."""
ELSEWHERE = frozenset({*REASON, *MOMENTS, START, HOW})
TRUSTED, TRUSTED_LEAST, LESS_TRUSTED = 0.85, 0.5, 0.05
"""What a description counts that no example stands beside, at least, and less for each example."""
MAX_TEXT_ITEMS = 8


class Match(Struct, frozen=True):
    """One tool for one question. An argument that is a tuple stands for one call for each of its values."""

    tool: Tool
    score: float
    arguments: Mapping[str, object]
    unexplained: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    near: float = 0.0
    """How much of the question a match of no score would have explained: it tells what was missing."""

    @property
    def rank(self) -> tuple[float, float]:
        """The key by which matches are sorted, greatest first."""
        return self.score, self.near


class _Best:
    """The best match so far; of tools that match alike, that of the first."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self._number = 0

    def offer(self, match: Match, number: int) -> None:
        if self.match is None or (match.rank, -number) > (self.match.rank, -self._number):
            self.match, self._number = match, number

    def surpasses(self, score: float) -> bool:
        """Whether what scores so much, and would have explained nothing more, is of no use."""
        return self.match is not None and self.match.rank > (score, 0.0)

    def has_score(self, least: float = 0.0) -> bool:
        return self.match is not None and self.match.score > least


def best_matches(items: Sequence[Item], index: CatalogueIndex) -> list[Match]:
    """The best match, where there is a tool at all."""
    best = _Best()
    heard = [(Hearing(asked, index), tools) for asked, tools in hear(items, index)]
    for hearing, tools in heard:
        for template in word_for_word(hearing.asked, index, tools):
            best.offer(_by_example(hearing, index, template, nearly=False), template.tool)
    for hearing, tools in () if best.has_score(NEARLY_WHOLE) else heard:
        for template in likely(hearing.asked, index, tools):
            best.offer(_by_example(hearing, index, template, nearly=not best.has_score()), template.tool)
        for number in sorted(tools):
            if not best.surpasses(_described_at_most(hearing, index.tools[number])):
                best.offer(_by_description(hearing, index, number), number)
    return [best.match] if best.match else []


def _by_example(hearing: Hearing, index: CatalogueIndex, template: Template, *, nearly: bool) -> Match:
    """How well a question matches one example, slot by slot and word by word.

    `nearly`: how near an example of no score comes is of use.
    """
    asked, tool = hearing.asked, index.tools[template.tool]
    fits = hearing.gives_all(template) and not _is_of_the_start(asked, template)
    if not fits or (not nearly and hearing.has_no_use(template)):
        return Match(tool, 0.0, {})
    aligned, pairs = align(hearing.part_rows, template.parts)
    heard = hearing.by(template.tool)
    filling = Filling(heard, template.arguments)
    used, explained, aligned = _filled(filling, asked, template, pairs, aligned)
    if not (template.filled <= filling.arguments.keys() and _grounded(asked, template, pairs)):
        return Match(tool, 0.0, {})
    if (beyond := _beyond(asked, used, index.moments[template.tool])) is not None:
        return Match(tool, 0.0, {}, (beyond,))
    rest = [row for row in range(len(asked.items)) if row not in used]
    strange = (row for row in heard.unstated if row not in used and asked.items[row].key not in template.keys)
    unsaid = next((row for row in strange if not filling.takes(row)), None)
    if unsaid is not None:
        return Match(tool, 0.0, {}, (asked.items[unsaid].text,), near=explained / asked.weight)
    if adds(template, {column for _, column in pairs}, asked.keys) is not None:
        return Match(tool, 0.0, {}, near=explained / asked.weight)
    moved = [row for row in rest if _in_template(asked.items[row], template)]
    plain = {row for row in rest if row not in moved and is_unspecific(asked.items[row])}
    explained += SAID * sum(asked.weights[row] for row in plain)
    rest = [row for row in rest if row not in plain]
    filling.named_only = not moved and not any(_is_word(template, column) for _, column in pairs) and bool(pairs)
    disordered = DISORDERED * sum(asked.weights[row] for row in moved)
    explained += disordered + filling.explain(
        (row for row in rest if row not in moved), lambda key: SAID * min(1.0, 2 * index.share(key, template.tool))
    )
    if any(item.key in COUNTING and item.key not in template.keys for item in asked.items):
        filling.foreign += 1.0
    asked_share = explained / asked.weight if asked.weight else 1.0
    example_share = (aligned + disordered) / template.weight if template.weight else 1.0
    score = QUESTION_SHARE * asked_share + (1 - QUESTION_SHARE) * example_share
    bare = bool(asked.items) and asked.weight < BARE_WEIGHT and not asked.given
    return _match(filling, score - BARE_PENALTY * (1 - example_share) if bare else score)


def _filled(
    filling: Filling, asked: Asked, template: Template, pairs: Sequence[Pair], aligned: float
) -> tuple[set[int], float, float]:
    """Fills the slots of an example: which rows are used then, what they explain, and how much of it is aligned."""
    used = {row for row, _ in pairs}
    explained = sum(_worth(asked, template, pair) for pair in pairs)
    for row, column in pairs:
        slot = template.parts[column].slot
        if slot is not None and slot.fills:
            value = filling.arguments[slot.prop.name] = slot_value(asked.items[row], slot)
            if isinstance(value, tuple):
                aligned += _spread(template, slot.prop.kind, {column for _, column in pairs}, len(value) - 1)
    for column, rows in captured_text(asked.items, template.parts, pairs).items():
        slot = template.parts[column].slot
        if slot is not None and len(rows) <= MAX_TEXT_ITEMS and not used & set(rows):
            filling.arguments[slot.prop.name] = " ".join(asked.items[row].text for row in rows)
            explained += sum(asked.weights[row] for row in rows)
            aligned += template.parts[column].weight
            used |= set(rows)
    return used, explained, aligned


def _described_at_most(hearing: Hearing, tool: Tool) -> float:
    """A score that its description alone cannot surpass."""
    if not hearing.asked.items:
        return 1.0
    return 0.0 if tool.said.isdisjoint(hearing.distinctive) else _trust(tool)


def _by_description(hearing: Hearing, index: CatalogueIndex, number: int) -> Match:
    """A tool whose name and description say the question's words. The more examples it has, the less this counts."""
    asked, heard = hearing.asked, hearing.by(number)
    tool, filling = heard.tool, Filling(heard, {})
    if not asked.items and any(index.is_only_of(phrase, tool) for phrase in asked.given):
        return _match(filling, 1.0)
    if (beyond := _beyond(asked, (), frozenset())) is not None:
        return Match(tool, 0.0, {}, (beyond,))
    words = [row for row, item in enumerate(asked.items) if not is_grammar(item)]
    strange = (row for row in heard.unstated if row in words and asked.items[row].key not in tool.said)
    unsaid = next((row for row in strange if not filling.takes(row)), None)
    if unsaid is not None:
        return Match(tool, 0.0, {}, (asked.items[unsaid].text,))
    explained = filling.explain(words, lambda key: 1.0 if key in tool.said else SAID)
    grammar = asked.weight - sum(asked.weights[row] for row in words)
    share = (explained + grammar) / asked.weight if asked.weight else 0.0
    return _match(filling, 0.0 if tool.said.isdisjoint(hearing.distinctive) else share * _trust(tool))


def _trust(tool: Tool) -> float:
    return max(TRUSTED_LEAST, TRUSTED - LESS_TRUSTED * tool.shows)


def _beyond(asked: Asked, said: Collection[int], moments: frozenset[tuple[str, str]]) -> str | None:
    """The word with which a question asks for a reason or for another moment, where an example does not say it."""
    if ELSEWHERE.isdisjoint(asked.keys):
        return None
    for row, item in enumerate(asked.items):
        following = asked.items[row + 1].key if row + 1 < len(asked.items) else ""
        if row in said or (item.key, following) in moments:
            continue
        if item.key == HOW and following in BY_DOING:
            return item.text
        if item.key in REASON or (item.key in MOMENTS and _opens_clause(asked.items, row)):
            return item.text
        if item.key == START and row and asked.items[row - 1].key == "at":
            return item.text
    return None


def _is_of_the_start(asked: Asked, template: Template) -> bool:
    """Whether an example asks how the start went, and the question what has been since."""
    since = SINCE in asked.keys and SINCE not in template.keys
    return since and START in template.keys and any(isinstance(value, int) for value in template.arguments.values())


def _opens_clause(items: Sequence[Item], row: int) -> bool:
    """Whether a moment is told from here on: "when" can also ask, and "after Vettel" is a position."""
    before, after = items[:row], items[row + 1 :]
    if not after or (len(after) == 1 and after[0].firm):
        return False
    if items[row].key != "when":
        return True
    return any(item.key in QUESTION_WORDS for item in (*before, *after)) or any(is_topic(item) for item in before)


def _match(filling: Filling, score: float) -> Match:
    lacking = filling.finish()
    unexplained = tuple(filling.unexplained)
    if lacking or filling.repeats():
        return Match(filling.tool, 0.0, filling.arguments, unexplained, lacking)
    penalty = UNEXPLAINED_PENALTY * len(unexplained) / (1 + filling.names() / 2) + FOREIGN_PENALTY * filling.foreign
    return Match(filling.tool, max(0.0, score - penalty), filling.arguments, unexplained)


def _spread(template: Template, kind: str, used: set[int], rest: int) -> float:
    """The weight of the other places of a kind that a group fills at once."""
    free = [p.weight for at, p in enumerate(template.parts) if p.slot and p.slot.prop.kind == kind and at not in used]
    return sum(free[:rest])


def _worth(asked: Asked, template: Template, pair: Pair) -> float:
    """How much of an aligned item's weight is explained."""
    row, column = pair
    slot = template.parts[column].slot
    item = asked.items[row]
    sure = slot is None or (slot.fills and not stands_in(item, slot) and (item.firm or is_sure(item, slot)))
    return asked.weights[row] * (1.0 if sure else DOUBTFUL)


def _is_word(template: Template, column: int) -> bool:
    """Whether a part of an example is a word with a meaning of its own."""
    part = template.parts[column]
    return part.slot is None and not is_function(part.key) and part.key not in LIGHT_KEYS


def _in_template(item: Item, template: Template) -> bool:
    return item.key in template.keys and not is_grammar(item)


def _is_number(slot: Slot) -> bool:
    return slot.prop.kind == NUMBER


def _is_beside_car(template: Template, column: int) -> bool:
    """Whether a slot of an example follows "car" or "car number"."""
    return "car" in (part.key for part in template.parts[max(column - 2, 0) : column])


def _grounded(asked: Asked, template: Template, pairs: Sequence[Pair]) -> bool:
    """Whether a doubtful name ("mag", "per", 33) is borne out by something else of the example, of the same moment."""
    numbers = [(row, column) for row, column in pairs if (slot := template.parts[column].slot) and _is_number(slot)]
    if any(names_a_car(asked.items, row) and not _is_beside_car(template, column) for row, column in numbers):
        return False
    if any(numbers_another(asked.items[row], template.parts, column) for row, column in pairs):
        return False
    matched = [(asked.items[row], template.parts[column]) for row, column in pairs]
    slots = [(item, part.slot) for item, part in matched if part.slot is not None]
    if any(stands_in(item, slot) for item, slot in slots) and not all(slot.fills for _, slot in slots):
        return False  # Of two positions one would be taken for its holder, the other for what is asked of him.
    if all(is_sure(item, slot) or slot.prop.kind == NUMBER or not item.shaky for item, slot in slots):
        return True
    return any(is_sure(item, slot) for item, slot in slots) or any(
        part.slot is None and (part.key in QUESTION_WORDS or not is_function(part.key)) for _, part in matched
    )
