"""A question that asks two or three things: "number of stops for albon, and how old are his tyres"."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from director.language.late_patterns import compile_later
from director.planners.offline.follow_up import last_named
from director.planners.offline.name_groups import MOST_NAMES
from director.planners.offline.question_items import Item
from director.planners.offline.several_asks import (
    MAX_PARTS,
    lacks_a_subject,
    lacks_a_thing,
    leans_on_thing,
    of_nobody,
    together,
)
from toolgate.contract import Plan

THREE = 3
JOINING = frozenset(("and", "or", "vs", "to", "with"))
Known = Mapping[str, object]
"""Whom a pronoun stands for."""
_BESIDE = compile_later(
    r"\s*(?:[?!;]+|\.\s|,|\s[-+&/]\s|\band\b)[\s,]*(?:and\b\s*|also\b\s*|then\b\s*)*", re.IGNORECASE
)
_GOES_ON = compile_later(
    r"(?:from|between|to|than)\b|(?:he|she|they|it)(?:['’]s|\s+(?:was|were|had|is|are|has))\b", re.IGNORECASE
)
"""What begins so goes on with the part before it, or only says something: "and from second to third"."""


def plainly_in_parts(
    question: str,
    known: Known,
    read: Callable[[str, Known], Sequence[Item]],
    understood: Callable[[Sequence[Item]], Plan | None],
) -> Plan | None:
    """One plan for all parts, where each of them is understood by itself; else None."""
    texts = [text.strip() for text in _BESIDE.split(question) if text.strip()]
    spoilt = any(map(_GOES_ON.match, texts[1:])) or any(map(lacks_a_thing, texts[:-1]))
    if spoilt or not 2 <= len(texts) <= MAX_PARTS:
        return None
    plans: list[Plan] = []
    for at, text in enumerate(texts):
        items = read(text, known)
        if at and (lacks_a_subject(text, items) or leans_on_thing(text) or of_nobody(text, items)):
            return None
        plan = understood(items)
        if plan is None or not plan.steps:
            return None
        plans.append(plan)
        known = last_named(items) or known
    return together(plans)


def plainly_in_pairs(
    items: Sequence[Item],
    understood: Callable[[Sequence[Item]], Plan | None],
    called: Callable[[Plan], Collection[str]],
) -> Plan | None:
    """One plan for each two of several who are named one after the other; else None.

    One who stands apart from the others is asked of with each of them: "is Sainz ahead of Ocon and Gasly".

    `called` gives whom a plan is about.
    """
    named = [at for at, item in enumerate(items) if item.firm and isinstance(item.readings.get("driver"), str)]
    if not THREE <= len(named) <= MOST_NAMES:
        return None
    plans: list[Plan] = []
    first_apart = any(item.key not in JOINING for item in items[named[0] + 1 : named[1]])
    for at, second in enumerate(named[1:]):
        plan = understood(_of_two(items, named, {named[0] if first_apart else named[at], second}))
        if plan is None or len(called(plan)) != THREE - 1:
            return None
        plans.append(plan)
    return together(plans)


def _of_two(items: Sequence[Item], named: Sequence[int], pair: Collection[int]) -> list[Item]:
    """The items without the others who are named, and without what joins these."""
    out = {at for at in named if at not in pair}
    out |= {at for at, item in enumerate(items) if item.key in JOINING and not out.isdisjoint((at - 1, at + 1))}
    return [item for at, item in enumerate(items) if at not in out]
