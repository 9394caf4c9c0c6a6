"""Where in a question a phrase of the lexicon stands: the longest one that begins at a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from director.language.name_meanings import group_kind
from director.language.word_lists import words
from director.planners.offline.composing.lexicon import Lexicon, SaidPhrase, said_key
from director.planners.offline.question_items import CLOCK, NUMBER, ORDINAL, Item

EXCEPT = "except"
NEGATIONS = words("not no never nobody none without neither nor") | {EXCEPT}
MOST_MINUTES = 20
"""No lap takes longer."""
POSITION = re.compile(r"[pP]\d+")
"""A position in the order, which is a car: no first or third of anything."""


def longest_phrase(
    items: Sequence[Item], at: int, lexicon: Lexicon, *, denying: bool = True, named: bool = False
) -> tuple[SaidPhrase | None, dict[str, Any]]:
    """The longest phrase that begins at an item, and the values of its slots.

    `denying`: also one that says "not"; `named`: none that holds others to somebody, where two are compared.
    """
    kinds = ("n", "nth", "position", "lap_time", *lexicon.words, *lexicon.names, *lexicon.slots)
    slots = [f"{{{kind}}}" for kind in kinds]
    firsts, seconds = (
        [said_key(item.said), *slots] if item is not None and item.said else slots
        for item in (items[at], items[at + 1] if at + 1 < len(items) else None)
    )
    best: tuple[SaidPhrase | None, dict[str, Any]] = None, {}
    for first in firsts:
        by_second = lexicon.phrases.get(first)
        if by_second is None or (first[0] == "{" and _slot(items[at], first[1:-1], lexicon) is None):
            continue
        phrases = [phrase for second in ("", *seconds) for phrase in by_second.get(second, ())]
        for phrase in sorted(phrases, key=attrgetter("order")):
            if best[0] is not None and len(phrase.keys) <= len(best[0].keys):
                break
            if not denying and not NEGATIONS.isdisjoint(phrase.keys):
                continue
            if named and _holds_others(phrase, lexicon):
                continue
            if (values := _values(items, at, phrase.keys, lexicon)) is not None:
                best = phrase, values
                break
    return best


def _holds_others(phrase: SaidPhrase, lexicon: Lexicon) -> bool:
    """Whether it holds others to one who is named, and says no more than "faster than Sainz"."""
    ways = [way for use in phrase.uses if use.role == "narrow" for way in lexicon.narrows[use.number]]
    names = any(f"{{{kind}}}" in phrase.keys for kind in lexicon.names)
    return names and any(way.same and way.beside for way in ways)


def _values(items: Sequence[Item], at: int, keys: Sequence[str], lexicon: Lexicon) -> dict[str, Any] | None:
    """The values of a phrase's slots, if it stands here."""
    if at + len(keys) > len(items):
        return None
    values: dict[str, Any] = {}
    for item, key in zip(items[at:], keys, strict=False):
        if key[0] != "{":
            if not item.said or said_key(item.said) != key:
                return None
            continue
        name = key[1:-1]
        value = _slot(item, name, lexicon)
        if value is None:
            return None
        while name in values:
            name += "'"
        values[name] = value
    return values


def _slot(item: Item, name: str, lexicon: Lexicon) -> Any:
    if name == "n":
        number = item.readings.get(NUMBER)
        return None if ORDINAL in item.readings or POSITION.fullmatch(item.text) else number
    if name == "position":
        return int(item.text[1:]) if POSITION.fullmatch(item.text) else None
    if name == "nth":
        return item.readings.get(ORDINAL)
    if name == "lap_time":
        return _seconds(item.text) if CLOCK in item.readings else None
    if name in lexicon.names or name in lexicon.slots:
        value = item.readings.get(name)
        if value is None and name in lexicon.slots and isinstance(group := item.readings.get(group_kind(name)), tuple):
            return list(group)
        return value if isinstance(value, str) and item.firm else None
    return lexicon.words.get(name, {}).get(said_key(item.said)) if item.said else None


def _seconds(text: str) -> float | None:
    """The seconds of a lap time, as "1:28.5"; None of a time of day."""
    minutes, _, rest = text.partition(":")
    return None if ":" in rest or int(minutes) > MOST_MINUTES else int(minutes) * 60 + float(rest)
