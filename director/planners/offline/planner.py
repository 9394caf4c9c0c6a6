"""The offline planner: no key, no network, no model.

A question is read into items (names from the context, numbers, words), laid beside every tool's examples and
description, and the tool that explains the most of it is called, if it explains enough. Where races are asked
about, a trained reader says which plain wording means the same. What no tool can explain makes it silent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from director.language.back_references import points_back
from director.language.described_nouns import in_plain_nouns
from director.language.interjections import without_interjections
from director.language.orders import hearsay, opinion, told_to_act
from director.language.other_languages import other_language
from director.language.session_kinds import of_another_session, without_this_session
from director.language.shorthand import spelt_out_shorthand
from director.language.tags import without_tag
from director.planners.base import Turn
from director.planners.offline.apart.apart import ApartPlanner
from director.planners.offline.at_event import as_an_event_set_it, asked_of_the_past
from director.planners.offline.beside import asks_itself, is_of_named_before
from director.planners.offline.class_positions import with_class_positions
from director.planners.offline.clauses import (
    AFTERWARDS,
    ASKED_BESIDE,
    CHEER,
    CLAUSE_END,
    EARLIER,
    NARROWS,
    PARTED,
    STATEMENT,
)
from director.planners.offline.commands import commanded
from director.planners.offline.composing.compose import Composition, compose, of_another_kind
from director.planners.offline.conversation.described import in_names
from director.planners.offline.conversation.leaning import Leaning
from director.planners.offline.conversation.of_whom import of_whom_it_asks
from director.planners.offline.conversation.told_lap import on_told_lap
from director.planners.offline.ellipsis import asks_of_nothing, is_bare, spelt_out
from director.planners.offline.follow_up import last_named, leans, spelt_out_pair, then
from director.planners.offline.kept_meaning import keeps_the_meaning
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.literal import foreign, literal_plan
from director.planners.offline.match import Match, best_matches
from director.planners.offline.matched_question import ALIKE, CLAUSE_THRESHOLD, EXAMPLE, THRESHOLD, Reading
from director.planners.offline.name_groups import asked_of_first, asked_of_last, grouped
from director.planners.offline.of_described import of_described
from director.planners.offline.plain.meanings import PlainMeanings
from director.planners.offline.plain.parts import plainly_in_pairs, plainly_in_parts
from director.planners.offline.plain.weigh import plainly, weighed
from director.planners.offline.plans import plan_of
from director.planners.offline.question_items import Item
from director.planners.offline.same_of_described import same_of_described
from director.planners.offline.several_asks import all_understood, names_another, understood_in_part
from director.planners.offline.team_alone import of_a_team_alone
from toolgate.contract import Context, JsonObject, Plan

MAX_QUESTION_CHARS = 1000
MAX_NUMBERS = 30
"""Nobody asks of more cars and laps at once: each number may mean several things, and all are weighed."""
ENGLISH_ONLY = "the offline planner reads English; a language model (--planner claude or gemini) reads others"
_NUMBER = re.compile(r"\d+")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


class OfflinePlanner:
    """Plans by matching questions to the catalogue's examples and descriptions."""

    name = "offline"

    def __init__(self, threshold: float = THRESHOLD, folder: Path | None = None, *, plainly: bool = True) -> None:
        """What is learnt of a catalogue is kept in `folder`; in None it is not kept. `plainly` reads wordings too."""
        self._reads_plainly = plainly
        self._threshold = threshold
        self._knowledge = Knowledge(folder)
        self._meanings = PlainMeanings(self._knowledge, self._by_rules)
        self._session = ""

    def keep_in(self, folder: Path | None) -> None:
        """From now on keeps in the folder what is learnt of a catalogue; where `folder` is None it is not kept."""
        self._knowledge = Knowledge(folder)
        self._meanings = PlainMeanings(self._knowledge, self._by_rules)

    def prepare(self) -> None:
        """Loads the reader of plain wordings and the rewriter."""
        from director.planners.offline.plain.weights import shipped  # noqa: PLC0415 - most processes ask few questions

        if self._reads_plainly:
            shipped()
            self._meanings.prepare()

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        """The call that answers the question, one for each part of a double one, or an empty plan and why."""
        if len(question) > MAX_QUESTION_CHARS:
            return Plan(rationale="the question is too long")
        if _CONTROL.search(question):
            return Plan(rationale="the question has control characters")
        if language := other_language(question):
            return Plan(rationale=f"this looks like {language}: {ENGLISH_ONLY}")
        question = in_plain_nouns(spelt_out_shorthand(without_interjections(without_tag(question))))
        self._session = context.session
        others = [entry for entry in catalogue if foreign(entry)]
        self._knowledge.refresh([entry for entry in catalogue if not foreign(entry)], context)
        if not self._knowledge.lexicon.tool:
            return self._planned(question, memory, others)
        too_many = "the question has too many numbers" if len(_NUMBER.findall(question)) > MAX_NUMBERS else None
        if silent := too_many or opinion(question) or hearsay(question) or self._ordered(question):
            return Plan(rationale=silent)
        question, memory = in_names(question, memory, self._knowledge)
        question = of_a_team_alone(on_told_lap(question, memory, self._knowledge), self._knowledge)
        planned = partial(self._planned, memory=memory, others=others)
        plan = of_described(planned(question), question, planned, self._knowledge)
        return same_of_described(plan, question, memory, self._knowledge)

    def _planned(self, question: str, memory: Sequence[Turn], others: Sequence[JsonObject]) -> Plan:
        """The plan by the tools of the race, else by those of others."""
        plan = ApartPlanner(self._knowledge, self._after).plan(question, memory)
        if not plan.steps and others:
            if (literal := literal_plan(question, others)).steps:
                return literal
            plan = Plan(rationale=plan.rationale if self._knowledge.catalogue else literal.rationale or plan.rationale)
        if elsewhere := of_another_session(question, self._session, self._knowledge.lexicon.session_kind):
            return Plan(rationale=elsewhere)
        if not (self._reads_plainly and self._knowledge.lexicon.tool):
            return plan
        return of_whom_it_asks(self._meanings.weighed(plan, question, memory), question, memory, self._knowledge)

    def _after(self, question: str, memory: Sequence[Turn]) -> Plan:
        """The plan of a question that may lean on the turns before it."""
        leaning = Leaning(self._knowledge, memory, self._threshold)
        if (plan := leaning.completed(question, self._plan_in_full)) is None:
            said = spelt_out_pair(spelt_out(question, memory, self._knowledge.queries), memory, self._knowledge.people)
            plan = self._plan_in_full(said, leaning)
        return replace(plan, steps=then(plan.steps, question, memory, self._knowledge.queries))

    def _plan_in_full(self, question: str, leaning: Leaning | None = None) -> Plan:
        """The plan of a question by examples, grammar and plain wordings."""
        leaning = leaning or Leaning(self._knowledge)
        plan = self._plan(question, leaning)
        if plan.steps or (said := self._plainly(question, leaning)) is None:
            said = plan
        if not said.steps and (shorter := without_this_session(question, self._session)) not in (question, ""):
            return self._plan_in_full(shorter, leaning)
        return said

    def _plainly(self, question: str, leaning: Leaning) -> Plan | None:
        """The plan of the plain wording that surely asks the same, or of those of its parts, if there is one."""
        elliptic = asks_of_nothing(question) or (leaning.follows and is_bare(question))
        if elliptic or not (self._reads_plainly and self._knowledge.lexicon.tool):
            return None
        known, read = leaning.known_in(question), self._knowledge.reader.read
        items = read(question, known)
        return (
            self._plainly_read(items, broken=PARTED.search(question) is not None)
            or plainly_in_pairs(items, self._plainly_read, self._knowledge.people.called)
            or plainly_in_parts(question, known, read, partial(self._plainly_read, broken=True))
        )

    def _plainly_read(self, items: Sequence[Item], *, broken: bool = False) -> Plan | None:
        return plainly(items, self._knowledge, self._meant_by(items), broken=broken)

    def _meant_by(self, items: Sequence[Item]) -> Callable[[str], Plan]:
        """What plans a plain wording for a question, and plans none that does not ask for all that it asks for."""
        return lambda text: self._literally(text) if keeps_the_meaning(items, text) else Plan()

    def _literally(self, text: str) -> Plan:
        """The plan of a plain wording, by examples and grammar alone."""
        return self._plan(text, Leaning(self._knowledge), literally=True)

    def _by_rules(self, text: str) -> Plan:
        """The plan of a plain question by all rules and without a trained reader, as the rewriter has learnt it."""
        return ApartPlanner(self._knowledge, lambda question, _: self._literally(question)).plan(text, ())

    def _plan(self, question: str, leaning: Leaning, *, literally: bool = False) -> Plan:
        known = leaning.known_in(question)
        if command := self._command(question, known):
            return plan_of([command])
        whole = self._knowledge.match(question, known)
        if (leant := leaning.plan(question, whole)) is not None:
            return leant
        if CHEER.match(question) and not whole.asks():
            return Plan(rationale="that is a cheer, not a question")
        whole = with_class_positions(whole, self._knowledge, self._threshold)
        asks_itself = whole.asks() and whole.sure(self._threshold) and not leans(whole.items)
        asks_itself |= whole.is_example() and not points_back(question)
        if not asks_itself and (again := leaning.again(whole.items)) is not None:
            return again
        if (composed := self._composed(question, whole)) is not None:
            return composed
        if (asked_of_the_past(whole.items) or not whole.sure(EXAMPLE)) and (
            then := as_an_event_set_it(whole.items, self._knowledge)
        ) is not None:
            return then
        if not whole.sure(EXAMPLE) and (
            parts := all_understood(
                question, known, self._knowledge.match, self._knowledge.queries, self._knowledge.lexicon
            )
        ):
            return plan_of(parts)
        clause = self._clause(question, known) if whole.score < CLAUSE_THRESHOLD else None
        if clause is not None and whole.sure(self._threshold) and clause.tool is not whole.matches[0].tool:
            return plan_of([clause])
        if whole.sure(self._threshold):
            if literally or not self._reads_plainly:
                return plan_of(whole.matches[:1])
            return weighed(whole, self._knowledge, self._meant_by(whole.items))
        return self._otherwise(question, whole, clause, known)

    def _composed(self, question: str, whole: Reading) -> Plan | None:
        """The query that has a use for every word, where no example is like enough and no part asks of another."""
        composed = compose(whole.items, self._knowledge.lexicon)
        if not isinstance(composed, Composition) or names_another(question, self._knowledge.reader.read):
            return None
        return None if whole.sure(ALIKE[min(composed.qualifiers, len(ALIKE) - 1)]) else composed.plan

    def _otherwise(self, question: str, whole: Reading, clause: Match | None, known: Mapping[str, object]) -> Plan:
        """The plan of a question that is not understood as it stands: turned, or asked in part."""
        if (turned := self._turned(whole.items)) is not None:
            return turned
        if (said := self._asked_beside(question, known)) is not None:
            return plan_of([said])
        if (each := self._of_each(whole.items)) is not None:
            return plan_of([each])
        if (partial := understood_in_part(question, known, self._knowledge.match, self._knowledge.lexicon)) is not None:
            return partial
        if clause is not None:
            return plan_of([clause])
        return Plan(rationale=of_another_kind(whole.items, self._knowledge.lexicon) or whole.why_silent())

    def _turned(self, items: Sequence[Item]) -> Plan | None:
        """The plan with whom it is about in their place: "Ricciardo or Verstappen, who is ahead"."""
        if (turned := asked_of_first(items) or asked_of_last(items)) is None:
            return None
        instead = Reading(turned, best_matches(turned, self._knowledge.queries))
        composed = compose(turned, self._knowledge.lexicon)
        if instead.sure(self._threshold):
            return plan_of([instead.matches[0]])
        return composed.plan if isinstance(composed, Composition) else None

    def _command(self, question: str, known: Mapping[str, object]) -> Match | None:
        """What the question tells a tool to do, if it says that and nothing else."""
        tools = self._knowledge.command_tools
        return commanded(self._knowledge.command_reader.read(question, known), tools) if tools else None

    def _ordered(self, question: str) -> str:
        """Why an order to a driver is not answered; empty where it is none, or one that a tool takes."""
        return "" if self._command(question, {}) else told_to_act(question)

    def _asked_beside(self, question: str, known: Mapping[str, object]) -> Match | None:
        """The match of a question that asks one thing more ("and when?"), where the tool states that too."""
        beside = ASKED_BESIDE.search(question)
        reading = beside and self._knowledge.match(question[: beside.start()], known)
        if not (beside and reading and reading.sure(self._threshold)):
            return None
        match = reading.matches[0]
        states = all(item.key in match.tool.lexicon for item in self._knowledge.reader.read(beside["asked"]))
        return match if states else None

    def _of_each(self, items: Sequence[Item]) -> Match | None:
        """The match of a question that asks the same of several who are named, if it does."""
        together = grouped(items)
        reading = together and Reading(together, best_matches(together, self._knowledge.queries))
        return reading.matches[0] if reading and reading.sure(self._threshold) else None

    def _clause(self, question: str, known: Mapping[str, object]) -> Match | None:
        """The first clause that is a question of its own, where the rest is talk."""
        answer: Match | None = None
        named: Mapping[str, object] = {}
        texts = [text for text in CLAUSE_END.split(question) if text]
        for at, text in enumerate(texts):
            clause = self._knowledge.match(text, known)
            if NARROWS.match(text) and clause.items:
                return None
            if clause.only_tells() and AFTERWARDS.match(" ".join(texts[at + 1 :])):
                known = last_named(clause.items) or known
                continue
            if clause.beyond() or (EARLIER.match(text) and all(item.known for item in clause.items)):
                return None
            if clause.sure(CLAUSE_THRESHOLD) and clause.stands_alone():
                match = clause.matches[0]
                if (answer is not None and answer != match) or is_of_named_before(match, clause.items, named):
                    return None
                answer = match
            elif asks_itself(text) or (
                (clause.partly() or clause.asks_more() or clause.asks_of_a_topic(text)) and not STATEMENT.match(text)
            ):
                return None
            named = last_named(clause.items) or named
            known = last_named(clause.items) or known
        return answer
