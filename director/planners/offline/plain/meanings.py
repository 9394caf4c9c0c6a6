"""What a question means in plain words, beside what examples and grammar make of it: agreed, corrected, or silence.

Ways to say it that are planned alike are one meaning, as likely as all of them together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from director.language.back_references import asks_one_more, points_back
from director.language.late_patterns import compile_later
from director.language.session_kinds import without_this_session
from director.planners.base import PartialPlan, Turn, left_open
from director.planners.offline.conversation.asked_as import is_surely_completed, stood_for
from director.planners.offline.conversation.completing import EarlierTurns
from director.planners.offline.conversation.others import JOINING
from director.planners.offline.conversation.telling import tells
from director.planners.offline.ellipsis import asks_of_nothing
from director.planners.offline.kept_meaning import (
    asks_who_as_whether,
    is_of_a_stop,
    is_of_another_position,
    is_of_no_cause,
    is_of_no_pace,
    is_of_the_past,
    is_of_tyres_taken_off,
    is_only_of_late,
    keeps_the_meaning,
    leaves_out_those,
    leaves_out_what,
    looks_the_other_way,
    ranks_a_list,
    ranks_all,
)
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plain.asks import PlainAsk, PlainAsks
from director.planners.offline.plain.choosing import PlainMeaning, chosen, is_firm
from director.planners.offline.plain.in_an_examples_words import is_example_of_him, is_reworded_example
from director.planners.offline.plain.marking import MARKS
from director.planners.offline.plain.people_meant import is_of_somebody, leaves_somebody_out
from director.planners.offline.plain.pieces import CLASS, COMPOUND, DRIVER, TEAM
from director.planners.offline.plain.weigh import ENOUGH, read_as
from director.planners.offline.plans import calls_of, of_another, plan_of
from director.planners.offline.question_items import Item
from director.planners.offline.several_asks import together, told_open
from toolgate.contract import Plan

SURE = 0.45
"""So likely a meaning must be; one that is less likely says nothing, and what is matched must be borne out."""
SURE_LATER = 0.65
"""... of a later turn that points back in more than a few words and is completed by no rule: there what is less likely
is beside the question as often as it is right."""
SURE_THOUGH_STRANGE = 0.55
"""... where it leaves a number, a reason or a manner out that is asked for, or where a word is strange."""
SURE_THOUGH_CONTRARY = 0.85
"""... where a name, a word or what is asked for speaks against it."""
SURE_OF_NOTHING = 0.95
"""So likely it must be that nothing is asked, before what an example that is only like the question makes of it is
silenced."""
SURE_OF_NOTHING_LATER = 0.5
"""... after other turns."""
SURE_OF_NOTHING_STRANGE = 0.2
"""... where the question has a word that nobody uses for what a race tells: "the presidential race"."""
LEAST = 0.03
"""What is less likely is not looked at."""
_NAMES = frozenset((MARKS[DRIVER], MARKS[TEAM], MARKS[CLASS]))
_HELD_TO = _NAMES | {MARKS[COMPOUND]}
"""Who leaves one of these out asks of others."""
_FEW_WORDS = 3
_FIRST = frozenset({"leader", "winner"})
"""These stand for a name."""

_WHO = compile_later(r"\bwho")

_ASTRAY = (
    ranks_all,
    ranks_a_list,
    is_of_the_past,
    is_of_a_stop,
    is_only_of_late,
    is_of_no_cause,
    is_of_no_pace,
    is_of_another_position,
    is_of_tyres_taken_off,
    leaves_out_those,
    leaves_out_what,
    looks_the_other_way,
)
"""What of these is so of a wording, it does not ask what the question asks."""
PlanOf = Callable[[str], Plan]


class PlainMeanings:
    """Weighs what questions mean. `by_rules` plans a plain question without a trained reader."""

    def __init__(self, knowledge: Knowledge, by_rules: PlanOf) -> None:
        self._knowledge = knowledge
        self._by_rules = by_rules
        self._asks = PlainAsks(knowledge, lambda ask: _plan(ask, self._surely))

    def prepare(self) -> None:
        """Loads the rewriter."""
        self._asks.prepare()

    def weighed(self, matched: Plan, question: str, memory: Sequence[Turn]) -> Plan:
        """The plan that the question is answered by, or an empty one and why.

        `matched` is what examples, grammar and the turns before make of it.
        """
        whole = self._knowledge.match(question)
        by_example = (whole.is_example() and not points_back(question)) or is_reworded_example(
            question, self._knowledge
        )
        says_nothing = not any(map(str.isalpha, question))
        if is_surely_completed(matched):
            return matched
        if not whole.items or says_nothing or (matched.steps and (by_example or not self._is_taught(matched))):
            return matched
        somebody = is_of_somebody(whole.items)
        leans = somebody or len(whole.items) == 1 or asks_of_nothing(question) or asks_one_more(question)
        if leans and not memory and not (somebody and matched.steps):
            return matched  # of whom or of what, nobody has said
        asked = without_this_session(question, self._knowledge.session) or question
        asks = [ask for ask in self._asks.of(asked, memory) if not any(of(whole.items, ask.said) for of in _ASTRAY)]
        meanings = meanings_of(asks, self._surely)
        if not meanings or (somebody and not (matched.steps or _names_somebody(meanings[0].ask))):
            return matched
        if memory and leaves_somebody_out(meanings[0].plan, question, whole.items, memory, self._knowledge):
            return matched
        if matched.steps and not left_open(matched) and _asks_nothing(meanings[0], matched, whole.items):
            return meanings[0].plan
        if memory and self._stands_later(matched, meanings[0], question, whole.items, memory):
            return matched
        firm = not memory and is_firm(matched)
        nothing = SURE_OF_NOTHING_LATER if memory else SURE_OF_NOTHING
        least = _least(meanings[0].ask, whole.items)
        if memory:
            least = self._least_later(least, matched, meanings[0], question, whole.items, memory[-1])
        plan = chosen(matched, meanings, least, nothing, firm=firm)
        if memory and not matched.steps and _repeats_in_vain(plan, question, whole.items, memory[-1]):
            return matched
        return matched if matched.steps and not plan.steps and self._in_full_too(matched) else plan

    def _stands_later(
        self, matched: Plan, likeliest: PlainMeaning, question: str, items: Sequence[Item], memory: Sequence[Turn]
    ) -> bool:
        """Whether what is matched of a later turn stands, whatever it likeliest means."""
        before, doubtful = memory[-1], likeliest.likely < SURE_THOUGH_CONTRARY
        return (
            _goes_on(matched, likeliest.plan, items, before)
            or self._is_the_same_of_another(matched, items, before.plan)
            or (bool(stood_for(matched)) and _only_repeats(likeliest.plan, matched, before.plan))
            or (doubtful and self._goes_on_with(matched, likeliest.plan, memory))
            or is_example_of_him(matched, likeliest.plan, question, memory, self._knowledge)
        )

    def _least_later(
        self, least: float, matched: Plan, likeliest: PlainMeaning, question: str, items: Sequence[Item], before: Turn
    ) -> float:
        """How likely a meaning of a later turn must be."""
        if self._is_of_others(matched, likeliest, before):
            return SURE_THOUGH_CONTRARY
        in_words = len(items) > _FEW_WORDS and points_back(question) and not stood_for(matched)
        return max(least, SURE_LATER) if in_words else least

    def _is_of_others(self, matched: Plan, likeliest: PlainMeaning, before: Turn) -> bool:
        """Whether a meaning is of somebody whom the turn before left out, or of who retired and not of who finished."""
        in_full, people = stood_for(matched), self._knowledge.people
        if "finished" in in_full.split() and "retired" in likeliest.ask.said.split():
            return True
        left_out = people.left_out(before.plan).difference(people.called(matched))
        return bool(in_full) and not left_out.isdisjoint(people.called(likeliest.plan))

    def _goes_on_with(self, matched: Plan, likeliest: Plan, memory: Sequence[Turn]) -> bool:
        """Whether two plans make the same calls, one of whom the turn before went on with, the other of another.

        Where that turn asked who somebody is, it is of him that is asked now.
        """
        people, before = self._knowledge.people, memory[-1]
        one, other = people.called(matched), people.called(likeliest)
        if len(one) != 1 or len(other) != 1 or one == other:
            return False
        alike = calls_of(of_another(matched, *one, *other)) == calls_of(likeliest)
        if _WHO.search(before.question.lower()) is not None or one[0] not in people.called(before.plan):
            focus = EarlierTurns(memory, self._knowledge).focus
            return alike and focus is not None and focus.found and focus.subject == one[0]
        return alike

    def _is_the_same_of_another(self, matched: Plan, items: Sequence[Item], before: Plan) -> bool:
        """Whether nothing but a name follows, and the calls before are made of him."""
        one, other = self._knowledge.people.called(before), self._knowledge.people.called(matched)
        if len(one) != 1 or len(other) != 1 or any(not item.firm and item.said not in JOINING for item in items):
            return False
        return calls_of(of_another(before, *one, *other)) == calls_of(matched)

    def _in_full_too(self, matched: Plan) -> bool:
        """Whether what a follow-up was completed to, asked alone, surely means what it is matched with."""
        if not (text := stood_for(matched)):
            return False
        meanings = meanings_of(self._asks.of(text), self._surely)
        return bool(meanings) and meanings[0].likely >= SURE and calls_of(meanings[0].plan) == calls_of(matched)

    def _surely(self, text: str) -> Plan:
        """The plan of a plain question, where its words are enough like an example's or all have their use."""
        plan, whole = self._by_rules(text), self._knowledge.match(text)
        like = whole.score >= ENOUGH or plan.steps != plan_of(whole.matches[:1]).steps
        return plan if like else Plan(rationale=plan.rationale)

    def _is_taught(self, plan: Plan) -> bool:
        """Whether the rewriter has learnt what is asked of all the plan's tools."""
        return all(step.name in self._asks.taught for step in plan.steps)


