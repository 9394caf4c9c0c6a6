"""Whoever holds a position, asked of as a driver is: "best lap of P7", "has the leader pitted", "when did third last
stop". Such a question is planned with a driver's name in that place, and the position is put back into the calls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from msgspec import Struct

from director.language.late_patterns import compile_later
from director.language.numbers import ORDINALS
from director.planners.base import PartialPlan
from director.planners.offline.conversation.people import People, texts_of
from director.planners.offline.matched_question import UNKNOWN
from director.planners.offline.plans import of_another
from toolgate.contract import Plan

_BEFORE = (
    r"(?P<before>^|[,;:]\s*|\b(?:of|by|has|have|had|did|does|do|is|are|was|were|will|would|and|or|nor|between|than|"
    r"compare|vs|against|with|behind|ahead|ahead\s+of|faster|quicker|slower|older|newer|fresher|tyres|pitted\s+first|"
    r"stopped\s+first)\s+)"
)
_ORDINAL = rf"(?:{'|'.join(ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th))"
_HOLDER = r"(?:the\s+)?(?:car|driver|man|guy|one)\s+(?:who\s+is\s+|who['’]s\s+)?(?:running\s+|sitting\s+)?(?:in|on)\s+"
_AFTER = (
    r"(?=\s*$|\s*[?!.,;]|['’]s\b|\s+(?:over|since|so|right|now|currently|and|or|vs|than|from|on|at|in|under|last|the\s+last|"
    r"made|make|done|do|had|have|has|been|got|get|pit|pitted|pits|stop|stopped|box|boxed|come|came|led|lead|gained|gain|lost|"
    r"lose|set|start|started|catching|closing|gaining|losing|safe|driving|drive|doing|running|still|faster|slower|quicker|"
    r"ahead|behind|used|take|took|go|going|dropped|retired|lapped)\b)"
)
_POSITION = compile_later(
    rf"{_BEFORE}(?P<said>(?:{_HOLDER})?(?:P\s?(?P<p>\d{{1,2}})\b(?!\s*(?:-|–|\.\.))|(?P<nth>{_ORDINAL})(?:\s+place(?:d\s+man)?)?(?:{_AFTER})"
    r"|(?P<leader>the\s+(?:race\s+)?leader)\b(?!['’]?s?\s+(?:board|list)\b)))",
    re.IGNORECASE,
)
_LEADER, _FIRST = "leader", "P1"
_POSITIONS = ("position_now", "position")
_HELD_TO_LEADER = frozenset(("laps_down", "lapped", "gap_s"))
"""What is told of a car beside whoever leads."""


class Holder(Struct, frozen=True):
    """Where a question speaks of whoever holds a position, and how calls name him: `P7`, `leader`."""

    start: int
    end: int
    position: str


def of_holders(plan: Plan, question: str, planned: Callable[[str], Plan], people: People) -> Plan:
    """The plan of a question about whoever holds a position, where the one that is there makes no use of it.

    `planned` plans a question with names.
    """
    holders = list(_holders(question))
    names = [who for who in people.entries if not _is_named(people.name(who), question)]
    if (
        plan.rationale.endswith(UNKNOWN)
        or not 0 < len(holders) <= len(names)
        or all(_is_used(holder.position, plan) for holder in holders)
    ):
        return plan
    named, stand_ins = question, names[: len(holders)]
    for holder, who in reversed(list(zip(holders, stand_ins, strict=True))):
        named = f"{named[: holder.start]}{people.name(who)}{named[holder.end :]}"
    said = planned(named)
    if not said.steps or isinstance(said, PartialPlan) or not set(stand_ins) <= set(people.called(said)):
        return plan
    rationale = said.rationale
    for holder, who in zip(holders, stand_ins, strict=True):
        said = of_another(said, who, holder.position)
        rationale = rationale.replace(people.name(who), question[holder.start : holder.end])
    return replace(said, rationale=rationale)


def _holders(question: str) -> Iterator[Holder]:
    for found in _POSITION.finditer(question):
        number = found["p"] or (found["nth"] and _number(found["nth"].lower()))
        yield Holder(*found.span("said"), f"P{number}" if number else _LEADER)


def _number(ordinal: str) -> str:
    return re.sub(r"\D", "", ordinal) or str(ORDINALS.index(ordinal) + 1)


def _is_named(name: str, question: str) -> bool:
    lower = question.lower()
    return any(part in lower for part in name.lower().split())


def _is_used(position: str, plan: Plan) -> bool:
    """Whether the calls of a plan are of whoever holds a position, or of the position."""
    said = (_LEADER, _FIRST) if position in (_LEADER, _FIRST) else (position,)
    number = 1 if position == _LEADER else int(position.removeprefix("P"))
    texts = [text for step in plan.steps for text in (*step.arguments, *texts_of(step.arguments))]
    used = any(text in said for text in texts) or (number == 1 and not _HELD_TO_LEADER.isdisjoint(texts))
    return used or any(step.arguments.get("place") == number or _is_held(step.arguments, number) for step in plan.steps)


def _is_held(arguments: Mapping[str, object], number: int) -> bool:
    """Whether a query is held to a position."""
    where = arguments.get("where")
    conditions = [one for one in where if isinstance(one, Mapping)] if isinstance(where, Sequence) else []
    values = [one.get("value") for one in conditions if one.get("field") in _POSITIONS]
    return any(value == number or (isinstance(value, Sequence) and number in value) for value in values)
