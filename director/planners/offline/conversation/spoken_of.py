"""Who or what was spoken of, by a noun: "the guy behind him", "their stops", "the first one", "to the BMW in third"."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp
from director.planners.offline.question_items import NUMBER, ORDINAL, affixed

_SIDE = r"(?P<side>behind|ahead|in front)(?: of)?(?: (?:him|her|it))?(?: then| now)?"
_CAR = r"(?:the )?(?:(?:car|guy|man|one|driver|bloke|next|\S+) )?(?:right |directly |just )?"
_THE_CAR_BESIDE = compile_later(rf"(?:(?:what|how) about )?{_CAR}{_SIDE}")
_GAP_TO_IT = compile_later(
    rf"(?:(?:what|how (?:big|large)) is )?(?:(?:the |his |her )?gap|how far(?: (?:is|was) (?:he|she|it))?)"
    rf" (?:back |up )?(?:to|from|off) {_CAR}{_SIDE}"
)
_HIM_TO_IT = compile_later(
    rf"(?:(?:what is )?(?:the )?gap (?:of|from) |from )?(?:him|her) (?:back |up )?(?:to|and) {_CAR}{_SIDE}"
)
_WHERE_IS = compile_later(r"(?:where|what (?:place|position)) (?:is|s)\b")
_WHO_IS = compile_later(r"who is (?P<side>behind|ahead|in front)\b")
_IS_BEHIND = compile_later(r"(?P<who>[^,;:]+?) (?:is|was) [\d.]+ s behind\b")
_TO_THE_ONE_IN = compile_later(
    r"(?:(?:what is )?the gap |how far )?(?:back |on |up )?(?:to|from) (?:the )?\S+ (?:in|at) \S+(?: place)?"
)
_THEIR = compile_later(
    r"(?:(?:what|how) (?:are|were|about) )?their (?P<what>tyres|tires|stops|pit stops|best laps|fastest laps|last laps"
    r"|positions|tyre ages)"
)
_ON_WHAT = compile_later(r"what(?: (?:tyres|tires|compounds?))? (?:are|were) they(?: all)? on(?: now)?")
_ONE_OR_OTHER = compile_later(r"(?:(?:is|are|was) (?:he|she|it|they) )?(?:still )?(?:on )?(?:the )?\w+ or (?:the )?\w+")
_WHERE_HE_WAS = compile_later(
    r"(?:what (?:place|position)|where) (?:was|were) (?:he|she|it|they)(?: (?:running|in|sitting))?"
    r" (?:when (?:he|she|it|they|that) (?:stopped|retired|went out|crashed|dropped out|broke down|happened)"
    r"|before(?: (?:that|it|then))?|at the time)"
)
IS_OUT = compile_later(r"\b(?:is|seems to be) out\b")
_ONE_TOLD = compile_later(
    r"\bthe (?P<which>first|second|third|last)(?: (?:one|guy|car|driver)| of (?:them|those))"
    r"(?! (?:still |left |now )?(?:running|going|racing|classified|on (?:track|the road|the lead lap)"
    r"|in the (?:order|race)))"
)
_ORDER = {"first": 0, "second": 1, "third": 2, "last": -1}
_HIS_ONE = compile_later(r"\b(?P<which>first|second|third|last|latest) one\b")
_OF_PITS = compile_later(r"\b(?:pit stops?|pit lane|stops?)\b", re.IGNORECASE)
_LAP_OF_HIS = compile_later(r"(?:on )?(?:what|which) lap (?:was|is) \S+(?: \S+)?(?: s)?")
_THAT_CASE = compile_later(r"(?:the |that )\S+(?: s)? one")
_OF_STEWARDS = compile_later(r"\b(?:stewards?|investigat\w+|incidents?|noted|penal\w+)\b")
_NOBODY = compile_later(r"(?:No|Nobody|None)\b")
_THEM = compile_later(r"\b(?:they|them|their|those)\b")
_PLACES = frozenset({ORDINAL, affixed(NUMBER, "p")})
_SEVERAL = 3
_PAIR = 2


def the_car_beside(asked: FollowUp) -> Completion | None:
    """ "And the guy behind him?" after somebody's tyres or stops, "gap to the Ferrari behind"."""
    if not asked.subject or not asked.is_race or asked.named:
        return None
    if him := _HIM_TO_IT.fullmatch(asked.said):
        return _beyond_the_two(asked, _side(him["side"]))
    if gap := _GAP_TO_IT.fullmatch(asked.said):
        return _gap_to(asked, asked.focus.subject, _side(gap["side"]))
    beside, question = _THE_CAR_BESIDE.fullmatch(asked.said), asked.focus.question
    if beside is None or asked.focus.lap is not None or not asked.focus.again:
        return None
    side = _side(beside["side"])
    car = f"the car {'behind' if side == 'behind' else 'ahead of'} {asked.subject}"
    if topics.STOPS.search(question):
        return asked.of_subject(f"has {car} stopped")
    if topics.TYRES.search(question):
        return asked.of_subject(f"what tyres is {car} on")
    if topics.APART.search(question) and (asked.focus.both or question.endswith(f"to the car {side}")):
        return _beyond_the_two(asked, side)
    if asked.focus.found and (before := _WHO_IS.match(question)) and len(asked.focus.pair) == _PAIR:
        return _gap_to(asked, asked.focus.pair[0 if _side(before["side"]) == side else 1], side)
    return _gap_to(asked, asked.focus.subject, side) if _WHERE_IS.match(question) else None


