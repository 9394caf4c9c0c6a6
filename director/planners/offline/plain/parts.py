"""A question that asks two or three things: "number of stops for albon, and how old are his tyres"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from director.language.late_patterns import compile_later
from director.planners.offline.follow_up import last_named
from director.planners.offline.items import Item
from director.planners.offline.several_asks import (
    MAX_PARTS,
    lacks_a_subject,
    lacks_a_thing,
    leans_on_thing,
    of_nobody,
    together,
)
from toolgate.contract import Plan

Known = Mapping[str, object]
"""Whom a pronoun stands for."""
_BESIDE = compile_later(
    r"\s*(?:[?!;]+|\.\s|,|\s[-+&/]\s|\band\b)[\s,]*(?:and\b\s*|also\b\s*|then\b\s*)*", re.IGNORECASE
)


def plainly_in_parts(
    question: str,
    known: Known,
    read: Callable[[str, Known], Sequence[Item]],
    understood: Callable[[Sequence[Item]], Plan | None],
) -> Plan | None:
    """One plan for all parts, where each of them is understood by itself; else None."""
    texts = [text.strip() for text in _BESIDE.split(question) if text.strip()]
    if not 2 <= len(texts) <= MAX_PARTS or any(map(lacks_a_thing, texts[:-1])):
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
