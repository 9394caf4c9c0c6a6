"""How somebody is said to stand while something else is asked: "who leads with Bottas in the pits".

The question is asked of now, and beside it how he stands, so that the answer says whether it is so.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from director.language.grammar import AUXILIARIES
from director.language.late_patterns import compile_later
from director.planners.base import left_open
from director.planners.offline.apart.clause_splitting import ReadItems
from director.planners.offline.several_asks import together
from toolgate.contract import Plan

_STANDS = (
    r"in\s+(?:the\s+|his\s+)?(?:pits?(?:\s*lane)?|lane|box|garage)|(?:pitting|boxing|stopping)(?:\s+now)?|at\s+his\s+box"
    r"|out(?:\s+(?:of\s+it|of\s+the\s+(?:race|way|pits)))?|on\s+the\s+sidelines"
)
"""How he stands, and not what he has done."""
_BESIDE = compile_later(
    rf"(?P<ask>.+?),?\s+(?:with|now\s+that|now|while|as)\s+(?P<who>[^,?!.]{{2,30}}?)(?:['’]s)?\s+"
    rf"(?:(?:is|are|has|have|being|having)\s+)?(?:(?:still|just|already|now|currently)\s+)?(?:{_STANDS})(?:\s+(?:now|right\s+now|atm))?",
    re.IGNORECASE,
)
_FIRST = compile_later(
    rf"(?:with|now\s+that|now|while|as)\s+(?P<who>[^,?!.]{{2,30}}?)(?:['’]s)?\s+"
    rf"(?:(?:is|are|has|have|being|having)\s+)?(?:(?:still|just|already|now|currently)\s+)?(?:{_STANDS}),?\s+(?P<ask>.+)",
    re.IGNORECASE,
)
_NOT_OF_NOW = compile_later(
    r"\b(?:was|were|did|had|led|won|would|will|could|should|might|may|if|when|stops?|cost|costs|lose|loses|lost|come|comes)\b",
    re.IGNORECASE,
)


def beside_a_circumstance(question: str, read: ReadItems, plan_of: Callable[[str], Plan]) -> Plan | None:
    """One plan for what is asked of now and for how he stands; None where the question is no such one."""
    text = question.strip(" ?!.")
    found = _BESIDE.fullmatch(text) or _FIRST.fullmatch(text)
    if found is None or _NOT_OF_NOW.search(found["ask"]):
        return None
    who = read(found["who"], {})
    if len(who) != 1 or not (who[0].firm and isinstance(who[0].readings.get("driver"), str)):
        return None
    if found["ask"].split()[0].casefold() in AUXILIARIES and not any(item.firm for item in read(found["ask"], {})):
        return None  # "is it slower with Bottas in the pits" compares
    plans = [plan_of(found["ask"]), plan_of(f"where is {found['who']}")]
    return together(plans) if all(plan.steps and not left_open(plan) for plan in plans) else Plan()
