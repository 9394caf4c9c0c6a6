"""Of all whom the last answer named, and of what it told: "on what tyres?" of a few, "who boxed for it?"."""

from __future__ import annotations

from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp
from director.planners.offline.conversation.others import JOINING, of_another

_FEW = 6
"""So many who were named are all meant."""
_TYRES = compile_later(
    r"(?:on )?(?:which|what) (?:tyres?|tires?|compounds?|rubber)(?: (?:are|is) (?:they|that|those))?|tyres|tires"
    r"|(?:which|what)(?: tyres?| compounds?)? are (?:they|those)(?: all)? (?:on|running|using)(?: now)?"
)
_OFF_WHAT = compile_later(
    r"(?:from|off|coming off|what (?:was he|did he come|did he take|did he get) off)(?: what| which)?"
    r"(?: tyres?| compound| set)?"
)
_OLD = compile_later(
    r"how (?:old|worn|fresh)(?: are (?:they|those|the tyres))?|(?:tyre )?ages?(?: of (?:those|them|these))?"
    r"|how long have they (?:been on|had) (?:the )?\w+"
)
_COUNTED = compile_later(r"^\d+ (?:cars?|drivers?)\b|\d laps old, ")
"""An answer that is a list of cars, or of their tyres."""
_STOPPED_FOR_IT = compile_later(
    r"(?P<ask>(?:who|how many|which (?:cars|drivers)) .*?\b(?:box|boxed|pit|pitted|stop|stopped|came in|come in))"
    r" (?:for|under|during|behind|in) (?:it|that|this|that one|this one)"
)
_CAME_IN = compile_later(r"(?P<ask>(?:who|which (?:cars|drivers)) (?:came in|pitted|stopped|boxed|dived in))")
_PERIOD = compile_later(r"\b(?P<kind>(?:virtual )?safety car|sc|vsc|red flag)\b")
_BEFORE_THAT = compile_later(r"(?:(?:in )?the (?:one|part|segment) )?before(?: (?:that|it|then))?")
_SEGMENT = compile_later(r"\bq(?P<n>[23])\b")
_BY_HOW_MUCH = compile_later(
    r"(?:and )?(?:by )?how much(?: (?:by|is it|in front|ahead))?|(?:and )?(?:what is )?the (?:gap|margin)"
)
_HIS_LEAD = compile_later(
    r"^(?!who\b|which\b).*\b(?:lead|clear|margin|cushion|advantage|pulling (?:away|clear)|getting away)\b"
    r"(?! of| over| from)"
)
"""Whose lead it is, and over nobody who is named."""
_GAP = "gap between "
_CHANGED = compile_later(
    r"(?:is|was) (?:that|it|the gap)(?: any)? (?:more|less|bigger|smaller|wider|closer|up|down|better|worse)"
    r"(?: (?:than|on) (?:before|earlier|it was|last time|a few laps ago|a while ago))?"
    r"|(?:is (?:it|that) )?(?:growing|shrinking|coming down|going up)(?: or (?:growing|shrinking|not|going up))?"
    r"|(?:up|down) or (?:up|down)|more or less(?: than before)?"
)
_TREND = compile_later(r"\b(?:closing|opening|steady|no trend)\b")


def of_all_told(asked: FollowUp) -> Completion | None:
    """ "On what tyres?" and "how old?" after a list of a few: of all on it, and not of the first."""
    listed = asked.focus.listed
    if asked.named or not 1 < len(listed) <= _FEW or not _COUNTED.search(asked.focus.answer) or not asked.is_race:
        return None
    names = [asked.people.name(who) for who in listed]
    whom = f"{', '.join(names[:-1])} and {names[-1]}"
    if _TYRES.fullmatch(asked.said):
        return Completion((asked.at_moment(f"what tyres are {whom} on"),), frozenset(listed), surely=True)
    if _OLD.fullmatch(asked.said):
        return Completion((asked.at_moment(f"how old are the tyres of {whom}"),), frozenset(listed), surely=True)
    return None


def off_what(asked: FollowUp) -> Completion | None:
    """ "Off what?" after somebody's stop: which tyres he came off."""
    stopped = topics.STOPS.search(asked.focus.question) or "lane" in asked.focus.answer
    if not asked.subject or not stopped or not _OFF_WHAT.fullmatch(asked.said):
        return None
    return Completion((f"what tyres did {asked.subject} come off",), frozenset({str(asked.focus.subject)}), surely=True)


def stopped_for_it(asked: FollowUp) -> Completion | None:
    """ "Who boxed for it?" after a safety car was told of: under the latest."""
    said = _STOPPED_FOR_IT.fullmatch(asked.said) or _CAME_IN.fullmatch(asked.said)
    period = _PERIOD.search(asked.focus.question)
    if said is None or period is None or asked.named:
        return None
    kind = "safety car" if period["kind"] == "sc" else period["kind"]
    return Completion((f"{said['ask']} under the latest {kind}",), surely=True)


def the_segment_before(asked: FollowUp) -> Completion | None:
    """ "And before that?" after what was asked of Q2: of Q1."""
    segment = _SEGMENT.search(asked.focus.question) if _BEFORE_THAT.fullmatch(asked.said) else None
    if segment is None:
        return None
    return Completion((_SEGMENT.sub(f"q{int(segment['n']) - 1}", asked.focus.question),), surely=True)


def off_that_one(asked: FollowUp) -> Completion | None:
    """ "And Sainz?" after "by how much?" of somebody: how far Sainz is from him; and then Perez from the same."""
    if len(asked.named) != 1 or any(not item.firm and item.said not in JOINING for item in asked.items):
        return None
    of = frozenset(asked.named)
    by_how_much = _BY_HOW_MUCH.fullmatch(asked.focus.said) or _HIS_LEAD.search(asked.focus.said)
    if not by_how_much and asked.focus.question.startswith(_GAP):
        again = of_another(asked)
        return Completion((again,), of, like=True, surely=True) if again else None
    if not by_how_much or not asked.subject or asked.focus.subject in of:
        return None
    return Completion((f"{_GAP}{asked.people.name(asked.named[0])} and {asked.subject}",), of, surely=True)


def told_of_its_trend(asked: FollowUp) -> Completion | None:
    """ "Is that more than before?" after a gap, which is told with how it has gone."""
    told = topics.APART.search(asked.focus.question) or asked.focus.pair
    if not told or not _CHANGED.fullmatch(asked.said) or not _TREND.search(asked.focus.answer):
        return None
    return Completion((asked.focus.question,), surely=True)
