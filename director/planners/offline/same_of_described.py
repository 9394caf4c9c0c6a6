"""The same of somebody who is described, after a question of one driver: "and P4?", "how about the guy behind him"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from director.language.late_patterns import compile_later
from director.planners.base import Turn
from director.planners.offline.apart.chained_asks import after
from director.planners.offline.described_subjects import FINDS_OF_ALL, LEADER, MAN, NTH, beside, position_of, side_of
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plans import of_another
from director.references import referred_to
from toolgate.contract import Plan

_SAME = compile_later(
    r"^(?:(?:and|so|ok|then)\s+)*(?:(?:what|how)\s+about\s+|same\s+(?:for|of)\s+|for\s+)?"
    rf"(?:p(?P<p>\d{{1,2}})|(?P<nth>{NTH})(?:\s+place)?|(?P<leader>the\s+(?:race\s+)?leader)"
    rf"|the\s+{MAN}\s+(?:right\s+|directly\s+|just\s+)?(?P<side>ahead\s+of|in\s+front\s+of|behind)"
    r"\s+(?:him|her))\W*$"
)
_WHERE, _OF_WHOM = "get_driver", {"driver", "at_lap"}
"""Where somebody is: of a position one asks who holds it, of the car beside him how far away that is."""


def same_of_described(plan: Plan, question: str, memory: Sequence[Turn], knowledge: Knowledge) -> Plan:
    """The calls of the turn before, of one driver, made of whoever is described; else the plan that is there, as where
    it calls the same tools.
    """
    found = _SAME.match(question.lower().strip()) if memory else None
    if found is None or not (before := memory[-1].plan).steps or referred_to(before):
        return plan
    whom = knowledge.people.called(before)
    if all(step.name == _WHERE and step.arguments.keys() <= _OF_WHOM for step in before.steps):
        return plan
    tools = [step.name for step in before.steps]
    if len(whom) != 1 or (tools == [step.name for step in plan.steps] and tools != [FINDS_OF_ALL]):
        return plan  # but two queries may ask for something else
    rationale = f"asked as before, of {question.strip(' ?!.')}"
    if found["side"] is None:
        return replace(of_another(before, whom[0], position_of(found) or LEADER), rationale=rationale)
    finds, value = beside(whom[0], side_of(found))
    served = {entry["name"] for entry in knowledge.catalogue}
    return after(finds, of_another(before, whom[0], value), rationale) if finds.name in served else plan
