"""Who is slow at this moment of a race is not who is last in it: the laps of late tell. How many those are."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later

_SLOWEST_NOW = compile_later(
    r"(?:who|which\s+(?:car|driver))(?:['’]?s|\s+is)\s+(?:the\s+)?slowest(?:\s+(?:car|driver|man|one))?"
    r"(?:\s+(?:on\s+(?:the\s+)?track|out\s+there))?\s+(?:right\s+now|now|at\s+the\s+moment|currently|at\s+present)\W*",
    re.IGNORECASE,
)
_FEW_LAPS = compile_later(r"\b(?P<last>last|past|previous)\s+(?:few|several|handful\s+of)\s+laps\b", re.IGNORECASE)
_RECENT_LAPS = compile_later(r"\b(?P<in>in|over|on)\s+(?:the\s+)?recent\s+laps\b", re.IGNORECASE)
_TWO_LAPS = compile_later(r"\b(?P<last>last|past|previous)\s+couple\s+(?:of\s+)?laps\b", re.IGNORECASE)
_QUICKER_LATELY = compile_later(
    r"(?P<ask>(?:.*\b)?(?:faster|quicker|slower|fastest|quickest|slowest)\b.*?)\s+(?:lately|recently|of\s+late)(?P<end>\W*|,\s.*)",
    re.IGNORECASE,
)
FEW = 5
"""So many laps are a few."""


def of_the_last_laps(question: str) -> str:
    """The question with a number of laps, where it says "the last few laps" or who is quicker "lately"."""
    lower = question.lower()
    if "lap" in lower:
        question = _RECENT_LAPS.sub(rf"\g<in> the last {FEW} laps", _FEW_LAPS.sub(rf"\g<last> {FEW} laps", question))
        question = _TWO_LAPS.sub(r"\g<last> 2 laps", question)
    if "lately" in lower or "recently" in lower or "of late" in lower:
        question = _QUICKER_LATELY.sub(rf"\g<ask> over the last {FEW} laps\g<end>", question)
    return question


def slow_of_late(question: str) -> str:
    """The question of the last laps, where it asks who is slowest now; else as it is."""
    return "who is the slowest over the last 5 laps" if _SLOWEST_NOW.fullmatch(question.strip()) else question
