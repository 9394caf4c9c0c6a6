"""Questions that ask several things: all of them understood, or one that is and another that is left open."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from director.language.back_references import compares, leaves_out
from director.language.grammar import NOT_STATE
from director.language.late_patterns import compile_later
from director.language.qualifiers import QUALIFIERS, REASON
from director.language.word_lists import words
from director.planners.base import PartialPlan
from director.planners.offline.clauses import EXCLAIMS, LISTED, NEXT_ASK, NEXT_PART, OF_THOSE, OPENS_ASK, WHETHER
from director.planners.offline.composing.compose import Composition, compose
from director.planners.offline.composing.lexicon import Lexicon
from director.planners.offline.conversation.attributes import says_of_all
from director.planners.offline.conversation.people import WHOM
from director.planners.offline.filling import is_topic
from director.planners.offline.follow_up import last_named, leans, pair_beside
from director.planners.offline.index import CatalogueIndex
from director.planners.offline.match import Match, best_matches
from director.planners.offline.matched_question import ALIKE, GRAMMAR_THRESHOLD, Reading
from director.planners.offline.name_groups import named_in, of_the_subject, said_of
from director.planners.offline.plans import plan_of
from director.planners.offline.question_items import CLOCK, NUMBER, ORDINAL, Item
from director.planners.offline.word_keys import key_of
from director.references import referred_to
from director.sanitise import clean_text
from director.suspicion import is_suspect
from toolgate.contract import Plan, Step

MAX_PARTS = 3
PART_THRESHOLD = 0.75
"""Each part of a double question must match this well, or the question is taken as one."""
OPEN_MAX_CHARS = 80
"""What is left open is told in the asker's words, so many at most."""
LEAD = key_of("lead")

Read = Callable[[str, Mapping[str, object]], Reading]

_HE = compile_later(r"\b(?:he|she|him)\b", re.IGNORECASE)
_HOW_FAR = compile_later(r"\s*how\s+(?:far|much|many\s+\w+)\s+(?:back|behind|off|down)\b", re.IGNORECASE)
"""Of whom, only the part before may say."""
_HIS = compile_later(r"\b(?:his|her)\b(?=\s+\w)", re.IGNORECASE)
_BOTH = compile_later(r"\b(?:they\s+both|(?:both|each|the\s+two)\s+of\s+them|they|them)\b", re.IGNORECASE)
_THE_GAP = compile_later(
    r"\bthe\s+gap\b(?!\s+(?:to|at|between|from|of|behind|ahead|in|back|for|up|lap|history)\b)", re.IGNORECASE
)
"""After a part about two this is theirs."""
_HOW_FAR_HE = compile_later(
    r"(?:\band\s+)?\b(?:by\s+how\s+much|how\s+(?:far|much))(?:\s+(?:ahead|behind|clear|in\s+front|up|back|away|apart))?"
    r"(?:\s+of\s+(?:him|her))?\s+(?:is|are|was|were|has|have)\s+(?:he|she|they)(?:\s+(?:ahead|clear|in\s+front|now|since|then"
    r"|pulled\s+(?:away|clear)|got(?:ten)?\s+away|(?:of|from|to)\s+(?:him|her)))*\W*$",
    re.IGNORECASE,
)
"""... and so is this."""
_PASSING = words("pass passed overtake overtook overtaken past")
"""After one who did it to another, "he" is the first of the two."""
_THEN = words("started start starts starting grid qualified lined lap")
"""With these a place is one that somebody had, and may have no more."""
_PAIR, _TEAM = 2, "team"
_WORD = compile_later(r"[a-z]+(?:'[a-z]+)?")
_PLAIN = compile_later(r"[\w\s'’-]+")
_SUBJECT = compile_later(
    r"\s*(?:and\s+|but\s+)?\w+(?:n['’]?t)?\s+(?:not\s+)?"
    r"(?:he|she|they|it|there|we|any\w*|every\w*|some\w*|nobody|no|the|a|an|all|both|his|her|their|that|this|these)\b",
    re.IGNORECASE,
)
ONE_OF_THEM = compile_later(
    r"\b(?:first|last|latest|next|that|this|which|second|third|best|worst|longest|shortest|quickest|fastest)\s+ones?\b"
    r"|\b(?:leads?|leading|heads?|heading)\s+(?:them|those)\b",
    re.IGNORECASE,
)
"""One of those that the part before is about."""
IS_IT = compile_later(
    r"^\W*where\W*$|\beach\W*$|\b(?:is|was|are|were|did|does)(?:n['’]?t)?\s+(?:(?:it|they)(?:\s+(?:last|take|cost|go\s+on(?:\s+for)?))?\W*$|(?:that|this)\b(?!\s+(?:race|session|lap|sprint|gp|one)\b))",
    re.IGNORECASE,
)
"""It is asked of what the part before said: "how close is it", "is that real", "where"."""
_OF_IT = compile_later(
    r"\b(?:into|of|on|at|to|by|from|with|about|than|for)\s+(?:it|that|this)\b(?!\s+\w+)", re.IGNORECASE
)
_OF_THEN = compile_later(
    r"\b(?:was|were|had|led|did)\b.*\b(?:then|at\s+(?:that|the)\s+(?:time|point|moment))\W*$", re.IGNORECASE
)
_OF_WHOM = compile_later(r"['’]s?$")
_OF_ONE = compile_later(r"\bbetween\s+(?!them\b|both\b|cars\b|teams\b|drivers\b)[\w'’-]+$", re.IGNORECASE)
"""Nothing is between one thing."""
_NARROWING = QUALIFIERS - REASON
_WHO = compile_later(r"\s*who\b(?!\s+(?:of|among)\b)", re.IGNORECASE)
_FIRST_WORDS = 2
"""So many words open a question ("by which", "when did"); what narrows comes after them."""