def meanings_of(asks: Sequence[PlainAsk], plan_of: PlanOf) -> list[PlainMeaning]:
    """The meanings that can be planned, the likeliest first. `plan_of` plans a plain question."""
    found: dict[tuple[str, ...], PlainMeaning] = {}
    for ask in asks:
        if ask.likely >= LEAST and (plan := _plan(ask, plan_of)) is not None:
            calls = tuple(calls_of(plan))
            first = found.setdefault(calls, PlainMeaning(plan, ask, 0.0))
            found[calls] = structs.replace(first, likely=first.likely + ask.likely)
    return sorted(found.values(), key=lambda meaning: -meaning.likely)


def _repeats_in_vain(plan: Plan, question: str, items: Sequence[Item], before: Turn) -> bool:
    """Whether a plan makes the calls before once more for a moment or an amount that their answer does not tell, or
    for a word that nobody knows: "and Senna?".
    """
    if calls_of(plan) != calls_of(before.plan) or not before.answer:
        return False
    words = [item for item in items if item.said not in JOINING]
    return not tells(before.answer, question) or bool(words and not any(item.known or item.firm for item in words))


def _goes_on(matched: Plan, likeliest: Plan, items: Sequence[Item], before: Turn) -> bool:
    """Whether nothing but a name follows a question: that asks the same of another, and no other tool; nor is it once
    more what was asked, where that was of nobody.
    """
    tools = [step.name for step in before.plan.steps]
    if any(not item.firm and item.said not in JOINING | _FIRST for item in items):
        return False
    if matched.steps and calls_of(likeliest) == calls_of(before.plan):
        return True
    return [step.name for step in matched.steps] == tools != [step.name for step in likeliest.steps]


