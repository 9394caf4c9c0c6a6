"""Several values of the same somebody in one breath: "Norris position and stops", "tyres, gap and last lap of P4".

One tool that states one of them leaves the others out, so each is asked by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from director.defaults import MAX_STEPS
from director.language.grammar import PRONOUNS, QUESTION_WORDS
from director.language.late_patterns import compile_later
from director.language.word_lists import words
from director.planners.base import PartialPlan, left_open
from director.planners.offline.apart.clause_splitting import ReadItems
from director.planners.offline.conversation.attributes import says_of_all
from director.planners.offline.name_groups import JOINING
from director.planners.offline.question_items import NUMBER, ORDINAL, Item
from director.planners.offline.several_asks import together
from toolgate.contract import Plan

_ASKED: dict[str, str] = {
    said: asked
    for asked, all_said in {
        "what position is {who} in": "position / place / pos / posn / running position / track position / spot / where",
        "what position did {who} start in": (
            "grid / grid slot / grid spot / grid position / start position / starting position / starting slot"
        ),
        "how many places has {who} gained": "places gained / positions gained / places made up / net gain",
        "gap of {who}": "gap / gaps / interval / intervals / gap ahead / gap in front / gap to the car ahead / ahead",
        "how far is {who} behind the leader": (
            "gap to the leader / gap to leader / gap to first / gap to p1 / gap to the lead / deficit"
            " / time behind the leader / distance to the leader"
        ),
        "how far is the car behind {who}": "gap behind / gap to the car behind / interval behind / behind",
        "how many stops has {who} made": (
            "stops / pit stops / pitstops / stop count / stops made / number of stops / number of pit stops"
            " / stops done / pits / how many stops / stops so far"
        ),
        "when did {who} last stop": "last stop / last pit stop / latest stop / lap of his stop",
        "what tyres is {who} on": (
            "tyres / tires / tyre / tire / compound / rubber / tyre compound / tyre type / what tyres / which tyres"
            " / what compound"
        ),
        "how old are {whose} tyres": (
            "tyre age / tire age / age of tyres / age of his tyres / tyre life / age of the tyres / tyre laps"
            " / how old are his tyres / tyres age / laps on tyres / laps on the tyres"
        ),
        "what was {whose} last lap time": (
            "last lap / last lap time / lap time / laptime / previous lap / latest lap / latest lap time / last time"
        ),
        "what is {whose} best lap": (
            "best lap / best lap time / fastest lap / quickest lap / best time / personal best / pb / fastest time"
        ),
        "what are the lap times of {who}": "lap times / laptimes / recent laps / recent lap times / last laps",
        "how many laps has {who} done": "laps / laps done / lap count / laps completed / number of laps / laps run",
        "how many laps has {who} led": "laps led / led / laps in the lead / laps in front / laps at the front",
        "what is the ideal lap of {who}": (
            "ideal lap / ideal lap time / theoretical best / theoretical best lap / optimal lap"
        ),
        "how many overtakes has {who} made": "overtakes / overtakes made / passes / passes made / on-track passes",
        "how many places has {who} lost": "places lost / positions lost",
        "how long was the last stop of {who}": (
            "pit time / stop time / pit lane time / lane time / last stop time / time of his last stop"
        ),
        "what is {whose} average lap time": "pace / race pace / average pace / average lap / average lap time",
        "does {who} have a penalty": "penalty / penalties / any penalties / any penalty / time penalties",
        "{whose} sector times": "sectors / sector times / splits / best sectors",
        "what is {whose} top speed": "top speed / speed / speed trap / trap speed / max speed",
        "what stints has {who} done": "stints / stint / stint lengths",
        "which team does {who} drive for": "team / car",
        "what number is {who}": "number / car number",
        "how many points does {who} get": "points / points as it stands",
    }.items()
    for said in all_said.split(" / ")
}
"""What is asked of somebody by the words of one value."""

_JOIN = compile_later(r"\s*(?:,\s*(?:and\s+|plus\s+)?|[/&+]|\b(?:and|plus|as well as|along with)\b)\s*", re.IGNORECASE)
_OPENING = compile_later(
    r"\s*(?:(?:what(?:['’]?s)?|give\s+me|tell\s+me|show\s+me|get\s+me|i\s+need|need|want|quick)\b\s*"
    r"(?:(?:is|are|was|about)\b\s*)?(?:me\s+)?)*",
    re.IGNORECASE,
)
_DETERMINER = compile_later(
    r"^(?:(?:the|a|his|her|their|its|your|current|present|latest|live|exact|overall|also|any|total|actual)\s+)+(?=\S)",
    re.IGNORECASE,
)
_ENDING = compile_later(r"\s+(?:please|pls|plz|now|right\s+now|atm|so\s+far|currently|mate|thanks|ta)$", re.IGNORECASE)
_HIS = compile_later(r"\s*(?:his|her)\b", re.IGNORECASE)
_OF = compile_later(r"\s+(?:of|for|from|on)\s+(?:car\s+)?(?=\S)", re.IGNORECASE)
_POSSESSIVE = compile_later(r"\s*(?:['’`´]s?|[:,–—-])?\s*$")
_OTHER_WAY = compile_later(
    r"\b(?:between|from|to|versus|vs|compared|than|stop\s+and\s+go|drive\s+through)\b", re.IGNORECASE
)
_STATES = (
    QUESTION_WORDS
    | PRONOUNS
    | words("is are was were has have had do does did will can could should would if but or why not no y n")
)
_TO_SOMEBODY = compile_later(
    r"\bgap\s+to\s+(?:the\s+)?(?:leader|lead|first|p1|car\s+(?:ahead|behind|in\s+front))\b", re.IGNORECASE
)
"""One value, though a preposition is in it."""
_WHERE_IS = compile_later(r"^where(?:['’]?s|\s+is|\s+are)\s+", re.IGNORECASE)
_BETWEEN = compile_later(
    r"(?P<one>[\w ]{2,24}?)\s+(?:of|for)\s+(?P<who>.{2,40}?),?\s+(?:and|plus|&|\+)\s+"
    r"(?:(?:his|her|their|the)\s+)?(?P<other>[\w ]{2,24})",
    re.IGNORECASE,
)
HE = "he"
LEADERS = frozenset(("leader", "leaders"))
MOST_CHARS = 160
"""A longer text is no list of a few values."""
MOST_WORDS_OF_A_NAME = 5
MOST_VALUES = 5
LEAST_VALUES = 2
STRANGE_WORDS = 2
"""What is no value that is known here and has more words is no value, but something that is said."""


class ListedValues(Struct, frozen=True):
    """The values as they were said, each with the questions that ask for it, one for each who is named.

    A value without questions is known to be nobody's here.
    """

    asked: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def is_strange(self) -> bool:
        """Whether a value is none that is known here: the words may mean another thing together."""
        return any(_plain(said) not in _ASKED for said, _ in self.asked)


def of_each_value(question: str, read: ReadItems, plan_of: Callable[[str], Plan], *, follows: bool) -> Plan | None:
    """One plan for all the values, which tells those that stay open; None where the question is no such list.

    `follows`: somebody was spoken of before, whom a list without a name is about.
    """
    listed = listed_values(question, read, follows=follows)
    if listed is None or (listed.is_strange and plan_of(question).steps):
        return None
    plans: list[Plan] = []
    left: list[str] = []
    for said, asked in listed.asked:
        found = [plan_of(text) for text in asked]
        if found and all(plan.steps and not left_open(plan) for plan in found):
            plans += found
        else:
            left.append(said)
    plan = together(plans) if plans else None
    if plan is None or len(plan.steps) > MAX_STEPS:
        return None
    return PartialPlan(plan.steps, plan.rationale, "; ".join(left)) if left else plan


def listed_values(question: str, read: ReadItems, *, follows: bool = False) -> ListedValues | None:
    """Whose values are asked for in a list of them, and which; None for every other question."""
    text = _ENDING.sub("", question.strip(" ?!.")).strip(" ,")
    if len(text) > MOST_CHARS or not _JOIN.search(text) or _OTHER_WAY.search(_TO_SOMEBODY.sub("gap", text)):
        return None
    text = _OPENING.sub("", text, count=1)
    if _HIS.match(text):
        return _listed((HE,), text, read)
    if (apart := _of_their_own(text, read) or _of_and(text, read)) is not None:
        return apart
    for whose, rest in _ways(text):
        if (named := _named(whose, read)) and (listed := _listed(named, rest, read)):
            return listed
    alone = _listed((HE,), text, read) if follows else None
    return alone if alone and all(_plain(value) in _ASKED for value, _ in alone.asked) else None


def _of_their_own(text: str, read: ReadItems) -> ListedValues | None:
    """ "Hamilton's gap and Russell's tyres": each value with whose it is."""
    asked: list[tuple[str, tuple[str, ...]]] = []
    for part in _JOIN.split(text):
        whose, _, value = part.strip().rpartition("'s ")
        if not (whose and _plain(value) in _ASKED and (named := _named(whose, read))):
            return None
        asked.append((value, _questions(value, named)))
    return ListedValues(tuple(asked)) if len(asked) > 1 else None


def _of_and(text: str, read: ReadItems) -> ListedValues | None:
    """ "Tyres of the top three and gaps", "where is Sainz and his tyres": whose they are stands between the values."""
    found = _BETWEEN.fullmatch(_WHERE_IS.sub("position of ", text, count=1))
    if found is None or not {_plain(found["one"]), _plain(found["other"])} <= _ASKED.keys():
        return None
    named = _named(found["who"], read)
    both = (found["one"], found["other"])
    return ListedValues(tuple((value, _questions(value, named) or (f"{value} of {found['who']}",)) for value in both))


def _ways(text: str) -> Iterator[tuple[str, str]]:
    """Each way in which a text may be of whom, and what: with a preposition between them, or before or after it."""
    for at in _OF.finditer(text):
        yield text[at.end() :], text[: at.start()]
    spoken = text.split()
    for count in range(min(MOST_WORDS_OF_A_NAME, len(spoken) - 1), 0, -1):
        whose, rest = " ".join(spoken[:count]), " ".join(spoken[count:])
        if not (whose.endswith(",") and _plain(whose.strip(" ,")) in LEADERS):  # "leader, gap, laps to go" are three
            yield _POSSESSIVE.sub("", whose), rest
        yield " ".join(spoken[-count:]), " ".join(spoken[:-count])


def _named(text: str, read: ReadItems) -> tuple[str, ...]:
    """Those of whom words are and of nothing else, each in its own words; empty where they are of anything else."""
    items = read(text, {})
    whose = [item for item in items if _is_of_whom(item)]
    if not whose or any(item.key not in JOINING for item in items if item not in whose):
        return ()
    return tuple(_POSSESSIVE.sub("", item.text) for item in whose) if len(whose) > 1 else (text,)


def _listed(whose: tuple[str, ...], rest: str, read: ReadItems) -> ListedValues | None:
    said = tuple(_DETERMINER.sub("", part.strip(), count=1) for part in _JOIN.split(rest) if part.strip())
    known = [_plain(value) in _ASKED for value in said]
    if not LEAST_VALUES <= len(said) <= MOST_VALUES or not any(known):
        return None
    strange = [value for value, is_known in zip(said, known, strict=True) if not is_known]
    if not all(_may_be_a_value(value, read) for value in strange):
        return None
    return ListedValues(tuple((value, _questions(value, whose)) for value in said))


def _questions(value: str, whose: tuple[str, ...]) -> tuple[str, ...]:
    """What asks for a value of each; what is of all and of nobody asks for itself."""
    said = _plain(value)
    if said not in _ASKED:
        return (said,) if says_of_all(said) else ()
    return tuple(_ASKED[said].format(who=who, whose="his" if who == HE else f"{who}'s") for who in whose)


def _plain(value: str) -> str:
    return " ".join(value.casefold().split())


def _may_be_a_value(value: str, read: ReadItems) -> bool:
    """Whether words may name a value, though none that is known here: they state nothing, and name nobody."""
    spoken = _plain(value).split()
    if len(spoken) > STRANGE_WORDS or not (all(map(str.isalpha, spoken)) and _STATES.isdisjoint(spoken)):
        return False
    return not any(item.readings for item in read(value, {}))


def _is_of_whom(item: Item) -> bool:
    """Whether it is a name, the leader, a position or the number of a car."""
    named = item.firm and not item.key and any(isinstance(value, str | tuple) for value in item.readings.values())
    placed = (ORDINAL in item.readings and item.firm) or (item.shaky and NUMBER in item.readings)
    return named or placed or item.said in LEADERS