def all_understood(
    question: str, known: Mapping[str, object], read: Read, index: CatalogueIndex, lexicon: Lexicon
) -> list[Match]:
    """The matches of a double question ("who leads and who has stopped?"), if it is one."""
    listed = LISTED.split(question)
    texts = listed if len(listed) == MAX_PARTS and OPENS_ASK.match(question) else NEXT_PART.split(question)
    matches: list[Match] = []
    subjects: Sequence[Item] = ()
    before: Sequence[Item] = ()
    if not 2 <= len(texts) <= MAX_PARTS:
        return []
    for text in texts:
        part = read(of_whom(text, before), known)
        if matches and (lacks_a_subject(text, part.items) or leans_on_thing(text)):
            return []
        if (subjects or (matches and _HOW_FAR.match(text))) and of_nobody(text, part.items):
            return []
        if matches and (whose := of_the_subject(part.items, subjects)) is not None:
            part = Reading(whose, best_matches(whose, index))
        if not part.sure(PART_THRESHOLD) or _composed(part, lexicon) is not None:
            return []
        his = said_of(part.items, subjects)
        of_him = Reading(his, best_matches(his, index)) if his else part
        same = of_him.sure(PART_THRESHOLD) and of_him.matches[0].tool is part.matches[0].tool
        matches.append((of_him if same else part).matches[0])
        subjects = named_in(part.items)
        before = part.items
        known = last_named(part.items) or known
    return matches


def lacks_a_subject(text: str, items: Sequence[Item]) -> bool:
    """Whether a part asks yes or no of those whom the part before finds: "and is still ahead of Vettel"."""
    return bool(WHETHER.match(text)) and not _SUBJECT.match(text) and not any(item.firm for item in items[1:2])


def leans_on_thing(text: str) -> bool:
    """Whether a part is of the thing that the part before is about, or of its moment: "the last one", "is Norris eating
    into it", "who led then".
    """
    return any(of_it.search(text) for of_it in (ONE_OF_THEM, _OF_IT, IS_IT, _OF_THEN))


def lacks_a_thing(text: str) -> bool:
    """Whether a part ends before it says what is whose, "why was Sainz's", or between whom: "gap between Perez"."""
    return _OF_WHOM.search(text) is not None or _OF_ONE.search(text) is not None


def of_nobody(text: str, items: Sequence[Item]) -> bool:
    """Whether a part asks of whom the part before was about without a word for him: "and how many stops"."""
    return leaves_out(text) and not (named_in(items) or (says_of_all(text) and not compares(text)))


def names_another(question: str, read: Callable[[str], Sequence[Item]]) -> bool:
    """Whether a later part with a question word of its own names somebody, or asks who as the first one does: it is no
    part of that.
    """
    first, *rest = NEXT_PART.split(question)
    return any(
        (_WHO.match(first) and _WHO.match(text)) or last_named(read(text)) for text in rest if not WHETHER.match(text)
    )


def of_whom(text: str, before: Sequence[Item]) -> str:
    """ "How far behind is he" after "who is P2" with P2 for "he", and those two or the team for "they"; the gap of two
    is theirs.
    """
    two = [item.text for item in before if WHOM in item.readings and item.firm and not item.key]
    if len(two) == _PAIR and two[0] != two[1]:
        text = _BOTH.sub(f"{two[0]} and {two[1]}", text, count=1)
        text = _THE_GAP.sub(f"the gap between {two[0]} and {two[1]}", text, count=1)
        if not before[0].said.startswith("who"):
            text = _HOW_FAR_HE.sub(f"what is the gap between {two[0]} and {two[1]}", text, count=1)
        if not _PASSING.isdisjoint(item.said for item in before):
            return standing_for(text, two[0])
    if len(set(two)) == 1:
        text = pair_beside(text, two[0], " ".join(item.text for item in before))
    teams = [item.text for item in before if _TEAM in item.readings and WHOM not in item.readings and item.firm]
    if len(teams) == 1 and not two:
        text = _BOTH.sub(teams[0], text, count=1)
    if not before or last_named([item for item in before if NUMBER not in item.readings]):
        return text
    places = {str(item.readings[ORDINAL]) for item in before if ORDINAL in item.readings}
    if places and not _THEN.isdisjoint(item.said for item in before):
        return text
    if len(places) == 1:
        whom = f"P{places.pop()}"
    elif not places and any(item.key == LEAD for item in before):
        whom = "the leader"
    else:
        return text
    return standing_for(text, whom)


