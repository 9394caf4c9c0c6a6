"""What is asked after another ask in one line, as a second turn of it: "who won and what did he start on"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from director.language.late_patterns import compile_later
from director.planners.base import Turn, left_open
from director.planners.offline.apart.chained_asks import FIRST_OF, PLACED, of_found, stand_ins, whom_found
from director.planners.offline.conversation.asked_as import is_completed
from director.planners.offline.conversation.people import texts_of
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.several_asks import together
from director.references import referred_to
from toolgate.contract import JsonObject, Plan, Step

_WH = r"(?:who|whom|whose|what|where|when|which|how|why)(?:['’]?(?:s|re|d|ve))?"
_AUX = r"(?:is|are|was|were|did|does|do|has|have|had|will|can)(?:n['’]?t)?"
_NEXT = compile_later(
    r"(?:\s*[,;?!.]+\s+(?:and\s+|but\s+)?|\s+and\s+(?:also\s+|then\s+)?)"
    rf"(?=(?:(?:by|on|in|at|for|with|from|to|of|since)\s+)?{_WH}\b|{_AUX}\b|(?:his|her|its|their)\s)"
)
_OPENS = compile_later(rf"(?:(?:so|and|ok|well)\s+)*(?:{_WH}|{_AUX})\b")
_HE = compile_later(r"\b(?:he|she|him|his|her|it|its|they|them|their|that (?:car|one|guy|driver))\b")
_HIM = compile_later(r"\b(?:he|she|him|his|her)\b")
_IT = compile_later(r"\b(?:it|its)\b")
_THEM = compile_later(r"\b(?:them|those)\b")
_ONE_OF = compile_later(r"\b(?:(?:of|than) (?:them|those|it|that)|ones?)\b")
"""One of those who were told is none who was found."""
_FINDS = compile_later(r"(?:(?:so|and|ok|well)\s+)*(?:who|whom|which)\b", re.IGNORECASE)
"""Such an ask finds somebody else than whom it names: "who is ahead of Sainz"."""
TOP = "top_n"
"""The argument that says of how many a call tells."""
PlanOf = Callable[[str, Sequence[Turn]], Plan]


class SecondAsks:
    """Plans a line of two asks of which the second leans on the first. `plan_of` plans one question after turns."""

    def __init__(self, knowledge: Knowledge, plan_of: PlanOf) -> None:
        self._knowledge = knowledge
        self._plan_of = plan_of

    def instead_of(self, whole: Plan, question: str, memory: Sequence[Turn]) -> Plan | None:
        """The plan of both asks, where that of the whole line leaves out the second or whom it is about."""
        halves = _NEXT.split(question.lower().strip(" ?!."))
        if len(halves) != 2 or not all(half.strip() for half in halves) or _ONE_OF.search(halves[1]):
            return None
        if halves[1].strip() == "where":
            return None  # of what the first ask is about, not of where somebody is
        first, second = (half.strip() for half in halves)
        if not _HE.search(second) and self._knowledge.people.named(self._knowledge.reader.read(second)):
            return None
        finds = self._plan_of(first, memory)
        if len(finds.steps) != 1 or left_open(finds):
            return None
        leaning = self._after(first, second, finds)
        named = frozenset(self._knowledge.people.called(finds))
        if leaning is None:
            return None
        if not (
            _of_him_alone(first, leaning, whole, named)
            or _asks_of_him_too(first, second, leaning, whole, named)
            or _is_better(leaning, whole, finds, second, self._names(whole), named)
        ):
            return None
        return leaning

    def _after(self, first: str, second: str, finds: Plan) -> Plan | None:
        """Both asks, the second as it is meant after the first; None where it stands by itself."""
        people, read = self._knowledge.people, self._knowledge.reader.read
        called = set(people.called(finds))
        if called and not _OPENS.match(first):
            return None  # "hamilton v vettel for second, how tight is it" is one ask
        of_a_thing = _IT.search(second) is not None and _HIM.search(second) is None
        ranks = finds.steps[0].name == self._knowledge.lexicon.tool  # a query may rank tyres or stops
        found = None if called or (of_a_thing and ranks) else whom_found(finds, self._knowledge.catalogue)
        if found is not None:
            classes = [str(item.readings["class"]) for item in read(first) if item.firm and "class" in item.readings]
            whom = stand_ins(people, classes[0] if classes else "")

            @cache
            def of_him(who: str) -> Plan:
                return self._plan_of(second, [Turn(first, finds, _told(people.name(who), finds))])

            if (chained := of_found(finds, of_him, whom, found)) is not None:
                return chained
            plan = of_him(whom[0]) if whom else Plan()
            if people.called(plan):
                return None
        else:
            plan = self._plan_of(second, [Turn(first, finds)])
        if not plan.steps or left_open(plan):
            return None
        if _more_of_the_same(plan, finds):
            return plan
        leans = is_completed(plan) or not called.isdisjoint(people.called(plan))
        return together([finds, plan]) if leans else None

    def _names(self, plan: Plan) -> bool:
        """Whether a call of the plan is about somebody, by name or by position."""
        return bool(self._knowledge.people.called(plan)) or any(map(_of_a_position, plan.steps[1:]))


def _more_of_the_same(plan: Plan, finds: Plan) -> bool:
    """Whether a plan makes the call of another for more: "who is fastest and by how much" asks of the first two."""
    one, other = plan.steps[-1], finds.steps[0]
    more = len(plan.steps) == 1 and one.name == other.name and one.arguments.keys() == other.arguments.keys()
    return more and other.arguments.get(TOP) == 1 and one.arguments != other.arguments


def _told(name: str, finds: Plan) -> str:
    """An answer that tells of nobody else."""
    arguments = finds.steps[0].arguments
    leads = arguments.get(PLACED) == 1 or not FIRST_OF.isdisjoint(texts_of(arguments))
    return f"{name} leads." if leads else f"{name}."


def _of_a_position(step: Step) -> bool:
    return any(text == "leader" or (text[:1] == "P" and text[1:].isdigit()) for text in texts_of(step.arguments))


def _of_him_alone(first: str, leaning: Plan, whole: Plan, named: frozenset[str]) -> bool:
    """Whether the whole line was read as its second ask, and of more than the one whom its first ask is about: "where
    is Sainz, what tyres is he on" as the tyres of those around him.
    """
    if not named or _FINDS.match(first) or len(whole.steps) != 1:
        return False
    last, asked = whole.steps[0], leaning.steps[-1]
    return last.name == asked.name and _is_part(asked.arguments, last.arguments)


def _asks_of_him_too(first: str, second: str, leaning: Plan, whole: Plan, named: frozenset[str]) -> bool:
    """Whether the second ask is a whole one, of him whom the first is about, and the line was read as one call: "how
    many stops has Perez made and what tyres is he on" as a number of stops.
    """
    if len(named) != 1 or _FINDS.match(first) or not (_OPENS.match(second) and _HIM.search(second)):
        return False
    return len(whole.steps) == 1 < len(leaning.steps)


def _is_better(leaning: Plan, whole: Plan, finds: Plan, second: str, names: bool, named: frozenset[str]) -> bool:
    """Whether the whole line was not understood, or read as its first ask alone, or as of everybody and not of him."""
    if not whole.steps or left_open(whole):
        return True
    last, asked = whole.steps[-1], leaning.steps[-1]
    of_last = set(texts_of(last.arguments))
    if _calls(leaning) == _calls(finds):
        return _calls(whole) != _calls(finds) and _THEM.search(second) is not None  # the first answer tells it
    if named and named.isdisjoint(of_last) and not named.isdisjoint(texts_of(asked.arguments)):
        return True
    if _calls(whole) == _calls(finds):
        if len(leaning.steps) == 1:
            return True
        return last.name != asked.name  # what the same tool tells of the same is told already
    of_all = last.name == asked.name and _is_part(last.arguments, asked.arguments)
    of_nobody = _HE.search(second) is not None and not names and bool(referred_to(leaning))
    return of_all or of_nobody


def _is_part(arguments: JsonObject, others: Mapping[str, object]) -> bool:
    return len(arguments) < len(others) and all(others.get(name) == value for name, value in arguments.items())


def _calls(plan: Plan) -> list[tuple[str, JsonObject]]:
    return [(step.name, step.arguments) for step in plan.steps]
