"""One question and the turns before it: the plan where it leans on them, and whom its pronouns stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from director.language.back_references import words
from director.language.grammar import PRONOUNS
from director.planners.base import PartialPlan, Turn
from director.planners.offline.composing.compose import Composition, compose
from director.planners.offline.composing.follow_up import asked_again
from director.planners.offline.conversation.asked_as import AS_BEFORE, UNTOLD, asked_as
from director.planners.offline.conversation.completing import EarlierTurns
from director.planners.offline.conversation.completion import Completion
from director.planners.offline.conversation.focus import MOMENT_TOLD
from director.planners.offline.conversation.moments import PAST
from director.planners.offline.conversation.people import WHOM
from director.planners.offline.conversation.telling import tells
from director.planners.offline.conversation.told_again import doubts
from director.planners.offline.ellipsis import asks_of_nothing, is_bare, joined, of_a_person, replaced
from director.planners.offline.follow_up import (
    MOMENT_NAMES,
    carried_over,
    last_named,
    leans,
    referents,
    spoken_of,
    the_same,
)
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.match import best_matches
from director.planners.offline.matched_question import THRESHOLD, Reading
from director.planners.offline.neighbours import asked_of_a_neighbour
from director.planners.offline.plans import plan_of
from director.planners.offline.question_items import Item
from director.planners.offline.several_asks import PART_THRESHOLD
from toolgate.contract import Plan

MOST_TURNS = 10
"""Of so many questions before, a composed one can be asked again with other parts."""

PlanOf = Callable[[str], Plan]
"""The plan of a question that is asked alone."""


class Leaning:
    """What a question takes from the turns before it. Without turns, it stands alone."""

    def __init__(self, knowledge: Knowledge, memory: Sequence[Turn] = (), threshold: float = THRESHOLD) -> None:
        self._knowledge = knowledge
        self._threshold = threshold
        self._memory = memory
        self._planned = [turn for turn in memory if turn.plan.steps]

    @property
    def follows(self) -> bool:
        """Whether something was asked and planned before."""
        return bool(self._planned)

    @cached_property
    def _earlier(self) -> EarlierTurns:
        return EarlierTurns(self._memory, self._knowledge)

    @cached_property
    def known(self) -> Mapping[str, object]:
        """Whom a pronoun stands for."""
        named = referents(self._memory, self._knowledge.queries) or referents(self._memory, self._knowledge.commands)
        focus = self._earlier.focus if self._memory else None
        called = self._knowledge.people.called(self._planned[-1].plan) if self._planned else ()
        tells = focus is not None and (focus.found or focus.subject in called)
        if named.get(WHOM) in self._knowledge.people.entries and not tells:
            return named
        whom = focus.subject if focus is not None and focus.subject else self._earlier.spoken_of_before
        return {**named, WHOM: whom} if whom else named or self._spoken_of()

    def known_in(self, question: str) -> Mapping[str, object]:
        """Whom the pronouns of a question stand for; nobody where it has none."""
        return self.known if not PRONOUNS.isdisjoint(words(question)) else {}

    def _spoken_of(self) -> Mapping[str, object]:
        """Whom the latest answer was about. Only names of the context are taken from it."""
        if not self._memory or not self._memory[-1].answer:
            return {}
        return spoken_of(self._knowledge.reader.read(MOMENT_TOLD.sub("", self._memory[-1].answer)))

    def completed(self, question: str, plan_of_text: PlanOf) -> Plan | None:
        """The plan of a question that leaves out what was said before it, or silence where that is not sure.

        None where it leaves nothing out, as far as is seen here.
        """
        if not self._memory or not self._knowledge.lexicon.tool:
            return None
        if doubts(question):
            return self._once_more(question)
        if (found := self._earlier.completed(question)) is None:
            return None
        for text in found.texts:
            plan = self._planned_before(text) or plan_of_text(text)
            if self._answers(plan, found):
                return replace(plan, rationale=asked_as(text, plan.rationale, surely=found.surely))
        if not found.alone:
            return None
        if found.surely and not found.texts:
            return Plan(rationale=f"'{question.strip()}' {UNTOLD}")
        return Plan(
            rationale=f"no tool answers '{found.texts[0]}'" if found.texts else f"'{question.strip()}' of what?"
        )

    def _planned_before(self, text: str) -> Plan | None:
        """The plan of the turn that asked the same, where its answer tells what is asked now."""
        focus = self._earlier.focus
        if focus is None or not text or text != focus.question:
            return None
        steps = self._memory[focus.turn].plan.steps
        return Plan(steps, f"{steps[-1].name} {AS_BEFORE}") if steps else None

    def _once_more(self, question: str) -> Plan:
        """The plan before, for whoever doubts its answer."""
        steps = self._memory[-1].plan.steps
        if not steps:
            return Plan(rationale=f"'{question.strip()}' of what?")
        return Plan(steps, asked_as(self._earlier.asked(len(self._memory) - 1), f"{steps[-1].name} {AS_BEFORE}"))

    def _answers(self, plan: Plan, found: Completion) -> bool:
        """Whether a plan answers all of what a question was completed to."""
        if not plan.steps or isinstance(plan, PartialPlan):
            return False
        if found.like and self._planned and _shape(plan) != _shape(self._planned[-1].plan):
            return False
        return found.of <= set(self._knowledge.people.called(plan))

    def plan(self, question: str, whole: Reading) -> Plan | None:
        """The plan of a question that leaves out what was said before, or whose "it" is somebody who was spoken of."""
        if not self._planned:
            return Plan(rationale=f"'{question.strip()}' of what?") if asks_of_nothing(question) else None
        knowledge, known = self._knowledge, self.known
        beside = (
            asked_of_a_neighbour(question, lambda text: knowledge.match(text, known), self._memory) if known else None
        )
        if beside is not None:
            return beside
        if is_bare(question):
            bare = self._bare(question, whole)
            return bare if self._tells(bare, question) else Plan(rationale=f"'{question.strip()}' of what?")
        if (new := replaced(knowledge.reader.read(self._planned[-1].question), whole.items)) is not None:
            again = Reading(new, best_matches(new, knowledge.queries))
            if again.sure(PART_THRESHOLD) and not isinstance(compose(new, knowledge.lexicon), Composition):
                return plan_of([again.matches[0]])
        elsewhen = PAST.search(question.lower()) is not None
        if (
            whole.sure(self._threshold)
            and not elsewhen
            and (step := the_same(whole.matches[0], whole.items, self._memory)) is not None
        ):
            return Plan((step,), f"{step.name} {AS_BEFORE}")
        return self._of_a_person(question, whole)

    def _bare(self, question: str, whole: Reading) -> Plan:
        together = self._knowledge.match(joined(self._planned[-1].question, question), self.known)
        if together.sure(PART_THRESHOLD):
            return plan_of([together.matches[0]])
        return self.again(whole.items) or Plan(rationale=f"'{question.strip()}' of what?")

    def _tells(self, plan: Plan, question: str) -> bool:
        """Whether a plan that calls what was called before gives the amount that is asked for."""
        before = self._planned[-1]
        return plan.steps != before.plan.steps or not before.answer or tells(before.answer, question)

    def _of_a_person(self, question: str, whole: Reading) -> Plan | None:
        """The plan of a question in which "it" is a car that was named."""
        his = of_a_person(question)
        if his == question or not self.known or leans(whole.items) or last_named(whole.items):
            return None
        of_him = self._knowledge.match(his, self.known)
        sure = of_him.sure(PART_THRESHOLD) and of_him.matches[0].score >= whole.score
        return plan_of([of_him.matches[0]]) if sure else None

    def again(self, items: Sequence[Item]) -> Plan | None:
        """What was asked before, with what this question says instead."""
        if steps := carried_over(items, self._memory, self._knowledge.queries):
            return Plan(steps, f"{steps[-1].name} {AS_BEFORE}")
        lexicon = self._knowledge.lexicon
        if not self._planned or self._planned[-1].plan.steps[-1].name != lexicon.tool:
            return None
        planned = [at for at, turn in enumerate(self._memory) if turn.plan.steps]
        before = [self._knowledge.reader.read(self._earlier.asked(at)) for at in planned[-MOST_TURNS:]]
        composed = asked_again(before, items, lexicon)
        return composed.plan if composed is not None else None


def _shape(plan: Plan) -> list[tuple[str, set[str]]]:
    """The tools that a plan calls and the arguments that it gives them, but for the moment."""
    return [(step.name, step.arguments.keys() - set(MOMENT_NAMES)) for step in plan.steps]
