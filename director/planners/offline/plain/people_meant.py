"""Whom the pronouns of a question mean: somebody who was spoken of, several, one more."""

from __future__ import annotations

from collections.abc import Sequence

from director.language.back_references import spelt_out
from director.language.late_patterns import compile_later
from director.language.word_lists import words
from director.planners.base import Turn
from director.planners.offline.conversation.completing import EarlierTurns
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.question_items import Item
from director.planners.offline.word_keys import is_function
from toolgate.contract import Plan

_SEVERAL = words("they them their those these both")
_HIM, _HE_ALONE = words("him"), words("he she his her him")
_OF_TYRES = compile_later(r"\blaps? (?:on|in) (?:them|those|these)\b|\b(?:old|new|fresh|worn|used)\b")
"""Of these "them" are the tyres of one."""
_COUNTED = compile_later(r"\d+ ")
_BESIDE = frozenset({"ahead", "behind"})
"""Values of a call that stand for the car next to somebody."""
_PAIR = 2
_OBJECT, _HE = "him", words("he she they")
_WHOEVER = words("who whoever which anyone anybody everyone everybody nobody")


def leaves_somebody_out(
    plan: Plan, question: str, items: Sequence[Item], memory: Sequence[Turn], knowledge: Knowledge
) -> bool:
    """Whether the plan is of one where the question says "they" of several, names one and says "him" of another, or
    says "he" after a count of several of whom none comes first.
    """
    said, people = frozenset(spelt_out(question)), knowledge.people
    if said.isdisjoint(_SEVERAL | _HE_ALONE) or not plan.steps or people.shared_cars:
        return False
    named, called = people.named(items), people.called(plan)
    beside = any(value in _BESIDE for step in plan.steps for value in step.arguments.values() if isinstance(value, str))
    if len(called) != 1 or beside:
        return False
    if not said.isdisjoint(_HIM):
        return len(named) == 1
    focus = EarlierTurns(memory, knowledge).focus
    if named or focus is None:
        return False
    if said.isdisjoint(_SEVERAL):
        counted = len(focus.listed) > _PAIR and _COUNTED.match(focus.answer) is not None
        return counted and focus.subject is None and called[0] in focus.listed
    his_tyres = called[0] == focus.subject and _OF_TYRES.search(question.lower()) is not None
    return len(focus.listed or focus.pair) >= _PAIR and not his_tyres


def is_of_somebody(items: Sequence[Item]) -> bool:
    """Whether a pronoun stands for somebody whom the question does not name: "has he stopped", "is Ocon near him".

    "Who is on the tyres he started with" asks of whoever that is.
    """
    names = [item for item in items if item.firm and not item.key]
    pronouns = [item.text.lower() for item in names if not item.readings]
    if pronouns and _is_whoever(items):
        return False
    return bool(pronouns) and len(names) - len(pronouns) <= pronouns.count(_OBJECT)


def _is_whoever(items: Sequence[Item]) -> bool:
    """Whether all pronouns say after "who" what that one did, beside a noun: "the tyres he started with"."""
    who = next((at for at, item in enumerate(items) if item.said in _WHOEVER), len(items))
    pronouns = [at for at, item in enumerate(items) if item.firm and not item.key and not item.readings]
    return all(
        at > who + 1 and items[at].text.lower() in _HE and not is_function(items[at - 1].said) for at in pronouns
    )
