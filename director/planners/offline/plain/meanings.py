"""What a question means in plain words, beside what examples and grammar make of it: agreed, corrected, or silence.

Ways to say it that are planned alike are one meaning, as likely as all of them together.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from msgspec import Struct, structs

from director.language.back_references import points_back
from director.language.late_patterns import compile_later
from director.language.session_kinds import without_this_session
from director.planners.base import PartialPlan, Turn, left_open
from director.planners.offline.ellipsis import asks_of_nothing
from director.planners.offline.kept_meaning import keeps_the_meaning
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plain.asks import PlainAsk, PlainAsks
from director.planners.offline.plain.marking import AND_THEN
from director.planners.offline.plain.weigh import ENOUGH, READ_AS
from director.planners.offline.plans import plan_of
from director.planners.offline.question_items import Item
from director.planners.offline.several_asks import together, told_open
from toolgate.contract import Plan

LIKELY = 0.25
"""So likely a meaning must be where examples and grammar understand nothing; one that is less likely says nothing."""
SURE = 0.55
"""... where the plain reader understands something else, which sees less."""
SURER = 0.7
"""... where examples and grammar do; and where the question may lean on the turns before it."""
SURE_THOUGH_CONTRARY = 0.85
"""... where a word of the question speaks against it, and where the turns before make something else of it."""
SURE_THOUGH_STRANGE = 0.6
"""... where it leaves a name, a number, a reason or a manner out that is asked for, or where a word is strange."""
SURE_OF_NOTHING = 0.92
"""So likely it must be that nothing is asked, before what examples make of the whole question is silenced."""
LEAST = 0.03
"""What is less likely is not looked at."""
MORE_THAN_NOTHING = 2.5
"""So many times as likely as that nothing is asked a meaning must be."""

LEADER = "leader"
_AND = compile_later(r"\s*(?:and|or|what about|how about|vs)\b", re.IGNORECASE)
_HIM = compile_later(r"\bhim\b", re.IGNORECASE)
_HE = compile_later(r"\b(?:he|him|his|she|her)\b", re.IGNORECASE)

PlanOf = Callable[[str], Plan]


class PlainMeaning(Struct, frozen=True):
    """One meaning of a question: its plan, without steps where it asks nothing, and how likely it is, from 0 to 1."""

    plan: Plan
    said: str
    """Its plain questions."""
    likely: float
    whole: bool
    """Whether every name and number of the question is in it."""


class PlainMeanings:
    """Weighs what questions mean. `literally` plans a plain question by examples and grammar alone."""

    def __init__(self, knowledge: Knowledge, literally: PlanOf) -> None:
        self._knowledge = knowledge
        self._literally = literally
        self._asks = PlainAsks(knowledge)

    def prepare(self) -> None:
        """Loads the rewriter."""
        self._asks.prepare()

    def weighed(self, matched: Plan, question: str, memory: Sequence[Turn]) -> Plan:
        """The plan that the question is answered by, or an empty one and why.

        `matched` is what examples, grammar and the turns before make of it.
        """
        whole = self._knowledge.match(question)
        by_example = whole.is_example() and not points_back(question)
        if not whole.items or (matched.steps and (by_example or not self._is_taught(matched))):
            return matched
        named = sum(item.firm and bool(item.readings) for item in whole.items)
        of_somebody = (_HE.search(question) and not named) or (_HIM.search(question) and named == 1)
        leans = len(whole.items) == 1 or of_somebody or asks_of_nothing(question) or _AND.match(question)
        if leans and not memory:
            return matched  # of whom or of what, nobody has said
        asked = without_this_session(question, self._knowledge.session) or question
        meanings = meanings_of(self._asks.of(asked, memory), self._surely)
        if not meanings or (of_somebody and not matched.steps and LEADER in meanings[0].said):
            return matched  # "he" is the leader only where he was spoken of
        best, sure = meanings[0], SURE
        if len(matched.steps) > 1 or not matched.rationale.startswith(READ_AS):
            sure = SURER
        if not matched.steps:
            sure = SURER if memory else LIKELY
        elif memory:
            sure = SURE_THOUGH_CONTRARY
        least = max(self._least(best, whole.items), sure)
        return chosen(matched, meanings, least, sure)

    def _surely(self, text: str) -> Plan:
        """The plan of a plain question, where its words are enough like an example's or all have their use."""
        plan, whole = self._literally(text), self._knowledge.match(text)
        like = whole.score >= ENOUGH or plan.steps != plan_of(whole.matches[:1]).steps
        return plan if like else Plan(rationale=plan.rationale)

    def _is_taught(self, plan: Plan) -> bool:
        """Whether the rewriter has learnt what is asked of all the plan's tools."""
        return all(step.name in self._asks.taught for step in plan.steps)

    def _least(self, meaning: PlainMeaning, items: Sequence[Item]) -> float:
        """How likely a meaning must be for the words and values of the question."""
        from director.planners.offline.plain.read import is_contrary, is_strange  # noqa: PLC0415 - needs the weights

        if meaning.plan.steps and is_contrary(items, meaning.said):
            return SURE_THOUGH_CONTRARY
        kept = all(keeps_the_meaning(items, text.strip()) for text in meaning.said.split(AND_THEN))
        return 0.0 if meaning.whole and kept and not is_strange(items, meaning.said) else SURE_THOUGH_STRANGE


