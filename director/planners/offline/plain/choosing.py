"""Which of its meanings a question has: the likeliest, what is matched, or none."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from director.planners.base import left_open
from director.planners.offline.plain.asks import PlainAsk
from director.planners.offline.plain.weigh import EXACT, READ_AS
from director.planners.offline.plans import calls_of, likeness
from toolgate.contract import Plan

SURER = 0.8
"""So likely a meaning must be where grammar has a use for each word of the question, or an example has nearly its
words."""
MORE_THAN_NOTHING = 2.5
"""So many times as likely as that nothing is asked a meaning must be."""
TELL = "tell"
"""The argument that says what is told first."""


class PlainMeaning(Struct, frozen=True):
    """One meaning of a question: its plan, without steps where it asks nothing, and how likely it is, from 0 to 1."""

    plan: Plan
    ask: PlainAsk
    """The likeliest way to say it."""
    likely: float


def chosen(matched: Plan, meanings: Sequence[PlainMeaning], least: float, least_nothing: float, *, firm: bool) -> Plan:
    """The plan of the likeliest meaning where it is as likely as `least`, else what is matched if it is one of them.

    Where nothing is asked likeliest, it must be as likely as `least_nothing`, and nothing be left open. What is matched
    and `firm` needs no agreement, and stands against all that is not surer than `SURER` or tells only a part of it.
    What is not firm stands too where the likeliest tells only a part of it and is not surer than `SURER`.
    What is matched stands too where the likeliest tells all of it and more, and is not that likely; and where it has
    nearly an example's words and the likeliest tells first what is told by it, too.
    Where they disagree and none is that likely it is silence, which names the likeliest.
    """
    best, calls = meanings[0], calls_of(matched)
    part = bool(best.plan.steps) and set(calls_of(best.plan)) < set(calls)
    if calls == calls_of(best.plan) or (firm and part):
        return matched
    nothing = sum(meaning.likely for meaning in meanings if not meaning.plan.steps)
    if best.plan.steps and best.likely >= max(least, SURER if firm or part else 0, MORE_THAN_NOTHING * nothing):
        return best.plan
    if firm or part or not matched.steps or set(calls) < set(calls_of(best.plan)):
        return matched
    if not best.plan.steps:
        return best.plan if best.likely >= least_nothing and not left_open(matched) else matched
    if any(calls == calls_of(meaning.plan) for meaning in meanings) or _tells_the_rest(matched, best.plan):
        return matched
    return Plan(rationale=f"this could ask '{best.ask.said}', or something else")


def _tells_the_rest(matched: Plan, likeliest: Plan) -> bool:
    """Whether an example has nearly the words of a question, and the likeliest makes its calls for one thing first."""
    if len(matched.steps) != len(likeliest.steps) or matched.rationale.startswith(READ_AS):
        return False
    without = [{name: value for name, value in step.arguments.items() if name != TELL} for step in likeliest.steps]
    alike = [step.name for step in matched.steps] == [step.name for step in likeliest.steps]
    return alike and likeness(matched) >= EXACT and [dict(step.arguments) for step in matched.steps] == without


def is_firm(matched: Plan) -> bool:
    """Whether each word has its use, several asks are each understood, or an example has nearly the same words."""
    if len(matched.steps) > 1:
        return True
    if not matched.steps or left_open(matched) or matched.rationale.startswith(READ_AS):
        return False
    return likeness(matched) >= EXACT
