"""Whether a question is an example's in other words: with "he" in it, or as a rule of rewording says it."""

from __future__ import annotations

from collections.abc import Sequence

from director.language.back_references import points_back
from director.planners.base import Turn
from director.planners.offline.apart.reworded import reworded
from director.planners.offline.conversation.completing import EarlierTurns
from director.planners.offline.conversation.people import WHOM
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plans import plan_of
from director.planners.offline.question_items import NUMBER
from toolgate.contract import Plan


def is_reworded_example(question: str, knowledge: Knowledge) -> bool:
    """Whether a rule has other words for the whole question, and they are an example's."""
    told = reworded(question)
    return told != question and knowledge.match(told).is_example() and not points_back(told)


def is_example_of_him(
    matched: Plan, likeliest: Plan, question: str, memory: Sequence[Turn], knowledge: Knowledge
) -> bool:
    """Whether it is an example's with "he" in it, and both plans are of whom that is: "did he pass anyone"."""
    people, focus = knowledge.people, EarlierTurns(memory, knowledge).focus
    whom = focus.subject if focus is not None else None
    if whom is None or people.called(matched) != (whom,) or people.called(likeliest) != (whom,):
        return False
    whole = knowledge.match(question, {WHOM: whom})
    if any(NUMBER in item.readings for item in whole.items):
        return False
    return whole.is_example() and matched.steps == plan_of(whole.matches[:1]).steps
