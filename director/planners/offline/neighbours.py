""" "And the car behind?": a follow-up about another car than the one before."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from director.language.late_patterns import compile_later
from director.planners.base import Turn
from director.planners.offline.matched_question import Reading
from director.planners.offline.plans import plan_of
from toolgate.contract import Plan

SURE = 0.75
_NEIGHBOUR = compile_later(
    r"(?:(?:and|so|but|then|what\s+about|how\s+about)\s+)*(?P<asks>(?:who|what|which\s+car)(?:['’]?s|\s+is)\s+)?"
    r"(?:the\s+)?(?:(?:car|guy|man|one|driver|bloke|person|next)\s+)?(?:right|directly|just|immediately)?\s*"
    r"(?P<side>behind|ahead|in\s+front)(?:\s+of)?(?:\s+(?:him|her|it))?(?:\s+(?:then|now))?",
    re.IGNORECASE,
)


def is_of_a_neighbour(question: str) -> bool:
    """Whether it asks of the car beside another and of nothing else."""
    return _NEIGHBOUR.fullmatch(question.strip(" ?!.,")) is not None


def asked_of_a_neighbour(question: str, match: Callable[[str], Reading], memory: Sequence[Turn]) -> Plan | None:
    """ "And the car behind?" after a question of who or where somebody is: the gap to that car; None for another
    question.

    After other questions, what is asked about that car is not known: the plan is empty, or None where the question has
    a verb of its own. `match` reads a question in which "him" is who was spoken of.
    """
    found = _NEIGHBOUR.fullmatch(question.strip(" ?!.,"))
    if found is None:
        return None
    side, towards = ("behind", "behind") if found["side"].lower() == "behind" else ("ahead", "ahead of")
    who, gap, place = match(f"who is {towards} him"), match(f"gap from him to the car {side}"), match("who is third")
    if not (who.sure(SURE) and gap.sure(SURE)):
        return None
    before = next(turn.plan.steps[-1].name for turn in reversed(memory) if turn.plan.steps)
    if before in {reading.matches[0].tool.name for reading in (who, gap, place) if reading.matches}:
        return plan_of([gap.matches[0]])
    return None if found["asks"] else Plan(rationale=f"what of '{question.strip()}'?")
