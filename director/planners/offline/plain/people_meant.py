"""Whether a meaning leaves out somebody whom a later turn speaks of: "they" are several, "him" is one more."""

from __future__ import annotations

from collections.abc import Sequence

from director.language.back_references import spelt_out
from director.language.word_lists import words
from director.planners.base import Turn
from director.planners.offline.conversation.completing import EarlierTurns
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.question_items import Item
from toolgate.contract import Plan

_SEVERAL = words("they them their those these both")
_HIM = words("him")
_BESIDE = frozenset({"ahead", "behind"})
"""Values of a call that stand for the car next to somebody."""
_PAIR = 2


def leaves_somebody_out(
    plan: Plan, question: str, items: Sequence[Item], memory: Sequence[Turn], knowledge: Knowledge
) -> bool:
    """Whether the plan is of one where the question says "they" of several, or names one and says "him" of another."""
    said, people = frozenset(spelt_out(question)), knowledge.people
    if said.isdisjoint(_SEVERAL | _HIM) or not plan.steps or people.shared_cars:
        return False
    named, called = people.named(items), people.called(plan)
    beside = any(value in _BESIDE for step in plan.steps for value in step.arguments.values() if isinstance(value, str))
    if len(called) != 1 or beside:
        return False
    if not said.isdisjoint(_HIM):
        return len(named) == 1
    focus = EarlierTurns(memory, knowledge).focus
    group = (focus.listed or focus.pair) if focus is not None else ()
    return not named and len(group) >= _PAIR
