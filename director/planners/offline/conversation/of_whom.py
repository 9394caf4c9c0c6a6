"""Whether a follow-up's plan is of those whom it asks of: of both where it says "they", of none who was never told."""

from __future__ import annotations

from collections.abc import Sequence

from director.language.late_patterns import compile_later
from director.planners.base import Turn
from director.planners.offline.conversation.people import People
from director.planners.offline.ellipsis import asks_of_nothing, is_bare
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plans import calls_of, of_another
from director.planners.offline.several_asks import together
from toolgate.contract import Plan

_PAIR = 2
_HE = compile_later(r"\b(?:he|she|him|his|her)\b")
_THEY = compile_later(r"\b(?:they|them|their|both|either|neither|the two|the pair)\b")
_FINDS = compile_later(
    r"\bwho(?:se|'?s)?\b|\bwhich of (?:them|those|these)\b|\b(?:best|worst|highest|lowest|first|last) (?:placed )?"
    r"(?:of|among) (?:them|those|these)\b|\b(?:his|her) team ?mate\b|\bthe other\b"
)
"""What was asked would have been answered with somebody who had not been named."""
_ONE_OF_THEM = compile_later(r"\b(?:which|who) of (?:them|those|these)\b|\bof (?:that|this) (?:lot|bunch)\b")
_OTHER = r"\bthe other (?:bloke|guy|one|man|driver|car|lad)\b"
_BESIDE_HIM = compile_later(
    r"\b(?:behind|ahead of|in front of) (?:him|them)\b|\bthe (?:one|guy|car|man|driver) (?:behind|ahead|in front)\b"
    rf"|{_OTHER}"
)
_HE_AND_HIM = compile_later(r"\b(?:he|she)\b.*\bhim\b|\bhim\b.*\b(?:he|she)\b|\bhe\b.*\bher\b(?! \w)")
_THE_OTHER = compile_later(_OTHER)
_WHICH = compile_later(r"\b(?:which|who) of\b|\b(?:which|who)\b.*\bor\b")
"""The answer lists both, and says of each whether he is the one."""


def of_whom_it_asks(plan: Plan, question: str, memory: Sequence[Turn], knowledge: Knowledge) -> Plan:
    """The plan, of both who were told of where the question asks of both; an empty one where it is of another than
    the question asks of, or where nobody has told who that is.
    """
    people, read = knowledge.people, knowledge.reader.read
    if not plan.steps or not memory or people.named(read(question)):
        return plan
    low, before, called = question.lower(), memory[-1], people.called(plan)
    if called and _leans(low) and _finds_in_vain(before):
        return Plan(rationale="who that is was asked before and not answered")
    if len(called) == 1 and not before.plan.steps and _HE_AND_HIM.search(low):
        return Plan(rationale="who the other is was asked before and not answered")
    spoken_of = people.named(read(before.question)) if not before.plan.steps else ()
    if called and _HE.search(low) and len(spoken_of) == 1 and spoken_of[0] not in called:
        return Plan(rationale=f"this may be of {people.name(spoken_of[0])}, of whom nothing was told")
    if _BESIDE_HIM.search(low) and calls_of(plan) == calls_of(before.plan):
        return Plan(rationale="what is asked of another was told of this one")
    told = people.called(before.plan) or people.named(read(before.answer))
    if len(called) != 1 or called[0] not in told or len(told) < _PAIR:
        return plan
    chosen = _THE_OTHER.search(low) and people.called(before.plan) == told and _WHICH.search(before.question.lower())
    if _ONE_OF_THEM.search(low) or chosen:
        return Plan(rationale="which of them that is, is not known")
    if len(told) == _PAIR and _THEY.search(low) and not _HE.search(low):
        return _of_both(plan, told, people)
    return plan


def _finds_in_vain(before: Turn) -> bool:
    """Whether it was asked who somebody is, and not answered."""
    asked = before.question.lower()
    return not before.plan.steps and _FINDS.search(asked) is not None and not _HE.search(asked)


def _leans(low: str) -> bool:
    return _HE.search(low) is not None or asks_of_nothing(low) or is_bare(low)


def _of_both(plan: Plan, both: Sequence[str], people: People) -> Plan:
    """The plan of one with the same calls for the other."""
    one = people.called(plan)[0]
    other = next(who for who in both if who != one)
    of_each = [plan, of_another(plan, one, other)]
    return together(sorted(of_each, key=lambda of_him: both.index(people.called(of_him)[0]))) or plan
