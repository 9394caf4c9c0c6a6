"""What is said beside a question: talk, whom it is about, or something that an answer has to hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from director.language.grammar import ASKERS
from director.language.late_patterns import compile_later
from director.language.word_lists import words
from director.planners.base import Turn
from director.planners.offline.apart.said import Clause
from director.planners.offline.conversation.people import WHOM
from director.planners.offline.filling import is_topic
from director.planners.offline.items import CLOCK
from toolgate.contract import Plan

_OF_THE_ASKER = ASKERS | words("im ive ill id weve were myself ours mine friend mate kid kids boss wife dad mum")
_WORD = compile_later(r"[a-z]+")
_CONDITION = compile_later(
    r"\b(?:if|unless|except|excluding|ignor\w+|forget\w*|assum\w+|suppos\w+|imagin\w+|without|apart|besides|provided"
    r"|counting|counted|hypothetically|instead|when|whenever|once|until|till|only|other than)\b",
    re.IGNORECASE,
)
_PLACED = compile_later(
    r"\s*(?:and\s+|but\s+|so\s+)*(?:in|on|at|under|over|from|by|of|into|against|behind|ahead|inside|outside|within"
    r"|through|after|before|during|since|while|among|amongst|between|than|not|for|because|due|with|as)\b",
    re.IGNORECASE,
)
_LAP = compile_later(r"\blaps?\s+\d", re.IGNORECASE)
_ELSEWHERE = compile_later(r"\b(?:the|this|that|my|our|your|his|her|their|in|on|at)\s+\w+", re.IGNORECASE)
_TOGETHER = compile_later(
    r"\b(?:they|them|their|theirs|between|both|two|each other|apart|gap|margin|difference|distance)\b", re.IGNORECASE
)
_THINGS = compile_later(
    r"(?:(?P<whose>\b\w+['’]s)\s+|\b(?:the|a|an|his|her|that|this)\s+)?\b(?P<thing>virtual safety car|vsc|safety car|red flag"
    r"|yellow flag|yellow|penalty|pit ?stop|stop|fastest lap|best lap|gap|lead|race|sprint|session)\b",
    re.IGNORECASE,
)
_IT = compile_later(r"\b(?:it|that|this)\b", re.IGNORECASE)
_SHARED = frozenset({WHOM, "team"})
ENOUGH_SAID = 2
"""So many names or words of a topic make a question one of the race, whatever is said beside it."""


def must_hold(said: Clause, ask: Clause) -> bool:
    """Whether an answer would have to hold to a clause: a condition, a place, a moment, or what is asked about."""
    spoken = set(_WORD.findall(said.text.lower()))
    by_asker = not _OF_THE_ASKER.isdisjoint(spoken)
    if not by_asker and (_CONDITION.search(said.text) or _PLACED.match(said.text)):
        return True
    if any(CLOCK in item.readings for item in said.items) or (_LAP.search(said.text) and not by_asker):
        return True
    kinds = {kind for item in ask.named for kind in item.readings}
    return any(_SHARED.isdisjoint(item.readings) and kinds.isdisjoint(item.readings) for item in said.named)


def is_of_the_race(ask: Clause, beside: Sequence[Clause]) -> bool:
    """Whether an ask is one of this race: it says of what, or what stands beside it is of the asker or of the race."""
    said_of_it = len(ask.named) * ENOUGH_SAID + sum(map(is_topic, ask.items))
    return said_of_it >= ENOUGH_SAID or not any(map(_is_of_something_else, beside))


def told_of(ask: str, said: str) -> str:
    """The ask with the thing that was spoken of before it for "it": "how long was the safety car out"."""
    if not _IT.search(ask) or not (things := list(_THINGS.finditer(said))):
        return ask
    whose = things[-1]["whose"] or "the"
    return _IT.sub(f"{whose} {things[-1]['thing']}", ask, count=1)


def _is_of_something_else(said: Clause) -> bool:
    spoken = _WORD.findall(said.text.lower())
    if said.named or not _OF_THE_ASKER.isdisjoint(spoken):
        return False
    strange = any(not item.known for item in said.items)
    return strange and _ELSEWHERE.search(said.text) is not None


def set_by(said: Clause, ask: Clause) -> list[Turn]:
    """The turn that a clause is to an ask after it: it leaves whom it names to be asked of."""
    people = [item for item in said.named if isinstance(item.readings.get(WHOM), str)]
    if not people:
        return []
    together = len(people) > 1 and _TOGETHER.search(ask.text)
    return [Turn(" ".join(item.text for item in (people if together else people[:1])), Plan())]