def standing_for(text: str, whom: str) -> str:
    """The text with somebody in place of "he" and "his"."""
    return _HIS.sub(f"{whom}'s", _HE.sub(whom, text))


def understood_in_part(question: str, known: Mapping[str, object], read: Read, lexicon: Lexicon) -> PartialPlan | None:
    """The plan for the clauses that are understood, where at most one that asks something of its own is not."""
    texts = [text.strip() for text in NEXT_ASK.split(question) if text.strip()]
    if not 2 <= len(texts) <= MAX_PARTS:
        return None
    understood: list[tuple[Reading, Plan]] = []
    left: list[tuple[str, Reading]] = []
    before: Sequence[Item] = ()
    for text in texts:
        part = read(of_whom(text, before), known)
        of_them = before and (leans_on_thing(text) or of_nobody(text, part.items))
        if not of_them and (plan := _surely(part, lexicon)) is not None:
            understood.append((part, plan))
            before = part.items
        else:
            left.append((text, read(text, known)))
        known = last_named(part.items) or known
    parts = [part for part, _ in understood]
    if (
        not parts
        or len(left) > 1
        or (left and all(part.only_tells() for part in parts) and _tells(question, left[0][0]))
    ):
        return None
    if left and not (may_stay_open(left[0][0], left[0][1].items) and _is_beside(left[0][1], parts)):
        return None
    if left and left[0][0] == texts[0] and not all(map(_says_of_what, parts)):
        return None
    plan = together([plan for _, plan in understood])
    return PartialPlan(plan.steps, plan.rationale, told_open(left[0][0]) if left else "") if plan is not None else None


def _tells(question: str, ask: str) -> bool:
    """Whether what stands before an ask is told and not asked: a comma or a full stop ends it."""
    return question[: question.find(ask)].rstrip()[-1:] in {",", ".", ";"}


def together(plans: Sequence[Plan]) -> Plan | None:
    """One plan with the steps of all, each call once; None where one of several plans refers to its own steps."""
    if len(plans) == 1:
        return plans[0]
    if any(referred_to(plan) for plan in plans):
        return None
    calls = [(step.name, step.arguments, step.server) for plan in plans for step in plan.steps]
    several = [call for at, call in enumerate(calls) if call not in calls[:at]]
    return Plan(tuple(Step(f"s{n}", *call) for n, call in enumerate(several, start=1)), plans[0].rationale)


def told_open(text: str) -> str:
    """The clause that is left open, in the asker's words."""
    told = clean_text(re.split(r"[?!.,;:]", text, maxsplit=1)[0].strip(), 10 * OPEN_MAX_CHARS)
    return told if len(told) <= OPEN_MAX_CHARS else told[:OPEN_MAX_CHARS].rsplit(" ", 1)[0] + "…"


def _surely(part: Reading, lexicon: Lexicon) -> Plan | None:
    """The plan of a clause that is a question by itself, each word of which has its use."""
    if part.beyond() or leans(part.items) or not part.stands_alone():
        return None
    of_something = any(item.firm or is_topic(item) for item in part.items)
    if of_something and (composed := _composed(part, lexicon)) is not None:
        return composed
    return plan_of(part.matches[:1]) if part.sure(PART_THRESHOLD if of_something else GRAMMAR_THRESHOLD) else None


def _composed(part: Reading, lexicon: Lexicon) -> Plan | None:
    """The query that a clause asks for, where no example is like enough."""
    composed = compose(part.items, lexicon)
    if not isinstance(composed, Composition) or part.sure(ALIKE[min(composed.qualifiers, len(ALIKE) - 1)]):
        return None
    return composed.plan


def may_stay_open(text: str, items: Sequence[Item]) -> bool:
    """Whether a clause asks something of its own, so that the answer may leave it open: it does not narrow the clause
    beside it and is no exclamation.
    """
    said = _WORD.findall(text.lower())
    if not OPENS_ASK.match(text) or EXCLAIMS.match(text) or OF_THOSE.search(text) or is_suspect(text):
        return False
    if not _PLAIN.fullmatch(re.split(r"[?!.,;:]", text, maxsplit=1)[0]):
        return False
    if any(pair in NOT_STATE for pair in pairwise(said)):
        return False
    if not (ONE_OF_THEM.search(text) or _NARROWING.isdisjoint(said[_FIRST_WORDS:])):
        return False
    return not any({NUMBER, ORDINAL, CLOCK} & item.readings.keys() for item in items)


def _is_beside(left: Reading, parts: Sequence[Reading]) -> bool:
    """Whether what a clause names is of the kinds that the others name: a class or a part narrows them all."""
    named = [item for item in left.items if item.firm and item.readings]
    kinds = {kind for part in parts for item in part.items if item.firm for kind in item.readings}
    return all(item.readings.keys() & kinds for item in named)


def _says_of_what(part: Reading) -> bool:
    """Whether a clause says what it is about without the one before it: a name, or two words of a topic."""
    return any(item.firm for item in part.items) or sum(map(is_topic, part.items)) > 1