def _side(said: str) -> str:
    return "behind" if said == "behind" else "ahead"


def _gap_to(asked: FollowUp, whom: str | None, side: str) -> Completion | None:
    if whom is None:
        return None
    text = f"gap from {asked.people.name(whom)} to the car {side}"
    return Completion((asked.at_moment(text),), frozenset({whom}), surely=True)


def _beyond_the_two(asked: FollowUp, side: str) -> Completion | None:
    """ "Him to the one behind" after the gap of two: from the one of them on that side, of the two that is not told."""
    told = _IS_BEHIND.search(asked.focus.answer)
    if told is None or not topics.APART.search(asked.focus.question):
        return None
    last = [who for who in asked.focus.pair if told["who"].endswith(asked.people.name(who).split()[-1])]
    if len(last) != 1:
        return None
    first = next((who for who in asked.focus.pair if who != last[0]), None)
    return _gap_to(asked, last[0] if side == "behind" else first, side)


def to_the_one_in(asked: FollowUp) -> Completion | None:
    """ "And back to the BMW in third?" after the gap of two: from the one of them who is behind."""
    pair, told = asked.focus.pair, asked.focus.listed
    if not _TO_THE_ONE_IN.fullmatch(asked.said) or asked.named or not topics.APART.search(asked.focus.question):
        return None
    places = {str(item.readings[kind]) for item in asked.items for kind in _PLACES & item.readings.keys()}
    if len(places) != 1 or not pair or told[:1] == () or told[0] not in pair:
        return None
    behind = told[0]
    text = f"gap between {asked.people.name(behind)} and P{places.pop()}"
    return Completion((asked.at_moment(text),), frozenset({behind}))


def of_each_of_them(asked: FollowUp) -> Completion | None:
    """ "And their stops?" of three and more who were told; of nobody where the answer told of none."""
    if _THEM.search(asked.said) and not asked.named and _NOBODY.match(asked.focus.answer) and not asked.focus.subject:
        return Completion()
    said, group = _THEIR.fullmatch(asked.said), asked.focus.listed
    if _ON_WHAT.fullmatch(asked.said) and len(group) == 1:
        return Completion((f"what tyres is {asked.people.name(group[0])} on",), frozenset(group))
    what = said["what"] if said is not None else "tyres" if _ON_WHAT.fullmatch(asked.said) else ""
    if not what or len(group) < _SEVERAL or "class_name" in asked.people.entries[group[0]]:
        return None
    names = [asked.people.name(who) for who in group]
    return Completion((asked.at_moment(f"{what} of {', '.join(names[:-1])} and {names[-1]}"),), frozenset(group))


def on_one_or_other(asked: FollowUp) -> Completion | None:
    """ "Slicks or inters?" of whom the last answer was about."""
    words = [word for word in asked.said.split() if topics.TYRES.fullmatch(word)]
    if len(words) < 2 or not _ONE_OR_OTHER.fullmatch(asked.said) or not (asked.subject and asked.is_race):
        return None
    return asked.of_subject(asked.at_moment(f"what tyres is {asked.subject} on"))


def the_case_of(asked: FollowUp) -> Completion | None:
    """ "And the Räikkönen one?" of what the stewards look at; of other things there is none by that name."""
    if not _THAT_CASE.fullmatch(asked.said) or len(asked.named) != 1:
        return None
    if not _OF_STEWARDS.search(asked.focus.question):
        return Completion()
    return Completion((f"is {asked.people.name(asked.named[0])} under investigation",), frozenset(asked.named))


def one_of_those_told(asked: FollowUp) -> Completion | None:
    """ "What happened to the first one?" of those whom the answer names, in its order."""
    said, group = _ONE_TOLD.search(asked.said), asked.focus.listed
    if said is None or asked.people.named(asked.items):
        return None
    at = _ORDER[said["which"]]
    if not -len(group) <= at < len(group) or len(group) == 1:
        return Completion()
    name = asked.people.name(group[at])
    text = f"{asked.said[: said.start()]}{name}{asked.said[said.end() :]}"
    return Completion((asked.at_moment(text),), frozenset({group[at]}))


def stop_of_his(asked: FollowUp) -> Completion | None:
    """ "How long was Zhou's first one?" after stops."""
    if len(asked.named) != 1 or not _HIS_ONE.search(asked.said):
        return None
    if not (topics.STOPS.search(asked.focus.question) or _OF_PITS.search(asked.focus.answer)):
        return None
    return Completion((_HIS_ONE.sub(r"\g<which> stop", asked.said),), frozenset(asked.named))


def lap_of_his(asked: FollowUp) -> Completion | None:
    """ "What lap was Zhou's?" after the fastest laps."""
    fastest = topics.FASTEST.search(asked.focus.question)
    if len(asked.named) != 1 or not fastest or not _LAP_OF_HIS.fullmatch(asked.said):
        return None
    return Completion((f"best lap of {asked.people.name(asked.named[0])}",), frozenset(asked.named))


def where_he_was(asked: FollowUp) -> Completion | None:
    """ "Where was he running when he stopped?", "where were they before?" of who is out: told with where they are."""
    whom = (asked.focus.subject,) if asked.focus.subject else asked.focus.listed
    if not IS_OUT.search(asked.focus.answer) or not _WHERE_HE_WAS.fullmatch(asked.said) or len(whom) > _PAIR:
        return None
    names = " and ".join(map(asked.people.name, whom))
    verb = "are" if len(whom) == _PAIR else "is"
    return Completion((f"where {verb} {names}",), frozenset(whom), surely=True) if names else None