def chosen(matched: Plan, meanings: Sequence[PlainMeaning], least: float, sure: float) -> Plan:
    """The plan of the likeliest meaning if it is as likely as `least`, else what is matched, or silence between both.

    `sure` is SURER or more where what is matched stands against a meaning that is not as likely.
    """
    best = meanings[0]
    if any(_calls(meaning.plan) == _calls(matched) for meaning in meanings if meaning is best or best.likely < least):
        return matched
    if not best.plan.steps:
        return best.plan if matched.steps and not left_open(matched) and best.likely >= SURE_OF_NOTHING else matched
    nothing = sum(meaning.likely for meaning in meanings if not meaning.plan.steps)
    if best.likely >= max(least, MORE_THAN_NOTHING * nothing):
        return best.plan
    if sure >= SURER or best.likely < LIKELY or not matched.steps:
        return matched
    return Plan(rationale=f"this could ask '{best.said}', or something else")


def meanings_of(asks: Sequence[PlainAsk], plan_of: PlanOf) -> list[PlainMeaning]:
    """The meanings that can be planned, the likeliest first. `plan_of` plans a plain question."""
    found: dict[str, PlainMeaning] = {}
    for ask in asks:
        if math.exp(ask.score) >= LEAST and (plan := _plan(ask, plan_of)) is not None:
            first = found.setdefault(_calls(plan), PlainMeaning(plan, _said(ask), 0.0, not ask.left_out))
            found[_calls(plan)] = structs.replace(first, likely=first.likely + math.exp(ask.score))
    return sorted(found.values(), key=lambda meaning: -meaning.likely)


def _plan(ask: PlainAsk, plan_of: PlanOf) -> Plan | None:
    """The plan of one way to understand a question; None where no part of it can be planned."""
    if not ask.texts:
        return Plan(rationale="the question asks nothing that a race tells")
    plans = [plan_of(text) for text in ask.texts]
    plan = together([plan for plan in plans if plan.steps] or [Plan()])
    if plan is None or not plan.steps:
        return None
    said = f"{READ_AS}{_said(ask)}': {plan.rationale}"
    open_ = [text for text, one in zip(ask.texts, plans, strict=True) if not one.steps]
    return PartialPlan(plan.steps, said, told_open(open_[0])) if open_ else replace(plan, rationale=said)


def _said(ask: PlainAsk) -> str:
    return f" {AND_THEN} ".join(ask.texts)


def _calls(plan: Plan) -> str:
    return "\n".join(
        sorted(json.dumps([step.name, step.server, step.arguments], sort_keys=True) for step in plan.steps)
    )
