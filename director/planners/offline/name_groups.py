"""Several names said in a row, as one group: "tyres for Leclerc and Hamilton" asks the same of each."""

from __future__ import annotations

from collections.abc import Sequence

from director.language.grammar import AUXILIARIES, QUESTION_WORDS
from director.language.name_meanings import RELATED, group_kind
from director.planners.offline.question_items import ORDINAL, Item

JOINING = frozenset({"and", "or", "vs", "both", "plus"})
TOWARDS = frozenset({"from", "behind", "ahead", "off", "to", "of"})
MOST_NAMES = 5


def grouped(items: Sequence[Item]) -> list[Item] | None:
    """The items with their one run of names as a group; None where there is no run, or more than one."""
    names = [at for at, item in enumerate(items) if _kinds(item)]
    if not 2 <= len(names) <= MOST_NAMES:
        return None
    between = items[names[0] : names[-1] + 1]
    if any(not _kinds(item) and item.key not in JOINING for item in between):
        return None
    shared = set.intersection(*(set(_kinds(items[at])) for at in names))
    if not shared:
        return None
    # Of several kinds that all are (a name may be a driver's and a team's), the first name's likeliest reading decides.
    kind = min(shared, key=list(items[names[0]].readings).index)
    values = tuple(dict.fromkeys(str(items[at].readings[kind]) for at in names))
    text = " ".join(item.text for item in between)
    group = Item(text, "", {group_kind(kind): values}, firm=True)
    return [*items[: names[0]], group, *items[names[-1] + 1 :]] if len(values) > 1 else None


def asked_of_first(items: Sequence[Item]) -> list[Item] | None:
    """ "Ricciardo or Verstappen, who is ahead" with the names moved to the end; None where it does not begin with
    names.
    """
    end = next((at for at, item in enumerate(items) if not (_kinds(item) or item.key in JOINING)), 0)
    if not end or items[end].key not in QUESTION_WORDS:
        return None
    return [*items[end:], *items[:end]]


def asked_of_last(items: Sequence[Item]) -> list[Item] | None:
    """ "Are those two out, the Red Bulls" with the names moved to behind the verb; None where it does not end with
    names.
    """
    end = len(items)
    while end and (_kinds(items[end - 1]) or items[end - 1].key in JOINING):
        end -= 1
    asks = items[:1] and items[0].key in QUESTION_WORDS
    verb = 1 if asks else 0
    if end == len(items) or end < verb + 2 or items[verb].said not in AUXILIARIES or any(map(_kinds, items[:end])):
        return None
    return [*items[: verb + 1], *items[end:], *items[verb + 1 : end]]


def named_in(items: Sequence[Item]) -> list[Item]:
    """The items that name somebody, or give a position that stands for somebody."""
    return [item for item in items if _kinds(item) or (ORDINAL in item.readings and item.firm)]


def of_the_subject(items: Sequence[Item], subjects: Sequence[Item]) -> list[Item] | None:
    """ "How far from P7" after "who is P8" with P8 as its subject; None where it has a subject of its own."""
    if len(subjects) != 1 or len(named_in(items)) != 1 or any(item.said in AUXILIARIES for item in items):
        return None
    at = next((at for at, item in enumerate(items) if item.said in TOWARDS), None)
    return None if at is None else [*items[:at], subjects[0], *items[at:]]


def said_of(items: Sequence[Item], subjects: Sequence[Item]) -> list[Item] | None:
    """ "What is the gap to the leader" after "where is Sainz" with him at its end; None where it names somebody."""
    if len(subjects) != 1 or named_in(items) or not any(item.said in TOWARDS for item in items):
        return None
    return [*items, Item("for", "for", {}), *subjects]


def _kinds(item: Item) -> list[str]:
    """The kinds of names that an item is surely one of."""
    if not item.firm or item.key:
        return []
    return [kind for kind, value in item.readings.items() if isinstance(value, str) and not kind.startswith(RELATED)]
