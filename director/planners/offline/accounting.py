"""Every word that carries meaning is used by the call, or the call does not answer the question.

A match says how alike a question and an example are. That is not enough: "who pitted under the safety car" is much
like "who pitted", and is another question.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from director.language.grammar import WHY
from director.language.qualifiers import QUALIFIERS
from director.language.racing import ANYBODY, SCOPE, SUPPORTING
from director.planners.offline.index import CatalogueIndex, Template
from director.planners.offline.plain.pieces import COMPOUNDS
from director.planners.offline.question_items import NUMBER, ORDINAL, Item
from director.planners.offline.question_without_phrases import Asked
from director.planners.offline.word_keys import LIGHT_KEYS, is_function, key_of

OWN_SHARE = 0.2
"""How much of a word's use must be a tool's, so that the tool states what the word says without an example's help."""

QUALIFIER_KEYS = frozenset(map(key_of, QUALIFIERS))
VAGUE_KEYS = frozenset(map(key_of, ("best", "worst", "good", "bad")))
"""Words of praise and blame: of what, another word says."""
UNSPECIFIC_KEYS = frozenset(map(key_of, SCOPE | ANYBODY | SUPPORTING))
WHOM = frozenset(map(key_of, ("who", "whose", "which", "what", "anyone", "everyone")))
IN, ON, LAP = map(key_of, ("in", "on", "lap"))
"""Together they speak of the lap that ends in the pits: "who is on an in lap"."""
WHAT, WHOSE, JUST, THROUGH = map(key_of, ("what", "whose", "just", "through"))
BETWEEN = key_of("between")
"""Who is between two is neither of them."""
PEOPLE = frozenset(map(key_of, ANYBODY | {"team", "teams", "constructor", "winner", "leader"}))
ANYTHING = frozenset(map(key_of, ("anything", "something", "nothing", "everything")))
"""Of what, another word says: "anything from Vettel and Bottas" alone asks for no gap."""
WINDOW = frozenset(map(key_of, ("last", "past", "previous", "next", "first", "latest", "opening", "final")))
"""A number after one of these says how far a window reaches: "the last ten laps"."""
VERBS = frozenset(map(key_of, ("is", "do", "has")))
"""An example with one of these and nobody asked for ("is it under the safety car") answers no "who"."""
ONTO = frozenset(map(key_of, ("onto", "on", "to", "for", "with")))
"""Before "what" at the end they ask for a thing that the rest of the question does not say."""
LEANING = frozenset(
    map(key_of, ("to", "from", "with", "by", "over", "against", "behind", "ahead", "for", "vs", "than"))
)
"""At the end of a question they say that whom or what is asked for stands there."""


def demanding(asked: Asked) -> set[int]:
    """The rows of the words that an argument must use or an example must say, whatever the tool states."""
    return {row for row in range(len(asked.items)) if _is_demanding(asked, row)}


def unstated(asked: Asked, demands: Collection[int], number: int, index: CatalogueIndex) -> list[int]:
    """Those rows, and the rows of topics that the tool of this number does not state: in order.

    A moment that its examples tell in other places too ("since the start") demands nothing.
    """
    pairs = enumerate(pairwise(item.key for item in asked.items))
    told = {row for at, pair in pairs if pair in index.moments[number] for row in (at, at + 1)}

    def is_strange(item: Item) -> bool:
        return _is_topic(item) and not is_unspecific(item) and index.share(item.key, number) < OWN_SHARE

    return [row for row, item in enumerate(asked.items) if row not in told and (row in demands or is_strange(item))]


def _is_demanding(asked: Asked, row: int) -> bool:
    item, is_last = asked.items[row], row == len(asked.items) - 1
    before = asked.items[row - 1].key if row else ""
    if item.key == "but" and not is_last and asked.items[row + 1].firm:
        return True
    if item.key == IN and before == ON and not is_last and asked.items[row + 1].key == LAP:
        return True
    if item.key in ANYTHING and not any(map(_is_topic, asked.items)):
        return True
    if is_unspecific(item):
        return False
    if row in asked.narrows and item.said not in COMPOUNDS:
        return True
    if NUMBER in item.readings and before in WINDOW:
        return True
    if is_last and row and (item.key in LEANING or (item.key == "on" and "what" in asked.keys)):
        return True
    if is_last and item.key == WHAT and before in ONTO:
        return True
    if item.key == "on" and [one.key for one in asked.items[row + 1 : row + 3]] == [WHAT, "and"]:
        return True
    if not item.known or item.key in QUALIFIER_KEYS or (item.firm and not item.key) or _is_rank(item):
        return True
    return item.key == BETWEEN and not WHOM.isdisjoint(asked.keys)


def is_unspecific(item: Item) -> bool:
    """Whether a word stands for the session, for anybody in it, or only supports another word."""
    return (item.own or item.key in UNSPECIFIC_KEYS) and not item.firm


def adds(template: Template, used: Collection[int], keys: Collection[str]) -> str | None:
    """A word that the example has and the question lacks, so that it asks something else: a qualifier, or the example's
    topic where no word of a topic is shared. None where there is none.
    """
    words = [(column, part.key) for column, part in enumerate(template.parts) if part.slot is None]
    if any(key in WHY and key not in keys for _, key in words) and WHY.isdisjoint(keys):
        return next(key for _, key in words if key in WHY)  # facts that bear on a reason are not what is asked
    for column, key in words:
        if column not in used and key in QUALIFIER_KEYS and key not in keys:
            return key
    if JUST in template.keys and JUST not in keys:
        return JUST  # "who did he just pass" is of the last lap
    if THROUGH in template.keys and THROUGH not in keys:
        return THROUGH  # "who drove it" is of no drive through
    if WHOSE in keys and WHOM.isdisjoint(template.keys):
        return WHOSE
    if "who" in keys and not WHOM.intersection(template.keys) and VERBS.intersection(template.keys):
        return "who"
    if "who" in keys and (_asks_what(template.keys) or (BETWEEN in keys and "who" not in template.keys)):
        return "what"
    topics = [(column in used, key) for column, key in words if is_topic_key(key) and key not in VAGUE_KEYS]
    return topics[0][1] if topics and not any(shared for shared, _ in topics) else None


def _asks_what(keys: Collection[str]) -> bool:
    """Whether an example asks for a thing: "what is it between them" answers no "who", "which car" does."""
    return WHAT in keys and "who" not in keys and PEOPLE.isdisjoint(keys)


def is_topic_key(key: str) -> bool:
    """Whether a word can be what a question is about."""
    return not (is_function(key) or key in LIGHT_KEYS or key in UNSPECIFIC_KEYS or key.startswith("#"))


def _is_rank(item: Item) -> bool:
    """Whether an item is an ordinal in words: "fifth". In digits it is firm, and weighed as such."""
    return ORDINAL in item.readings and not item.firm


def _is_topic(item: Item) -> bool:
    return bool(item.key) and not item.readings and is_topic_key(item.key)