def _only_repeats(likeliest: Plan, completed: Plan, before: Plan) -> bool:
    """Whether a meaning makes the calls before once more, where a follow-up was completed to others."""
    return calls_of(likeliest) == calls_of(before) != calls_of(completed)


def _asks_nothing(likeliest: PlainMeaning, matched: Plan, items: Sequence[Item]) -> bool:
    """Whether a question with a strange word likeliest asks nothing that a race tells; what is looked for is not."""
    from director.planners.offline.plain.read import is_strange  # noqa: PLC0415 - needs the weights

    asks = likeliest.plan.steps or likeliest.likely < SURE_OF_NOTHING_STRANGE
    used = " ".join(map(str, (step.arguments for step in matched.steps))).lower()
    return not asks and is_strange([item for item in items if item.text.lower() not in used], likeliest.ask.said)


def _names_somebody(ask: PlainAsk) -> bool:
    return any(mark[0] in _NAMES for mark in ask.marks)


def _least(ask: PlainAsk, items: Sequence[Item]) -> float:
    """How likely a meaning must be for the words and values of the question."""
    from director.planners.offline.plain.read import is_contrary, is_strange  # noqa: PLC0415 - needs the weights

    of_others = not _HELD_TO.isdisjoint(mark[0] for mark in ask.left_out)
    asks_whether = any(asks_who_as_whether(items, text) for text in ask.texts)
    if ask.texts and (of_others or asks_whether or is_contrary(items, ask.said)):
        return SURE_THOUGH_CONTRARY
    kept = not ask.left_out and all(keeps_the_meaning(items, text) for text in ask.texts)
    return SURE if kept and not is_strange(items, ask.said) else SURE_THOUGH_STRANGE


def _plan(ask: PlainAsk, plan_of: PlanOf) -> Plan | None:
    """The plan of one way to understand a question; None where no part of it can be planned."""
    if not ask.texts:
        return Plan(rationale="the question asks nothing that a race tells")
    plans = [plan_of(text) for text in ask.texts]
    plan = together([plan for plan in plans if plan.steps] or [Plan()])
    if plan is None or not plan.steps:
        return None
    said = read_as(plan, ask.said)
    not_planned = [text for text, one in zip(ask.texts, plans, strict=True) if not one.steps]
    return PartialPlan(said.steps, said.rationale, told_open(not_planned[0])) if not_planned else said
