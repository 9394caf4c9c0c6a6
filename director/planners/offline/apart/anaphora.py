"""What an ask means after the clause before it: "it" as the thing and "they" as the team that were spoken of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from director.language.late_patterns import compile_later
from director.planners.offline.apart.clause_splitting import Clause, ReadItems
from director.planners.offline.apart.context_clauses import is_team
from director.planners.offline.conversation.topics import interruption
from director.planners.offline.several_asks import standing_for

_IT = compile_later(r"\b(?:it|that|this)\b", re.IGNORECASE)
_THEY = compile_later(r"\b(?P<their>their)\b|\bthey\b|\bthem\b", re.IGNORECASE)
_HIM = compile_later(r"\bhim\b", re.IGNORECASE)
_THOSE = compile_later(r"\b(?:those|these)(?=\s+(?:tyres|tires|laps|stops)\b)", re.IGNORECASE)
_THINGS = compile_later(
    r"(?:(?P<whose>\b\w+['’]s?)\s+|\b(?:the|a|an|his|her|that|this)\s+)?\b(?P<thing>virtual safety car|vsc|safety car"
    r"|red flag|yellow flag|yellow|penalty|pit ?stop|stop|fastest lap|best lap"
    r"|gap(?: to (?:the )?(?:lead(?:er)?|front|p\d+)\b)?|(?<!\bto the )lead|race|sprint|session)\b",
    re.IGNORECASE,
)
_APOSTROPHE = compile_later(r"['’]s?$")
_TO_THE_LEAD = compile_later(r"\bto (?:the )?(?:lead|front)$", re.IGNORECASE)
_THE_ONE = compile_later(r"\bthe(?=\s+(?:(?:pit ?)?stop|penalty|gap)\b(?!\s+(?:to|between|from)\b))", re.IGNORECASE)
"""Of whom, the clause before says: "he lost a lot, how long was the stop"."""
_TRUE = compile_later(
    r"(?:is|was)\s+(?:that|it|this)\s+(?:really\s+)?(?:real|true|right|correct|so|legit|accurate|for\s+real|serious)"
    r"|really|true",
    re.IGNORECASE,
)
_HEARSAY = compile_later(
    r"^(?!.*\b(?:what|who|why|how|when|where|which|did|does|has|have|is)\b.*\bsa)"
    r"[\w'’ ]*?\b(?:swears?|says|said|claims?|claimed|reckons?|thinks?|heard|hear"
    r"|tells?\s+me|told\s+me)\s+(?:that\s+)?",
    re.IGNORECASE,
)
_BECAUSE = compile_later(
    r"(?:is|was)\s+(?:that|it|this)\s+(?:just\s+|only\s+)?(?:because|down\s+to|due\s+to)\b", re.IGNORECASE
)
_CHANGED = compile_later(r"\bwhen\s+did\s+(?:that|it|this)\s+(?:change|turn|flip|swap)\b", re.IGNORECASE)
_STOOD = compile_later(
    r"(?P<one>[\w'’-]+)\s+(?:is|was|were|had\s+been|has\s+been)\s+(?P<side>ahead|in\s+front|behind)(?:\s+of)?\s+"
    r"(?P<other>[\w'’-]+)",
    re.IGNORECASE,
)
_CALLED = compile_later(
    r"(?P<ask>.*\b(?:he|him|his|she|hers?)\b.*?)\s*(?:,|\(|\s[-–—])\s*(?:i\s+mean\s+)?(?P<who>[^\s,()][^,()?!]{1,28}?)"
    r"(?:\s+i\s+mean)?\s*\)?\s*(?P<end>[?!.]*)",
    re.IGNORECASE,
)
_THAT_ONE = compile_later(
    r"\b(is|was|has|had|did|does|will|can)\s+that\s+(?:driver|guy|man|car)\b(?!['’])", re.IGNORECASE
)
_UNDER_IT = compile_later(r"\b(?P<when>under|during)\s+(?:it|that|this)\b(?!\s+\w)", re.IGNORECASE)
_DONE_UNDER = compile_later(
    r"\b(?:pit\w*|stop\w*|box\w*|div\w+|dove|came|come|gain\w*|los[et]\w*|lead|led|pass\w*|happen\w*)\b", re.IGNORECASE
)
"""What is done under a safety car or a flag."""
_NOBODY_HAS = compile_later(
    r"(?:(?:so|and|but|still|wait)\W+)*(?:nobody|no[ -]?one|not\s+(?:one|a\s+single)\s+(?:car|driver|of\s+them))"
    r"(?:['’]s|\s+has|\s+have)\s+(?!to\b|got\s+to\b)",
    re.IGNORECASE,
)
_SUBJECT = compile_later(r"\b(?:he|she)\b", re.IGNORECASE)
_OBJECT = compile_later(r"\bhim\b", re.IGNORECASE)
_LOST = compile_later(
    r"\b(?:has\s+|have\s+)?(?:dropped|lost|fell|fallen|slipped|dropping|losing|falling)\b", re.IGNORECASE
)


def told_of(ask: str, said: Clause) -> str:
    """The ask with what was spoken of before it in place of "it" and "they": "how long was the safety car out"."""
    teams = [item.text for item in said.named if is_team(item.readings)]
    if len(teams) == 1:
        ask = _THEY.sub(lambda they: f"{teams[0]}'s" if they["their"] else teams[0], ask)
    if len(said.named) == 1 and not teams:
        ask = standing_for(_THOSE.sub("his", ask), said.named[0].text)
        ask = _THE_ONE.sub(f"{_possessive(said.named[0].text)}", ask)
    if not _IT.search(ask) or not (things := list(_THINGS.finditer(said.text))):
        return ask
    whose = _APOSTROPHE.sub("'s", things[-1]["whose"] or "the")
    return _IT.sub(f"{whose} {_TO_THE_LEAD.sub('to the leader', things[-1]['thing'])}", ask, count=1)


def _possessive(name: str) -> str:
    return f"{_APOSTROPHE.sub('', name)}'s"


def of_a_change(question: str) -> str | None:
    """ "Max was ahead of Lando, when did that change" as "when did Lando pass Max"; None for another question."""
    if not _CHANGED.search(question) or not (stood := _STOOD.search(question)):
        return None
    first, other = stood["one"], stood["other"]
    ahead, behind = (other, first) if stood["side"] == "behind" else (first, other)
    return f"when did {behind} pass {ahead}"


def of_named_after(ask: Clause, after: Sequence[Clause]) -> str:
    """The ask with "him" as the one whom a later clause names: "is Checo catching him? the gap to Charles"."""
    names = [item.text for clause in after for item in clause.named]
    return _HIM.sub(names[0], ask.text) if ask.named and len(names) == 1 else ask.text


def of_called_after(question: str, read: ReadItems) -> str:
    """The question with whom it calls at its end in place of "he": "is Ocon last now" of "is he last now, Ocon?"."""
    called = _CALLED.fullmatch(question.strip())
    if called is None or (_SUBJECT.search(called["ask"]) and _OBJECT.search(called["ask"])):
        return question
    who = read(called["who"], {})
    if len(who) != 1 or not (who[0].firm and isinstance(who[0].readings.get("driver"), str)):
        return question
    return f"{_HIM.sub(who[0].text, standing_for(called['ask'], who[0].text))}{called['end']}"


def with_he(question: str) -> str:
    """The question with "he" for "that driver", who was asked for before."""
    return _THAT_ONE.sub(r"\1 he", question)


def under_what(question: str, before: Sequence[str]) -> str | None:
    """The question with what interrupted the session in place of "under it"; None where nothing was spoken of."""
    if not (_UNDER_IT.search(question) and _DONE_UNDER.search(question)):
        return question
    what = next((found for said in reversed(before) if (found := interruption(said.lower()))), None)
    return None if what is None else _UNDER_IT.sub(rf"\g<when> the {what}", question)


def asked_of_anybody(said: str) -> str:
    """What a statement about nobody is asked as: "who has stopped for slicks" of "nobody has stopped for slicks?"."""
    found = _NOBODY_HAS.match(said)
    return f"who has {said[found.end() :]}" if found else said


def without_hearsay(said: str) -> str:
    """The question without who says it: "verstappen is out" of "my mate swears verstappen is out"."""
    return _HEARSAY.sub("", said, count=1)


def confirmed(ask: str, said: str) -> str | None:
    """The question that "is that true" and "is that because he stopped" stand for after a statement, if it is one."""
    if _TRUE.fullmatch(ask.strip(" ?!.,")):
        return without_hearsay(said)
    if _BECAUSE.match(ask) and (lost := _LOST.search(said)):
        return f"why has {said[: lost.start()].strip()} lost places"
    return None
