"""A question that is not understood as it stands: what is said beside it set aside, and each ask planned by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from director.language.back_references import points_back
from director.language.late_patterns import compile_later
from director.language.session_kinds import is_of_positions
from director.planners.base import PartialPlan, Turn, left_open
from director.planners.offline.apart import circumstances, coordination, effects, listed_values
from director.planners.offline.apart.anaphora import (
    asked_of_anybody,
    confirmed,
    of_a_change,
    of_called_after,
    of_named_after,
    told_of,
    under_what,
    with_he,
    without_hearsay,
)
from director.planners.offline.apart.asks_among import (
    A_LIST,
    asked_too,
    calls_a_topic,
    is_of_that_one,
    listed,
    only_names,
)
from director.planners.offline.apart.best_of_group import of_best_placed
from director.planners.offline.apart.chained_asks import PLACED, of_found, stand_ins, whom_found
from director.planners.offline.apart.clause_splitting import Clause, clauses_of
from director.planners.offline.apart.context_clauses import (
    is_of_a_team,
    is_of_the_race,
    must_hold,
    of_somebody,
    says_of_what,
    set_by,
    whom_named,
)
from director.planners.offline.apart.known_words import in_known_words
from director.planners.offline.apart.lap_under_way import of_laps_under_way
from director.planners.offline.apart.of_his_team import with_team_named
from director.planners.offline.apart.of_late import of_the_last_laps, slow_of_late
from director.planners.offline.apart.reworded import reworded
from director.planners.offline.apart.second_asks import SecondAsks
from director.planners.offline.apart.sentences import in_each_sentence
from director.planners.offline.apart.stand_ins import of_whoever, with_cars, with_winner
from director.planners.offline.apart.tyre_asks import asked_in_full, of_position_holder
from director.planners.offline.at_event import AT_AN_EVENT
from director.planners.offline.conversation.asked_as import AS_BEFORE, is_completed
from director.planners.offline.filling import is_topic
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.several_asks import (
    IS_IT,
    ONE_OF_THEM,
    lacks_a_subject,
    may_stay_open,
    of_nobody,
    of_whom,
    standing_for,
    together,
    told_open,
)
from toolgate.contract import Plan

MAX_ASKS = 5
OF_THEN = compile_later(r"\b(?:then|was|were|did|had|by\s+that)\b", re.IGNORECASE)
"""What an ask of a moment has that a remark before it names: "the safety car came out, who led then"."""
PlanOf = Callable[[str, Sequence[Turn]], Plan]
"""The plan of a question after these turns, taken as one."""


class ApartPlanner:
    """Plans what is asked among other things. `plan_of` plans one question."""

    def __init__(self, knowledge: Knowledge, plan_of: PlanOf) -> None:
        self._knowledge = knowledge
        self._plan_of = plan_of

    def plan(self, question: str, memory: Sequence[Turn]) -> Plan:
        """The plan of all that is asked, or of what is understood of it."""
        question = with_he(of_called_after(question, self._knowledge.reader.read))
        if self._knowledge.lexicon.tool:
            question = of_the_last_laps(in_each_sentence(question, reworded))
            if is_of_positions(self._knowledge.lexicon.session_kind):
                question = asked_in_full(slow_of_late(question))
            else:
                question = of_laps_under_way(question)
            told = under_what(question, [*(turn.question for turn in memory), question])
            if told is None:
                return Plan(rationale="under what, nobody has said")
            people = self._knowledge.people
            question = with_cars(of_whoever(in_known_words(told, people)), people.shared_cars)
            question = with_team_named(question, self._knowledge)
        question = of_best_placed(question, self._knowledge.lexicon.session_kind, self._knowledge.reader.read)
        plan = self._one(question, memory, memory[-1].question if memory else "")
        if (both := SecondAsks(self._knowledge, self._plan_of).instead_of(plan, question, memory)) is not None:
            return both
        if plan.rationale.endswith(AT_AN_EVENT) and (of_now := self._beside_a_remark(question, memory)) is not None:
            return of_now
        if plan.steps and not left_open(plan):
            return plan
        if (told := asked_of_anybody(without_hearsay(question))) != question and not plan.steps:
            plan = self._one(told, memory, "")
        if not plan.steps and (won := with_winner(question, self._knowledge.session)) != question:
            plan = self._one(won, memory, "")
        apart = self._apart(question, memory)
        return apart if apart is not None and not (plan.steps and left_open(apart)) else plan

    def _beside_a_remark(self, question: str, memory: Sequence[Turn]) -> Plan | None:
        """The plan of an ask that is not of the moment which a remark before it names; None where there is no such."""
        clauses = clauses_of(question, self._knowledge.reader.read)
        if clauses[0].asks or any(OF_THEN.search(clause.text) for clause in clauses if clause.asks):
            return None
        apart = self._apart(question, memory)
        return apart if apart is not None and not left_open(apart) else None

    def _one(self, question: str, turns: Sequence[Turn], before: str) -> Plan:
        """The plan of one question: for one thing, for two of the same, or for whether something paid off."""
        if effects.asks_of_effect(question):
            return self._effect(question, before)

        def plan_of(text: str) -> Plan:
            return self._plan_of(text, turns)

        if (changed := of_a_change(question)) is not None:
            return plan_of(changed)

        read = self._knowledge.reader.read
        if (stands := circumstances.beside_a_circumstance(question, read, plan_of)) is not None:
            return stands
        if coordination.is_of_opposites(question) and (both := coordination.of_both(question, plan_of)) is not None:
            return both
        if (listed := listed_values.of_each_value(question, read, plan_of, follows=bool(turns))) is not None:
            return listed
        plan = plan_of(question)
        if plan.steps and not left_open(plan):
            return plan
        return coordination.of_both(question, plan_of) or plan

    def _effect(self, question: str, before: str) -> Plan:
        texts = effects.told_by(question, before, self._knowledge.reader.read, self._knowledge.people)
        plans = [self._plan_of(text, ()) for text in texts]
        plan = together(plans) if plans and all(plan.steps for plan in plans) else None
        return plan or Plan(rationale="nothing that timing knows says whether it paid off")

    def _apart(self, question: str, memory: Sequence[Turn]) -> Plan | None:
        """The plan of each ask in what the clauses around it set; None where there is no talk, or more than that.

        One ask that is not understood and asks something of its own may stay open, and is then told.
        """
        found = asked_too(clauses_of(question, self._knowledge.reader.read))
        clauses = found if ":" in question else listed(found)  # what stands before a colon is about all of them
        asks = [clause for clause in clauses if clause.asks]
        if len(clauses) < 2 or not 1 <= len(asks) <= MAX_ASKS:
            return None
        beside = [clause for clause in clauses if not clause.asks]
        if any(must_hold(said, ask) for said in beside for ask in asks):
            return None
        if not all(is_of_the_race(ask, beside) for ask in asks):
            return None
        plans: list[Plan] = []
        left: list[Clause] = []
        turns = list(memory)
        for at, clause in enumerate(clauses):
            if not clause.asks:
                after = next((ask for ask in clauses[at:] if ask.asks), clause)
                turns += set_by(clause, after, self._knowledge.people)
                continue
            plan = self._ask(clauses, at, turns)
            again = plan.rationale.endswith(AS_BEFORE) and any(plan.steps == turn.plan.steps for turn in turns)
            if not plan.steps and len(plans) == len(asks) - 1 == 1 and not beside:
                both = self._of_found(plans[0], clause)
                if both is not None:
                    return both
            if plan.steps and not (left_open(plan) or again) and self._is_of_whom(plan, clause, beside):
                plans.append(plan)
                turns.append(Turn(clause.text, plan))
            else:
                left.append(clause)
        if left and left[0] is asks[0] and not all(says_of_what(ask) for ask in asks[1:]):
            return None
        return _joined(plans, left)

    def _ask(self, clauses: Sequence[Clause], at: int, turns: Sequence[Turn]) -> Plan:
        """The plan of one ask: with the topic that was called out before it, or by itself."""
        ask, before = clauses[at], clauses[at - 1] if at else None
        if before is None:
            return self._one(of_named_after(ask, clauses[1:]), turns, "")
        text = told_of(ask.text, before)
        if before.asks and ONE_OF_THEM.search(text):
            return Plan(rationale="which of them that is, is not known beforehand")
        if (asked := confirmed(ask.text, before.text)) is not None:
            return self._one(asked, (), "")
        if before.asks:
            return self._after_an_ask(self._of_whom(text, before, turns), ask, before, turns)
        if is_of_that_one(ask, before) and (his := self._one(f"{before.named[0].text} {text}", (), "")).steps:
            return his
        alone = self._one(text, turns, before.text) if before.named or not self._leans(ask, before) else Plan()
        if IS_IT.search(text) and alone.steps and not is_completed(alone):
            return Plan(rationale=f"'{ask.text}' of what?")
        return (
            alone if alone.steps or not self._leans(ask, before) else self._one(f"{before.text} {ask.text}", turns, "")
        )

    def _leans(self, ask: Clause, before: Clause) -> bool:
        """Whether an ask may be of a topic that was called out before it: "fastest lap, who got it"."""
        of_nobody = not of_somebody(ask.text) and (points_back(ask.text) or not any(map(is_topic, ask.items)))
        return of_nobody and calls_a_topic(before)

    def _after_an_ask(self, text: str, ask: Clause, before: Clause, turns: Sequence[Turn]) -> Plan:
        """The plan of an ask after another, where it is known of whom it is asked."""
        if lacks_a_subject(text, ask.items):
            return Plan(rationale=f"'{ask.text}' is asked of those who were found")
        plan = self._one(text, turns, before.text)
        if of_somebody(text):
            known = bool(ask.named or self._knowledge.people.called(plan))
        else:
            known = is_completed(plan) or not (of_nobody(text, ask.items) or IS_IT.search(text))
        return plan if known else Plan(rationale=f"'{ask.text}' of whom?")

    def _of_found(self, finds: Plan, ask: Clause) -> Plan | None:
        """The plan of two asks of which the second is about the one whom the first finds."""
        people = self._knowledge.people
        found = whom_found(finds, self._knowledge.catalogue) if of_somebody(ask.text) and not ask.named else None
        if found is None:
            return None

        def plan_of(who: str) -> Plan:
            return self._one(ask.text, [Turn(people.name(who), Plan())], "")

        return of_found(finds, plan_of, stand_ins(people), found)

    def _of_whom(self, text: str, before: Clause, turns: Sequence[Turn]) -> str:
        """The ask with the position that the one before asked for in place of "he"."""
        place = turns[-1].plan.steps[-1].arguments.get(PLACED) if turns and turns[-1].plan.steps else None
        if isinstance(place, int) and not before.named:
            return of_position_holder(standing_for(text, f"P{place}"))
        return of_whom(text, before.items)

    def _is_of_whom(self, plan: Plan, ask: Clause, beside: Sequence[Clause]) -> bool:
        """Whether a plan is of the team that was spoken of, where the ask names nobody."""
        people = self._knowledge.people
        called = {who for said in beside if only_names(said) for who in people.named(said.named)}
        if called and not (ask.named or called <= set(people.called(plan))):
            return False  # "Hamilton how much shy of the top"
        teams = [whom_named(said, people) for said in beside if is_of_a_team(said)]
        return bool(ask.named) or all(not set(people.called(plan)).isdisjoint(team) for team in teams)


def _joined(plans: Sequence[Plan], left: Sequence[Clause]) -> Plan | None:
    """One plan for all; of a list several may stay open, where as many are understood."""
    several = len(plans) + len(left) >= A_LIST and len(plans) > 1
    if not plans or (len(left) > 1 and not several):
        return None
    if left and not several and not may_stay_open(left[0].text, left[0].items):
        return None
    plan = together(plans)
    if plan is None:
        return None
    told = "; ".join(told_open(clause.text) for clause in left)
    return PartialPlan(plan.steps, plan.rationale, told) if left else plan
