"""What the answer before has told already, asked for by another word: "from where to where?", "are you sure?"."""

from __future__ import annotations

import re

from director.language.back_references import spelt_out
from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp
from director.planners.offline.question_items import NUMBER, ORDINAL, affixed

_SURE = compile_later(
    r"(?:are )?you (?:really )?(?:sure|certain)(?: about (?:that|it))?|really|seriously|for real|no way"
    r"|(?:is|was) that (?:right|true|correct)|say again|say that again|come again|again"
)
_POSITIONS = (
    compile_later(
        r"(?:from (?:where|what)(?: position)?|which (?:place|position)s?)(?: to (?:where|what)(?: position)?)?"
    ),
    compile_later(r"\bP\d+ to P\d+\b"),
)
_SPOT = r"(?:which|what) (?:position|place|spot)s?"
_FOR_WHICH = (
    compile_later(rf"(?:for|over) {_SPOT}|{_SPOT} (?:is|was) (?:that|it)(?: for)?"),
    compile_later(r"\bfor P\d+\b"),
)
_RANKS = (
    compile_later(r"where (?:does|did|would) (?:that|it) (?:rank|stand|come)(?: overall)?"),
    compile_later(r"\bP\d+ of the fastest laps"),
)
_TOLD = (_POSITIONS, _FOR_WHICH, _RANKS)
_OVER_WHOM = compile_later(r"(?:over|to|of|ahead of|in front of|from|past|beating) (?:who|whom)")
_LOST_LEAD = compile_later(r"\b(?:lose|lost|losing)\b.*\blead\b")
_NEAREST = r"(?:next|closest|nearest)(?: one)?(?: best| fastest| quickest)?"
_NEXT = compile_later(
    rf"(?:who (?:is|was|comes|came) )?(?:the )?(?:{_NEAREST}|second (?:best|fastest|quickest))"
    r"(?: (?:to|behind) (?:it|that|him|them))?"
    r"|who (?:is|was|comes|got|has come) (?:close|closest|near|nearest)(?: to (?:it|that))?"
)
_RANK = compile_later(r"\bP(?P<place>\d+) of the fastest laps")
_MOST = 10
"""So many of the fastest laps are told at most."""
_INHERITED = compile_later(
    r"who (?:then )?(?:has )?(?:inherited|inherits|got|took over|took|picked up|gained) (?:the )?\S+"
    r"(?: place| position| spot)?(?: then| from (?:him|her|them|that))?"
)
_PLACES = frozenset({ORDINAL, affixed(NUMBER, "p")})
_LAPS_LEFT = compile_later(
    r"how many laps (?:would|does|has|will|did) (?:he|she)(?: have| got| get| need)?"
    r"(?: left| for (?:it|that)| to do (?:it|that))?"
    r"|how many laps (?:are )?(?:left|remaining|to go) (?:to|for) (?:catch|get|reach|do|that|it)(?: (?:him|her|it"
    r"|that))?"
)
_SO_MANY_LEFT = compile_later(r"how many (?:are )?(?:left|remaining|to go)(?: then| now)?")
_WHICH_LAP = compile_later(r"\b(?:what|which) lap (?:is|are|s) (?:it|this|we)\b|\bcurrent lap\b")
_PREDICTED = compile_later(r"\b(?:catch|gets?|reel|chance|reach)\b")
_PUTS_HIM = compile_later(r"where (?:does|did|would|will) (?:that|it) (?:put|leave|drop) (?:him|her)(?: then| now)?")
_PLACED = compile_later(
    r"who (?:is|was|came|finished|runs)(?: in)? (?:p\d+|second|third|fourth|fifth|sixth|last|next)(?: place)?(?: then)?"
)
"""After a class was spoken of it is asked of that class."""
_HIS_IN_CLASS = compile_later(
    r"(?:(?:in )?(?:what|which) (?:place|position) (?:is|was) (?:he|she|it|that)|where (?:is|was) (?:he|she|it|that))"
    r"(?: running)? in (?:the |his |its )?class|(?:what about )?in (?:the |his |its )?class"
    r"|(?:what is )?(?:his|its|the) (?:position|place) in (?:the |his )?class|(?:his |its )?class position"
)
_CLASS_OF = compile_later(r"\b(?:in|of) (?:the |that |his |its |their )?class\b")


