"""A question that is not understood as it stands: what is said beside it set aside, and each ask planned by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from director.planners.base import PartialPlan, Turn, left_open
from director.planners.offline.apart.said import Clause, ReadItems, clauses_of
from director.planners.offline.apart.setting import is_of_the_race, must_hold, set_by, told_of
from director.planners.offline.filling import is_topic
from director.planners.offline.several_asks import MAX_PARTS, may_stay_open, of_whom, together, told_open
from toolgate.contract import Plan

PlanOf = Callable[[str, Sequence[Turn]], Plan]
"""The plan of a question after these turns."""


def taken_apart(question: str, memory: Sequence[Turn], read: ReadItems, plan_of: PlanOf) -> Plan | None:
    """The plan of all that is asked, each part in what the clauses around it set; None where a part is not understood.

    One that asks something of its own may stay open, and is then told.
    """
    clauses = clauses_of(question, read)
    asks = [clause for clause in clauses if clause.asks]
    if len(clauses) < 2 or not 1 <= len(asks) <= MAX_PARTS:
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
            turns += set_by(clause, next((ask for ask in clauses[at:] if ask.asks), clause))
            continue
        before = clauses[at - 1] if at else None
        plan = _planned(clause, before, turns, plan_of)
        if plan is None:
            left.append(clause)
            continue
        plans.append(plan)
        turns.append(Turn(clause.text, plan))
    return _joined(plans, left)


def _planned(ask: Clause, before: Clause | None, turns: Sequence[Turn], plan_of: PlanOf) -> Plan | None:
    """The plan of one ask: with the topic that was called out before it, or by itself."""
    if before is not None and not before.asks and _calls_a_topic(before) and not any(map(is_topic, ask.items)):
        plan = plan_of(f"{before.text} {ask.text}", turns)
    else:
        text = ask.text if before is None else told_of(of_whom(ask.text, before.items) if before.asks else ask.text, before.text)
        plan = plan_of(text, turns)
    return plan if plan.steps and not left_open(plan) else None


def _calls_a_topic(said: Clause) -> bool:
    return any(map(is_topic, said.items)) and all(item.known for item in said.items)


def _joined(plans: Sequence[Plan], left: Sequence[Clause]) -> Plan | None:
    if not plans or len(left) > 1:
        return None
    if left and not may_stay_open(left[0].text, left[0].items):
        return None
    plan = together(plans)
    if plan is None:
        return None
    return PartialPlan(plan.steps, plan.rationale, told_open(left[0].text)) if left else plan
