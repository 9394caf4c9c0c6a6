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
_OF_A_TEAM = compile_later(
    r"^(?:(?:and|so|ok|then)\s+)+(?:the\s+|both\s+)*(?!other\b)(?P<team>[\w'’-]+(?:\s[\w'’-]+)?)\W*$"
    r"|^(?:what|how)\s+(?:about|of)\s+(?:the\s+|both\s+)*(?!other\b)(?P<about>[\w'’-]+(?:\s[\w'’-]+)?)\W*$"
)
_WHERE, _OF_WHOM = "get_driver", {"driver", "at_lap"}
"""Where somebody is: of a position one asks who holds it, of the car beside him how far away that is."""


def same_of_described(plan: Plan, question: str, memory: Sequence[Turn], knowledge: Knowledge) -> Plan:
    """The calls of the turn before, of one driver, made of whoever is described; else the plan that is there, as where
    it calls the same tools.
    """
    found = _SAME.match(question.lower().strip()) if memory else None
    if found is None and memory and not plan.steps and _OF_A_TEAM.match(question.lower().strip()):
        return _of_each_of_a_team(plan, question, memory[-1].plan, knowledge)
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


def _of_each_of_a_team(plan: Plan, question: str, before: Plan, knowledge: Knowledge) -> Plan:
    """The one call of the turn before, of one driver or of each of a few, made of each of a team; else the plan that is
    there.
    """
    drivers, whom = knowledge.people.of_team(knowledge.reader.read(question)), knowledge.people.called(before)
    if len(before.steps) != len(whom) or not whom or not drivers or referred_to(before):
        return plan
    before = replace(before, steps=before.steps[:1])
    steps = [
        replace(step, id=f"s{number}")
        for number, who in enumerate(drivers, 1)
        for step in of_another(before, whom[0], who).steps
    ]
    return replace(plan, steps=tuple(steps), rationale=f"asked as before, of {question.strip(' ?!.')}")
