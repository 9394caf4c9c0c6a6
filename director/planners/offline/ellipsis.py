"""Questions that leave out what the one before said: "by how much?", "on which lap?", "and in Q2?", "and lap 15?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from director.language.late_patterns import compile_later
from director.planners.base import Turn
from director.planners.offline.index import CatalogueIndex
from director.planners.offline.question_items import NUMBER, Item

_HOW = r"how\s+(?:much|far|many|old|long|big|fast|often)"
_BARE = compile_later(
    rf"""(?:and\s+|but\s+|so\s+)?
    (?:{_HOW}
     | (?:by|on|in|at|from|for|after|with|since)\s+(?:{_HOW}|(?:which|what)\s+\w+)
     | which\s+(?:lap|tyres?|compound|position|turn|team)
     | (?:since\s+)?when)
    (?:\s+(?:is|was|are|were|did|does|has)\s+(?:it|that|they|those|he|she|this))?
    (?:\s+(?:then|ahead|behind|back|of\s+(?:it|them)))?""",
    re.IGNORECASE | re.VERBOSE,
)
_NOTHING_SAID = compile_later(
    rf"(?:and\s+)?(?:by\s+)?{_HOW}(?:\s+(?:is|are)\s+(?:that|they))?|(?:why|how|when|where|who|what)", re.IGNORECASE
)
_LAP = compile_later(r"\s*(?:(?:and|or|but|what\s+about|how\s+about|then)\s+)+(?=lap\s+\d+\W*$)", re.IGNORECASE)
_GAP = compile_later(
    r"(?:and\s+)?(?:what(?:'s|\s+is|s)|how\s+(?:big|large|much)\s+is)\s+(?:the|their)\s+(?:gap|interval|difference|distance)"
    r"(?:\s+between\s+(?:them|the\s+two|those\s+two))?(?:\s+now)?",
    re.IGNORECASE,
)
_THAT_ONE = compile_later(r"(?<!left in )(?<!after )\b(?:that|this)\s+(?:one|car|guy|driver)\b", re.IGNORECASE)
_PERSON = {"it": "he", "its": "his", "they": "he", "their": "his"}
_IT = compile_later(rf"\b(?:{'|'.join(_PERSON)})\b", re.IGNORECASE)
_NUMBERED = compile_later(r"([a-z]{1,2})\d{1,2}")
"""A part of a session: q1."""
_JOINING = frozenset({"and", "in", "on", "of", "for", "about", "or"})


def is_bare(question: str) -> bool:
    """Whether it asks how much, how far or on which lap, without saying what of."""
    return _BARE.fullmatch(question.strip(" ?!.,")) is not None


def asks_of_nothing(question: str) -> bool:
    """Whether it means nothing where nothing was said before: "how far?"."""
    return _NOTHING_SAID.fullmatch(question.strip(" ?!.,")) is not None


def joined(before: str, question: str) -> str:
    """The question before with a bare one at its end: "who got the fastest lap on which lap?"."""
    rest = re.sub(r"^(?:and|but|so)\s+", "", question.strip(), flags=re.IGNORECASE)
    return f"{before.strip(' ?!.')} {rest}"


def spelt_out(question: str, memory: Sequence[Turn], index: CatalogueIndex) -> str:
    """ "And lap 15?" as a moment, "on lap 15", and "what's the gap?" as the gap between the two who were spoken of."""
    if _GAP.fullmatch(question.strip(" ?!.,")):
        pair = _two_named(memory, index)
        return f"gap between {pair[0]} and {pair[1]}" if pair else question
    question = _THAT_ONE.sub("him", question)
    return _LAP.sub("on ", question, count=1) if memory else question


def of_a_person(question: str) -> str:
    """The question with "it" and "they" as pronouns of a person: "has he pitted" of "has it pitted"."""
    return _IT.sub(lambda it: _PERSON[it[0].lower()], question)


def replaced(before: Sequence[Item], items: Sequence[Item]) -> tuple[Item, ...] | None:
    """The items of the question before with the values of this one in place of its own, each of the same kind.

    None where this question has no such value or says anything else, and where the one before was itself nothing but
    values.
    """
    values = _values(items)
    if not values or _is_but_values(before) or not _is_but_values(items):
        return None
    out = list(before)
    for value in values:
        like = [at for at, item in enumerate(out) if _same_kind(item, value)]
        if len(like) != 1:
            return None
        out[like[0]] = value
    return tuple(out)


def _values(items: Sequence[Item]) -> list[Item]:
    return [item for item in items if item.firm or _NUMBERED.fullmatch(item.key)]


def _is_but_values(items: Sequence[Item]) -> bool:
    """Whether a question has names and numbered things alone, with words that join it to what was said."""
    values = _values(items)
    return all(item.key in _JOINING for item in items if item not in values)


def _same_kind(one: Item, other: Item) -> bool:
    """Whether two values can stand in the same place. Bare numbers are of no kind: of which, nobody said."""
    if (numbered := _NUMBERED.fullmatch(other.key)) is not None:
        return (like := _NUMBERED.fullmatch(one.key)) is not None and like[1] == numbered[1]
    return one.firm and bool((one.readings.keys() & other.readings.keys()) - {NUMBER})


def _two_named(memory: Sequence[Turn], index: CatalogueIndex) -> tuple[str, str] | None:
    """The two who were named last, by the plans of the latest turns."""
    properties = {tool.name: tool.properties for tool in index.tools}
    named: list[str] = []
    for turn in reversed(memory):
        for step in turn.plan.steps:
            kinds = properties.get(step.name, {})
            of_names = [name for name, prop in kinds.items() if prop.kind == "driver" and name in step.arguments]
            named += [str(step.arguments[name]) for name in of_names if step.arguments[name] not in named]
        if len(named) >= 2:
            return named[0], named[1]
    return None