def doubts(question: str) -> bool:
    """Whether it asks nothing but to hear the answer before once more: "are you sure?"."""
    return _SURE.fullmatch(" ".join(spelt_out(question))) is not None


def told_already(asked: FollowUp) -> Completion | None:
    """What asks for a part of the answer before."""
    said, focus = asked.said, asked.focus
    if any(asks.fullmatch(said) and tells.search(focus.answer) for asks, tells in _TOLD):
        return Completion((focus.question,))
    if _PUTS_HIM.fullmatch(said):
        return asked.of_subject(f"where is {asked.subject}") if asked.subject else Completion()
    if _SO_MANY_LEFT.fullmatch(said) and _WHICH_LAP.search(focus.question):
        return Completion(("how many laps are left",), surely=True)
    foretold = _PREDICTED.search(focus.question) or topics.APART.search(focus.question)
    if _LAPS_LEFT.fullmatch(said) and foretold:
        return Completion(("how many laps are left",))
    return None


def next_to_that(asked: FollowUp) -> Completion | None:
    """ "Who is nearest to it?" after the best of all; "over whom?" after whoever won or leads."""
    question = asked.focus.question
    if _OVER_WHOM.fullmatch(asked.said) and _LOST_LEAD.search(question):
        return Completion((question,), surely=True)  # its answer tells to whom
    if _OVER_WHOM.fullmatch(asked.said) and asked.focus.pair:
        return asked.of_both("gap between {a} and {b}", asked.focus.pair)
    if asked.named or not _NEXT.fullmatch(asked.said):
        return None
    first = topics.FASTEST.search(question) and not asked.people.named(asked.base)
    if first and asked.is_race:
        return Completion(("the 3 fastest drivers",))
    if first:
        return Completion(("who is in P2",))
    rank = _RANK.search(asked.focus.answer)
    if rank and int(rank["place"]) < _MOST:
        return Completion((f"the {int(rank['place']) + 1} fastest drivers",))
    if topics.MOST.search(question) and question.startswith("who") and len(asked.focus.listed) > 1:
        return Completion((question,))  # it lists those who come next
    leads = topics.LEADS.search(question) or topics.WON.search(question)
    return Completion((asked.at_moment("who is in P2"),) if leads and question.startswith("who") else ())


def who_inherited(asked: FollowUp) -> Completion | None:
    """ "Who inherited fourth?" after those who went out: who was there a lap after the one whose place it was."""
    said = _INHERITED.fullmatch(asked.said)
    places = {str(item.readings[kind]) for item in asked.items for kind in _PLACES & item.readings.keys()}
    if said is None or len(places) != 1 or asked.named or not topics.OUT.search(asked.focus.question):
        return None
    place = places.pop()
    laps = {int(lap) for lap in re.findall(rf"\bP{place} \(lap (\d+)\)", asked.focus.answer)}
    if len(laps) != 1:
        return Completion()
    return Completion((f"who was in P{place} on lap {laps.pop() + 1}",), surely=True)


def in_that_class(asked: FollowUp) -> Completion | None:
    """ "Who was second in class?" after a question of GTD."""
    says_which = any("class" in item.readings for item in asked.items if item.firm)
    if asked.subject and not asked.named and _HIS_IN_CLASS.fullmatch(asked.said):
        return asked.of_subject(asked.at_moment(f"what position is {asked.subject} in class"))
    if asked.class_named and _PLACED.fullmatch(asked.said) and not (asked.named or says_which):
        return Completion((asked.at_moment(f"{asked.said} in {asked.class_named}"),))
    if not _CLASS_OF.search(asked.said) or asked.named or says_which:
        return None
    whose = asked.people.entries[asked.focus.subject].get("class_name", "") if asked.focus.subject else ""
    name = asked.class_named or whose
    return Completion((_CLASS_OF.sub(f"in {name}", asked.said),)) if name else None
