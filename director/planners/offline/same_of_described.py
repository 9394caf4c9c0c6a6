"""The same of somebody who is described, after a question of one driver: "and P4?", "how about the guy behind him"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from director.language.late_patterns import compile_later
from director.language.numbers import ORDINALS
from director.planners.base import Turn
from director.planners.offline.apart.chained_asks import FIRST
from director.planners.offline.described_subjects import FINDS_BESIDE, LEADER, number_of
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plans import of_another
from director.references import referred_to
from toolgate.contract import JsonObject, Plan, Step

_NTH = rf"(?:{'|'.join(ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th))"
_SAME = compile_later(
    r"^(?:(?:and|so|ok|then)\s+)*(?:(?:what|how)\s+about\s+|same\s+(?:for|of)\s+|for\s+)?"
    rf"(?:p(?P<p>\d{{1,2}})|(?P<nth>{_NTH})(?:\s+place)?|(?P<leader>the\s+(?:race\s+)?leader)"
    r"|the\s+(?:car|guy|man|driver|one|bloke|chap)\s+(?:right\s+|directly\s+|just\s+)?(?P<side>ahead\s+of|in\s+front\s+of|behind)"
    r"\s+(?:him|her))\W*$"
)
_QUERY = "query_race"
"""Two queries may ask for something else."""
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
    if len(whom) != 1 or [step.name for step in plan.steps] == [step.name for step in before.steps] != [_QUERY]:
        return plan
    if found["side"] is None:
        number = found["p"] or (number_of(found["nth"]) if found["nth"] else None)
        same = of_another(before, whom[0], f"P{number}" if number else LEADER)
        return replace(same, rationale=f"asked as before, of {question.strip(' ?!.')}")
    if all(entry["name"] != FINDS_BESIDE for entry in knowledge.catalogue):
        return plan
    side = "behind" if found["side"] == "behind" else "ahead"
    value: JsonObject = {"$ref": f"{FIRST}#/{side}/car"}
    same = of_another(before, whom[0], value)
    own = (replace(step, id=f"s{number}") for number, step in enumerate(same.steps, start=2))
    finds = Step(FIRST, FINDS_BESIDE, {"driver": whom[0], "to": side})
    return Plan((finds, *own), f"asked as before, of {question.strip(' ?!.')}")
