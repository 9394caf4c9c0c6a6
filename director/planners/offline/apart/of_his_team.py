"""A team mate, a driver's team and the two cars of a team, by their names: "has Ocon stopped before his teammate"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from director.language.late_patterns import compile_later
from director.planners.offline.conversation.people import WHOM, WHOM_ALL, People
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.question_items import Item
from director.planners.offline.team_mates import OWNING

_CUE = compile_later(r"\bteam\b|\bteam-?mate|\btwo\b|\bthe\s+[\w -]+\s+of\b", re.IGNORECASE)
_HIS_MATE = compile_later(r"\b(?:his|her) team[ -]?mate\b", re.IGNORECASE)
_OWN = r"\s+team\b(?![ -]?mates?\b|\s*(?:,|&|\+|\band\b))"
_THE_TWO = r"(?i)\bthe\s+two\s+{}(?:\s+(?:cars|drivers)\b)?"
_PAIR = 2
_TEAM = "team"


def with_team_named(question: str, knowledge: Knowledge) -> str:
    """The question with names for them, where it is certain who that is and no example asks in its very words."""
    if not _CUE.search(question) or knowledge.match(question).is_example():
        return question
    read, people = knowledge.reader.read, knowledge.people
    items, mate = read(question), _HIS_MATE.search(question)
    if mate and len(people.named(items)) > 1:
        items = read(
            question[: mate.start()]
        )  # "did Ocon pass his teammate and Gasly": of whom his is, stands before it
    return of_his_team(without_his_car(question, items, people), items, people)


def without_his_car(question: str, items: Sequence[Item], people: People) -> str:
    """The question of a driver, where it speaks of his car: "where is the Haas of Ocon"."""
    for car, of, who in zip(items, items[1:], items[2:], strict=False):
        whose = who.readings.get(WHOM)
        if of.text.lower() == "of" and whose and people.entries[str(whose)].get(_TEAM) == car.readings.get(_TEAM):
            said = rf"(?i)\b(?:the\s+)?{re.escape(car.text)}\s+of\s+(?={re.escape(who.text)})"
            question = re.sub(said, "", question)
    return question


def of_his_team(question: str, items: Sequence[Item], people: People) -> str:
    """The question with names for a team mate and a team of the one who is named, or for the two cars of a team."""
    named, both = people.named(items), people.of_team(items)
    if len(named) == 1:
        mate, own = people.teammate(named[0]), people.entries[named[0]].get(_TEAM)
        said = _HIS_MATE.sub(people.name(mate), question) if mate else question
        whose = next(item.text for item in items if item.readings.get(WHOM) == named[0])
        return re.sub(rf"{re.escape(whose)}{_OWN}", str(own), said) if own and whose.endswith(OWNING) else said
    if named or len(both) != _PAIR:
        return question
    team = next(item.text for item in items if item.firm and WHOM_ALL in item.readings)
    return re.sub(_THE_TWO.format(re.escape(team)), " and ".join(map(people.name, both)), question)
