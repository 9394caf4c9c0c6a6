"""What is said beside a question: talk, whom it is about, or something that an answer has to hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from director.language.grammar import ASKERS
from director.language.late_patterns import compile_later
from director.language.word_lists import words
from director.planners.base import Turn
from director.planners.offline.apart.clause_splitting import Clause
from director.planners.offline.conversation.people import WHOM, People
from director.planners.offline.filling import is_topic
from director.planners.offline.question_items import CLOCK, Item
from toolgate.contract import Plan

TEAM = "team"
_OF_THE_ASKER = ASKERS | words("im ive ill id weve were myself ours mine friend mate kid kids boss wife dad mum fan")
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
_LAST_LAPS = compile_later(
    r"(?:(?!\b(?:is|are|was|were|has|have|had|been|lost|did|[a-z]+ed|[a-z]+ing)\b|['’]s\b).)*"
    r"\b(?:last|past|previous|first|final)\s+(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen)\s+laps\b",
    re.IGNORECASE,
)
"""Laps that are asked about: "Ocon and Gasly over the last ten laps", and not what was done in them."""
_ELSEWHERE = compile_later(r"\b(?:the|this|that|my|our|your|his|her|their|in|on|at)\s+\w+", re.IGNORECASE)
_HE = compile_later(r"\b(?:he|she|him|his|her|hers)\b", re.IGNORECASE)
_THEY = compile_later(r"\b(?:he|she|him|his|her|hers|they|them|their)\b", re.IGNORECASE)
_SHARED = frozenset({WHOM, TEAM})


def must_hold(said: Clause, ask: Clause) -> bool:
    """Whether an answer has to respect a clause: it sets a condition, a place, a moment or a class."""
    by_asker = is_of_the_asker(said)
    if not by_asker and (_CONDITION.search(said.text) or _PLACED.match(said.text)):
        return True
    of_laps = _LAP.search(said.text) or _LAST_LAPS.match(said.text)
    if any(CLOCK in item.readings for item in said.items) or (of_laps and (said.named or not by_asker)):
        return True
    kinds = {kind for item in ask.named for kind in item.readings}
    return any(_SHARED.isdisjoint(names) and kinds.isdisjoint(names) for names in map(_names, said.named))


def _names(item: Item) -> set[str]:
    """The kinds of what an item may name; none where it is a number."""
    return {kind for kind, value in item.readings.items() if isinstance(value, str)}


def is_of_the_asker(said: Clause) -> bool:
    """Whether a clause says something of who asks: "i missed that"."""
    return not _OF_THE_ASKER.isdisjoint(_WORD.findall(said.text.lower()))


def is_of_the_race(ask: Clause, beside: Sequence[Clause]) -> bool:
    """Whether an ask is about this race: it says what it is about, or no clause beside it is about something else."""
    return says_of_what(ask) or not any(map(_is_of_something_else, beside))


def says_of_what(ask: Clause) -> bool:
    """Whether a clause says what it is about: a name, or two words of a topic."""
    return bool(ask.named) or sum(map(is_topic, ask.items)) > 1


def _is_of_something_else(said: Clause) -> bool:
    strange = any(not item.known for item in said.items)
    return strange and not said.named and not is_of_the_asker(said) and _ELSEWHERE.search(said.text) is not None


def set_by(said: Clause, ask: Clause, people: People) -> list[Turn]:
    """A clause as an earlier turn of the conversation, in which whom it names can be asked about; none where it names
    nobody.
    """
    names = [people.name(who) for who in whom_named(said, people)]
    if not names:
        return []
    return [Turn(" ".join(names[:1] if _HE.search(ask.text) else names), Plan())]


def of_somebody(ask: str) -> bool:
    """Whether an ask has a pronoun for one or several who were spoken of."""
    return _THEY.search(ask) is not None


def whom_named(said: Clause, people: People) -> tuple[str, ...]:
    """Those whom a clause names, and both drivers of a team."""
    teams = [item.readings[TEAM] for item in said.named if is_team(item.readings)]
    of_teams = (who for who, entry in people.entries.items() if entry.get(TEAM) in teams)
    return tuple(dict.fromkeys((*people.named(said.items), *of_teams)))


def is_team(readings: object) -> bool:
    """Whether what was named is a team and no driver."""
    return isinstance(readings, dict) and TEAM in readings and WHOM not in readings


def is_of_a_team(said: Clause) -> bool:
    """Whether a clause names a team and says nothing of the asker: the ask beside it is then about that team."""
    return not is_of_the_asker(said) and any(is_team(item.readings) for item in said.named)
