"""What the answer before tells and is asked for in a few words: "which lap?" and "and second?" of those on a list."""

from __future__ import annotations

import re
from collections.abc import Callable

from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp

_BEFORE_HIM = compile_later(
    r"(?:who (?:was|went|is) )?(?:out )?(?:the )?(?:(?:one|guy|car|driver|other) )?(?:before|after)"
    r"(?: (?:him|her|that|that one))?"
)
WHICH_LAP = compile_later(r"(?:(?:on |in )?(?:which|what) laps?|when|laps?)(?: (?:was|is|were) (?:that|it|this|they))?")
_WHAT_FOR = compile_later(r"(?:and )?(?:what for|for what|what did they do|what are they for|what is it for)")
_TIL = compile_later(r"(?:till?|until|up to|to) (?:what|which) lap")
_ON_TRACK = compile_later(
    r"(?:was (?:that|it) )?(?:on (?:the )?track|by (?:a )?pass) or (?:in|through|by) (?:the )?(?:pits|stops|a stop)"
)
_THEN_WHO = compile_later(
    r"(?:and )?then who|who (?:then|next|took over|after (?:that|him)|led (?:then|next|after that))"
)
TELLS_LAP = compile_later(r"\blaps? \d")
_ON_THEM = compile_later(r"who (?:is|are)(?: still)? on (?:them|those|it|these)")
_SINCE_WHEN = compile_later(r"(?:and )?since when|(?:for )?how long(?: now)?")
_IT_HOLDS = compile_later(r"^(?:Virtual safety car|Safety car|Red flag|Yellow flag)[^;:,]* since lap ")
_SECOND_MOST = compile_later(
    r"(?:ok |and )*(?:the |who is |who was )?(?:second|2nd|next|runner up)(?: one| best| most)?"
)


def _of(topic: re.Pattern[str]) -> Callable[[FollowUp], bool]:
    """Whether the question before was of a topic."""
    return lambda asked: topic.search(asked.focus.question) is not None


def _lists(asked: FollowUp) -> bool:
    return len(asked.focus.listed) > 1


def _ranks(asked: FollowUp) -> bool:
    return _lists(asked) and _of(topics.MOST)(asked) and not asked.people.named(asked.base)


def _lists_those_out(asked: FollowUp) -> bool:
    return _lists(asked) and _of(topics.OUT)(asked)


def _lists_laps_of_those_out(asked: FollowUp) -> bool:
    return _lists_those_out(asked) and not asked.subject and TELLS_LAP.search(asked.focus.answer) is not None


_TOLD: tuple[tuple[re.Pattern[str], Callable[[FollowUp], bool]], ...] = (
    (_SECOND_MOST, _ranks),
    (_WHAT_FOR, lambda asked: _of(topics.PENALTY)(asked) and (_lists(asked) or not asked.subject)),
    (_ON_THEM, _of(topics.TYRES)),
    (_SINCE_WHEN, lambda asked: _IT_HOLDS.search(asked.focus.answer) is not None),
    (_TIL, _of(topics.LEADS)),
    (_ON_TRACK, _of(topics.LEADS)),
    (WHICH_LAP, _of(topics.PASSED)),
    (_BEFORE_HIM, _lists_those_out),
    (WHICH_LAP, _lists_laps_of_those_out),
)
"""What is asked in a few words, and when the answer before tells it."""


def told_in_the_list(asked: FollowUp) -> Completion | None:
    """ "And the one before him?" after a list of those who are out, "what for?" after open cases, "since when?" after a
    safety car: the question before again. "Then who?" of the lead asks who led when.
    """
    then = _THEN_WHO.fullmatch(asked.said) or (asked.joined and asked.said == "who")
    if then and _of(topics.LEADS)(asked):
        return Completion(("who has led which laps",), surely=True)
    told = any(said.fullmatch(asked.said) and tells(asked) for said, tells in _TOLD)
    return Completion((asked.focus.question,), surely=True) if told and asked.focus.again else None
